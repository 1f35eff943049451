package sources

import (
	"bytes"
	"cmp"
	"fmt"

	"fold/collapse"
)

// Chunk is a piece of one input that holds whole records, and what its parser needs to know.
type Chunk struct {
	Data    []byte  // the text; whoever parses it may change it but not keep it
	Head    []byte  // the beginning of the input, as the format's Sniff saw it
	First   bool    // the input begins here
	Last    bool    // the input ends here
	Options Options // how to read

	index  int // number of the chunk in the input, from 0
	pos    int // where the next line begins in Data
	line   int // number of the current line in Data, from 1
	report *Report
	kept   *any // what the parser keeps from one chunk of its worker to the next; no result may depend on it

	namedOn int // the line on which a column was named last
	named   int // how many columns were named on it
}

// Next returns the next line of the chunk without its line end, and false behind the last one.
func (c *Chunk) Next() (line []byte, ok bool) {
	if c.pos >= len(c.Data) {
		return nil, false
	}
	line = c.Data[c.pos:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
		c.pos++
	}
	c.pos += len(line)
	c.line++
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, true
}

// Peek returns the line that Next would return, or nil behind the last one.
func (c *Chunk) Peek() []byte {
	pos, n := c.pos, c.line
	line, _ := c.Next()
	c.pos, c.line = pos, n
	return line
}

// Unterminated says whether the current line is the last of the input and lacks a line end, which may
// mean that the input was cut.
func (c *Chunk) Unterminated() bool {
	return c.Last && c.pos == len(c.Data) && len(c.Data) > 0 && c.Data[len(c.Data)-1] != '\n'
}

// Metric returns the number of m's column in b. Every parser must take its columns from here: they are
// shown in the order in which the input names them, whichever worker sees them first.
func (c *Chunk) Metric(b *collapse.Builder, m collapse.Metric) int { return c.MetricAt(b, m, c.line) }

// MetricAt is Metric for a column that was named on the line with the given LineNumber.
func (c *Chunk) MetricAt(b *collapse.Builder, m collapse.Metric, line int) int {
	if line != c.namedOn {
		c.namedOn, c.named = line, 0
	}
	c.named++
	return b.MetricAt(m, int64(c.index)<<40|int64(line)<<8|int64(min(c.named, 255)))
}

// Skip reports that the current line makes no sense and was left out.
func (c *Chunk) Skip(format string, args ...any) { c.SkipAt(c.line, format, args...) }

// LineNumber returns the number of the current line within the chunk, for SkipAt and MetricAt.
func (c *Chunk) LineNumber() int { return c.line }

// SkipAt is Skip for the line that had the given LineNumber.
func (c *Chunk) SkipAt(line int, format string, args ...any) {
	c.report.skip(place{c.index, line}, format, args)
}

// Count adds n to a fact about the input that users must know: "12 samples hidden: ...".
func (c *Chunk) Count(n int64, note Note) {
	if n != 0 {
		c.report.count(n, note)
	}
}

// Recorded reports that the recording took so long at least.
func (c *Chunk) Recorded(weight int64, unit string) {
	c.report.Recorded = c.report.Recorded.longer(Recorded{weight, unit})
}

// Errorf returns an error about the current line.
func (c *Chunk) Errorf(format string, args ...any) error {
	return &positioned{place{c.index, c.line}, fmt.Sprintf(format, args...)}
}

// place is a line of the input as one chunk knows it.
type place struct {
	chunk int // number of the chunk
	line  int // line in the chunk, from 1
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.chunk, q.chunk), cmp.Compare(p.line, q.line))
}

// positioned is an error at a place; Read puts the line's number in the input in front.
type positioned struct {
	at  place
	why string
}

func (e *positioned) Error() string { return e.why }
