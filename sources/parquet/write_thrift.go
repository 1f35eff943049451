package parquet

import "encoding/binary"

// thriftWriter writes values in Thrift's compact protocol, see thrift.go.
type thriftWriter struct {
	out  []byte
	last []int16 // the number of the last field of each structure that is open
}

// begin begins a structure: the outermost, or an element of a list.
func (t *thriftWriter) begin() { t.last = append(t.last, 0) }

func (t *thriftWriter) end() {
	t.out = append(t.out, typeStop)
	t.last = t.last[:len(t.last)-1]
}

// field begins a field. Fields stand in the order of their numbers, which differ by 15 at most.
func (t *thriftWriter) field(id int16, kind byte) {
	last := &t.last[len(t.last)-1]
	t.out = append(t.out, byte(id-*last)<<4|kind)
	*last = id
}

// within begins a field that is a structure.
func (t *thriftWriter) within(id int16) {
	t.field(id, typeStruct)
	t.begin()
}

// empty writes a field that is a structure without fields.
func (t *thriftWriter) empty(id int16) {
	t.within(id)
	t.end()
}

func (t *thriftWriter) number(id int16, kind byte, n int64) {
	t.field(id, kind)
	t.signed(n)
}

func (t *thriftWriter) i32(id int16, n int64) { t.number(id, typeI32, n) }

func (t *thriftWriter) i64(id int16, n int64) { t.number(id, typeI64, n) }

func (t *thriftWriter) text(id int16, s string) {
	t.field(id, typeBinary)
	t.bytes(s)
}

func (t *thriftWriter) list(id int16, kind byte, size int) {
	t.field(id, typeList)
	if size < 15 {
		t.out = append(t.out, byte(size)<<4|kind)
		return
	}
	t.out = binary.AppendUvarint(append(t.out, 15<<4|kind), uint64(size))
}

// signed writes a number: small ones of either sign are short.
func (t *thriftWriter) signed(n int64) { t.out = binary.AppendVarint(t.out, n) }

func (t *thriftWriter) bytes(s string) {
	t.out = append(binary.AppendUvarint(t.out, uint64(len(s))), s...)
}
