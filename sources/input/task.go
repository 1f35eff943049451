package input

import "fold/collapse"

// Task is what every reader is given besides the input itself: how to read, and where to report. [Chunk],
// [Stream] and [File] embed it.
type Task struct {
	Options Options // how to read
	Head    *Head   // the beginning of the input, as the format's Sniff saw it

	// Kept is what a parser keeps from one chunk of its worker to the next. No result may depend on it, unless the next one
	// is resumed: see [Chunk.Resumed].
	Kept any

	index  int // number of the chunk in the input, from 0
	report *Report
	labels *labeler

	namedOn int // the line on which a column was named last
	named   int // how many columns were named on it
}

// MetricAt returns the number of m's column in b, for a column that was named on the line with the given
// number. Every parser must take its columns from here or from Metric: they are shown in the order in which
// the input names them, whichever worker sees them first.
func (t *Task) MetricAt(b *collapse.Builder, m collapse.Metric, line int) int {
	const most = 1<<10 - 1 // columns that one line can name in order
	if line != t.namedOn {
		t.namedOn, t.named = line, 0
	}
	t.named++
	return b.MetricAt(m, int64(t.index)<<40|int64(line)<<10|int64(min(t.named, most)))
}

// SkipAt reports that the line with the given number makes no sense and was left out.
func (t *Task) SkipAt(line int, format string, args ...any) {
	t.report.skip(place{t.index, line}, format, args)
}

// DoubtAt reports that the line with the given number makes no sense and was counted all the same.
func (t *Task) DoubtAt(line int, format string, args ...any) {
	t.report.Doubts++
	t.SkipAt(line, format, args...)
}

// Count adds n to a fact about the input that users must know: "12 samples hidden: ...".
func (t *Task) Count(n int64, note Note) {
	if n != 0 {
		t.report.count(n, note)
	}
}

// Unsymbolized reports that frames have no symbols, which another file may have.
func (t *Task) Unsymbolized() { t.report.Unsymbolized = true }

// Deadlock reports a deadlock that the input itself tells of.
func (t *Task) Deadlock(text string) { t.report.deadlock(text) }

// maxLocks bounds how many locks a report keeps.
const maxLocks = 20

// Lock reports a lock that threads want. The first few are kept.
func (t *Task) Lock(l Lock) {
	if len(t.report.Locks) < maxLocks {
		t.report.Locks = append(t.report.Locks, l)
	}
}

// Recorded reports that the recording took so long at least.
func (t *Task) Recorded(weight int64, unit string) {
	t.report.Recorded = t.report.Recorded.longer(Recorded{weight, unit})
}

// Weighed reports that some sample has a weight of its own: see [Report].
func (t *Task) Weighed() { t.report.Weighed = true }

// MaxDepth is how many frames a stack may have. The deepest that a real program was seen with had 20,000; more than
// this is something else than a stack, and would take gigabytes.
const MaxDepth = 1_000_000
