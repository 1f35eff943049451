package doctor

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
)

// samplesOf builds a profile of perf with one sample for each stack, in their order, which weighs the number behind it.
func samplesOf(t *testing.T, stacks []string) *collapse.Profile {
	t.Helper()
	b := collapse.NewBuilder()
	count := b.Metric(collapse.Metric{Event: "cycles", Name: "samples", Unit: "count"})
	cycles := b.Metric(collapse.Metric{Event: "cycles", Name: "cycles", Unit: "count"})
	b.SetDefault(cycles)
	for _, line := range stacks {
		var text string
		var weight int64
		if _, err := fmt.Sscan(line, &text, &weight); err != nil {
			t.Fatal(err)
		}
		node := collapse.Root
		for name := range strings.SplitSeq(text, ";") {
			node = b.Call(node, b.Frame(collapse.Frame{Name: name}))
		}
		b.AddSample(node, count, 1)
		b.AddSample(node, cycles, weight)
	}
	return b.Profile()
}

// TestWorst: the three heaviest stacks, and of those that weigh the same the first by name, whatever the order of the samples.
func TestWorst(t *testing.T) {
	for _, tt := range []struct{ stacks, want string }{
		{"m;z;[?] 7, m;[?] 7, m;a;b;[?] 7, k;[?] 7, m;y;[?] 9, m;b 11", "m;y;[?] 9, k;[?] 7, m;[?] 7"},
		{"k;[?] 7, k;[?];[?] 7, a;b;[?] 6, a;c;[?] 8", "a;c;[?] 8, k;[?] 7, k;[?];[?] 7"},
		{"m;[?] 7, m 8", "m;[?] 7"},
	} {
		inBothOrders(strings.Split(tt.stacks, ", "), func(stacks []string) {
			e := examine(samplesOf(t, stacks), Options{})
			got := stackList(e.worst(func(n collapse.NodeID) bool { return e.frame(n).Name == "[?]" }))
			if got != tt.want {
				t.Errorf("%q: got %q, want %q", stacks, got, tt.want)
			}
		})
	}
}

// TestHeaviestOfMany: of samples that weigh the same, the first by name is shown, whatever their order.
func TestHeaviestOfMany(t *testing.T) {
	stacks := append(slices.Repeat([]string{"main;light 10"}, 200), "main;c 5000", "main;a 5000", "main;b 5000")
	const want = "main;a 5000"
	inBothOrders(stacks, func(stacks []string) {
		got := ""
		for _, f := range Diagnose(samplesOf(t, stacks), Options{Format: "perf"}).Findings {
			if f.Check == "heavy-sample" {
				got = stackList(f.Stacks)
			}
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// inBothOrders calls f with stacks and then with the last of them first.
func inBothOrders(stacks []string, f func(stacks []string)) {
	f(stacks)
	slices.Reverse(stacks)
	f(stacks)
}

// stackList returns stacks as "main;a 12, main;b 7".
func stackList(stacks []Stack) string {
	var lines []string
	for _, s := range stacks {
		lines = append(lines, fmt.Sprintf("%s %d", strings.Join(s.Frames, ";"), s.Weight))
	}
	return strings.Join(lines, ", ")
}
