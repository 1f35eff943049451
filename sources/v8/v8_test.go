package v8_test

import (
	"strconv"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/sourcestest"
	"fold/sources/stacks"
	"fold/sources/v8"
)

func TestName(t *testing.T) {
	for _, tt := range []struct {
		name, url string
		line      int64
		want      string
	}{
		{"f", "file:///a/b.js", 3, "f"},
		{"", "file:///a/b.js?v=1/2#x/y", 3, "(anonymous b.js:3)"},
		{"", "https://a.example/", 3, "(anonymous a.example:3)"},
		{"", "b.js", 0, "(anonymous b.js)"},
		{"", "", 3, "(anonymous)"},
		{"", "?q", 3, "(anonymous)"},
	} {
		if got := v8.Name(tt.name, tt.url, tt.line); got != tt.want {
			t.Errorf("%q %q %d: got %q, want %q", tt.name, tt.url, tt.line, got, tt.want)
		}
	}
}

// built reads the members of profiles, each a piece of one that was written at its place in the list, and returns the
// column of times and that of samples.
func built(t *testing.T, o input.Options, pieces ...string) (times, samples string) {
	t.Helper()
	b := collapse.NewBuilder()
	to := v8.Columns{Time: b.Metric(collapse.Metric{Name: "time"}), Samples: b.Metric(collapse.Metric{Name: "samples"}), Unit: 1000}
	p := v8.NewProfile(b, o)
	for at, text := range pieces {
		piece := v8.NewProfile(b, o)
		if len(pieces) == 1 {
			piece = p
		}
		j := input.NewJSON(strings.NewReader(text))
		for in := j.Object(); in && j.Member(); {
			piece.ReadMember(j)
		}
		if j.Err() != nil {
			t.Fatal(j.Err())
		}
		if piece != p {
			p.Take(piece, int64(at))
		}
	}
	s := input.NewStream(strings.NewReader(""), o)
	if err := p.Build(&s.Task, stacks.Place{}, to); err != nil {
		t.Fatal(err)
	}
	profile := b.Profile()
	return sourcestest.ColumnText(t, profile, "time"), sourcestest.ColumnText(t, profile, "samples")
}

const twoNodes = `"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},"children":["2",3]},{"id":2,"callFrame":{"functionName":"a"}},{"id":3,"callFrame":{"functionName":"b"}}]`

func TestProfile(t *testing.T) {
	for _, tt := range []struct {
		name           string
		pieces         []string
		times, samples string
	}{
		{"the last sample lasts as long as the mean", []string{`{` + twoNodes + `,"startTime":0,"endTime":900,"samples":[2,3,2],"timeDeltas":[7,10,20]}`}, "a 25\nb 20\n", "a 2\nb 1\n"},
		{"or to the end", []string{`{` + twoNodes + `,"startTime":0,"endTime":40,"samples":[2,3,2],"timeDeltas":[7,10,20]}`}, "a 13\nb 20\n", "a 2\nb 1\n"},
		{"or to a surplus time", []string{`{` + twoNodes + `,"startTime":0,"endTime":900,"samples":[2,3],"timeDeltas":[7,10,20]}`}, "a 10\nb 20\n", "a 1\nb 1\n"},
		{"a step back is sorted", []string{`{` + twoNodes + `,"startTime":0,"samples":[2,3,2],"timeDeltas":[10,10,-5]}`}, "a 10\n", "a 2\nb 1\n"},
		{"too few times", []string{`{` + twoNodes + `,"startTime":0,"samples":[2,3,2],"timeDeltas":[10,10]}`}, "a 10\n", "a 2\nb 1\n"},
		{"a piece before its nodes", []string{`{"samples":[2],"timeDeltas":[5]}`, `{` + twoNodes + `,"samples":[3,3],"timeDeltas":[10,30]}`}, "a 10\nb 30\n", "a 1\nb 2\n"},
		{"pieces name nodes of each other", []string{`{` + twoNodes + `}`, `{"nodes":[{"id":9,"parent":3,"callFrame":{"functionName":"c"}}],"samples":[9,2],"timeDeltas":[1,4],"endTime":5}`}, "b;c 4\n", "a 1\nb;c 1\n"},
		{"hits", []string{`{"nodes":[{"id":1,"callFrame":{"functionName":"a"},"hitCount":4}]}`}, "", "a 4\n"},
		{"ids of a tree repeat", []string{`{"head":{"functionName":"(root)","id":0,"children":[{"functionName":"a","id":0,"hitCount":2},{"functionName":"b","id":0,"hitCount":3}]}}`}, "", "a 2\nb 3\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			times, samples := built(t, input.Options{}, tt.pieces...)
			sourcestest.Same(t, times, tt.times)
			sourcestest.Same(t, samples, tt.samples)
		})
	}
}

// TestRandomOrder checks that samples in any order of time weigh what they weigh in order.
func TestRandomOrder(t *testing.T) {
	const n = 1000
	var samples, times strings.Builder
	for i := range n {
		at := i * 617 % n // each moment once
		samples.WriteString("," + string(rune('2'+at%2)))
		if i < n-1 {
			times.WriteString("," + strconv.Itoa((i+1)*617%n-at))
		}
	}
	got, _ := built(t, input.Options{}, `{`+twoNodes+`,"startTime":0,"endTime":1000,"samples":[`+samples.String()[1:]+`],"timeDeltas":[0`+times.String()+`]}`)
	sourcestest.Same(t, got, "a 500\nb 500\n")
}
