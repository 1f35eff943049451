package input

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"unicode/utf8"
)

// XML reads the tags of an XML text one after the other and holds only the last one. It checks no more than it
// needs to: documents of profilers have no name spaces, no entities of their own and no mixed content.
type XML struct {
	in     *bufio.Reader
	line   int  // where the last tag ends, from 1
	opened bool // the last tag was <name/>: its end is still to be returned

	tag   []byte // the last tag without its brackets
	name  []byte // its name
	attrs []byte // what follows the name
	text  []byte
	value []byte
}

// Tag is what [XML.Next] found.
type Tag uint8

// The tags of a document.
const (
	NoTag    Tag = iota // the text is at its end
	StartTag            // <name ...> or <name .../>, which an EndTag follows
	EndTag              // </name>
)

// maxTag bounds a tag, and the text between two.
const maxTag = 4 << 20

// NewXML returns a reader of the XML text that r holds. Lines are counted from the first.
func NewXML(r io.Reader) *XML { return &XML{in: bufio.NewReaderSize(r, HeadSize), line: 1} }

// Line returns the number of the line on which the last tag ends.
func (x *XML) Line() int { return x.line }

// Name returns the name of the last tag; valid until the next call of Next.
func (x *XML) Name() []byte { return x.name }

// Text returns the text between the last two tags; valid until the next call of Next.
func (x *XML) Text() []byte { return x.text }

// Next goes to the next start or end tag. Comments, declarations and processing instructions are passed over.
func (x *XML) Next() (Tag, error) {
	x.text = x.text[:0]
	if x.opened {
		x.opened = false
		return EndTag, nil
	}
	for {
		found, err := x.readText()
		if err != nil || !found {
			return NoTag, err
		}
		if err := x.readTag(); err != nil {
			return NoTag, err
		}
		switch {
		case bytes.HasPrefix(x.tag, []byte("![CDATA[")):
			x.text = append(x.text, x.tag[len("![CDATA["):len(x.tag)-len("]]")]...)
		case len(x.tag) > 0 && (x.tag[0] == '!' || x.tag[0] == '?'):
		case len(x.tag) > 0 && x.tag[0] == '/':
			x.name, x.attrs = TrimBlanks(x.tag[1:]), nil
			return EndTag, nil
		default:
			return StartTag, x.cutName()
		}
	}
}

// readText reads up to the next tag, and reports whether there is one.
func (x *XML) readText() (found bool, err error) {
	start := len(x.text)
	for {
		piece, err := x.in.ReadSlice('<')
		x.line += bytes.Count(piece, newline)
		x.text = append(x.text, piece...)
		if len(x.text) > maxTag {
			return false, x.errorf("a text of over 4 MB between two tags: is this the right file?")
		}
		switch err {
		case nil:
			x.text = append(x.text[:start], unescapeXML(x.text[start:len(x.text)-1])...)
			return true, nil
		case io.EOF:
			return false, nil
		case bufio.ErrBufferFull:
		default:
			return false, err
		}
	}
}

// readTag reads a tag to its closing bracket. Brackets in quotes are part of the tag.
func (x *XML) readTag() error {
	x.tag = x.tag[:0]
	quote := byte(0) // the quote that is open
	for {
		piece, err := x.in.ReadSlice('>')
		x.line += bytes.Count(piece, newline)
		x.tag = append(x.tag, piece...)
		quote = openQuote(piece, quote)
		if len(x.tag) > maxTag {
			return x.errorf("a tag of over 4 MB: is this the right file?")
		}
		switch {
		case err == io.EOF:
			return x.errorf("the XML ends inside a tag: the file is cut short, export it again")
		case err == bufio.ErrBufferFull:
		case err != nil:
			return err
		case tagIsWhole(x.tag, quote):
			x.tag = x.tag[:len(x.tag)-1]
			return nil
		}
	}
}

