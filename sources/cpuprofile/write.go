package cpuprofile

import (
	"bufio"
	"io"
	"strconv"

	"fold/collapse"
	"fold/sources/input"
)

// mostSamples bounds the samples of a column that counts them: each is written by itself.
const mostSamples = 4 << 20

// Write writes one column of a profile, of time or of samples, for DevTools and VS Code. A stack of a column of time is one
// sample that lasts as long as it weighs; a sample of another column lasts a millisecond. A weight below zero is an error.
//
// How long the last sample lasts is for the reader to guess, so that of a column of time is written once more where it ends,
// as one that lasts no time. A time more than there are samples would do, but VS Code does not open such a file. The protocol
// that V8's profiles come from has whole microseconds, so times are rounded to them: see [Loses].
func Write(w io.Writer, p *collapse.Profile, metric int) error {
	if p.HasNegative(metric) {
		return input.ErrNegative
	}
	m := p.Metrics[metric]
	places := timePlaces(m.Unit)
	if places < 0 {
		switch {
		case m.Unit != "count" && m.Unit != "" || m.Scale > 0:
			return input.Errorf("a .cpuprofile holds time or samples, and no %s: pick another with --metric, or convert --to speedscope", m.Name)
		case p.Total(metric) > mostSamples:
			return input.Errorf("a .cpuprofile holds each of %d samples by itself, which is too much: pick a metric of time, or convert --to speedscope", p.Total(metric))
		}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	c := writer{p: p, metric: metric, out: out, places: places, ids: make([]int, p.Len())}
	out.WriteString(`{"nodes":[`)
	c.writeNodes()
	out.WriteString("],\n\"startTime\":0,")
	c.writeSamples()
	out.WriteString("}\n")
	return out.Flush()
}

// Loses says what of a column cannot be written; empty: nothing.
func Loses(p *collapse.Profile, metric int) string {
	m := p.Metrics[metric]
	digits := timePlaces(m.Unit) + m.Scale
	if digits <= 0 {
		return ""
	}
	for n := range p.Len() {
		self := p.Self(metric, collapse.NodeID(n))
		whole, _ := input.Shift(self, -digits)
		if exact, _ := input.Shift(whole, digits); exact != self {
			return "a .cpuprofile holds whole microseconds: times are rounded"
		}
	}
	return ""
}

// timePlaces returns how many digits after the point a weight has in microseconds, -1 if it is none of time; seconds and
// milliseconds, which no reader of fold makes, count as none.
func timePlaces(unit string) int {
	switch unit {
	case "nanoseconds":
		return 3
	case "microseconds":
		return 0
	}
	return -1
}

// writer writes to a bufio.Writer, which keeps the first error.
type writer struct {
	p      *collapse.Profile
	metric int
	out    *bufio.Writer
	places int
	ids    []int // by node: its id, 0 for one that weighs nothing

	last   int    // the id of the sample that was written last; 0: none
	begun  int64  // when it began, in microseconds
	deltas []byte // between the samples
}

// writeNodes writes the nodes that weigh something, callers before callees, each with the ids of its callees.
func (c *writer) writeNodes() {
	totals := c.p.Totals(c.metric)
	callees := make([][]int, c.p.Len())
	c.ids[collapse.Root] = 1
	last := 1
	for n := 1; n < c.p.Len(); n++ {
		if totals[n] == 0 {
			continue
		}
		last++
		c.ids[n] = last
		parent := c.p.Parent(collapse.NodeID(n))
		callees[parent] = append(callees[parent], last)
	}
	for n := range c.p.Len() {
		if c.ids[n] > 0 {
			c.writeNode(collapse.NodeID(n), callees[n])
		}
	}
}

func (c *writer) writeNode(n collapse.NodeID, callees []int) {
	f, line := collapse.Frame{Name: "(root)"}, -1
	if n != collapse.Root {
		f = c.p.Frame(c.p.FrameOf(n))
		c.out.WriteByte(',')
	}
	if f.Line > 0 {
		f = f.WithoutLine()
		line = f.Line - 1
	}
	c.out.WriteString("\n{\"id\":" + strconv.Itoa(c.ids[n]) + `,"callFrame":{"functionName":`)
	c.out.Write(input.JSONText(f.Text(c.p.Modules)))
	c.out.WriteString(`,"scriptId":"0","url":`)
	c.out.Write(input.JSONText(f.File))
	c.out.WriteString(`,"lineNumber":` + strconv.Itoa(line) + `,"columnNumber":-1},"hitCount":`)
	hits := int64(0)
	if self := c.p.Self(c.metric, n); self != 0 {
		if hits = self; c.places >= 0 {
			hits = 1
		}
	}
	c.out.WriteString(strconv.FormatInt(hits, 10))
	if len(callees) > 0 {
		c.out.WriteString(`,"children":[`)
		for i, id := range callees {
			if i > 0 {
				c.out.WriteByte(',')
			}
			c.out.WriteString(strconv.Itoa(id))
		}
		c.out.WriteByte(']')
	}
	c.out.WriteByte('}')
}

// writeSamples writes the stacks that weigh something in the order of the tree, and when each begins.
func (c *writer) writeSamples() {
	const millisecond = 1000
	var sum int64 // in units of the column
	at := int64(0)
	c.out.WriteString("\"samples\":[")
	for n := range c.p.Len() {
		self := c.p.Self(c.metric, collapse.NodeID(n))
		switch {
		case self == 0:
		case c.places >= 0:
			c.writeSample(c.ids[n], at)
			sum, _ = collapse.AddWeights(sum, self)
			at, _ = input.Shift(sum, -c.places-c.p.Metrics[c.metric].Scale)
		default:
			for range self {
				c.writeSample(c.ids[n], at)
				at += millisecond
			}
		}
	}
	if c.places >= 0 && c.last > 0 {
		c.writeSample(c.last, at)
	}
	c.out.WriteString("],\n\"timeDeltas\":[")
	c.out.Write(c.deltas)
	c.out.WriteString("],\n\"endTime\":" + strconv.FormatInt(at, 10))
}

// writeSample writes the id of a sample that begins at a time, and keeps how long that is after the one before.
func (c *writer) writeSample(id int, at int64) {
	if c.last > 0 {
		c.out.WriteByte(',')
		c.deltas = append(c.deltas, ',')
	}
	c.out.WriteString(strconv.Itoa(id))
	c.deltas = strconv.AppendInt(c.deltas, at-c.begun, 10)
	c.last, c.begun = id, at
}
