package parquet

import (
	"encoding/binary"

	"fold/sources/input"
)

// What a Parquet file says of itself, its footer and the headers of its pages, is written in Thrift's compact protocol: a
// structure is a list of numbered fields, each with the type of its value. See
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md.

// The types of values.
const (
	typeStop   = 0
	typeTrue   = 1
	typeFalse  = 2
	typeByte   = 3
	typeI16    = 4
	typeI32    = 5
	typeI64    = 6
	typeDouble = 7
	typeBinary = 8
	typeList   = 9
	typeSet    = 10
	typeMap    = 11
	typeStruct = 12
	typeUUID   = 13
)

// value is any value: a number or a truth value in number, text, a list, or a structure.
type value struct {
	number int64
	text   []byte
	list   []value
	fields fields
}

// fields is a structure. What it lacks is the zero value.
type fields map[int16]value

// thrift reads values. What is read grows with what is there and not with what it claims to be.
type thrift struct {
	data   []byte
	at     int
	values int // read so far
}

// What a footer may hold: some 10,000 row groups of 30 columns, and more than any schema is deep.
const (
	mostValues = 1 << 21
	mostDepth  = 32
)

var errDamaged = input.Errorf("the parquet file is damaged: what it says of itself makes no sense")

func (t *thrift) structure(depth int) (fields, error) {
	f := make(fields)
	id := int16(0)
	for {
		head, err := t.byte()
		if err != nil || head&15 == typeStop {
			return f, err
		}
		if delta := int16(head >> 4); delta != 0 {
			id += delta
		} else if number, err := t.signed(); err != nil {
			return nil, err
		} else {
			id = int16(number)
		}
		v := value{}
		switch kind := head & 15; kind {
		case typeTrue:
			v.number = 1
		case typeFalse:
		default:
			if v, err = t.value(kind, depth); err != nil {
				return nil, err
			}
		}
		f[id] = v
	}
}

func (t *thrift) value(kind byte, depth int) (v value, err error) {
	if t.values++; t.values > mostValues || depth > mostDepth {
		return v, errDamaged
	}
	switch kind {
	case typeTrue, typeFalse, typeByte: // truth values are bytes in lists
		one, err := t.byte()
		return value{number: int64(int8(one))}, err
	case typeI16, typeI32, typeI64:
		v.number, err = t.signed()
	case typeDouble:
		_, err = t.bytes(8)
	case typeUUID:
		_, err = t.bytes(16)
	case typeBinary:
		length, lengthErr := t.unsigned()
		if lengthErr != nil {
			return v, lengthErr
		}
		v.text, err = t.bytes(length)
	case typeList, typeSet:
		v.list, err = t.list(depth)
	case typeMap:
		err = t.skipMap(depth)
	case typeStruct:
		v.fields, err = t.structure(depth + 1)
	default:
		err = errDamaged
	}
	return v, err
}

func (t *thrift) list(depth int) (list []value, err error) {
	head, err := t.byte()
	if err != nil {
		return nil, err
	}
	size, kind := uint64(head>>4), head&15
	if size == 15 {
		if size, err = t.unsigned(); err != nil {
			return nil, err
		}
	}
	for range size {
		v, err := t.value(kind, depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (t *thrift) skipMap(depth int) error {
	size, err := t.unsigned()
	if err != nil || size == 0 {
		return err
	}
	kinds, err := t.byte()
	for range size {
		for _, kind := range []byte{kinds >> 4, kinds & 15} {
			if err != nil {
				return err
			}
			_, err = t.value(kind, depth+1)
		}
	}
	return err
}

func (t *thrift) byte() (byte, error) {
	one, err := t.bytes(1)
	if err != nil {
		return 0, err
	}
	return one[0], nil
}

func (t *thrift) bytes(n uint64) ([]byte, error) {
	if n > uint64(len(t.data)-t.at) {
		return nil, errDamaged
	}
	data := t.data[t.at : t.at+int(n)]
	t.at += int(n)
	return data, nil
}

func (t *thrift) unsigned() (uint64, error) {
	number, n := binary.Uvarint(t.data[t.at:])
	if n <= 0 {
		return 0, errDamaged
	}
	t.at += n
	return number, nil
}

func (t *thrift) signed() (int64, error) {
	number, err := t.unsigned()
	return int64(number>>1) ^ -int64(number&1), err
}
