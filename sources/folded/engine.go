package folded

import (
	"bytes"
	"encoding/json"

	"fold/collapse"
	"fold/sources/input"
)

// Engines answer with tab-separated values, in which a stack is a text or an array:
//
//	main;operator\'	12                                  FORMAT TSV of ClickHouse escapes what is no text for it,
//	main;operator'	12                                    FORMAT TSVRaw does not
//	['main','std::vec<\'a>']	12	14                    an array of texts, root first
//	["main","std::vec<'a>"]	12                           the same as JSON

// dialect is how the stacks of a file are written. The head decides for the whole file.
type dialect uint8

const (
	plain   dialect = iota
	escaped         // with ClickHouse's backslashes
	arrays          // arrays of quoted texts
)

// sniffDialect looks at the head. Backslashes are escapes if each of them can be one, no apostrophe stands without one,
// and one at least is an escape of a backslash or an apostrophe: names have backslashes, as in PHP, but hardly two in a
// row.
func sniffDialect(h *input.Head) dialect {
	found := plain
	for c := h.Lines(); ; {
		line, ok := c.Next()
		if !ok || c.AtEnd() && h.Cut() {
			return found
		}
		line = input.TrimBlanks(line)
		switch {
		case len(line) == 0 || isFoldedComment(line):
		case isArrayLine(line):
			return arrays
		case bytes.IndexByte(line, '\t') < 0:
			return plain
		default:
			evident, possible := escapes(line)
			if !possible {
				return plain
			}
			if evident {
				found = escaped
			}
		}
	}
}

// escapes reports whether the backslashes of a line are escapes for certain, and whether they can be.
func escapes(line []byte) (evident, possible bool) {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\'':
			return false, false
		case '\\':
			if i++; i == len(line) || bytes.IndexByte([]byte(escapable), line[i]) < 0 {
				return false, false
			}
			evident = evident || line[i] == '\\' || line[i] == '\''
		}
	}
	return evident, true
}

// escapable are the letters that ClickHouse writes behind a backslash, and unescaped what they stand for.
const (
	escapable = `bfrnt0'\`
	unescaped = "\b\f\r\n\t\x00'\\"
)

// unescape returns a text without its escapes.
func unescape(text []byte) []byte {
	plain := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			if at := bytes.IndexByte([]byte(escapable), text[i+1]); at >= 0 {
				plain = append(plain, unescaped[at])
				i++
				continue
			}
		}
		plain = append(plain, text[i])
	}
	return plain
}

func escapedFrame(text []byte) []collapse.Frame { return foldedFrame(unescape(text)) }

// isArrayLine reports whether a line begins with an array of quoted texts and goes on with a tab.
func isArrayLine(line []byte) bool {
	rest := line
	for first := true; ; first = false {
		element, after, ok := cutElement(rest, first)
		if !ok {
			return false
		}
		if element == nil {
			return len(after) > 1 && after[0] == '\t'
		}
		rest = after
	}
}

// cutElement cuts the next element, with its quotes, off an array of which the opening bracket (first), or all up to an
// element's end, was read. At the end of the array the element is nil.
func cutElement(array []byte, first bool) (element, rest []byte, ok bool) {
	switch {
	case len(array) == 0:
		return nil, nil, false
	case first && array[0] != '[':
		return nil, nil, false
	case !first && array[0] == ']':
		return nil, array[1:], true
	case !first && array[0] != ',':
		return nil, nil, false
	}
	if array = bytes.TrimLeft(array[1:], " "); len(array) == 0 {
		return nil, nil, false
	}
	quote := array[0]
	if quote != '\'' && quote != '"' {
		return nil, nil, false
	}
	for end := 1; end < len(array); end++ {
		switch array[end] {
		case '\\':
			end++
		case quote:
			return array[:end+1], array[end+1:], true
		}
	}
	return nil, nil, false
}

// arrayNode returns the place of a stack that is an array.
func (r *foldedReader) arrayNode(stack []byte) (node collapse.NodeID, ok bool) {
	depth := 0
	for rest := stack; ; depth++ {
		element, after, ok := cutElement(rest, depth == 0)
		switch {
		case !ok:
			r.c.Skip("not an array of quoted texts: %q", input.Shorten(stack))
			return collapse.Root, false
		case element == nil:
			return node, true
		case depth == input.MaxDepth:
			r.err = r.c.Errorf("a stack of over %d frames: are these stacks?", input.MaxDepth)
			return collapse.Root, false
		}
		node, rest = r.b.CallSymbol(node, r.b.Intern(element, elementFrame)), after
	}
}

// elementFrame reads an element of an array, with its quotes.
func elementFrame(element []byte) []collapse.Frame {
	text := unescape(element[1 : len(element)-1])
	if element[0] == '"' {
		var decoded string
		if json.Unmarshal(element, &decoded) == nil {
			text = []byte(decoded)
		}
	}
	return foldedFrame(text)
}
