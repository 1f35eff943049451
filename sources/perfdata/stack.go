package perfdata

import (
	"debug/elf"
	"fmt"
	"strconv"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/perfevent"
	"fold/sources/symbolize"
)

// Addresses of a stack from here on are no addresses, but say what those behind them are.
const (
	contextHypervisor = ^uint64(32) + 1
	contextKernel     = ^uint64(128) + 1
	contextUser       = ^uint64(512) + 1
	contextDeferred   = ^uint64(640) + 1
	contextFirst      = ^uint64(4095) + 1
)

// walk finds the frames of the sample, leaf first.
func (r *replay) walk(a *attr) error {
	s := &r.sample
	if s.mode == modeGuestKernel || s.mode == modeGuestUser {
		r.guest++
		r.named(perfevent.Function{Name: "[guest]"})
		return nil
	}
	if !a.has(hasChain) {
		r.frame(s.mode, s.ip, r.query(a))
		return nil
	}
	whole, err := r.chain(a, s.chain)
	if err != nil || !whole {
		r.stack = r.stack[:0]
		return err
	}
	if len(s.regs) > 0 && len(s.stack) > 0 {
		r.unwind(a)
	}
	return nil
}

// query says what is to be looked up at an address. Inlined calls are looked for where perf does, unless the
// user says otherwise.
func (r *replay) query(a *attr) symbolize.Query {
	var q symbolize.Query
	o := r.file.Options
	if o.Inlines == input.InlinesAll || o.Inlines == input.InlinesAuto && a.copiesStacks() {
		q |= symbolize.Inlines
	}
	if o.Lines {
		q |= symbolize.Lines
	}
	return q
}

// chain finds the frames of a stack as the kernel walked it. It returns false if the stack is void.
func (r *replay) chain(a *attr, chain []byte) (whole bool, err error) {
	s := &r.sample
	mode, q := uint8(modeUser), r.query(a)
	call := symbolize.Query(0) // the first address is where the program was, the others are returned to
	byBranches := a.branchType&branchCallStack != 0 && len(s.branches) >= bytesOfBranch
	for ; len(chain) >= 8; chain = chain[8:] {
		address := le.Uint64(chain)
		if address < contextFirst {
			r.frame(mode, address, q|call)
			call = symbolize.Call
			continue
		}
		call = 0
		switch address {
		case contextHypervisor:
			mode = modeHypervisor
		case contextKernel:
			mode = modeKernel
		case contextUser:
			mode = modeUser
			if byBranches {
				r.branchStack(q)
				return true, nil
			}
		case contextDeferred:
			if len(chain) < 16 {
				return true, nil
			}
			return r.deferredPart(a, le.Uint64(chain[8:]))
		default:
			return false, nil
		}
	}
	return true, nil
}

// branchStack finds the frames of the program from the calls that the processor remembers: the newest first.
func (r *replay) branchStack(q symbolize.Query) {
	branches := r.sample.branches
	r.frame(modeUser, le.Uint64(branches[8:]), q)
	for ; len(branches) >= bytesOfBranch; branches = branches[bytesOfBranch:] {
		r.frame(modeUser, le.Uint64(branches), q)
	}
}

// deferredPart finds the frames of the program in the record that the kernel wrote when it returned to it:
//
//	u64 cookie, u64 number of addresses, the addresses
func (r *replay) deferredPart(a *attr, cookie uint64) (whole bool, err error) {
	at, found := r.deferred[deferredKey{uint32(r.sample.tid), cookie}]
	if !found {
		r.noUserPart++
		return true, nil
	}
	record, err := r.record(at)
	if err != nil {
		return false, err
	}
	const chainAt = 24
	n := word(record, 16)
	if n > mostChain || uint64(len(record)) < chainAt+8*n {
		r.noUserPart++
		return true, nil
	}
	chain := record[chainAt : chainAt+8*n]
	for i := range n {
		if le.Uint64(chain[8*i:]) == contextDeferred {
			return false, nil // it would never end
		}
	}
	return r.chain(a, chain)
}

// perfToDWARF numbers the registers of x86-64 as DWARF does, by perf's numbers. -1: of no use.
var perfToDWARF = [24]int{0, 3, 2, 1, 4, 5, 6, 7, 16, -1, -1, -1, -1, -1, -1, -1, 8, 9, 10, 11, 12, 13, 14, 15}

// maxRegistersARM64 is how many registers perf has on arm64. They are numbered as in DWARF, and 32 is the pc.
const maxRegistersARM64 = 33

// unwind finds the frames of the program from the copies of its registers and stack.
func (r *replay) unwind(a *attr) {
	s := &r.sample
	var registers symbolize.Registers
	at := r.elfMachine(a)
	for i, regs := 0, s.regs; i < 64 && len(regs) >= 8; i++ {
		if a.regsUser>>i&1 == 0 {
			continue
		}
		number := i
		if at == elf.EM_X86_64 {
			number = -1
			if i < len(perfToDWARF) {
				number = perfToDWARF[i]
			}
		}
		if number >= 0 && number < maxRegistersARM64 {
			registers.Set(number, le.Uint64(regs))
		}
		regs = regs[8:]
	}
	stackAt, _ := registers.Get(stackPointer(at))
	memory := symbolize.Memory{Start: stackAt, Bytes: s.stack}
	r.addresses = symbolize.Unwind(r.addresses[:0], at, registers, memory, r.find)
	q := r.query(a)
	for _, address := range r.addresses {
		r.frame(modeUser, address, q)
	}
}

