// Package llvmlines reads what cargo llvm-lines prints.
package llvmlines

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/sizes"
)

// Format is the table of cargo llvm-lines: how many lines of LLVM IR each generic function costs, over all its copies.
// The first layout is that of 0.4.13 and later; cargo's own lines may stand above.
//
//	Lines                  Copies               Function name
//	-----                  ------               -------------
//	1000                   20                   (TOTAL)
//	 600 (60.0%, 60.0%)     9 (45.0%, 45.0%)    alloc::raw_vec::RawVec<T,A>::grow_amortized
//
//	Lines        Copies         Function name
//	-----        ------         -------------
//	30737 (100%)   1107 (100%)  (TOTAL)
//	 1395 (4.5%)     83 (7.5%)  core::ptr::drop_in_place
var Format = input.Format{
	Name: "llvm-lines", Title: "cargo llvm-lines: lines of LLVM IR by function",
	Sniff:  sniff,
	Stream: read,
}

func sniff(h *input.Head) bool {
	if !h.Contains("Copies") {
		return false // which is quicker than looking at each line
	}
	for lines := h.Lines(); ; {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if isHeading(line) {
			return true
		}
	}
}

func isHeading(line []byte) bool {
	words := bytes.Fields(line)
	return len(words) == 4 && string(bytes.Join(words, []byte(" "))) == "Lines Copies Function name"
}

func read(s *input.Stream, b *collapse.Builder) error {
	var metrics [2]int
	var rest [2]sizes.Rest
	path := sizes.Frames(s.Options)
	for heading := false; ; {
		line, ok := s.Next()
		if !ok {
			break
		}
		text := input.TrimBlanks(line)
		switch {
		case !heading:
			if heading = isHeading(line); heading {
				metrics[0] = s.Metric(b, collapse.Metric{Name: "lines", Unit: "count", Sampling: collapse.Exact})
				metrics[1] = s.Metric(b, collapse.Metric{Name: "copies", Unit: "count", Sampling: collapse.Exact})
			}
			continue
		case len(text) == 0 || bytes.HasPrefix(text, []byte("-----")):
			continue
		}
		counts, name, ok := parseRow(text)
		if !ok {
			s.Skip("no lines and copies in %q", input.Shorten(line))
			continue
		}
		if string(name) == "(TOTAL)" {
			rest[0].Total, rest[1].Total = counts[0], counts[1]
			continue
		}
		node := b.CallSymbol(collapse.Root, b.Intern(name, path))
		for i, count := range counts {
			rest[i].Take(count)
			b.Add(node, metrics[i], count)
		}
	}
	if left := rest[0].Add(b, metrics[0]); left > 0 {
		s.Count(left, input.Note{Noun: "line", Text: "of LLVM IR shown as [not listed]: the table is cut, give fold all of it"})
	}
	rest[1].Add(b, metrics[1])
	return nil
}

// parseRow splits "600 (60.0%, 60.0%)     9 (45.0%, 45.0%)    alloc::raw_vec::RawVec<T,A>::grow_amortized".
func parseRow(text []byte) (counts [2]int64, name []byte, ok bool) {
	for i := range counts {
		end := bytes.IndexByte(text, ' ')
		if end < 0 {
			return counts, nil, false
		}
		if counts[i], ok = input.ParseCount(text[:end]); !ok {
			return counts, nil, false
		}
		text = input.TrimLeft(text[end:])
		if closing := bytes.IndexByte(text, ')'); len(text) > 1 && text[0] == '(' && (text[1] == ' ' || text[1] >= '0' && text[1] <= '9') && closing > 0 {
			text = input.TrimLeft(text[closing+1:])
		}
	}
	return counts, text, len(text) > 0
}
