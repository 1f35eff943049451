package symbolize

// row is how to find the caller's registers from those at one address. The CFA is the address in the stack
// that the rules are relative to: where the stack pointer was before the call.
type row struct {
	cfaRegister uint64
	cfaOffset   int64
	cfaExpr     []byte // if not nil, it computes the CFA
	rules       []rule
	ra          uint64 // the register that holds the return address
	signal      bool
	signedRA    bool // the return address is signed, on arm64
}

// rule is how to find one register. Registers without a rule are unchanged.
type rule struct {
	register uint8
	kind     ruleKind
	offset   int64  // of ruleOffset and ruleValueOffset; a register's number for ruleRegister
	expr     []byte // of ruleExpr and ruleValueExpr
}

type ruleKind uint8

const (
	ruleSame        ruleKind = iota
	ruleUndefined            // it is lost: of the return address, this is the outermost frame
	ruleOffset               // in the stack, at CFA + offset
	ruleValueOffset          // it is CFA + offset
	ruleRegister             // in another register
	ruleExpr                 // in the stack, where the expression says
	ruleValueExpr            // it is what the expression says
)

const maxStates = 64 // that a program may remember

// Instructions of call frame information: the first three have their operand in the lower bits.
const (
	cfaAdvance = 1
	cfaOffset  = 2
	cfaRestore = 3

	cfaNop            = 0x00
	cfaSetLoc         = 0x01
	cfaAdvance1       = 0x02
	cfaAdvance2       = 0x03
	cfaAdvance4       = 0x04
	cfaOffsetExt      = 0x05
	cfaRestoreExt     = 0x06
	cfaUndefined      = 0x07
	cfaSame           = 0x08
	cfaRegister       = 0x09
	cfaRemember       = 0x0a
	cfaRestoreState   = 0x0b
	cfaDefine         = 0x0c
	cfaDefineRegister = 0x0d
	cfaDefineOffset   = 0x0e
	cfaDefineExpr     = 0x0f
	cfaExpr           = 0x10
	cfaOffsetSigned   = 0x11
	cfaDefineSigned   = 0x12
	cfaDefineOffSgn   = 0x13
	cfaValOffset      = 0x14
	cfaValOffsetSgn   = 0x15
	cfaValExpr        = 0x16
	cfaNegateRA       = 0x2d // arm64: the return address is signed from here on, or no longer
	cfaArgsSize       = 0x2e
)

// frameProgram runs the instructions of an FDE up to an address.
type frameProgram struct {
	row
	common  *commonEntry
	at      uint64 // the address that the rules are for
	target  uint64
	initial []rule // what the CIE sets
	states  []row
}

// row returns the rules at an address inside the entry, nil if its program makes no sense.
func (e *frameEntry) row(address uint64) *row {
	p := frameProgram{common: e.common, at: e.start, target: address}
	p.ra, p.signal = e.common.ra, e.common.signal
	if !p.run(e.common.program) {
		return nil
	}
	p.initial = append([]rule(nil), p.rules...)
	p.at = e.start
	if !p.run(e.program) {
		return nil
	}
	r := p.row
	return &r
}

// run runs a program until it ends or is past the address. It returns false if the program makes no sense.
func (p *frameProgram) run(program []byte) bool {
	c := cursor{b: program}
	for len(c.b) > 0 {
		op := c.u8()
		low := uint64(op & 0x3f)
		switch op >> 6 {
		case cfaAdvance:
			p.at += low * p.common.codeAlign
		case cfaOffset:
			p.set(rule{register: narrowRegister(low), kind: ruleOffset, offset: int64(c.uleb()) * p.common.dataAlign})
		case cfaRestore:
			p.restore(low)
		default:
			if !p.step(&c, op) {
				return false
			}
		}
		if c.bad {
			return false
		}
		if p.at > p.target {
			return true
		}
	}
	return true
}

// step runs an instruction with operands of its own.
func (p *frameProgram) step(c *cursor, op byte) bool {
	align := p.common.dataAlign
	switch op {
	case cfaNop:
	case cfaSetLoc:
		p.at = c.u64()
	case cfaAdvance1, cfaAdvance2, cfaAdvance4:
		p.at += c.fixed(1<<(op-cfaAdvance1)) * p.common.codeAlign
	case cfaRestoreExt:
		p.restore(c.uleb())
	case cfaRemember:
		return p.remember()
	case cfaRestoreState:
		return p.restoreState()
	case cfaDefine:
		p.cfaRegister, p.cfaOffset, p.cfaExpr = c.uleb(), int64(c.uleb()), nil
	case cfaDefineSigned:
		p.cfaRegister, p.cfaOffset, p.cfaExpr = c.uleb(), c.sleb()*align, nil
	case cfaDefineRegister:
		p.cfaRegister, p.cfaExpr = c.uleb(), nil
	case cfaDefineOffset:
		p.cfaOffset = int64(c.uleb())
	case cfaDefineOffSgn:
		p.cfaOffset = c.sleb() * align
	case cfaDefineExpr:
		p.cfaExpr = c.take(c.uleb())
	case cfaNegateRA:
		p.signedRA = !p.signedRA
	case cfaArgsSize:
		c.uleb()
	default:
		return p.ruleFor(c, op)
	}
	return true
}

// ruleFor runs an instruction that sets the rule of a register.
func (p *frameProgram) ruleFor(c *cursor, op byte) bool {
	align := p.common.dataAlign
	r := rule{register: narrowRegister(c.uleb())}
	switch op {
	case cfaUndefined:
		r.kind = ruleUndefined
	case cfaSame:
		r.kind = ruleSame
	case cfaOffsetExt:
		r.kind, r.offset = ruleOffset, int64(c.uleb())*align
	case cfaOffsetSigned:
		r.kind, r.offset = ruleOffset, c.sleb()*align
	case cfaValOffset:
		r.kind, r.offset = ruleValueOffset, int64(c.uleb())*align
	case cfaValOffsetSgn:
		r.kind, r.offset = ruleValueOffset, c.sleb()*align
	case cfaRegister:
		r.kind, r.offset = ruleRegister, int64(c.uleb())
	case cfaExpr:
		r.kind, r.expr = ruleExpr, c.take(c.uleb())
	case cfaValExpr:
		r.kind, r.expr = ruleValueExpr, c.take(c.uleb())
	default:
		return false
	}
	p.set(r)
	return true
}

// narrowRegister keeps the numbers of registers that matter, which are small. Others become one that no
// machine has.
func narrowRegister(n uint64) uint8 {
	if n >= maxRegisters {
		return maxRegisters
	}
	return uint8(n)
}

func (p *frameProgram) set(r rule) {
	if r.register >= maxRegisters {
		return // a vector register: no address is computed from it
	}
	for i := range p.rules {
		if p.rules[i].register == r.register {
			p.rules[i] = r
			return
		}
	}
	p.rules = append(p.rules, r)
}

// restore gives a register the rule that it had at the start of the function.
func (p *frameProgram) restore(register uint64) {
	for _, r := range p.initial {
		if uint64(r.register) == register {
			p.set(r)
			return
		}
	}
	p.set(rule{register: narrowRegister(register), kind: ruleSame})
}

func (p *frameProgram) remember() bool {
	if len(p.states) == maxStates {
		return false
	}
	saved := p.row
	saved.rules = append([]rule(nil), p.rules...)
	p.states = append(p.states, saved)
	return true
}

func (p *frameProgram) restoreState() bool {
	n := len(p.states)
	if n == 0 {
		return false
	}
	p.row, p.states = p.states[n-1], p.states[:n-1]
	return true
}
