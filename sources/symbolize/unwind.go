package symbolize

import (
	"bytes"
	"debug/elf"
)

// maxRegisters is more than any machine has that stacks are unwound for.
const maxRegisters = 33

// Registers are those of one frame, by their numbers in DWARF. The zero value knows none.
type Registers struct {
	values [maxRegisters]uint64
	known  uint64 // bit i: values[i] is
}

// Set sets a register.
func (r *Registers) Set(register int, v uint64) {
	r.values[register] = v
	r.known |= 1 << register
}

// Get returns a register and whether it is known.
func (r *Registers) Get(register int) (v uint64, known bool) {
	if register < 0 || register >= maxRegisters {
		return 0, false
	}
	return r.values[register], r.known>>register&1 == 1
}

func (r *Registers) forget(register int) { r.known &^= 1 << register }

// Memory is a copy of the top of a thread's stack, from the stack pointer up. Nothing else can be read.
type Memory struct {
	Start uint64
	Bytes []byte
}

func (m *Memory) word(address uint64) (v uint64, ok bool) {
	at := address - m.Start
	if size := uint64(len(m.Bytes)); address < m.Start || at > size || size-at < 8 {
		return 0, false
	}
	return le.Uint64(m.Bytes[at:]), true
}

// layout is which registers of a machine have which part.
type layout struct {
	stack, frame, pc int
	// where a function without rules keeps the caller's frame pointer, and the return address, relative to its own
	callerFrame, callerPC uint64
}

// layoutOf returns the layout of a machine, nil if its stacks cannot be unwound.
func layoutOf(m elf.Machine) *layout {
	switch m {
	case elf.EM_X86_64:
		return &layout{stack: 7, frame: 6, pc: 16, callerPC: 8}
	case elf.EM_AARCH64:
		return &layout{stack: 31, frame: 29, pc: 32, callerPC: 8}
	}
	return nil
}

// Finder finds what is mapped at an address of a process: the module and the offset in its file.
type Finder func(address uint64) (m *Module, offset uint64, ok bool)

// maxFrames bounds the frames of a stack, as perf does.
const maxFrames = 127

// Unwind walks from a thread's registers up its stack and appends the addresses of its frames, the innermost
// first: of callers, an address inside the call. The machine is that of the recording. It stops where the
// outermost function is reached, or where the copy of the stack ends.
func Unwind(addresses []uint64, machine elf.Machine, r Registers, memory Memory, find Finder) []uint64 {
	l := layoutOf(machine)
	if l == nil {
		return addresses
	}
	if _, known := r.Get(l.stack); !known {
		return addresses
	}
	exact := true // the address is where the frame is, not where a call returns to
	for n := range maxFrames {
		pc, known := r.Get(l.pc)
		if !known || pc == 0 || pc == ^uint64(0) {
			return addresses
		}
		if !exact {
			pc--
		}
		m, offset, ok := find(pc)
		if ok || n == 0 {
			addresses = append(addresses, pc)
		}
		if !ok {
			return addresses
		}
		if r, exact, ok = l.caller(r, m.row(machine, offset), memory, exact); !ok {
			return addresses
		}
	}
	return addresses
}

// row returns the rules at an offset of the module's file, nil if it has none.
func (m *Module) row(machine elf.Machine, offset uint64) *row {
	if m == nil {
		return nil
	}
	if m.unwinder == nil {
		m.ready()
		m.unwinder = m.readUnwindTable()
	}
	if m.unwinder.machine != machine {
		return nil
	}
	return m.unwinder.row(m.address(offset))
}

func (m *Module) readUnwindTable() *unwindTable {
	program := m.owner.image(m.program)
	if m.vdso != nil {
		program, _ = openImage(nopCloser{bytes.NewReader(m.vdso)}, m.path)
	}
	if program == nil {
		return newUnwindTable(nil, nil)
	}
	defer program.close()
	if m.symbols == m.program {
		return newUnwindTable(program, nil)
	}
	symbols := m.owner.image(m.symbols)
	defer symbols.close()
	return newUnwindTable(program, symbols)
}

// caller returns the registers of the frame that called the one with registers r, whose rules are given, and
// whether its address is exact. Only where a function was interrupted may its caller have the same stack
// pointer: on arm64 it has not saved anything then.
func (l *layout) caller(r Registers, rules *row, memory Memory, interrupted bool) (caller Registers, exact, ok bool) {
	if rules == nil {
		caller, ok = l.byFramePointer(r, memory)
		return caller, false, ok
	}
	cfa, ok := rules.cfa(&r, &memory)
	if !ok {
		return r, false, false
	}
	caller = r
	caller.Set(l.stack, cfa)
	for i := range rules.rules {
		rules.rules[i].apply(&caller, &r, &memory, cfa)
	}
	pc, known := caller.Get(int(rules.ra))
	if !known {
		return r, false, false // the outermost frame, or past the end of the copy
	}
	if rules.signedRA {
		pc &= 1<<48 - 1 // without the signature
	}
	caller.Set(l.pc, pc)
	sp, _ := r.Get(l.stack)
	callerSP, _ := caller.Get(l.stack)
	oldPC, _ := r.Get(l.pc)
	if callerSP < sp || callerSP == sp && (!interrupted || pc == oldPC) {
		return r, false, false
	}
	return caller, rules.signal, true
}

func (r *row) cfa(frame *Registers, memory *Memory) (cfa uint64, ok bool) {
	if r.cfaExpr != nil {
		return evaluate(r.cfaExpr, nil, frame, memory)
	}
	base, ok := frame.Get(int(min(r.cfaRegister, maxRegisters)))
	return base + uint64(r.cfaOffset), ok
}

// apply sets a register of the caller.
func (u *rule) apply(caller, r *Registers, memory *Memory, cfa uint64) {
	v, ok := uint64(0), true
	switch u.kind {
	case ruleSame:
		v, ok = r.Get(int(u.register))
	case ruleUndefined:
		ok = false
	case ruleOffset:
		v, ok = memory.word(cfa + uint64(u.offset))
	case ruleValueOffset:
		v = cfa + uint64(u.offset)
	case ruleRegister:
		v, ok = r.Get(int(min(uint64(u.offset), maxRegisters)))
	case ruleExpr:
		if v, ok = evaluate(u.expr, []uint64{cfa}, r, memory); ok {
			v, ok = memory.word(v)
		}
	case ruleValueExpr:
		v, ok = evaluate(u.expr, []uint64{cfa}, r, memory)
	}
	if !ok {
		caller.forget(int(u.register))
		return
	}
	caller.Set(int(u.register), v)
}

// byFramePointer finds the caller of a function that has no rules: the frame pointer leads to that of the
// caller, and to the return address.
func (l *layout) byFramePointer(r Registers, memory Memory) (caller Registers, ok bool) {
	fp, known := r.Get(l.frame)
	sp, _ := r.Get(l.stack)
	frame, ok1 := memory.word(fp + l.callerFrame)
	pc, ok2 := memory.word(fp + l.callerPC)
	if !known || !ok1 || !ok2 || fp < sp {
		return r, false
	}
	caller = r
	caller.Set(l.frame, frame)
	caller.Set(l.pc, pc)
	caller.Set(l.stack, fp+16)
	return caller, true
}
