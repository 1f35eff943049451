package sources_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// peersFolder holds the test files of other projects, with what these projects make of them. Their
// licences are not ours, so they are not part of this repository.
const peersFolder = "../../shared/peers"

// difference says how fold's output differs from a peer's: how many lines only one of them has, and what
// these weigh. The reasons are explained in docs/formats.md under the same words.
type difference struct {
	reason                 string
	foldLines, peerLines   int
	foldWeight, peerWeight int64
}

const (
	lastSample   = "the last sample counts without a blank line behind it"
	javaPID      = "java's L goes with --pid and --tid too"
	mangledNames = "mangled names are demangled"
	rustNames    = "Rust names are finished"
	quotes       = "quotes stay in names"
	namelessFile = "a frame without a symbol is named by its file"
	wholeEvents  = "cycles:u and cycles are two events"
	equalStacks  = "equal stacks are added up"
	readIsWork   = "read is no wait"
	callOperator = "operator() keeps its name"
	underscore   = "Rust's _ before an escape goes"
)

// perfDifferences are all fixtures on which fold and a peer differ, by the name of the peer's result.
// Without the word for the options it stands for all of them.
var perfDifferences = map[string]difference{
	"FlameGraph/perf-dd-stacks-01":                    {lastSample, 1, 0, 10101010, 0},
	"FlameGraph/perf-iperf-stacks-pidtid-01":          {lastSample, 1, 0, 1, 0},
	"FlameGraph/perf-java-faults-01":                  {mangledNames, 3, 3, 20, 20},
	"FlameGraph/perf-java-stacks-01":                  {lastSample, 1, 0, 1, 0},
	"FlameGraph/perf-java-stacks-01-collapsed-pid":    {lastSample + ", " + javaPID, 27, 26, 33, 32},
	"FlameGraph/perf-java-stacks-01-collapsed-tid":    {lastSample + ", " + javaPID, 27, 26, 33, 32},
	"FlameGraph/perf-java-stacks-02-collapsed-pid":    {javaPID, 1, 1, 2, 2},
	"FlameGraph/perf-java-stacks-02-collapsed-tid":    {javaPID, 1, 1, 2, 2},
	"FlameGraph/perf-js-stacks-01":                    {quotes, 1, 1, 1, 1},
	"FlameGraph/perf-mirageos-stacks-01":              {lastSample, 1, 1, 3, 2},
	"FlameGraph/perf-numa-stacks-01":                  {lastSample, 1, 1, 73, 72},
	"FlameGraph/perf-rust-Yamakaky-dcpu":              {rustNames, 31, 31, 5993240, 5993240},
	"FlameGraph/perf-vertx-stacks-01":                 {lastSample + ", " + namelessFile, 2, 1, 4, 3},
	"FlameGraph/perf-vertx-stacks-01-collapsed-addrs": {lastSample + ", " + namelessFile, 3, 1, 4, 3},
	"FlameGraph/perf-vertx-stacks-01-collapsed-pid":   {lastSample + ", " + namelessFile + ", " + javaPID, 191, 190, 264, 263},
	"FlameGraph/perf-vertx-stacks-01-collapsed-tid":   {lastSample + ", " + namelessFile + ", " + javaPID, 191, 190, 264, 263},
	"inferno/single-line-stacks":                      {wholeEvents, 0, 1, 0, 1},
	"inferno/perf-rust-Yamakaky-dcpu":                 {underscore, 30, 30, 5922099, 5922099},
	"inferno/single-event":                            {underscore, 1, 1, 10101010, 10101010},
	"inferno/cpp-stacks-std-function":                 {callOperator, 1, 1, 3306084, 3306084},
}

