package input

import "bytes"

// Lines reads the lines of a text that is in memory.
type Lines struct {
	data  []byte
	ahead []byte // begins with the line after data, if that is known
	pos   int    // where the next line begins
	line  int    // number of the current line, from 1
}

// NewLines returns a reader of the lines of data.
func NewLines(data []byte) *Lines { return &Lines{data: data} }

// Next returns the next line without its line end, and false after the last one.
func (l *Lines) Next() (line []byte, ok bool) {
	if l.pos >= len(l.data) {
		return nil, false
	}
	line = l.data[l.pos:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
		l.pos++
	}
	l.pos += len(line)
	l.line++
	return trimReturn(line), true
}

// Peek returns the line that Next would return, or nil after the last one.
func (l *Lines) Peek() []byte {
	if l.AtEnd() {
		line, _ := NewLines(l.ahead).Next()
		return line
	}
	pos, n := l.pos, l.line
	line, _ := l.Next()
	l.pos, l.line = pos, n
	return line
}

// Rest returns the text behind the current line. Who reads it by himself calls [Lines.Pass] afterwards.
func (l *Lines) Rest() []byte { return l.data[l.pos:] }

// Pass goes to the end of so many bytes behind the current line, which are whole lines.
func (l *Lines) Pass(bytes, lines int) {
	l.pos += bytes
	l.line += lines
}

// LineNumber returns the number of the current line within the text, from 1.
func (l *Lines) LineNumber() int { return l.line }

// AtEnd reports whether the current line is the last one.
func (l *Lines) AtEnd() bool { return l.pos >= len(l.data) }

// trimReturn takes one carriage return off the end of a line.
func trimReturn(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}

// lastLineStart returns where the last whole line of data begins.
func lastLineStart(data []byte) int {
	end := lastLineEnd(data)
	return lastLineEnd(data[:max(end-1, 0)])
}

// lastLineEnd returns the length of the whole lines at the start of data.
func lastLineEnd(data []byte) int { return bytes.LastIndexByte(data, '\n') + 1 }
