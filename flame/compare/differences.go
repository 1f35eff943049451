package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

// tolerated is by how much runs may differ in what they should have in common.
const tolerated = 0.05

// Differences says in which facts about machine and recording the first side and the last differ, one sentence each: then
// more than the program may be what changed.
func Differences(sides []Side) []string {
	var found []string
	first, last := sides[0], sides[len(sides)-1]
	add := func(what, before, after string) {
		found = append(found, fmt.Sprintf("the %s differs: %s before, %s after", what, before, after))
	}
	if a, b := first.duration(), last.duration(); a.Unit == b.Unit && differ(float64(a.Weight), float64(b.Weight)) {
		add("time of recording", a.text(), b.text())
	}
	if a, b := first.each(), last.each(); differ(float64(a), float64(b)) {
		m, n := first.Runs[0].metric(), last.Runs[0].metric()
		add("weight of a sample", text.Weight(a, m.Scale, m.Unit), text.Weight(b, n.Scale, n.Unit))
	}
	for _, fact := range first.Runs[0].Facts {
		if a, b := first.values(fact.Name), last.values(fact.Name); a != nil && b != nil && !slices.Equal(a, b) {
			add(fact.Name, shown(a), shown(b))
		}
	}
	if a, b := first.threads(), last.threads(); differ(float64(a), float64(b)) {
		add("number of threads", strconv.Itoa(a), strconv.Itoa(b))
	}
	return found
}

// values returns the values of a fact in all runs of the side, sorted, or nothing if a run does not have it.
func (s Side) values(name string) []string {
	var values []string
	for _, r := range s.Runs {
		i := slices.IndexFunc(r.Facts, func(f Fact) bool { return f.Name == name })
		if i < 0 {
			return nil
		}
		values = append(values, r.Facts[i].Value)
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// shown returns values as a sentence holds them, which has room for a few that are short.
func shown(values []string) string {
	const most, longest = 3, 100
	var texts []string
	for _, value := range values[:min(most, len(values))] {
		texts = append(texts, text.CutMiddle(text.Visible(value), longest))
	}
	if left := len(values) - most; left > 0 {
		texts = append(texts, strconv.Itoa(left)+" more")
	}
	return strings.Join(texts, ", ")
}

// differ reports whether two numbers, which are known if they are above zero, differ by more than is tolerated.
func differ(a, b float64) bool { return a > 0 && b > 0 && math.Abs(a-b) > tolerated*max(a, b) }

// text returns a duration for people: "7.46s", or "2,400 ticks".
func (d Duration) text() string {
	if d.Unit == "count" {
		return text.Count(int(d.Weight), "tick")
	}
	return text.Weight(d.Weight, 0, d.Unit)
}

// duration returns how long a run of the side took on average, or nothing if that is not known of all.
func (s Side) duration() Duration {
	mean := Duration{Unit: s.Runs[0].duration().Unit}
	for _, r := range s.Runs {
		took := r.duration()
		if took.Weight <= 0 || took.Unit != mean.Unit {
			return Duration{}
		}
		mean.Weight += took.Weight / int64(len(s.Runs))
	}
	return mean
}

// duration returns how long the run took, or at least: from its first sample to its last.
func (r Run) duration() Duration {
	if r.Duration.Weight > 0 {
		return r.Duration
	}
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	whole := r.whole()
	for m := range whole.Profile.Moments(whole.Metric) {
		if m.Time == collapse.NoTime {
			return Duration{}
		}
		first, last = min(first, m.Time), max(last, m.Time)
	}
	if last <= first {
		return Duration{}
	}
	return Duration{last - first, "nanoseconds"}
}

// each returns what all samples of the side weigh, or 0 if they differ.
func (s Side) each() int64 {
	each := s.Runs[0].Profile.SampleWeight(s.Runs[0].Metric)
	for _, r := range s.Runs {
		if r.Profile.SampleWeight(r.Metric) != each {
			return 0
		}
	}
	return each
}

// threads returns how many threads a run of the side has at most.
func (s Side) threads() int {
	most := 0
	for _, r := range s.Runs {
		count := r.Threads
		p := r.whole().Profile
		for n := collapse.NodeID(1); int(n) < p.Len() && r.Threads == 0; n++ {
			if p.Parent(n) == collapse.Root && p.Frame(p.FrameOf(n)).Kind == collapse.KindThread {
				count++
			}
		}
		most = max(most, count)
	}
	return most
}
