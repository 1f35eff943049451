// Package tables writes profiles as two tables for engines that add up rows: ClickHouse, DuckDB, Spark and others.
//
// The main type is [Writer]. It makes a row of the table of samples for each stack, label set and column of weights of
// a profile, and a row of the table of stacks for each stack that it sees for the first time. A stack has the same
// number in all tables that are ever written, so that the tables of many days can be joined and strung together.
//
//	w := tables.NewWriter(tables.NewTSV(samples, stacks), tables.Options{})
//	err := w.Add(profile, tables.Source{Time: start})
//	err = w.Close()
package tables

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"fold/collapse"
	"fold/sources/input"
)

// Output is where rows go: one of the formats.
type Output interface {
	Sample(s Sample) error
	Stack(s Stack) error
	Close() error // writes what is left; nothing may be added afterwards
}

// Sample is a row of the table of samples.
type Sample struct {
	Time   int64   // milliseconds since 1970, or NoTime
	Labels []Label // in the order of their keys, each once
	Metric string
	Unit   string
	Stack  int64 // the number of the stack
	Weight int64 // times 10^Scale
	Scale  int8
}

// NoTime is the time of samples of which nobody knows when they were taken.
const NoTime = math.MinInt64

// Label is a label of samples.
type Label struct{ Key, Value string }

// Stack is a row of the table of stacks: a stack from the root to the leaf.
type Stack struct {
	ID     int64
	Frames []string
	Places []collapse.Frame // the modules, files and lines of the frames; nil: they are not asked for
}

// Options say what is written. The zero value writes functions.
type Options struct {
	Places bool // tell stacks apart by the modules, files and lines of their frames, and write these
}

// Source is what is known of a profile as a whole.
type Source struct {
	Time    int64 // in nanoseconds since 1970, where neither samples nor the profile tell; or NoTime
	Columns []int // the columns to write; nil: all
}

// Writer makes rows of profiles. Make one with [NewWriter].
type Writer struct {
	to    Output
	o     Options
	known map[int64]uint64 // the second hash of each stack that was written
	texts map[string]int   // for rows: see labelsOf
	sets  []set

	// Untimed counts the samples whose label time or date makes no sense, and Undated the profiles without a time.
	Untimed, Undated int64
}

// NewWriter returns a writer that has written nothing.
func NewWriter(to Output, o Options) *Writer {
	return &Writer{to: to, o: o, known: make(map[int64]uint64), texts: make(map[string]int)}
}

// Close writes what is left.
func (w *Writer) Close() error { return w.to.Close() }

// errCollision is what happens once in a billion fleets.
var errCollision = errors.New("two stacks have the same number: write fewer profiles at a time, or tell stacks apart with --lines")

