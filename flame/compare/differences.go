package compare

import (
	"fmt"
	"math"

	"fold/collapse"
	"fold/flame/text"
)

// tolerated is by how much runs may differ in what they should have in common.
const tolerated = 0.05

// Differences says in which facts about machine and recording the sides differ, one sentence each: then more than the
// program may be what changed.
func Differences(sides []Side) []string {
	var found []string
	first, last := sides[0], sides[len(sides)-1]
	add := func(what, before, after string) {
		found = append(found, fmt.Sprintf("%s differs: %s before, %s after", what, before, after))
	}
	if a, b := first.duration(), last.duration(); a.Unit == b.Unit && differ(float64(a.Weight), float64(b.Weight)) {
		add("the time of recording", text.Weight(a.Weight, 0, a.Unit), text.Weight(b.Weight, 0, b.Unit))
	}
	if a, b := first.each(), last.each(); differ(float64(a), float64(b)) {
		m, n := first.Runs[0].metric(), last.Runs[0].metric()
		add("what a sample weighs", text.Weight(a, m.Scale, m.Unit), text.Weight(b, n.Scale, n.Unit))
	}
	if a, b := first.threads(), last.threads(); a > 0 && b > 0 && a != b {
		add("the number of threads", fmt.Sprint(a), fmt.Sprint(b))
	}
	return found
}

// differ reports whether two numbers, which are known if they are above zero, differ by more than is tolerated.
func differ(a, b float64) bool { return a > 0 && b > 0 && math.Abs(a-b) > tolerated*max(a, b) }

// duration returns how long a run of the side took on average, or nothing if that is not known of all.
func (s Side) duration() Duration {
	mean := Duration{Unit: s.Runs[0].Duration.Unit}
	for _, r := range s.Runs {
		if r.Duration.Weight <= 0 || r.Duration.Unit != mean.Unit {
			return Duration{}
		}
		mean.Weight += r.Duration.Weight / int64(len(s.Runs))
	}
	return mean
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
		count := 0
		p := r.whole().Profile
		for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
			if p.Parent(n) == collapse.Root && p.Frame(p.FrameOf(n)).Kind == collapse.KindThread {
				count++
			}
		}
		most = max(most, count)
	}
	return most
}
