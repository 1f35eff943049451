package speedscope_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
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
	Profiles []struct {
		Type       string        `json:"type"`
		Name       *string       `json:"name"`
		Unit       string        `json:"unit"`
		StartValue json.Number   `json:"startValue"`
		EndValue   json.Number   `json:"endValue"`
		Samples    [][]int       `json:"samples"`
		Weights    []json.Number `json:"weights"`
	} `json:"profiles"`
}

// speedscopeUnits is the schema's ValueUnit.
var speedscopeUnits = []string{"none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes"}

// TestSpeedscopeSchema checks every fixture against the rules of the schema and what the viewer asks for
// besides: as many weights as samples, frames that exist, weights that add up.
func TestSpeedscopeSchema(t *testing.T) {
	sourcestest.EachFixture(t, func(t *testing.T, p *collapse.Profile, _ []byte) {
		for metric := range p.Metrics {
			one, _, _ := p.DropNegative(metric)
			checkSpeedscope(t, one, sourcestest.Written(t, "speedscope", one, 0))
		}
	})
}

func checkSpeedscope(t *testing.T, p *collapse.Profile, text string) {
	t.Helper()
	var file speedscopeFile
	in := json.NewDecoder(strings.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if file.Schema != "https://www.speedscope.app/file-format-schema.json" || file.Shared == nil || file.Shared.Frames == nil || len(file.Profiles) != 1 {
		t.Fatal("not the outline that the schema asks for")
	}
	for _, f := range file.Shared.Frames {
		if f.Name == nil {
			t.Error("a frame without a name")
		}
	}
	profile := file.Profiles[0]
	if profile.Type != "sampled" || profile.Name == nil || !slices.Contains(speedscopeUnits, profile.Unit) {
		t.Errorf("profile of type %q with the unit %q", profile.Type, profile.Unit)
	}
	if profile.StartValue != "0" || profile.Samples == nil || profile.Weights == nil || len(profile.Samples) != len(profile.Weights) {
		t.Fatalf("starts at %q; %d samples, %d weights", profile.StartValue, len(profile.Samples), len(profile.Weights))
	}
	for _, sample := range profile.Samples {
		for _, frame := range sample {
			if frame < 0 || frame >= len(file.Shared.Frames) {
				t.Fatalf("no frame %d", frame)
			}
		}
	}
	sum, total := new(big.Rat), number(t, profile.EndValue)
	for _, weight := range profile.Weights {
		sum.Add(sum, number(t, weight))
	}
	if want := string(collapse.AppendWeight(nil, p.Total(0), p.Metrics[0].Scale)); sum.Cmp(total) != 0 && !p.Saturated || string(profile.EndValue) != want {
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
		t.Run(tt.name, func(t *testing.T) { sourcestest.Same(t, sourcestest.Written(t, "speedscope", tt.p, 0), tt.want) })
	}
}
