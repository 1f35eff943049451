package sample

import (
	"encoding/binary"

	"fold/sources/input"
)

// Nearly all lines of a report are frames of the most common form, called from the frame on the line before or from one
// of its callers. usual reads these in one pass, from both ends:
//
//	+   ! 1397 tide_step  (in tidepool) + 88  [0x1022b5a10]
//	└─────┘                                                  1. as in the line before, but for the last bars
//	        └──┘                                             2. the count
//	                                    └─────────────────┘  3. from the end: the address and the offset
//	             └─────────────────────┘                     4. what is left names the function
//
// It reads none otherwise than the general way, [sampleReader.call]: whatever is not usual it leaves to that, before
// anything has changed. BenchmarkRead/format=sample measures what it gains.

// usual reads a line of a call graph if it is usual, and says whether it is.
func (r *sampleReader) usual(line []byte) bool {
	if r.state != sampleInside || r.leftOut != nothingOut || r.c.Options.Addresses {
		return false
	}
	column := r.indent(line)
	depth := (column - r.base) / 2
	if (column-r.base)&1 != 0 || depth < 1 || depth > len(r.calls) {
		return false
	}
	count, at := usualCount(line, column)
	caller := &r.calls[depth-1]
	if at == 0 || count > caller.left {
		return false
	}
	end, far := usualEnd(line)
	if end <= at {
		return false
	}
	frame := r.names.memo.frame(line[at:end], r.intern)
	r.unwind(depth)
	caller.left -= count
	r.calls = append(r.calls, sampleCall{left: count, frame: frame, far: far})
	return true
}

// indent returns how many blanks and bars a line begins with, given that most are those of the line before.
func (r *sampleReader) indent(line []byte) int {
	n := len(r.bars)
	if len(line) < n || string(line[:n]) != string(r.bars) {
		n = input.CommonPrefix(r.bars, line)
	}
	for n < len(line) && isSampleIndent[line[n]] {
		n++
	}
	r.bars = line[:n]
	return n
}

// usualCount reads the count in a column of a line, and returns where the text after it begins: 0 if it is not usual.
func usualCount(line []byte, column int) (count int64, text int) {
	i := column
	for ; i < len(line) && line[i]-'0' <= 9; i++ {
		count = 10*count + int64(line[i]-'0')
	}
	if i == column || i-column > maxSampleDigits || i+1 >= len(line) || line[i] != ' ' || line[i+1] == ' ' {
		return 0, 0
	}
	return count, i + 1
}

// usualEnd returns where the module ends in a line that goes on with one offset, or none, and one address, and whether
// that offset is far; 0 if the line is another.
//
//	) + 480  [0x10f2071e0]
//	)  [0x344e22461a84]
func usualEnd(line []byte) (end int, far bool) {
	i := len(line) - 1
	if i < 16 || line[i] != ']' {
		return 0, false
	}
	if input.AreHex(binary.LittleEndian.Uint64(line[i-8:])) {
		i -= 8
	}
	for i--; i > 8 && input.IsHex(line[i]); i-- {
	}
	if i <= 8 || string(line[i-4:i+1]) != "  [0x" {
		return 0, false
	}
	i -= 5
	if line[i] == ')' {
		return i + 1, false
	}
	offset, factor := 0, 1
	for ; i > 3 && line[i]-'0' <= 9 && factor < 1e9; i-- {
		offset += factor * int(line[i]-'0')
		factor *= 10
	}
	if factor == 1 || string(line[i-3:i+1]) != ") + " {
		return 0, false
	}
	return i - 2, offset > input.FarOffset
}