// Add writes the rows of a profile.
func (w *Writer) Add(p *collapse.Profile, from Source) error {
	p = p.MapFrames(w.shown(p.Modules))
	profileTime := p.Origin.Start
	if profileTime == 0 {
		profileTime = from.Time
	}
	if profileTime == NoTime {
		w.Undated++
	}
	columns, names := from.Columns, input.ColumnNames(p.Metrics)
	if columns == nil {
		for m := range p.Metrics {
			columns = append(columns, m)
		}
	}
	hashes := w.hashFrames(p)
	ids := []hash{{}}
	for walk := collapse.NewWalk(p); walk.Next(); {
		depth, n := len(walk.Path), walk.Node()
		frame := p.Frame(p.FrameOf(n))
		labels := set{time: unset}
		if frame.Kind == collapse.KindLabels {
			depth--
			labels = w.labelsOf(frame)
		} else {
			ids = append(ids[:depth], ids[depth-1].plus(hashes[p.FrameOf(n)]))
		}
		written := false
		for _, m := range columns {
			weight := p.Self(m, n)
			if weight == 0 {
				continue
			}
			if !written {
				if err := w.stack(p, walk.Path[:depth], ids[depth]); err != nil {
					return err
				}
				written = true
			}
			metric := p.Metrics[m]
			unit := metric.Unit
			if unit == "" {
				unit = "count"
			}
			err := w.to.Sample(Sample{labels.or(profileTime), labels.labels, names[m], unit, int64(ids[depth].first), weight, int8(metric.Scale)})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// shown returns what makes of a frame one that has nothing but what is written.
func (w *Writer) shown(modules bool) func(f collapse.Frame) collapse.Frame {
	return func(f collapse.Frame) collapse.Frame {
		if f.Kind == collapse.KindLabels {
			return f
		}
		if w.o.Places {
			f = f.WithoutLine()
		}
		shown := collapse.Frame{Name: strings.ToValidUTF8(f.FoldedText(modules), "\uFFFD")}
		if shown.Name == "" {
			shown.Name = "[unknown]"
		}
		if w.o.Places {
			shown.Module, shown.File, shown.Line = strings.ToValidUTF8(f.Module, "\uFFFD"), strings.ToValidUTF8(f.File, "\uFFFD"), f.Line
		}
		return shown
	}
}

// stack writes a stack that is seen for the first time.
func (w *Writer) stack(p *collapse.Profile, path []collapse.NodeID, id hash) error {
	if second, known := w.known[int64(id.first)]; known {
		if second != id.second {
			return errCollision
		}
		return nil
	}
	w.known[int64(id.first)] = id.second
	s := Stack{ID: int64(id.first)}
	if w.o.Places {
		s.Places = []collapse.Frame{} // also of a stack without frames
	}
	for _, n := range path {
		frame := p.Frame(p.FrameOf(n))
		s.Frames = append(s.Frames, frame.Name)
		if w.o.Places {
			s.Places = append(s.Places, frame)
		}
	}
	return w.to.Stack(s)
}

// set is the labels of samples, and the time that they tell.
type set struct {
	labels []Label
	time   int64 // milliseconds, or unset
}

const unset = math.MaxInt64

// or returns the time of the labels, or else that of the profile, in milliseconds.
func (s set) or(profileTime int64) int64 {
	switch {
	case s.time != unset:
		return s.time
	case profileTime == NoTime:
		return NoTime
	}
	return time.Unix(0, profileTime).UnixMilli()
}

// labelsOf returns the labels that a frame holds. What it has seen it knows: profiles repeat their labels.
func (w *Writer) labelsOf(f collapse.Frame) set {
	if at, known := w.texts[f.Name]; known {
		return w.sets[at]
	}
	s := set{time: unset}
	for _, label := range input.LabelsOf(f) {
		value := label.Text
		if label.Numeric {
			value = strconv.FormatInt(label.Number, 10) + label.Unit
		}
		key, value := strings.ToValidUTF8(label.Key, "\uFFFD"), strings.ToValidUTF8(value, "\uFFFD")
		if at := slices.IndexFunc(s.labels, func(l Label) bool { return l.Key == key }); at >= 0 {
			s.labels[at].Value += "," + value // as --tagroot shows them
			continue
		}
		s.labels = append(s.labels, Label{key, value})
	}
	slices.SortFunc(s.labels, func(a, b Label) int { return strings.Compare(a.Key, b.Key) })
	for _, label := range s.labels {
		if label.Key == "time" || label.Key == "date" && s.time == unset {
			if at, ok := parseTime(label.Value); ok {
				s.time = at
			} else {
				w.Untimed++
			}
		}
	}
	if len(w.sets) < mostSets {
		w.texts[f.Name] = len(w.sets)
		w.sets = append(w.sets, s)
	}
	return s
}

// mostSets bounds how many sets of labels are remembered: some profiles have one of their own for each sample.
const mostSets = 1 << 16

// timeLayouts are the forms of a label time or date that are understood, in UTC where they name no zone.
var timeLayouts = []string{time.RFC3339Nano, time.DateTime, time.DateOnly, "20060102", "20060102T150405Z0700", "2006-01-02T15:04:05", "2006-01-02-15-04-05", "2006-01-02T15-04-05"}

func parseTime(text string) (milliseconds int64, ok bool) {
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UnixMilli(), true
		}
	}
	return 0, false
}
