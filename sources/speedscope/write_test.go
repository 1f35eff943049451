package speedscope_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/sourcestest"
)

// speedscopeFile is what the published schema allows in a file with sampled profiles, without what is
// optional there and not written by fold. Pointers tell what is missing.
type speedscopeFile struct {
	Schema   string `json:"$schema"`
	Exporter string `json:"exporter"`
	Shared   *struct {
		Frames []struct {
			Name *string `json:"name"`
			File string  `json:"file"`
			Line int     `json:"line"`
		} `json:"frames"`
	} `json:"shared"`
	Profiles []writtenProfile `json:"profiles"`
}

type writtenProfile struct {
	Type       string        `json:"type"`
	Name       *string       `json:"name"`
	Unit       string        `json:"unit"`
	StartValue json.Number   `json:"startValue"`
	EndValue   json.Number   `json:"endValue"`
	Samples    [][]int       `json:"samples"`
	Weights    []json.Number `json:"weights"`
}

// speedscopeUnits is the schema's ValueUnit.
var speedscopeUnits = []string{"none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes"}

// TestSpeedscopeSchema checks every fixture against the rules of the schema and what the viewer asks for
// besides: as many weights as samples, frames that exist, weights that add up.
func TestSpeedscopeSchema(t *testing.T) {
	sourcestest.EachFixture(t, func(t *testing.T, p *collapse.Profile, _ []byte) {
		shown := p.Default
		if slices.ContainsFunc(p.Metrics, func(m collapse.Metric) bool { return m.Side != collapse.NoSide }) || hasNegative(p) {
			p, _, _ = p.DropNegative(shown)
			shown = 0
		}
		text := sourcestest.Written(t, "speedscope", p, shown)
		checkSpeedscope(t, p, shown, text)
		checkAgain(t, p, shown, text)
	})
}

func hasNegative(p *collapse.Profile) bool {
	for metric := range p.Metrics {
		if p.HasNegative(metric) {
			return true
		}
	}
	return false
}

// checkAgain checks that what was written reads back, column by column.
func checkAgain(t *testing.T, p *collapse.Profile, shown int, text string) {
	t.Helper()
	again, _ := sourcestest.MustRead(t, []byte(text), sources.Options{Format: "speedscope"})
	if len(again.Metrics) != len(p.Metrics) {
		t.Fatalf("%d columns, want %d", len(again.Metrics), len(p.Metrics))
	}
	for i, metric := range order(p, shown) {
		if got, want := weights(t, again, i), weights(t, p, metric); got != want {
			t.Errorf("%s: %s", p.Metrics[metric].Name, sourcestest.Difference(got, want))
		}
		if got, want := again.Metrics[i].Name, p.Metrics[metric].Name; got != want {
			t.Errorf("column %q, want %q", got, want)
		}
	}
}

// order returns the columns of a profile as they are written: the one that is shown first.
func order(p *collapse.Profile, shown int) []int {
	columns := []int{shown}
	for metric := range p.Metrics {
		if metric != shown {
			columns = append(columns, metric)
		}
	}
	return columns
}

