package picture

import (
	"bytes"
	"encoding/base64"
	"io"
)

// newChunks returns what the elements of a line hold, decoded:
//
//	<d>JMhbCsIwFIRh3cr…</d><d>…</d></metadata>
//
// A line that ends before its last element does is cut, which is io.ErrUnexpectedEOF.
func newChunks(line []byte) io.Reader {
	var readers []io.Reader
	for {
		text, rest, found := cutElement(line)
		if !found {
			break
		}
		readers = append(readers, base64.NewDecoder(base64.StdEncoding, bytes.NewReader(text)))
		line = rest
	}
	if !bytes.HasPrefix(line, []byte("</metadata>")) {
		readers = append(readers, cut{})
	}
	return io.MultiReader(readers...)
}

// cutElement returns the text of the element that a line begins with, and what follows it.
func cutElement(line []byte) (text, rest []byte, found bool) {
	text, found = bytes.CutPrefix(line, []byte("<d>"))
	if !found {
		return nil, line, false
	}
	text, rest, found = bytes.Cut(text, []byte("</d>"))
	if !found {
		return nil, line, false
	}
	return text, rest, true
}

// cut is a reader of what is missing.
type cut struct{}

func (cut) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
