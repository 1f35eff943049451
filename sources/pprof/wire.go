package pprof

import (
	"errors"
	"fmt"
)

// What is wrong with the bytes of a message, in the words of google/pprof.
var (
	errVarint    = errors.New("bad varint")
	errTooShort  = errors.New("not enough data")
	errTooLong   = errors.New("too much data")
	errFieldKind = errors.New("type mismatch")
)

// wire reads a protobuf message field by field. See https://protobuf.dev/programming-guides/encoding.
type wire struct {
	rest []byte // what is still to be read

	number uint64 // of the current field
	kind   uint8  // wireVarint, wireBytes, or one that no field of a profile has
	value  uint64 // of a number
	bytes  []byte // of a text, a message or a packed list

	err error // why the message ended early
}

// next reads the next field. It returns false at the end of the message, and at what makes no sense.
func (w *wire) next() bool {
	rest := w.rest
	if len(rest) == 0 || w.err != nil {
		return false
	}
	tag, n := uint64(rest[0]), 1
	if tag >= 0x80 {
		tag, n = longVarint(rest)
	}
	w.number, w.kind = tag>>3, uint8(tag&7)
	if w.kind != wireVarint && w.kind != wireBytes || n == 0 {
		return w.other(rest[n:], n)
	}
	rest = rest[n:]
	value, n := varint(rest)
	if n == 0 {
		w.err = errVarint
		return false
	}
	rest = rest[n:]
	if w.kind == wireVarint {
		w.value, w.rest = value, rest
		return true
	}
	if value > uint64(len(rest)) {
		w.err = errTooLong
		return false
	}
	w.bytes, w.rest = rest[:value], rest[value:]
	return true
}

// other reads a field of a kind that no field of a profile has, after its tag of n bytes.
func (w *wire) other(rest []byte, n int) bool {
	length := 0
	switch {
	case n == 0:
		w.err = errVarint
	case w.kind == wire64Bits:
		length = 8
	case w.kind == wire32Bits:
		length = 4
	default:
		w.err = fmt.Errorf("unknown wire type: %d", w.kind)
	}
	if w.err == nil && length > len(rest) {
		w.err = errTooShort
	}
	if w.err != nil {
		return false
	}
	w.rest = rest[length:]
	return true
}

// fail ends the message with an error.
func (w *wire) fail(err error) { w.err = err }

// varint returns the number at the start of data and how many bytes it has, 0 if there is none. Most have one or two.
func varint(data []byte) (value uint64, n int) {
	if len(data) > 0 && data[0] < 0x80 {
		return uint64(data[0]), 1
	}
	return longVarint(data)
}

// longVarint is varint for any number. As in other decoders of protobuf, bits beyond the 64th get lost and are no error.
func longVarint(data []byte) (value uint64, n int) {
	if len(data) > 1 && data[1] < 0x80 {
		return uint64(data[0]&0x7f) | uint64(data[1])<<7, 2
	}
	const longest = 10
	for i, b := range data[:min(len(data), longest)] {
		value |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			return value, i + 1
		}
	}
	return 0, 0
}

// readNumbers reads a message of which the fields from 1 on are numbers.
func readNumbers(message []byte, fields ...*uint64) error {
	w := wire{rest: message}
	for w.next() {
		if i := w.number - 1; i >= uint64(len(fields)) {
			continue // number 0, or one that came with later versions of the format
		} else if w.kind != wireVarint {
			return errFieldKind
		} else {
			*fields[i] = w.value
		}
	}
	return w.err
}

// appendNumbers appends the numbers of a repeated field, packed or single.
func appendNumbers(w *wire, list []int64) []int64 {
	switch w.kind {
	case wireVarint:
		return append(list, int64(w.value))
	case wireBytes:
		for rest := w.bytes; len(rest) > 0; {
			value, n := varint(rest)
			if n == 0 {
				w.fail(errVarint)
				return list
			}
			rest = rest[n:]
			list = append(list, int64(value))
		}
		return list
	}
	w.fail(errFieldKind)
	return list
}
