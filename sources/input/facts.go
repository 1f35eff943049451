package input

import (
	"bytes"
	"math"
	"strings"
)

// Fact is what an input says about the machine and the recording, besides samples: that the [Host] is "build-7".
// Comparisons warn where facts differ.
type Fact struct{ Name, Value string }

// The names of facts.
const (
	Host       = "host"
	System     = "operating system"
	Processor  = "processor"
	Processors = "number of processors"
	Command    = "command"
	Rate       = "sampling rate"
	GoVersion  = "Go version"
	Runtime    = "runtime"
)

// maxFacts bounds how many facts a report keeps, and maxFact how long one is.
const (
	maxFacts = 64
	maxFact  = 1000
)

// Fact reports a fact. What a fact with the same name said first holds; an empty value says nothing.
func (t *Task) Fact(name, value string) { t.report.fact(Fact{name, value}) }

func (r *Report) fact(f Fact) {
	f.Value = strings.TrimSpace(f.Value)
	if f.Value == "" || len(r.Facts) >= maxFacts {
		return
	}
	for _, known := range r.Facts {
		if known.Name == f.Name {
			return
		}
	}
	f.Value = f.Value[:min(len(f.Value), maxFact)]
	r.Facts = append(r.Facts, f)
}

// HeadFacts returns a [Format]'s Facts that finds them in the head of a text, on lines such as "cmd: ./bench" or, as
// comments, "# hostname : build-7"; names says which fact a key is.
func HeadFacts(names map[string]string) func(h *Head) []Fact {
	return func(h *Head) (facts []Fact) {
		for head := h.Lines(); ; {
			line, ok := head.Next()
			if !ok {
				return facts
			}
			key, value, found := bytes.Cut(bytes.TrimLeft(line, "# "), []byte{':'})
			if name := names[string(bytes.TrimRight(key, " "))]; found && name != "" {
				facts = append(facts, Fact{name, string(value)})
			}
		}
	}
}

// maxThreads bounds how many threads a report counts.
const maxThreads = 100_000

// Thread reports a thread that samples were taken of, by an id that it shares with no other.
func (t *Task) Thread(id []byte) {
	r := t.report
	if _, known := r.threads[string(id)]; known || len(r.threads) >= maxThreads {
		return
	}
	if r.threads == nil {
		r.threads = make(map[string]struct{})
	}
	r.threads[string(id)] = struct{}{}
}

// SeenAt reports that a sample was taken at a time in nanoseconds. The first and the last one say how long the recording
// took at least.
func (t *Task) SeenAt(time int64) {
	if r := t.report; !r.seen {
		r.first, r.last, r.seen = time, time, true
	} else {
		r.first, r.last = min(r.first, time), max(r.last, time)
	}
}

// addFacts adds what another worker reported.
func (r *Report) addFacts(other *Report) {
	for _, f := range other.Facts {
		r.fact(f)
	}
	t := Task{report: r}
	for id := range other.threads {
		t.Thread([]byte(id))
	}
	if other.seen {
		t.SeenAt(other.first)
		t.SeenAt(other.last)
	}
}

// Threads returns how many threads samples were taken of, 0 if the input does not say.
func (r *Report) Threads() int { return len(r.threads) }

// Span returns how many nanoseconds lie between the first sample and the last; 0: not known.
func (r *Report) Span() int64 {
	if span := r.last - r.first; span > 0 {
		return span
	}
	return 0
}

// ParseSeconds reads "812.000100" as nanoseconds.
func ParseSeconds(text []byte) (nanoseconds int64, ok bool) {
	whole, fraction, _ := bytes.Cut(text, []byte{'.'})
	if len(whole) == 0 || len(whole) > 10 || len(fraction) > 9 {
		return 0, false
	}
	for i := range len(whole) + 9 {
		digit := byte('0')
		if i < len(whole) {
			digit = whole[i]
		} else if i -= len(whole); i < len(fraction) {
			digit = fraction[i]
		}
		if digit < '0' || digit > '9' || nanoseconds > (math.MaxInt64-int64(digit-'0'))/10 {
			return 0, false
		}
		nanoseconds = 10*nanoseconds + int64(digit-'0')
	}
	return nanoseconds, true
}

// EachSample returns the value of [Rate] where samples are so far apart: "a sample each 1 millisecond".
func EachSample(interval string) string {
	if interval == "" {
		return ""
	}
	return "a sample each " + interval
}