// tagIsWhole reports whether the bracket at the end closes the tag.
func tagIsWhole(tag []byte, quote byte) bool {
	switch {
	case bytes.HasPrefix(tag, []byte("!--")):
		return len(tag) >= len("!---->") && bytes.HasSuffix(tag, []byte("-->"))
	case bytes.HasPrefix(tag, []byte("![CDATA[")):
		return bytes.HasSuffix(tag, []byte("]]>"))
	}
	return quote == 0
}

// openQuote returns the quote that is open at the end of a piece of a tag, given the one at its start; 0: none.
func openQuote(piece []byte, quote byte) byte {
	for _, c := range piece {
		switch {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return quote
}

// cutName splits a start tag.
func (x *XML) cutName() error {
	tag := x.tag
	if n := len(tag); n > 0 && tag[n-1] == '/' {
		tag, x.opened = tag[:n-1], true
	}
	end := 0
	for end < len(tag) && !IsWhite(tag[end]) && tag[end] != '\n' {
		end++
	}
	if end == 0 {
		return x.errorf("a tag without a name: is this the right file?")
	}
	x.name, x.attrs = tag[:end], tag[end:]
	return nil
}

// Attr returns an attribute of the last start tag, nil if it has none of this name; valid until the next call.
func (x *XML) Attr(name string) []byte {
	for rest := x.attrs; ; {
		equals := bytes.IndexByte(rest, '=')
		if equals < 0 || equals+1 >= len(rest) {
			return nil
		}
		key := bytes.TrimSpace(rest[:equals])
		rest = bytes.TrimLeft(rest[equals+1:], " \t\r\n")
		if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
			return nil
		}
		end := bytes.IndexByte(rest[1:], rest[0])
		if end < 0 {
			return nil
		}
		if string(key) == name {
			x.value = append(x.value[:0], rest[1:1+end]...)
			return unescapeXML(x.value)
		}
		rest = rest[end+2:]
	}
}

// Skip passes over the rest of the element whose start tag was the last.
func (x *XML) Skip() error {
	for depth := 1; depth > 0; {
		tag, err := x.Next()
		switch {
		case err != nil:
			return err
		case tag == StartTag:
			depth++
		case tag == EndTag:
			depth--
		default:
			return x.Cut()
		}
	}
	return nil
}

// Cut returns the error for a document that ends inside an element.
func (x *XML) Cut() error {
	return x.errorf("the XML ends too early: the file is cut short, export it again")
}

func (x *XML) errorf(why string) error { return &Error{x.line, why} }

// unescapeXML replaces &lt; and the like, in place. What is no entity stays.
func unescapeXML(text []byte) []byte {
	from := bytes.IndexByte(text, '&')
	if from < 0 {
		return text
	}
	out := text[:from]
	for from < len(text) {
		if text[from] == '&' {
			if r, size := xmlEntity(text[from:]); size > 0 {
				out = utf8.AppendRune(out, r) // never longer than the entity
				from += size
				continue
			}
		}
		out = append(out, text[from])
		from++
	}
	return out
}

// xmlEntity reads the entity that a text begins with; size 0: there is none.
func xmlEntity(text []byte) (r rune, size int) {
	const longest = len("&#x10FFFF;")
	end := bytes.IndexByte(text[:min(len(text), longest)], ';')
	if end < 0 {
		return 0, 0
	}
	switch name := string(text[1:end]); name {
	case "lt":
		return '<', end + 1
	case "gt":
		return '>', end + 1
	case "amp":
		return '&', end + 1
	case "quot":
		return '"', end + 1
	case "apos":
		return '\'', end + 1
	default:
		digits, base := name, 10
		switch {
		case len(name) > 2 && name[:2] == "#x":
			digits, base = name[2:], 16
		case len(name) > 1 && name[0] == '#':
			digits = name[1:]
		default:
			return 0, 0
		}
		code, err := strconv.ParseUint(digits, base, 32)
		if err != nil || code == 0 || code > utf8.MaxRune {
			return 0, 0
		}
		return rune(code), end + 1
	}
}