// perfResults returns the peers' results for perf script files, and the input of each.
func perfResults(t *testing.T) map[string]string {
	t.Helper()
	inputs := make(map[string]string)
	for _, dir := range []string{"FlameGraph/test", "inferno/collapse-perf"} {
		results, err := filepath.Glob(filepath.Join(peersFolder, dir, "results", "*-collapsed*.txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, result := range results {
			name, _, _ := strings.Cut(filepath.Base(result), "-collapsed")
			for _, input := range []string{dir + "/" + name + ".txt", "FlameGraph/test/" + name + ".txt", "FlameGraph/" + name + ".txt.gz"} {
				path := filepath.Join(peersFolder, input)
				if _, err := os.Stat(path); err == nil && inputs[result] == "" {
					inputs[result] = path
				}
			}
		}
	}
	return inputs
}

// TestPerfPeers compares fold with stackcollapse-perf.pl and inferno-collapse-perf on their own fixtures.
func TestPerfPeers(t *testing.T) {
	if _, err := os.Stat(peersFolder); err != nil {
		t.Skip("the fixtures of other projects are not here: ", err)
	}
	inputs := perfResults(t)
	if len(inputs) < 80 {
		t.Errorf("only %d results of peers", len(inputs))
	}
	for _, result := range slices.Sorted(maps.Keys(inputs)) {
		peer, _, _ := strings.Cut(strings.TrimPrefix(result, peersFolder+"/"), "/")
		name := peer + "/" + strings.TrimSuffix(filepath.Base(result), ".txt")
		t.Run(name, func(t *testing.T) {
			data := sourcestest.ReadFile(t, inputs[result])
			if len(data) == 0 {
				return // inferno prints nothing; fold refuses an empty file, see the script tests
			}
			_, option, _ := strings.Cut(result, "-collapsed")
			p, _ := sourcestest.MustRead(t, data, perfOptions(strings.Trim(strings.TrimSuffix(option, ".txt"), "-")))
			got := compareLines(sourcestest.ColumnText(t, p, ""), string(sourcestest.ReadFile(t, result)))
			want, known := perfDifferences[name]
			if !known {
				fixture, _, _ := strings.Cut(name, "-collapsed")
				want = perfDifferences[fixture]
			}
			got.reason = want.reason
			if got != want {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		})
	}
}

// perfOptions returns the options that a peer's result was made with.
func perfOptions(word string) sources.Options {
	o := sources.Options{Format: "perf"}
	switch word {
	case "all":
		o.Annotate = input.Annotate{Kernel: true, JIT: true, Inlined: true}
	case "kernel":
		o.Annotate.Kernel = true
	case "jit":
		o.Annotate.JIT = true
	case "addrs":
		o.Addresses = true
	case "pid":
		o.PID = true
	case "tid":
		o.TID = true
	}
	return o
}

// compareLines counts the lines that only one of two folded texts has.
func compareLines(fold, peer string) difference {
	var d difference
	d.foldLines, d.foldWeight = linesWithout(fold, peer)
	d.peerLines, d.peerWeight = linesWithout(peer, fold)
	return d
}

func linesWithout(text, other string) (lines int, weight int64) {
	known := make(map[string]bool)
	for line := range strings.Lines(other) {
		known[strings.TrimSpace(line)] = true
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || known[line] {
			continue
		}
		w, err := strconv.ParseInt(line[strings.LastIndexByte(line, ' ')+1:], 10, 64)
		weight += w
		if err == nil {
			lines++
		}
	}
	return lines, weight
}

// sampleDifferences are how fold and inferno-collapse-sample differ on inferno's own report.
var sampleDifferences = map[string]difference{
	"sample-default":    {equalStacks + ", " + readIsWork + ", " + underscore, 13, 9, 1620, 1381},
	"sample-no-modules": {equalStacks + ", " + readIsWork + ", " + underscore, 13, 9, 1620, 1381},
}

// TestSamplePeers compares fold with inferno-collapse-sample.
func TestSamplePeers(t *testing.T) {
	if _, err := os.Stat(peersFolder); err != nil {
		t.Skip("the fixtures of other projects are not here: ", err)
	}
	folder := filepath.Join(peersFolder, "inferno/collapse-sample")
	p, _ := sourcestest.MustRead(t, sourcestest.ReadFile(t, filepath.Join(folder, "sample.txt")), sources.Options{Format: "sample"})
	for name, want := range sampleDifferences {
		result := string(sourcestest.ReadFile(t, filepath.Join(folder, "results", name+".txt")))
		got := compareLines(sourcestest.ColumnText(t, p.WithModules(name == "sample-default"), ""), result)
		got.reason = want.reason
		if got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}
