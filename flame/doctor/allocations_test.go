package doctor

import (
	"fmt"
	"strings"
	"testing"

	"fold/collapse"
)

// heapOf builds a profile of a heap as DHAT records it: each line is a stack and its blocks, bytes, bytes read and bytes
// written.
func heapOf(t *testing.T, lines ...string) *collapse.Profile {
	t.Helper()
	b := collapse.NewBuilder()
	names := []string{"alloc_objects", "alloc_space", "read_bytes", "write_bytes"}
	for _, name := range names {
		b.Metric(collapse.Metric{Name: name, Sampling: collapse.Exact})
	}
	for _, line := range lines {
		var stack string
		var weights [4]int64
		if _, err := fmt.Sscan(line, &stack, &weights[0], &weights[1], &weights[2], &weights[3]); err != nil {
			t.Fatal(err)
		}
		node := collapse.Root
		for name := range strings.SplitSeq(stack, ";") {
			node = b.Call(node, b.Frame(collapse.Frame{Name: name}))
		}
		for m, weight := range weights {
			b.Add(node, m, weight)
		}
	}
	return b.Profile()
}

func TestAllocations(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{
			"one site, behind the allocator",
			[]string{"main;brew;malloc 900 9000 1 1", "main;pour;malloc 400 900000 1 1"},
			[]string{"one-site: 69.2% of all blocks are allocated by brew"},
		},
		{
			"half and half is nobody's",
			[]string{"main;brew;malloc 649 9000 1 1", "main;pour;malloc 651 9000 1 1", "main;sip;malloc 4 1 1 1"},
			nil,
		},
		{
			"few blocks",
			[]string{"main;brew;malloc 999 9000 0 1"},
			nil,
		},
		{
			"vectors that grow",
			[]string{
				"main;brew;alloc::raw_vec::RawVec<T,A>::grow_amortized;alloc::raw_vec::finish_grow;realloc 300 9000 1 1",
				"main;pour;malloc 400 9000 1 1", "main;sip;malloc 500 9000 1 1",
			},
			[]string{"growing: 25.0% of all blocks are buffers that were moved to grow"},
		},
		{
			"written and never read",
			[]string{"main;brew;malloc 500 600 0 600", "main;pour;malloc 500 9400 5 5", "main;sip;malloc 400 0 0 0"},
			[]string{"never-read: 6% of all bytes are allocated where blocks are written and never read"},
		},
	} {
		e := examine(heapOf(t, test.lines...), Options{})
		var got []string
		for _, f := range allocations(e) {
			got = append(got, f.Check+": "+f.Says)
		}
		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestAllocationsNeedsCounts checks that a profile of time has no leads about blocks.
func TestAllocationsNeedsCounts(t *testing.T) {
	if got := allocations(examine(profileOf(map[string]int64{"main;malloc": 5000}), Options{})); got != nil {
		t.Errorf("got %v", got)
	}
}
