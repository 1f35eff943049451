package jfr

import "errors"

// decoder reads values by the types of a chunk's metadata.
type decoder struct {
	*metadata
	cursor
	steps int // bounds the time for types that hold each other and take no bytes
}

// maxNesting is how deep values may stand in each other.
const maxNesting = 16

var errValues = errors.New("its values do not fit its metadata")

func newDecoder(m *metadata, data []byte) *decoder {
	return &decoder{metadata: m, cursor: cursor{data: data}, steps: 1<<16 + 8*len(data)}
}

// fields reads the fields of a value and calls use for each; use reports whether it read the value. Where it did
// not, the value is passed over.
func (d *decoder) fields(c *class, use func(f *field) bool) {
	for i := range c.fields {
		if d.bad {
			return
		}
		if f := &c.fields[i]; !use(f) {
			d.pass(f, 0)
		}
	}
}

// pass passes over the value of a field.
func (d *decoder) pass(f *field, depth int) {
	n := 1
	if f.array {
		n = d.length()
	}
	c := d.classes[f.class]
	for ; n > 0 && !d.bad; n-- {
		if d.steps--; d.steps < 0 || depth > maxNesting || c == nil {
			d.bad = true
			return
		}
		if f.pool {
			d.number()
			continue
		}
		d.passValue(c, depth)
	}
}

func (d *decoder) passValue(c *class, depth int) {
	switch c.form {
	case formNumber:
		d.number()
	case formByte:
		d.skip(1)
	case formFloat:
		d.skip(4)
	case formDouble:
		d.skip(8)
	case formText:
		d.text()
	case formStruct:
		for i := range c.fields {
			d.pass(&c.fields[i], depth+1)
		}
	}
}

// integer reads the value of a field as a number: a number itself, a byte, or the number of a constant.
func (d *decoder) integer(f *field) int64 {
	c := d.classes[f.class]
	switch {
	case c == nil || f.array:
		d.bad = true
		return 0
	case f.pool || c.form == formNumber:
		return d.number()
	case c.form == formByte:
		return int64(d.byte())
	}
	d.pass(f, 0)
	return 0
}
