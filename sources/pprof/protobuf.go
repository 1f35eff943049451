package pprof

import (
	"encoding/binary"
	"io"
)

// The kinds of protobuf fields. A profile needs two of them.
const (
	wireVarint = 0
	wire64Bits = 1
	wireBytes  = 2
	wire32Bits = 5
)

// The fields of a profile, see https://github.com/google/pprof/blob/main/proto/profile.proto.
const (
	fieldTypes = iota + 1 // of the columns of weights
	fieldSamples
	fieldMappings
	fieldLocations
	fieldFunctions
	fieldTexts
	fieldDrop
	fieldKeep
	fieldStart
	fieldDuration
	fieldSampled
	fieldPeriod
	fieldComments
	fieldDefault
	fieldLink
)

// protoWriter writes the fields of a message as they come.
type protoWriter struct {
	w   io.Writer
	buf []byte
	err error
}

// number writes a field that is a number.
func (p *protoWriter) number(field int, value uint64) {
	p.buf = appendNumber(p.buf, field, value)
}

// message writes a field that is a text or a message.
func (p *protoWriter) message(field int, content []byte) {
	p.buf = appendBytes(p.buf, field, content)
	if len(p.buf) >= 1<<16 {
		_ = p.finish()
	}
}

// finish writes what is left. After an error it writes nothing and returns the error again.
func (p *protoWriter) finish() error {
	if p.err == nil {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}

func appendVarint(out []byte, value uint64) []byte { return binary.AppendUvarint(out, value) }

// appendNumber appends a field that is a number; zero is what a reader takes for one that is missing.
func appendNumber(out []byte, field int, value uint64) []byte {
	if value == 0 {
		return out
	}
	return appendVarint(append(out, byte(field<<3|wireVarint)), value)
}

// appendBytes appends a field that is a text, a message or a list of numbers.
func appendBytes(out []byte, field int, content []byte) []byte {
	out = appendVarint(append(out, byte(field<<3|wireBytes)), uint64(len(content)))
	return append(out, content...)
}
