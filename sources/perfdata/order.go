package perfdata

import (
	"cmp"
	"container/heap"
	"slices"
)

// run is a part of the file whose records are in the order of time, as those are that one processor wrote until its
// buffer was emptied. There are some hundred times as many records as runs.
type run struct {
	time    uint64 // of its first record
	at, end uint64 // where it begins and ends
}

// note adds a record to the index.
func (x *index) note(time, at, size uint64) {
	if len(x.runs) == 0 || time < x.last || x.gap {
		x.runs = append(x.runs, run{time: time, at: at})
		x.gap = false
	}
	x.runs[len(x.runs)-1].end = at + size
	x.last = time
	x.records++
}

// time returns when a record was written, 0 if it does not say so: perf makes such records up for what was there
// before it began, so they come first.
func (x *index) time(typ uint32, record []byte) uint64 {
	var time uint64
	if typ == recordSample {
		time = sampleTime(x.sampleAttr(record), record)
	} else {
		_, time = x.trailer(record)
	}
	if time == ^uint64(0) {
		return 0
	}
	return time
}

// openRuns are runs that are read side by side: a heap, whose first one has the earliest record.
type openRuns []run

func (o openRuns) Len() int           { return len(o) }
func (o openRuns) Less(i, j int) bool { return o[i].compare(o[j]) < 0 }
func (o openRuns) Swap(i, j int)      { o[i], o[j] = o[j], o[i] }
func (o *openRuns) Push(x any)        { *o = append(*o, x.(run)) }

func (o *openRuns) Pop() any {
	last := (*o)[len(*o)-1]
	*o = (*o)[:len(*o)-1]
	return last
}

// compare compares what comes next in two runs: records of the same time stay in the order of the file.
func (r run) compare(other run) int {
	if r.time != other.time {
		return cmp.Compare(r.time, other.time)
	}
	return cmp.Compare(r.at, other.at)
}

// inOrder calls do with each record that matters, in the order of time. read returns the record at a place.
func (x *index) inOrder(read func(at uint64) ([]byte, error), do func(record []byte) error) error {
	slices.SortFunc(x.runs, run.compare)
	var open openRuns
	for next := 0; next < len(x.runs) || len(open) > 0; {
		if len(open) == 0 || next < len(x.runs) && x.runs[next].compare(open[0]) < 0 {
			heap.Push(&open, x.runs[next])
			next++
			continue
		}
		record, err := read(open[0].at)
		if err != nil {
			return err
		}
		size := uint64(len(record))
		if err := do(record); err != nil {
			return err
		}
		more, err := x.advance(&open[0], size, read)
		switch {
		case err != nil:
			return err
		case !more:
			heap.Pop(&open)
		case len(open) > 1:
			heap.Fix(&open, 0)
		}
	}
	return nil
}

// advance moves on to the next record of a run that matters, and returns whether there is one. The record where the
// run stands has the given size.
func (x *index) advance(r *run, size uint64, read func(at uint64) ([]byte, error)) (more bool, err error) {
	for {
		if r.at += size; r.at >= r.end {
			return false, nil
		}
		record, err := read(r.at)
		if err != nil {
			return false, err
		}
		switch typ := le.Uint32(record); typ {
		case recordSample, recordMmap, recordMmap2, recordComm, recordFork, recordKsymbol:
			r.time = x.time(typ, record)
			return true, nil
		}
		size = uint64(len(record))
	}
}
