// Package nm reads the symbols and sizes that nm prints.
package nm

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/sizes"
)

// Format is what nm prints of a program with the sizes of its symbols, nm -S --size-sort -C, in any of its layouts:
// its own, POSIX's (-P), and that of System V (-f sysv). Numbers are hexadecimal, or decimal (-t d).
//
//	0000000000001200 00000000000017b3 T tea::pot::Pot::pour(int, std::vector<int> const&)
//
//	tea::Pot::pour(int) T 1200 17b3
//
//	Name                  Value           Class        Type         Size             Line  Section
//	grow                |0000000000001169|   t  |              FUNC|0000000000000023|     |.text
var Format = input.Format{
	Name: "nm", Title: "nm -S: sizes of the symbols of a program",
	Sniff:  sniff,
	Stream: read,
}

// sniff looks for the heading of System V, or at the first rows, all of which must be of one layout.
func sniff(h *input.Head) bool {
	const most = 50
	own, posix := 0, 0
	for lines := h.Lines(); max(own, posix) < most; {
		line, ok := lines.Next()
		if !ok || h.Cut() && lines.AtEnd() {
			break
		}
		if isSystemV(line) {
			return true
		}
		if isBetween(line) {
			continue
		}
		isOwn, isPOSIX := false, false
		if _, ok := parseOwn(line); ok {
			isOwn = true
		} else if row, ok := parsePOSIX(line); ok {
			isPOSIX = bytes.IndexByte(row.name, ';') < 0
		}
		switch {
		case isOwn && posix == 0:
			own++
		case isPOSIX && own == 0:
			posix++
		default:
			return false
		}
	}
	return own > 0 || posix > 0
}

// isSystemV recognises the heading of that layout.
func isSystemV(line []byte) bool {
	words := bytes.Fields(line)
	return string(bytes.Join(words, []byte(" "))) == "Name Value Class Type Size Line Section"
}

// isBetween reports whether a line is empty, or names the file whose symbols follow: "crt1.o:", "libtea.a[pot.o]:".
func isBetween(line []byte) bool {
	text := input.TrimBlanks(line)
	return len(text) == 0 || text[len(text)-1] == ':' && bytes.IndexByte(text, ' ') < 0 || bytes.HasPrefix(text, []byte("Symbols from "))
}

type reader struct {
	s       *input.Stream
	b       *collapse.Builder
	size    int // the metric
	path    func(name []byte) []collapse.Frame
	parse   func(line []byte) (row, bool)
	number  numbers
	unsized int64
}

func read(s *input.Stream, b *collapse.Builder) error {
	r := &reader{s: s, b: b, path: sizes.Frames(s.Options)}
	for {
		line, ok := s.Next()
		if !ok {
			break
		}
		r.line(line)
	}
	if len(r.number.pending) == 0 && !r.number.hexadecimal {
		return input.Errorf("no symbol has a size: give fold the output of nm -S --size-sort -C PROGRAM")
	}
	r.number.end(b, r.size)
	s.Count(r.unsized, input.Note{Noun: "symbol", Text: "without a size left out"})
	return nil
}

// line takes one line. The first row shows the layout.
func (r *reader) line(line []byte) {
	if isSystemV(line) {
		r.parse = parseSystemV
		return
	}
	if isBetween(line) {
		return
	}
	if r.parse == nil {
		r.parse = parseOwn
		if _, ok := parseOwn(line); !ok {
			r.parse = parsePOSIX
		}
	}
	row, ok := r.parse(line)
	if !ok {
		r.s.Skip("not a symbol: %q", input.Shorten(line))
		return
	}
	if len(row.size) == 0 {
		r.unsized++
		return
	}
	if r.number.rows == 0 {
		r.size = r.s.Metric(r.b, collapse.Metric{Name: "size", Unit: "bytes", Sampling: collapse.Exact})
	}
	node := r.b.CallSymbol(collapse.Root, r.b.Intern([]byte(section(row.letter)), sizes.Plain))
	node = r.b.CallSymbol(node, r.b.Intern(row.name, r.path))
	if !r.number.add(r.b, r.size, node, row) {
		r.s.Skip("not a size: %q", input.Shorten(row.size))
	}
}

// section returns the part of the file that a symbol's letter stands for.
func section(letter byte) string {
	switch letter &^ 0x20 {
	case 'T', 'W', 'I':
		return ".text"
	case 'D', 'G', 'V':
		return ".data"
	case 'B', 'S', 'C':
		return ".bss"
	case 'R':
		return ".rodata"
	case 'N':
		return ".debug"
	}
	return ".other"
}
