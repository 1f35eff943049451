package packed

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"testing"
)

func TestReader(t *testing.T) {
	texts := []string{"", "json.Decode", "json.Encode", "zé", "zé𝄞a", "zé𝄞b", "zé𝄟"}
	prefixes, suffixes := FrontCode(texts)
	stream := Deflate(append(Sized([]byte("head")), prefixes...), Sized(suffixes), binary.AppendVarint(nil, -7), binary.AppendUvarint(nil, 1<<40))
	read := func(r *Reader) (string, []string, int64, uint64) {
		return string(r.Text()), r.Texts(len(texts)), r.Signed(), r.Number()
	}
	r := NewReader(bytes.NewReader(stream))
	head, got, signed, number := read(r)
	if head != "head" || !slices.Equal(got, texts) || signed != -7 || number != 1<<40 || r.End() != nil {
		t.Errorf("got %q, %q, %d, %d, %v", head, got, signed, number, r.Err())
	}
	if r.Number(); r.Err() != io.ErrUnexpectedEOF {
		t.Errorf("behind the end: got %v", r.Err())
	}
	for n := range stream {
		r := NewReader(bytes.NewReader(stream[:n]))
		if read(r); r.End() == nil {
			t.Errorf("cut at byte %d: no error", n)
		}
	}
}

func TestReaderDamaged(t *testing.T) {
	for name, data := range map[string][]byte{
		"a prefix longer than the text before": append([]byte{1}, Sized([]byte("a"))...),
		"a text that is larger than all":       append([]byte{0}, binary.AppendUvarint(nil, 1<<50)...),
	} {
		r := NewReader(bytes.NewReader(Deflate(data)))
		if got := r.Texts(1); r.Err() == nil {
			t.Errorf("%s: got %q", name, got)
		}
	}
}