func stackPointer(m elf.Machine) int {
	if m == elf.EM_AARCH64 {
		return 31
	}
	return 7
}

// elfMachine returns which machine was recorded, which the registers tell if the header does not.
func (r *replay) elfMachine(a *attr) elf.Machine {
	switch r.arch {
	case "x86_64", "amd64":
		return elf.EM_X86_64
	case "aarch64", "arm64":
		return elf.EM_AARCH64
	case "":
		if a.regsUser>>32 != 0 {
			return elf.EM_AARCH64
		}
		return elf.EM_X86_64
	}
	return elf.EM_NONE
}

// canUnwind returns an error if samples hold copies of stacks that fold cannot unwind.
func (r *replay) canUnwind(a *attr) error {
	if a.copiesStacks() && r.elfMachine(a) == elf.EM_NONE {
		return &NeedsPerf{Why: fmt.Sprintf("stacks of %s cannot be unwound", r.arch)}
	}
	return nil
}

// findModule finds what is mapped in the sample's process.
func (r *replay) findModule(address uint64) (m *symbolize.Module, offset uint64, ok bool) {
	mapped := r.machine.find(r.process, modeUser, address)
	if mapped == nil {
		return nil, 0, false
	}
	return mapped.module.files, mapped.in(address), true
}

// place is what was found at an address of a module.
type place struct {
	symbols []collapse.Symbol // innermost first
	unnamed bool
}

// places are what was found in a module, by address. It is one map for each way to look.
type places [2*(symbolize.Inlines|symbolize.Lines|symbolize.Call) + 2]map[uint64]place

// frame adds the frames at an address to the stack.
func (r *replay) frame(mode uint8, address uint64, q symbolize.Query) {
	mapped := r.machine.find(r.process, mode, address)
	if mapped == nil {
		r.unnamed(nil, address)
		return
	}
	m, at := mapped.module, mapped.in(address)
	if q&(symbolize.Inlines|symbolize.Lines) == 0 {
		q = 0 // then it does not matter whether the address is that of a call
	}
	java := r.machine.thread(r.sample.pid, r.sample.tid).java
	known := m.places.of(q, java)
	found, ok := known[at]
	if !ok {
		found = r.lookUp(m, at, q, java)
		known[at] = found
	}
	if !found.unnamed {
		r.stack = append(r.stack, found.symbols...)
		return
	}
	m.unnamed++
	r.unnamed(m, address)
}

// of returns the map for one way to look.
func (p *places) of(q symbolize.Query, java bool) map[uint64]place {
	way := 2 * int(q)
	if java {
		way++
	}
	if p[way] == nil {
		p[way] = map[uint64]place{}
	}
	return p[way]
}

// lookUp finds the functions at a place of a module.
func (r *replay) lookUp(m *module, at uint64, q symbolize.Query, java bool) place {
	r.frames = r.frames[:0]
	switch {
	case m.only != "":
		r.frames = append(r.frames, symbolize.Frame{Name: m.only})
	case m.files != nil:
		r.frames = m.files.Lookup(r.frames, at, q)
	}
	found := place{unnamed: len(r.frames) == 0}
	for _, f := range r.frames {
		function := perfevent.Function{Name: f.Name, Module: m.path, Inlined: f.Inlined, Java: java, Kernel: m.kernel}
		if f.Inlined {
			function.Module = ""
		}
		found.symbols = append(found.symbols, r.intern(pendingFrame{function, f.File, f.Line}))
	}
	return found
}

// unnamed adds the frame of a function without a name.
func (r *replay) unnamed(m *module, address uint64) {
	f := pendingFrame{}
	if m != nil {
		f.Module, f.Kernel = m.path, m.kernel
	}
	if r.file.Options.Addresses {
		f.Address = strconv.FormatUint(address, 16)
	}
	r.stack = append(r.stack, r.intern(f))
}

// named adds a frame that is in no module.
func (r *replay) named(f perfevent.Function) {
	r.stack = append(r.stack, r.intern(pendingFrame{Function: f}))
}

// pendingFrame is a function whose symbol is asked for.
type pendingFrame struct {
	perfevent.Function
	file string
	line int
}

// intern returns the symbol of a function.
func (r *replay) intern(f pendingFrame) collapse.Symbol {
	r.pending = f
	r.key = append(append(r.key[:0], f.Name...), 0)
	r.key = append(append(r.key, f.Module...), 0)
	r.key = append(append(r.key, f.Address...), 0)
	r.key = append(append(r.key, f.file...), 0)
	r.key = strconv.AppendInt(r.key, int64(f.line), 10)
	for _, flag := range []bool{f.Inlined, f.Java, f.Kernel} {
		r.key = strconv.AppendBool(r.key, flag)
	}
	return r.b.Intern(r.key, r.makeFrame)
}

// makeFrames makes the frames of the pending function, whose key was new.
func (r *replay) makeFrames([]byte) []collapse.Frame {
	f := &r.pending
	frames := f.Frames(r.file.Options)
	if f.line > 0 {
		for i := range frames {
			frames[i].Name += ":" + strconv.Itoa(f.line)
			frames[i].File, frames[i].Line = f.file, f.line
		}
	}
	return frames
}
