package input

import (
	"cmp"
	"fmt"

	"fold/collapse"
)

// Chunk is a piece of one input that holds whole records, for a format's Parse. [NewChunk] makes one that is an input
// of its own.
type Chunk struct {
	Task
	Lines
	Data  []byte // the text; whoever parses it may change it but not keep it
	First bool   // the input begins here
	Last  bool   // the input ends here

	running bool // the chunks of this input are cut at any line
}

// Resumed says that the chunk may begin in the middle of a record: the parser goes on where it was at the end of the chunk
// before, which it finds in Kept. Only chunks of formats that set Resumes are so.
func (c *Chunk) Resumed() bool { return c.running && !c.First }

// Continues says that the next chunk will be resumed, so a record that is open at the end of this one stays open.
func (c *Chunk) Continues() bool { return c.running && !c.Last }

// NewChunk returns a whole input as one chunk that reports nowhere, for tests.
func NewChunk(data []byte, o Options) *Chunk {
	return &Chunk{
		Task:  Task{Options: o, Head: NewHead(data), report: &Report{}, labels: &labeler{}},
		Lines: Lines{data: data}, Data: data, First: true, Last: true,
	}
}

// Unterminated reports whether the current line is the last of the input and lacks a line end, which may
// mean that the input was cut.
func (c *Chunk) Unterminated() bool {
	return c.Last && c.AtEnd() && len(c.Data) > 0 && c.Data[len(c.Data)-1] != '\n'
}

// Metric returns the number of m's column in b, named on the current line: see [Task.MetricAt].
func (c *Chunk) Metric(b *collapse.Builder, m collapse.Metric) int { return c.MetricAt(b, m, c.line) }

// Skip reports that the current line makes no sense and was left out.
func (c *Chunk) Skip(format string, args ...any) { c.SkipAt(c.line, format, args...) }

// Errorf returns an error about the current line.
func (c *Chunk) Errorf(format string, args ...any) error {
	return &Error{c.line, fmt.Sprintf(format, args...)}
}

// place is a line of the input as one chunk knows it.
type place struct {
	chunk int // number of the chunk
	line  int // line in the chunk, from 1
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.chunk, q.chunk), cmp.Compare(p.line, q.line))
}
