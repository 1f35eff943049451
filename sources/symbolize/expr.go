package symbolize

const (
	maxExprSteps = 256
	maxExprStack = 64
)

// Operations of DWARF expressions.
const (
	opAddr    = 0x03
	opDeref   = 0x06
	opConst1u = 0x08
	opConst1s = 0x09
	opConst2u = 0x0a
	opConst2s = 0x0b
	opConst4u = 0x0c
	opConst4s = 0x0d
	opConst8u = 0x0e
	opConst8s = 0x0f
	opConstu  = 0x10
	opConsts  = 0x11
	opDup     = 0x12
	opDrop    = 0x13
	opOver    = 0x14
	opSwap    = 0x16
	opAnd     = 0x1a
	opMinus   = 0x1c
	opMul     = 0x1e
	opOr      = 0x21
	opPlus    = 0x22
	opPlusTo  = 0x23
	opShl     = 0x24
	opShr     = 0x25
	opXor     = 0x27
	opEq      = 0x29
	opGe      = 0x2a
	opGt      = 0x2b
	opLe      = 0x2c
	opLt      = 0x2d
	opNe      = 0x2e
	opLit0    = 0x30
	opLit31   = 0x4f
	opBreg0   = 0x70
	opBreg31  = 0x8f
)

// exprMachine runs a DWARF expression: a stack of numbers.
type exprMachine struct {
	c      cursor
	stack  []uint64
	bad    bool
	frame  *Registers
	memory *Memory
}

// evaluate runs an expression on the registers of a frame. first is on the stack at the start, unless the
// expression is that of the CFA itself.
func evaluate(expr []byte, first []uint64, frame *Registers, memory *Memory) (v uint64, ok bool) {
	m := exprMachine{c: cursor{b: expr}, stack: append(make([]uint64, 0, 8), first...), frame: frame, memory: memory}
	for steps := 0; len(m.c.b) > 0; steps++ {
		if steps == maxExprSteps || len(m.stack) > maxExprStack || !m.step(m.c.u8()) || m.bad || m.c.bad {
			return 0, false
		}
	}
	return m.pop(), !m.bad
}

func (m *exprMachine) push(v uint64) { m.stack = append(m.stack, v) }

func (m *exprMachine) pop() uint64 {
	n := len(m.stack)
	if n == 0 {
		m.bad = true
		return 0
	}
	v := m.stack[n-1]
	m.stack = m.stack[:n-1]
	return v
}

// step runs one operation; false: it is unknown or cannot be done.
func (m *exprMachine) step(op byte) bool {
	switch {
	case op >= opLit0 && op <= opLit31:
		m.push(uint64(op - opLit0))
		return true
	case op >= opBreg0 && op <= opBreg31:
		v, known := m.frame.Get(int(op - opBreg0))
		m.push(v + uint64(m.c.sleb()))
		return known
	case op == opDeref:
		v, ok := m.memory.word(m.pop())
		m.push(v)
		return ok
	case m.constant(op), m.shuffle(op):
		return true
	}
	return m.binary(op)
}

func (m *exprMachine) constant(op byte) bool {
	switch op {
	case opAddr, opConst8u, opConst8s:
		m.push(m.c.u64())
	case opConst1u:
		m.push(uint64(m.c.u8()))
	case opConst1s:
		m.push(uint64(int64(int8(m.c.u8()))))
	case opConst2u:
		m.push(uint64(m.c.u16()))
	case opConst2s:
		m.push(uint64(int64(int16(m.c.u16()))))
	case opConst4u:
		m.push(uint64(m.c.u32()))
	case opConst4s:
		m.push(uint64(int64(int32(m.c.u32()))))
	case opConstu:
		m.push(m.c.uleb())
	case opConsts:
		m.push(uint64(m.c.sleb()))
	default:
		return false
	}
	return true
}

func (m *exprMachine) shuffle(op byte) bool {
	switch op {
	case opDup:
		v := m.pop()
		m.push(v)
		m.push(v)
	case opDrop:
		m.pop()
	case opOver:
		b, a := m.pop(), m.pop()
		m.stack = append(m.stack, a, b, a)
	case opSwap:
		b, a := m.pop(), m.pop()
		m.stack = append(m.stack, b, a)
	case opPlusTo:
		m.push(m.pop() + m.c.uleb())
	default:
		return false
	}
	return true
}

func (m *exprMachine) binary(op byte) bool {
	b, a := m.pop(), m.pop()
	v := uint64(0)
	switch op {
	case opAnd:
		v = a & b
	case opMinus:
		v = a - b
	case opMul:
		v = a * b
	case opOr:
		v = a | b
	case opPlus:
		v = a + b
	case opShl:
		v = a << b
	case opShr:
		v = a >> b
	case opXor:
		v = a ^ b
	case opEq:
		v = truth(a == b)
	case opGe:
		v = truth(int64(a) >= int64(b))
	case opGt:
		v = truth(int64(a) > int64(b))
	case opLe:
		v = truth(int64(a) <= int64(b))
	case opLt:
		v = truth(int64(a) < int64(b))
	case opNe:
		v = truth(a != b)
	default:
		return false
	}
	m.push(v)
	return true
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
