package dhat

import (
	"fold/collapse"
	"fold/sources/input"
)

// draw builds the tree from the columns.
func (f *file) draw(s *input.Stream, b *collapse.Builder) {
	metrics := f.metrics(s, b)
	short := f.shortMetrics(s, b)
	var weights [len(heapColumns)]input.SeriesReader
	for i := range weights {
		weights[i] = f.weights[i].All()
	}
	depths, frames, lived := f.depths.All(), f.frames.All(), f.lived.All()
	unknown := b.Intern([]byte("???"), unknownFrame)
	var stack []collapse.Symbol
	lost := int64(0)
	for {
		depth, ok := depths.Next()
		if !ok {
			break
		}
		stack = stack[:0]
		for range depth {
			at, _ := frames.Next()
			switch {
			case at < 0 || at >= int64(len(f.symbols)):
				lost++
				stack = append(stack, unknown)
			case at > 0: // 0 is [root]
				stack = append(stack, f.symbols[at])
			}
		}
		if len(stack) == 0 {
			stack = append(stack, unknown)
		}
		node := b.Stack(stack)
		var values [len(heapColumns)]int64
		for i := range weights {
			values[i], _ = weights[i].Next()
			if i < len(metrics) && values[i] != 0 {
				b.Add(node, metrics[i], values[i])
			}
		}
		if life, _ := lived.Next(); len(short) > 0 && values[1] > 0 && life/values[1] <= f.shortest {
			b.Add(node, short[0], values[0])
			b.Add(node, short[1], values[1])
		}
	}
	s.Count(lost, input.Note{Noun: "frame", Text: "shown as [unknown]: the table of frames does not hold them"})
}

func unknownFrame([]byte) []collapse.Frame { return []collapse.Frame{{Name: "[unknown]"}} }

// metrics returns the columns that the file has. What is no heap has two, which the file names.
func (f *file) metrics(s *input.Stream, b *collapse.Builder) []int {
	if !f.lifetimes {
		return []int{
			s.Metric(b, collapse.Metric{Name: f.bytesUnit, Unit: unitOf(f.bytesUnit), Sampling: collapse.Exact}),
			s.Metric(b, collapse.Metric{Name: f.blockUnit, Unit: unitOf(f.blockUnit), Sampling: collapse.Exact}),
		}
	}
	columns := heapColumns[:]
	if !f.accesses {
		columns = columns[:withoutAccesses]
	}
	var metrics []int
	for _, column := range columns {
		metrics = append(metrics, s.Metric(b, column.metric))
	}
	return metrics
}

func unitOf(name string) string {
	if name == "bytes" {
		return "bytes"
	}
	return "count"
}

// shortMetrics returns the columns of what was allocated by points whose blocks live no longer than DHAT calls short, as
// its viewer counts; none if the file does not say.
func (f *file) shortMetrics(s *input.Stream, b *collapse.Builder) []int {
	if !f.lifetimes || f.shortest <= 0 {
		return nil
	}
	return []int{
		s.Metric(b, collapse.Metric{Name: "short_lived_space", Unit: "bytes", Sampling: collapse.Exact}),
		s.Metric(b, collapse.Metric{Name: "short_lived_objects", Unit: "count", Sampling: collapse.Exact}),
	}
}
