package page

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/collapse/category"
	"fold/flame"
	"fold/flame/browsertest"
	"fold/flame/table"
	"fold/sources"
)

// read returns the profile of a text in a format that fold reads.
func read(t testing.TB, text string) *collapse.Profile {
	t.Helper()
	p, _, err := sources.Read(strings.NewReader(text), sources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func write(t testing.TB, p *collapse.Profile, o Options) string {
	t.Helper()
	var page bytes.Buffer
	if err := Write(&page, p, o); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

var block = regexp.MustCompile(`<script type="application/x-fold">([^<]*)</script>\n`)

// inflated returns the data layer of a page.
func inflated(t testing.TB, page string) []byte {
	t.Helper()
	var packed []byte
	for _, found := range block.FindAllStringSubmatch(page, -1) {
		part, err := base64.StdEncoding.DecodeString(found[1])
		if err != nil {
			t.Fatal(err)
		}
		packed = append(packed, part...)
	}
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestStillPage: what a page is where no script runs.
func TestStillPage(t *testing.T) {
	p := read(t, "main;</script>& 3\nmain;b 1\n")
	got := write(t, p, Options{Title: "</title><b>\x00", NoScript: true})
	picture := regexp.MustCompile(`(?s)<svg.*</svg>\n`)
	got = strings.Replace(picture.ReplaceAllString(got, "PICTURE\n"), stillStyle, "STYLE", 1)
	want := `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>&lt;/title&gt;&lt;b&gt;␀</title>
<style>STYLE</style>
</head>
<body>
<div id="app" class="still">
<h1>&lt;/title&gt;&lt;b&gt;␀</h1>
PICTURE
<table>
<caption>samples: 4 in total, 3 functions</caption>
<thead>
<tr><th scope="col">self</th><th scope="col">self%</th><th scope="col">sum%</th><th scope="col">total</th><th scope="col">total%</th><th scope="col" class="name">function</th></tr>
</thead>
<tbody>
<tr><td>3</td><td>75.00%</td><td>75.00%</td><td>3</td><td>75.00%</td><td class="name"><bdi>&lt;/script&gt;&amp;</bdi></td></tr>
<tr><td>1</td><td>25.00%</td><td>100.00%</td><td>1</td><td>25.00%</td><td class="name"><bdi>b</bdi></td></tr>
<tr><td>0</td><td>0.00%</td><td>100.00%</td><td>4</td><td>100.00%</td><td class="name"><bdi>main</bdi></td></tr>
</tbody>
</table>
</div>
</body>
</html>
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNoSamples: a profile that weighs nothing is an error, and nothing is written.
func TestNoSamples(t *testing.T) {
	var page bytes.Buffer
	if err := Write(&page, read(t, "a 0\n"), Options{}); !errors.Is(err, flame.ErrNoSamples) || page.Len() > 0 {
		t.Errorf("got %v, and %d bytes", err, page.Len())
	}
}

// TestSize: what a page takes besides its data is a small part of what a mail may have.
func TestSize(t *testing.T) {
	if size := len(script); size > 57_000 { // 70 kB in base 91
		t.Errorf("the script takes %d bytes", size)
	}
	var text strings.Builder
	for i := range 20_000 {
		for range 1 + i%9 {
			text.WriteString("github.com/org/repository/package.(*Type).Method" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + ";")
		}
		text.WriteString("leaf 7\n")
	}
	page := write(t, read(t, text.String()), Options{})
	_, still, _ := strings.Cut(page, `<div id="app"`)
	if still, _, _ = strings.Cut(still, "<script"); len(still) > 40_000 {
		t.Errorf("the still page takes %d bytes", len(still))
	}
}

// TestPageSize: what a page takes for each frame, and for the weights of each metric, is as little as it should be.
func TestPageSize(t *testing.T) {
	size := func(p *collapse.Profile) float64 {
		bytes := 0
		for _, found := range block.FindAllStringSubmatch(write(t, p, Options{}), -1) {
			bytes += len(found[1])
		}
		return 0.75 * float64(bytes) / float64(p.Len())
	}
	// With 866,200 frames these are 2.5 and 2.9; here the 4,000 names have more to say.
	if got, most := size(browsertest.MadeProfile(20_000)), 3.2; got > most {
		t.Errorf("%.2f bytes a frame, want %v at most", got, most)
	}
	if got, most := size(browsertest.MadeHeap(20_000)), 3.8; got > most {
		t.Errorf("%.2f bytes a frame of a heap, want %v at most", got, most)
	}
	page := write(t, read(t, demoProfile(t)), Options{})
	before, rest, _ := strings.Cut(page, `<div id="app"`)
	_, rest, _ = strings.Cut(rest, "</div>\n")
	if got := len(before) + len(rest); got > 68_000 {
		t.Errorf("a page of 1,600 frames takes %d bytes without its still part, want 68,000 at most", got)
	}
}

func demoProfile(t testing.TB) string {
	t.Helper()
	raw, err := os.ReadFile("../../testdata/demo/fold-cpu.pb.gz")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// TestHeader: what the data layer says of a profile with several metrics, of which one is the other's multiple.
func TestHeader(t *testing.T) {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	cpu := b.Metric(collapse.Metric{Name: "cpu", Unit: "nanoseconds"})
	space := b.Metric(collapse.Metric{Name: "space", Unit: "kilobytes"})
	b.SetDefault(cpu)
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main", File: "m.go", Line: 3}))
	work := b.Call(main, b.Frame(collapse.Frame{Name: "work", File: "w.go", Module: "lib"}))
	for n, weight := range map[collapse.NodeID]int64{main: 2, work: 3} {
		b.Add(n, samples, weight)
		b.Add(n, cpu, 10*weight)
		b.Add(n, space, 6*int64(n)*weight)
	}
	data := inflated(t, write(t, b.Profile(), Options{Title: "t", Input: []string{"a", "b"}, SourceURL: "x:{file}"}))
	size, n := binary.Uvarint(data)
	var got header
	if err := json.Unmarshal(data[n:n+int(size)], &got); err != nil {
		t.Fatal(err)
	}
	zero := 0
	want := header{
		Version: 2, Frames: 3, Names: 2, Files: 2, Modules: 2, Title: "t", Show: 1, Sides: 1, Cats: category.Names(),
		Input: []string{"a", "b"}, Source: "x:{file}",
		Metrics: []metric{
			{Name: "samples", Noun: "samples", Step: 1},
			{Name: "cpu", Unit: "nanoseconds", Per: 1, Noun: "cpu", Of: &zero, Times: 10},
			{Name: "space", Unit: "bytes", Per: 1024, Noun: "space", Step: 12},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// node runs JavaScript in the folder of the script's sources, gives it input and reads what it prints, both as JSON.
func node(t testing.TB, code string, input, output any) {
	t.Helper()
	in, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	cmd := nodeCommand(t, "--input-type=module", "-e", `
import { readFileSync } from "node:fs";
const input = JSON.parse(readFileSync(0, "utf8"));
`+code)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, output); err != nil {
		t.Fatalf("%v: %.1000s", err, out)
	}
}

func nodeCommand(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("FOLD_REQUIRE_BROWSER") != "" {
			t.Fatal("node is missing")
		}
		t.Skip("no node to run JavaScript with")
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = "ui"
	return cmd
}

// TestScriptUnits runs the tests in ui/test.
func TestScriptUnits(t *testing.T) {
	files, err := filepath.Glob("ui/test/*_test.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	args := []string{"--test"}
	for _, file := range files {
		args = append(args, filepath.Join("test", filepath.Base(file)))
	}
	if out, err := nodeCommand(t, args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// row is what a function weighs.
type row struct {
	Name        string
	Self, Total float64
}

// rowsOf returns the rows of fold top.
func rowsOf(p *collapse.Profile, metric int) (rows []row) {
	for _, r := range table.Top(p.WithDefault(metric), table.Options{}).Rows {
		rows = append(rows, row{r.Function, float64(r.Self), float64(r.Total)})
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.Name, b.Name) })
	return rows
}

// refinement is what chips are asked for, and the filter that does the same.
type refinement struct {
	chips    [][2]string
	filter   collapse.Filter
	category category.Filter
}

func re(text string) *regexp.Regexp { return regexp.MustCompile(text) }

var refinements = []refinement{
	{},
	{chips: [][2]string{{"focus", `^runtime\.`}}, filter: collapse.Filter{Focus: re(`^runtime\.`)}},
	{chips: [][2]string{{"ignore", "gc"}}, filter: collapse.Filter{Ignore: re("gc")}},
	{chips: [][2]string{{"hide", `^runtime\.`}}, filter: collapse.Filter{Hide: re(`^runtime\.`)}},
	{chips: [][2]string{{"show-from", "malloc|main"}}, filter: collapse.Filter{ShowFrom: re("malloc|main")}},
	{chips: [][2]string{{"skip-after", "mallocgc"}}, filter: collapse.Filter{SkipAfter: re("mallocgc")}},
	{chips: [][2]string{{"focus", `\.go$`}}, filter: collapse.Filter{Focus: re(`\.go$`)}},
	{chips: [][2]string{{"skip-after", "e"}, {"hide", "main"}, {"show-from", "r.n"}, {"ignore", "park"}, {"focus", "a"}}, filter: collapse.Filter{
		SkipAfter: re("e"), Hide: re("main"), ShowFrom: re("r.n"), Ignore: re("park"), Focus: re("a"),
	}},
	{chips: [][2]string{{"ignore-category", "GC and runtime"}}, category: category.Filter{Ignore: category.Of(category.Runtime)}},
	{chips: [][2]string{{"focus-category", "own code"}, {"focus-category", "allocator"}}, category: category.Filter{Focus: category.Of(category.OwnCode, category.Allocator)}},
	{
		chips:    [][2]string{{"hide", "malloc"}, {"ignore-category", "system calls and I/O"}, {"focus", "main"}, {"focus-category", "allocator"}, {"show-from", "a"}},
		filter:   collapse.Filter{Hide: re("malloc"), Focus: re("main"), ShowFrom: re("a")},
		category: category.Filter{Focus: category.Of(category.Allocator), Ignore: category.Of(category.Syscalls)},
	},
}

// TestChipsAreFlags: what the page shows of each function is what fold top prints, with each chip and its flag, for
// each metric.
func TestChipsAreFlags(t *testing.T) {
	for _, file := range []string{
		"pprof/go-allocs.pb.gz", "pprof/edge-names.pb.gz", "pprof/edge-drop-frames.pb.gz", "demo/fold-cpu.pb.gz",
		"sample/01-basic-two-threads.txt", "perf/07-srcline-and-inlined.txt",
	} {
		raw, err := os.ReadFile(filepath.Join("..", "..", "testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		p := read(t, string(raw))
		testChips(t, file, p)
	}
	testChips(t, "threads", threads(t))
}

// threads returns a profile with a thread at the root of its stacks.
func threads(t testing.TB) *collapse.Profile {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	for i, stack := range []string{"worker-1;main.run;parse;mallocgc", "worker-2;main.run;mallocgc;gc", "worker-1;gc;park", "main.run;mallocgc;parse;mallocgc", "worker-2;parse;parse"} {
		n := collapse.Root
		for depth, name := range strings.Split(stack, ";") {
			f := collapse.Frame{Name: name}
			if depth == 0 && strings.HasPrefix(name, "worker") {
				f.Kind = collapse.KindThread
			}
			n = b.Call(n, b.Frame(f))
		}
		b.Add(n, samples, int64(3+i))
	}
	return b.Profile()
}

func testChips(t *testing.T, name string, p *collapse.Profile) {
	type request struct {
		Chips  [][2]string `json:"chips"`
		Metric string      `json:"metric"`
	}
	var requests []request
	var want [][]row
	for _, refinement := range refinements {
		for m, metric := range p.Metrics {
			chips := refinement.chips
			if chips == nil {
				chips = [][2]string{}
			}
			requests = append(requests, request{chips, metric.Name})
			shown := refinement.category.Filter(p).Filter(refinement.filter).MapFrames(func(f collapse.Frame) collapse.Frame {
				return collapse.Frame{Name: shownText(f, p.Modules), Kind: f.Kind}
			})
			want = append(want, rowsOf(shown, m))
		}
	}
	var got [][]row
	node(t, `
import { parse } from "./data/codec.js";
import { Profile } from "./data/profile.js";
const profile = new Profile(parse(new Uint8Array(Buffer.from(input.data, "base64"))));
const rows = input.requests.map(({ chips, metric }) => {
  profile.update({ chips, t: "", m: metric, side: "" });
  const { self, total } = profile.tree.measure();
  return profile.names.map((Name, i) => ({ Name, Self: self[i], Total: total[i] })).filter(({ Self, Total }, i) => Self || (Total && !profile.isThread[i]));
});
console.log(JSON.stringify(rows));
`, map[string]any{"data": inflated(t, write(t, p, Options{})), "requests": requests}, &got)
	for i := range requests {
		if len(got[i]) != len(want[i]) || len(want[i]) > 0 && !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("%s, %v: got\n%v\nwant\n%v", name, requests[i], got[i], want[i])
		}
	}
}
