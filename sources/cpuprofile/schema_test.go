package cpuprofile_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/sourcestest"
)

// protocolProfile is Profiler.Profile as the protocol of Chrome's DevTools has it (js_protocol.json of
// github.com/ChromeDevTools/devtools-protocol), with nothing in it that is not there. Integers are integers.
type protocolProfile struct {
	Nodes      []protocolNode `json:"nodes"`
	StartTime  *json.Number   `json:"startTime"`
	EndTime    *json.Number   `json:"endTime"`
	Samples    []int64        `json:"samples"`
	TimeDeltas []int64        `json:"timeDeltas"`
}

type protocolNode struct {
	ID        int64 `json:"id"`
	CallFrame struct {
		FunctionName *string `json:"functionName"`
		ScriptID     *string `json:"scriptId"`
		URL          *string `json:"url"`
		LineNumber   *int64  `json:"lineNumber"`
		ColumnNumber *int64  `json:"columnNumber"`
	} `json:"callFrame"`
	HitCount int64   `json:"hitCount"`
	Children []int64 `json:"children"`
}

// TestSchema checks what is written of every fixture against the protocol and what its readers ask for besides: DevTools
// takes the first node for the root, VS Code looks a sample up for each time.
func TestSchema(t *testing.T) {
	sourcestest.EachFixture(t, func(t *testing.T, p *collapse.Profile, _ []byte) {
		p, _, _ = p.DropNegative(p.Default)
		if m := p.Metrics[0]; m.Scale > 0 || !slices.Contains([]string{"", "count", "nanoseconds", "microseconds"}, m.Unit) || m.Unit == "count" && p.Total(0) > 100_000 {
			return
		}
		text := sourcestest.Written(t, "cpuprofile", p, 0)
		in := json.NewDecoder(strings.NewReader(text))
		in.DisallowUnknownFields()
		var file protocolProfile
		if err := in.Decode(&file); err != nil {
			t.Fatal(err)
		}
		checkNodes(t, file)
		checkTimes(t, file)
		checkAgain(t, p, text)
	})
}

// checkNodes checks that the nodes are a tree below the first one, each called from one before it.
func checkNodes(t *testing.T, file protocolProfile) {
	t.Helper()
	callers := map[int64]bool{1: true}
	for _, n := range file.Nodes {
		f := n.CallFrame
		if f.FunctionName == nil || f.ScriptID == nil || f.URL == nil || f.LineNumber == nil || f.ColumnNumber == nil {
			t.Fatalf("node %d lacks a part of its call frame", n.ID)
		}
		if !callers[n.ID] {
			t.Fatalf("nobody before node %d calls it", n.ID)
		}
		delete(callers, n.ID)
		for _, callee := range n.Children {
			if callers[callee] || callee <= n.ID {
				t.Fatalf("node %d is called twice, or stands before its caller", callee)
			}
			callers[callee] = true
		}
	}
	if len(callers) > 0 || *file.Nodes[0].CallFrame.FunctionName != "(root)" {
		t.Fatalf("%d callees are no nodes; the first node is %q", len(callers), *file.Nodes[0].CallFrame.FunctionName)
	}
}

func checkTimes(t *testing.T, file protocolProfile) {
	t.Helper()
	if file.StartTime == nil || file.EndTime == nil || file.Samples == nil || len(file.TimeDeltas) != len(file.Samples) {
		t.Fatalf("%d samples, %d times", len(file.Samples), len(file.TimeDeltas))
	}
	known := make(map[int64]bool)
	for _, n := range file.Nodes {
		known[n.ID] = true
	}
	for _, id := range file.Samples {
		if !known[id] {
			t.Fatalf("a sample of node %d, which is not there", id)
		}
	}
	start, _ := file.StartTime.Int64()
	for _, delta := range file.TimeDeltas {
		if start += delta; delta < 0 {
			t.Fatalf("a step back in time: %d", delta)
		}
	}
	if end, _ := file.EndTime.Int64(); end < start || end > start+1000 {
		t.Errorf("ends at %d, the times at %d", end, start)
	}
}

// checkAgain checks that what was written reads back: stacks that count, and times to a microsecond each.
func checkAgain(t *testing.T, p *collapse.Profile, text string) {
	t.Helper()
	again, _ := sourcestest.MustRead(t, []byte(text), sources.Options{Format: "cpuprofile", Idle: true})
	column := len(again.Metrics) - 1 // samples
	want := p.Total(0)
	if unit := p.Metrics[0].Unit; unit != "" && unit != "count" {
		if column = 0; unit == "nanoseconds" {
			want = (want + 500) / 1000
		}
	}
	if got := again.Total(column); got != want && !p.Saturated {
		t.Errorf("read back %d, want %d", got, want)
	}
}
