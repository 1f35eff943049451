package input

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
)

// Dumps are the dumps of an input that holds several, taken one after the other. The zero value: there is one, or
// [Options] did not ask.
type Dumps struct {
	Count int // how many there are
	// Kept are the first few and the last, in order. The last has the columns of the states, the others only count
	// threads.
	Kept []*collapse.Profile
	// Still are the stacks that stand in each of them, with as many threads as stand there at least.
	Still *collapse.Profile
}

// dumpMark begins the event of a column that is no part of the profile but of Dumps; the number of the dump
// follows, 0 being what stands in all of them.
const dumpMark = "\x00dump "

// DumpMetric returns the column of m that holds one dump of the input, counted from 1; 0 holds what stands in all
// of them. These columns do not become part of the profile but of [Report].
func (t *Task) DumpMetric(b *collapse.Builder, m collapse.Metric, dump int) int {
	m.Event = dumpMark + strconv.Itoa(dump)
	return b.Metric(m)
}

// CountDumps reports how many dumps the input holds.
func (t *Task) CountDumps(n int) { t.report.Dumps.Count = n }

// splitDumps takes the columns of single dumps off a profile, and reports them.
func splitDumps(p *collapse.Profile, r *Report) *collapse.Profile {
	byDump := make(map[int][]int)
	var numbers, rest []int
	for c, m := range p.Metrics {
		text, found := strings.CutPrefix(m.Event, dumpMark)
		number, err := strconv.Atoi(text)
		if !found || err != nil {
			rest = append(rest, c)
			continue
		}
		if byDump[number] == nil {
			numbers = append(numbers, number)
		}
		byDump[number] = append(byDump[number], c)
	}
	if len(numbers) == 0 {
		return p
	}
	slices.SortFunc(numbers, cmp.Compare[int])
	for _, number := range numbers {
		dump := withColumns(p, byDump[number]).Compact()
		if number == 0 {
			r.Dumps.Still = dump
			continue
		}
		r.Dumps.Kept = append(r.Dumps.Kept, dump)
	}
	return withColumns(p, rest)
}

// withColumns returns the profile with some columns, as columns of no event.
func withColumns(p *collapse.Profile, columns []int) *collapse.Profile {
	var as []collapse.Metric
	for _, c := range columns {
		m := p.Metrics[c]
		m.Event = ""
		as = append(as, m)
	}
	return p.WithColumns(columns, as)
}