// weights returns a column as folded stacks, times in nanoseconds.
func weights(t *testing.T, p *collapse.Profile, metric int) string {
	t.Helper()
	one, _, _ := p.DropNegative(metric)
	m := one.Metrics[0]
	nanoseconds := collapse.Metric{Name: m.Name, Unit: "nanoseconds", Scale: m.Scale}
	if m.SameUnit(nanoseconds) {
		_, factors := collapse.Align(nanoseconds, m)
		one = one.Multiply(0, factors[1], 0)
	}
	var out bytes.Buffer
	if err := collapse.WriteFolded(&out, one, collapse.FoldedOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func checkSpeedscope(t *testing.T, p *collapse.Profile, shown int, text string) {
	t.Helper()
	var file speedscopeFile
	in := json.NewDecoder(strings.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if file.Schema != "https://www.speedscope.app/file-format-schema.json" || file.Shared == nil || file.Shared.Frames == nil || len(file.Profiles) != len(p.Metrics) {
		t.Fatal("not the outline that the schema asks for")
	}
	for _, f := range file.Shared.Frames {
		if f.Name == nil {
			t.Error("a frame without a name")
		}
	}
	for i, metric := range order(p, shown) {
		checkProfile(t, p, metric, file.Profiles[i], len(file.Shared.Frames))
	}
}

func checkProfile(t *testing.T, p *collapse.Profile, metric int, profile writtenProfile, frames int) {
	t.Helper()
	if profile.Type != "sampled" || profile.Name == nil || !slices.Contains(speedscopeUnits, profile.Unit) {
		t.Errorf("profile of type %q with the unit %q", profile.Type, profile.Unit)
	}
	if profile.StartValue != "0" || profile.Samples == nil || profile.Weights == nil || len(profile.Samples) != len(profile.Weights) {
		t.Fatalf("starts at %q; %d samples, %d weights", profile.StartValue, len(profile.Samples), len(profile.Weights))
	}
	for _, sample := range profile.Samples {
		for _, frame := range sample {
			if frame < 0 || frame >= frames {
				t.Fatalf("no frame %d", frame)
			}
		}
	}
	sum, total := new(big.Rat), number(t, profile.EndValue)
	for _, weight := range profile.Weights {
		sum.Add(sum, number(t, weight))
	}
	if want := string(collapse.AppendWeight(nil, p.Total(metric), p.Metrics[metric].Scale)); sum.Cmp(total) != 0 && !p.Saturated || string(profile.EndValue) != want {
		t.Errorf("ends at %s; weights add up to %s; want %s", total, sum, want)
	}
}

func number(t *testing.T, n json.Number) *big.Rat {
	t.Helper()
	value, ok := new(big.Rat).SetString(n.String())
	if !ok {
		t.Fatalf("no number: %q", n)
	}
	return value
}

func TestWriteSpeedscope(t *testing.T) {
	const head = `{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"fold",` + "\n"
	b := collapse.NewBuilder()
	delay := b.Metric(collapse.Metric{Event: "lock", Name: "delay", Unit: "ticks"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main", File: "main.go", Line: 12}))
	b.Add(main, delay, 3)
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "unused"})), delay, 0)
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "wait", Module: "not shown"})), delay, 5)
	several := collapse.NewBuilder()
	several.Metric(collapse.Metric{Event: "cycles", Name: "cycles", Unit: "count"})
	several.Metric(collapse.Metric{Event: "cycles", Name: "samples", Unit: "count"})
	several.SetDefault(1)
	call := several.Call(collapse.Root, several.Frame(collapse.Frame{Name: "go:7", File: "go.c", Line: 7}))
	several.Add(call, 0, 900)
	several.Add(call, 1, 2)
	several.Add(several.Call(call, several.Frame(collapse.Frame{Name: "rest"})), 0, 100)
	for _, tt := range []struct {
		name string
		p    *collapse.Profile
		want string
	}{
		{"files, lines and an unknown unit", b.Profile(), head + `"shared":{"frames":[
{"name":"main","file":"main.go","line":12},
{"name":"wait"}]},
"profiles":[{"type":"sampled","name":"delay of lock (ticks)","unit":"none","startValue":0,"endValue":8,
"samples":[
[0],
[0,1]],
"weights":[3,5]}]}
`},
		{"a profile for each column", several.Profile(), head + `"shared":{"frames":[
{"name":"go","file":"go.c","line":7},
{"name":"rest"}]},
"profiles":[{"type":"sampled","name":"samples of cycles","unit":"none","startValue":0,"endValue":2,
"samples":[
[0]],
"weights":[2]},
{"type":"sampled","name":"cycles","unit":"none","startValue":0,"endValue":1000,
"samples":[
[0],
[0,1]],
"weights":[900,100]}]}
`},
		{"fractions and hostile names", sourcestest.FromFolded(t, "\xff\"x 0.5\n</script> 1.25\n"), head + `"shared":{"frames":[
{"name":"</script>"},
{"name":"\ufffd\"x"}]},
"profiles":[{"type":"sampled","name":"samples","unit":"none","startValue":0,"endValue":1.75,
"samples":[
[0],
[1]],
"weights":[1.25,0.5]}]}
`},
		{"nothing", sourcestest.FromFolded(t, "a 0\n"), head + `"shared":{"frames":[]},
"profiles":[{"type":"sampled","name":"samples","unit":"none","startValue":0,"endValue":0,
"samples":[],
"weights":[]}]}
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sourcestest.Same(t, sourcestest.Written(t, "speedscope", tt.p, tt.p.Default), tt.want)
		})
	}
}
