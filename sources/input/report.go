package input

import (
	"cmp"
	"fmt"
	"slices"
)

// Report tells what a user must know about an input that was read.
type Report struct {
	Format  Format        // what the input was
	Skipped []SkippedLine // the first lines that made no sense
	Skips   int           // how many lines made no sense
	Doubts  int           // how many of these were counted all the same, as they are written
	Notes   []string      // sentences about what was left out, with numbers
	Counts  []Counted     // the numbers in the first of Notes, one each
	// Recorded is for how long the profiler recorded, or at least; the zero value: the input does not tell.
	Recorded Recorded
	// Facts are what the input says about the machine and the recording, in the order in which it does.
	Facts []Fact
	// Unsymbolized: some frames have no symbols, which another file may have.
	Unsymbolized bool

	// Weighed says that some sample of perf has a period: the weights are more than counts of samples.
	Weighed bool

	// Far counts the samples of stacks that end more than [FarOffset] behind the symbol that names their leaf, by name.
	Far map[string]int64

	// Dumps are those of an input that holds several, if [Options] asked for them.
	Dumps Dumps

	// Deadlocks are those that a dump reports of its program, one sentence each; the same one stands here once.
	Deadlocks []string

	// Locks are those that threads of a dump want, if [Options] asked for its dumps: of the last one.
	Locks []Lock

	skipped  []skippedAt
	untagged int // samples that the options about labels left out

	threads     map[string]struct{}
	first, last int64 // when samples were taken, if seen
	seen        bool
}

// SkippedLine is a line that was left out because it makes no sense.
type SkippedLine struct {
	Line int // number in the input, from 1
	Why  string
}

// Note is a sentence that begins with a number: Noun is what is counted, in the singular, and Text goes on. Without a
// Noun, Text is all of the sentence.
type Note struct{ Noun, Text string }

// Recorded is how long a recording took: the weight that a thread would have that ran all the time.
type Recorded struct {
	Weight int64
	Unit   string // "nanoseconds", or "count" for ticks of the profiler
}

// longer returns the longer one of two recordings.
func (r Recorded) longer(other Recorded) Recorded {
	if other.Weight > r.Weight {
		return other
	}
	return r
}

type skippedAt struct {
	at  place
	why string
}

// Counted is a number of what a note is about.
type Counted struct {
	Note Note
	N    int64
}

// String returns the sentence: "12 samples hidden: …".
func (c Counted) String() string {
	if c.Note.Noun == "" {
		return c.Note.Text
	}
	return Plural(c.N, c.Note.Noun) + " " + c.Note.Text
}

// keepSkipped is how many skipped lines a report describes; the others are only counted.
const keepSkipped = 5

// skip keeps the skipped lines that stand first in the input, in whatever order they are reported.
func (r *Report) skip(at place, format string, args []any) {
	r.Skips++
	if len(r.skipped) == keepSkipped {
		if at.compare(r.skipped[keepSkipped-1].at) >= 0 {
			return
		}
		r.skipped = r.skipped[:keepSkipped-1]
	}
	r.skipped = append(r.skipped, skippedAt{at, fmt.Sprintf(format, args...)})
	slices.SortStableFunc(r.skipped, func(a, b skippedAt) int { return a.at.compare(b.at) })
}

// Lock is a lock that threads of a dump want, as far as the dump says who holds it.
type Lock struct {
	Class  string           // of what is locked: "shop.Till"
	Wants  int64            // how many threads want it
	Sites  map[string]int64 // and how many of these in which function
	Holder string           // the thread that holds it; empty: the dump does not say
	HeldIn string           // the function that took it; empty: the dump does not say
	Stands string           // the function in which the holder is
	State  string           // what the holder does there, in the words of the dump
	// Where the holder wants a lock itself: what that is, and which thread holds it.
	Next, NextHolder string
}

// maxDeadlocks bounds how many deadlocks a report keeps.
const maxDeadlocks = 20

func (r *Report) deadlock(text string) {
	if len(r.Deadlocks) < maxDeadlocks && !slices.Contains(r.Deadlocks, text) {
		r.Deadlocks = append(r.Deadlocks, text)
	}
}

func (r *Report) count(n int64, note Note) {
	for i := range r.Counts {
		if r.Counts[i].Note == note {
			r.Counts[i].N += n
			return
		}
	}
	r.Counts = append(r.Counts, Counted{note, n})
}

// add adds what another worker reported.
func (r *Report) add(other *Report) {
	r.Skips += other.Skips
	r.Doubts += other.Doubts
	for _, text := range other.Deadlocks {
		r.deadlock(text)
	}
	r.Locks = append(r.Locks, other.Locks...) // dumps are read in one piece
	r.Weighed = r.Weighed || other.Weighed
	for name, samples := range other.Far {
		r.farLeaf(name, samples)
	}
	r.untagged += other.untagged
	r.Unsymbolized = r.Unsymbolized || other.Unsymbolized
	r.Dumps.Count = max(r.Dumps.Count, other.Dumps.Count) // dumps are read in one piece
	r.Recorded = r.Recorded.longer(other.Recorded)
	r.addFacts(other)
	r.skipped = append(r.skipped, other.skipped...)
	for _, c := range other.Counts {
		r.count(c.N, c.Note)
	}
}

// finish turns places into line numbers, lines[i] being the number of the line before chunk i.
func (r *Report) finish(lines []int) {
	slices.SortStableFunc(r.skipped, func(a, b skippedAt) int { return a.at.compare(b.at) })
	for _, s := range r.skipped[:min(len(r.skipped), keepSkipped)] {
		r.Skipped = append(r.Skipped, SkippedLine{lines[s.at.chunk] + s.at.line, s.why})
	}
	slices.SortFunc(r.Counts, func(a, b Counted) int {
		return cmp.Or(cmp.Compare(a.Note.Text, b.Note.Text), cmp.Compare(a.Note.Noun, b.Note.Noun))
	})
	for _, c := range r.Counts {
		r.Notes = append(r.Notes, c.String())
	}
}

// Plural returns a number with its noun: "1 sample", "2 samples".
func Plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
