package sources_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// TestWriteForAnyWorkers checks that what is written depends on the input alone.
func TestWriteForAnyWorkers(t *testing.T) {
	sourcestest.EachFixture(t, func(t *testing.T, _ *collapse.Profile, data []byte) {
		for _, format := range []string{"pprof", "speedscope", "json"} {
			var first string
			for _, o := range []sources.Options{{Workers: 1}, {Workers: 3, ChunkSize: 50}} {
				p, _ := sourcestest.MustRead(t, data, o)
				p, _, _ = p.DropNegative(p.Default)
				got := sourcestest.Written(t, format, p, 0)
				if first == "" {
					first = got
				}
				if got != first {
					t.Errorf("%s differs with %d workers", format, o.Workers)
				}
			}
		}
	})
}

// TestWriteErrors lets the output fail at the first byte.
func TestWriteErrors(t *testing.T) {
	p := sourcestest.FromFolded(t, "a;b 1\n")
	for _, format := range sources.Formats() {
		if format.Write == nil {
			continue
		}
		if err := format.Write(brokenWriter{}, p, 0); err != errBroken {
			t.Errorf("%s: got %v", format.Name, err)
		}
	}
}

var errBroken = fmt.Errorf("no space left")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

// TestWriteNegative checks that formats without weights below zero refuse them.
func TestWriteNegative(t *testing.T) {
	p := sourcestest.FromFolded(t, "a;b -1\na;c 2\n")
	for _, tt := range []struct{ format, want string }{
		{"speedscope", "weights below zero cannot be written: leave them out first"},
		{"json", "weights below zero cannot be written: leave them out first"},
	} {
		f, _ := sources.FormatNamed(tt.format)
		var out bytes.Buffer
		if err := f.Write(&out, p, 0); err == nil || err.Error() != tt.want || out.Len() > 0 {
			t.Errorf("%s: got %v and %q", tt.format, err, out.String())
		}
	}
}

// TestWriteDeep writes a stack that is deeper than any that recursion would stand on a small stack.
func TestWriteDeep(t *testing.T) {
	const depth = 20_000
	p := sourcestest.FromFolded(t, strings.Repeat("f;", depth)+"g 1\n")
	for format, want := range map[string]string{
		"json":   `{"name":"root","value":1` + strings.Repeat(",\"children\":[\n{\"name\":\"f\",\"value\":1", depth) + ",\"children\":[\n{\"name\":\"g\",\"value\":1}" + strings.Repeat("]}", depth+1) + "\n",
		"folded": strings.Repeat("f;", depth) + "g 1\n",
	} {
		sourcestest.Same(t, sourcestest.Written(t, format, p, 0), want)
	}
	again, _ := sourcestest.MustRead(t, []byte(sourcestest.Written(t, "pprof", p, 0)), sources.Options{})
	sourcestest.Same(t, sourcestest.ColumnText(t, again, ""), sourcestest.ColumnText(t, p, ""))
}

// TestWriteTreeMerges checks that frames which differ only in what is not written are one node.
func TestWriteTreeMerges(t *testing.T) {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	for _, file := range []string{"a.go", "b.go"} {
		b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "init", File: file})), samples, 2)
	}
	sourcestest.Same(t, sourcestest.Written(t, "json", b.Profile(), samples), "{\"name\":\"root\",\"value\":4,\"children\":[\n{\"name\":\"init\",\"value\":4}]}\n")
}

func TestWriteTree(t *testing.T) {
	for _, tt := range []struct{ name, input, want string }{
		{"one stack", "main;work 7\n", `{"name":"root","value":7,"children":[
{"name":"main","value":7,"children":[
{"name":"work","value":7}]}]}
`},
		{"siblings and own weight", "a 1\na;b 2\na;c;d 3\ne 4\n", `{"name":"root","value":10,"children":[
{"name":"a","value":6,"children":[
{"name":"b","value":2},
{"name":"c","value":3,"children":[
{"name":"d","value":3}]}]},
{"name":"e","value":4}]}
`},
		{"fractions, and a stack without weight", "a;b 0\nc 0.25\nd 1.5\n", `{"name":"root","value":1.75,"children":[
{"name":"c","value":0.25},
{"name":"d","value":1.5}]}
`},
		{"hostile names", "</script>;say \"\\\";\xff\x01 1\n", `{"name":"root","value":1,"children":[
{"name":"</script>","value":1,"children":[
{"name":"say \"\\\"","value":1,"children":[
{"name":"\ufffd\u0001","value":1}]}]}]}
`},
		{"modules", "lib`f;g 2\n", "{\"name\":\"root\",\"value\":2,\"children\":[\n{\"name\":\"lib`f\",\"value\":2,\"children\":[\n{\"name\":\"g\",\"value\":2}]}]}\n"},
		{"beyond 53 bits", "a 9007199254740993\n", `{"name":"root","value":9007199254740993,"children":[
{"name":"a","value":9007199254740993}]}
`},
		{"nothing", "a 0\n", "{\"name\":\"root\",\"value\":0}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sourcestest.Same(t, sourcestest.Written(t, "json", sourcestest.FromFolded(t, tt.input), 0), tt.want)
		})
	}
}

// FuzzWrite writes profiles with any names and weights: JSON must be valid, and pprof must hold the same
// weights, each with as many frames.
func FuzzWrite(f *testing.F) {
	f.Add("main;parse 1\nmain 2.5\n")
	f.Add("a;;b -3\n;c 4\n\xff;\x00\";</x> 9223372036854775807\nf_[i];g_[i] 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := sources.Read(strings.NewReader(text), sources.Options{Format: "folded"})
		if err != nil {
			return
		}
		for metric := range p.Metrics {
			one, _, _ := p.DropNegative(metric)
			for _, format := range []string{"speedscope", "json"} {
				if out := sourcestest.Written(t, format, one, 0); !json.Valid([]byte(out)) {
					t.Errorf("%s: no JSON: %q", format, out)
				}
			}
		}
		again, _ := sourcestest.MustRead(t, []byte(sourcestest.Written(t, "pprof", p, p.Default)), sources.Options{Demangle: input.DemangleNone})
		for metric := range p.Metrics {
			if got, want := shape(again, metric), shape(p, metric); !slices.Equal(got, want) {
				t.Errorf("column %d: depths and weights %v, want %v", metric, got, want)
			}
		}
	})
}

// shape returns the depths at which stacks end and what those weigh together, sorted.
func shape(p *collapse.Profile, metric int) []string {
	depth := make([]int, p.Len())
	weights := make(map[int]int64)
	for i := 1; i < p.Len(); i++ {
		n := collapse.NodeID(i)
		depth[n] = depth[p.Parent(n)] + 1
		weights[depth[n]] += p.Self(metric, n)
	}
	var lines []string
	for depth, weight := range weights {
		if weight != 0 {
			lines = append(lines, fmt.Sprintf("%d %d", depth, weight))
		}
	}
	slices.Sort(lines)
	return lines
}
