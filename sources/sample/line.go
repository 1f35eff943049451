package sample

import "bytes"

// sampleLine is one line of a call graph, cut into its parts:
//
//   - ! 1397 tide_step  (in tidepool) + 88  [0x1022b5a10]
//     ^ column 10
//
// Everything before the count is indent; the bars help the eye and count as blanks.
type sampleLine struct {
	column int    // where the count begins
	count  int64  // samples; -1: the number is too large
	text   []byte // what follows the blank behind the count
	ok     bool   // the line has these parts
}

// maxSampleDigits bounds counts, so that no sum of them leaves 64 bits.
const maxSampleDigits = 15

var isSampleIndent = [256]bool{' ': true, '+': true, '!': true, ':': true, '|': true}

// cutSampleLine cuts a line. One that begins with a code fence is cut as if it began behind it.
func cutSampleLine(line []byte) sampleLine {
	line = bytes.TrimPrefix(line, codeFence)
	column := sampleIndent(line)
	var count int64
	i := column
	for ; i < len(line) && line[i]-'0' <= 9; i++ {
		if i-column < maxSampleDigits {
			count = 10*count + int64(line[i]-'0')
		}
	}
	end := len(line)
	for end > i && (line[end-1] == ' ' || line[end-1] == '\t' || line[end-1] == '\r') {
		end--
	}
	if i == column || i+1 >= end || line[i] != ' ' || line[i+1] == ' ' {
		return sampleLine{}
	}
	if i-column > maxSampleDigits {
		count = -1
	}
	return sampleLine{column, count, line[i+1 : end], true}
}

var codeFence = []byte("```")

// sampleIndent returns how many blanks and bars a line begins with.
func sampleIndent(line []byte) int {
	n := 0
	for n < len(line) && isSampleIndent[line[n]] {
		n++
	}
	return n
}

// isThread says whether the line has the text of a thread entry. A function can be called Thread_1 too,
// so the column has to be looked at as well.
//
//	2400 Thread_910021   DispatchQueue_1: com.apple.main-thread  (serial)
//	2400 Thread_910033: tide.writer
//	180 Thread_<multiple>   DispatchQueue_14: com.apple.root.user-initiated-qos  (concurrent)
func (l sampleLine) isThread() bool { return l.beginsAsThread() && lastMarker(l.text, 2) < 0 }

// beginsAsThread is isThread where the column is that of the thread entries, so that even a name with
// "  (in " in it is one.
func (l sampleLine) beginsAsThread() bool {
	const word = "Thread_"
	if !l.ok || len(l.text) <= len(word) || string(l.text[:len(word)]) != word {
		return false
	}
	id := l.text[len(word):]
	if bytes.HasPrefix(id, []byte("<")) || bytes.HasPrefix(id, []byte("&lt;")) {
		return true
	}
	digits := 0
	for digits < len(id) && id[digits]-'0' <= 9 {
		digits++
	}
	return digits > 0 && (digits == len(id) || id[digits] == ' ' || id[digits] == ':')
}

// sampleBase returns the column of the first level of a call graph: that of its first line. If the line
// behind it says that the first one is short of a blank, or has one too many, it is four behind the column
// of "Call graph:".
func sampleBase(title int, first, next sampleLine) int {
	expected := title + 4
	even := !next.ok || next.isThread() || (next.column-first.column)&1 == 0
	if d := first.column - expected; !even && (d == 1 || d == -1) {
		return expected
	}
	return first.column
}

// sampleTitleColumn returns where "Call graph:" begins in its line, a code fence not counted.
func sampleTitleColumn(line []byte) int {
	return bytes.IndexByte(bytes.TrimPrefix(line, codeFence), 'C')
}
