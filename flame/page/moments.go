package page

import (
	"cmp"
	"encoding/binary"
	"slices"

	"fold/collapse"
)

// moments says what of a metric was added when: so many weights, in the order of time.
type moments struct {
	Number int   `json:"n"`
	Step   int64 `json:"step,omitempty"` // the weights in the column are so much smaller
	Like   *int  `json:"like,omitempty"` // there are no columns of frames and times: they are those of another metric
}

// timeline is what was added to a column of the profile, in the order of time.
type timeline struct {
	nodes   []uint32 // in pre-order
	times   []int64  // in nanoseconds since the first
	weights []int64
}

// timelines returns for each column of the profile what was added when, nil where that is not known. All times count
// from the first of all.
func (l *layout) timelines() []*timeline {
	place := make([]uint32, l.p.Len())
	for i, n := range l.nodes {
		place[n] = uint32(i)
	}
	all := make([]*timeline, len(l.p.Metrics))
	first := int64(collapse.NoTime)
	for c := range all {
		all[c] = l.timeline(c, place)
		if t := all[c]; t != nil && (first == collapse.NoTime || t.times[0] < first) {
			first = t.times[0]
		}
	}
	for _, t := range all {
		for i := range t.timesOrNone() {
			t.times[i] -= first
		}
	}
	return all
}

// timesOrNone returns the times of a timeline that may be nil.
func (t *timeline) timesOrNone() []int64 {
	if t == nil {
		return nil
	}
	return t.times
}

// timeline returns what was added to a column when, or nil if a time is not known or nothing was added.
func (l *layout) timeline(column int, place []uint32) *timeline {
	var list []collapse.Moment
	for m := range l.p.Moments(column) {
		if m.Time == collapse.NoTime {
			return nil
		}
		if m.Node != collapse.Root && m.Weight > 0 {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b collapse.Moment) int { return cmp.Compare(a.Time, b.Time) })
	t := &timeline{}
	for _, m := range list {
		t.nodes, t.times, t.weights = append(t.nodes, place[m.Node]), append(t.times, m.Time), append(t.weights, m.Weight)
	}
	return t
}

// moments returns the columns that say what was added when, and what they mean for each metric.
func (l *layout) moments() (columns [][]byte, of []*moments) {
	all := l.timelines()
	for i, t := range all {
		if t == nil {
			of = append(of, nil)
			continue
		}
		m := &moments{Number: len(t.times), Step: commonFactor(t.weights)}
		like := slices.IndexFunc(all[:i], func(o *timeline) bool {
			return o != nil && slices.Equal(o.nodes, t.nodes) && slices.Equal(o.times, t.times)
		})
		if like >= 0 {
			m.Like = &like
		} else {
			columns = append(columns, t.packed()...)
		}
		columns, of = append(columns, packWeights(t.weights, m.Step)), append(of, m)
	}
	return columns, of
}

// packed returns the columns of the frames, and of the times, each as what has passed since the one before.
func (t *timeline) packed() [][]byte {
	var nodes, times []byte
	before := int64(0)
	for i, n := range t.nodes {
		nodes = binary.AppendUvarint(nodes, uint64(n))
		times = binary.AppendUvarint(times, uint64(t.times[i]-before))
		before = t.times[i]
	}
	return [][]byte{nodes, times}
}
