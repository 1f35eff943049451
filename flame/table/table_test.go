package table_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/table"
)

var update = flag.Bool("update", false, "rewrite the expected tables in testdata/top")

// The expected tables are worked out by hand from the few stacks of each .folded file.
var tables = []struct {
	name string
	o    table.Options
}{
	{"empty", table.Options{}},
	{"recursion", table.Options{}}, // direct and mutual: a;a and a;b;a;b
	{"modules", table.Options{}},   // two modules with one function, an annotation, a thread with self
	{"first2", table.Options{N: 2}},
	{"signed", table.Options{}}, // weights of both signs, ties, a row that is zero
	{"fractions", table.Options{}},
	{"hostile", table.Options{}}, // control characters, a change of direction, bytes that are not UTF-8
}

func TestTables(t *testing.T) {
	for _, c := range tables {
		base := filepath.Join("..", "..", "testdata", "top", c.name)
		p := folded{modules: true, scale: 2}.read(t, base+".folded")
		top := table.Top(p, c.o)
		golden(t, base+".txt", func(b *bytes.Buffer) error { return top.WriteText(b, table.TextOptions{}) })
		golden(t, base+".json", func(b *bytes.Buffer) error { return top.WriteJSON(b) })
		golden(t, base+".csv", func(b *bytes.Buffer) error { return top.WriteCSV(b) })
		golden(t, base+".md", func(b *bytes.Buffer) error { return top.WriteMarkdown(b) })
	}
}

// golden compares what write writes with a file.
func golden(t *testing.T, file string, write func(*bytes.Buffer) error) {
	t.Helper()
	var got bytes.Buffer
	if err := write(&got); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s:\ngot\n%s\nwant\n%s", file, &got, want)
	}
}

// folded says how a test reads folded stacks.
type folded struct {
	metric  collapse.Metric // zero: samples
	modules bool            // "module`function" is a module and a function
	scale   int             // decimal digits that the weights have room for
}

func (f folded) read(t testing.TB, file string) *collapse.Profile {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return f.parse(string(text))
}

// parse reads folded stacks. A first frame "Thread_..." is a thread.
func (f folded) parse(text string) *collapse.Profile {
	b := collapse.NewBuilder()
	if f.metric.Name == "" {
		f.metric = collapse.Metric{Name: "samples", Unit: "count"}
	}
	column := b.Metric(f.metric)
	b.SetModules(f.modules)
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		blank := strings.LastIndexByte(line, ' ')
		node := collapse.Root
		for name := range strings.SplitSeq(line[:blank], ";") {
			node = b.Call(node, b.Frame(f.frame(name, node == collapse.Root)))
		}
		b.AddDecimal(node, column, f.weight(line[blank+1:]), f.scale)
	}
	return b.Profile()
}

func (f folded) frame(name string, first bool) collapse.Frame {
	frame := collapse.Frame{Name: name}
	if module, function, found := strings.Cut(name, "`"); found && f.modules {
		frame.Module, frame.Name = module, function
	}
	if first && strings.HasPrefix(name, "Thread_") {
		frame.Kind = collapse.KindThread
	}
	return frame
}

// weight reads "1.5" as 150 if the scale is 2.
func (f folded) weight(text string) int64 {
	whole, fraction, _ := strings.Cut(text, ".")
	w, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", f.scale-len(fraction)), 10, 64)
	if err != nil {
		panic(err)
	}
	return w
}

// equalRows compares all rows of two tables.
func equalRows(t *testing.T, name string, got, want []table.Row) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\ngot  %v\nwant %v", name, got, want)
	}
}

// The rows must be those of "go tool pprof -top", value for value.
func TestTopAsPprof(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/top/pprof/*.top.txt")
	if len(files) != 4 {
		t.Fatalf("%d files in testdata/top/pprof, want 4", len(files))
	}
	for _, file := range files {
		p := folded{}.read(t, strings.TrimSuffix(file, ".top.txt")+".folded")
		equalRows(t, file, table.Top(p, table.Options{}).Rows, pprofRows(t, file))
	}
}

// pprofRows reads the rows of "go tool pprof -top":
//
//	    flat  flat%   sum%        cum   cum%
//	1610015B 37.82% 37.82%   1610015B 37.82%  main.Dup[go.shape.struct { X int; Y int }]
//	       4  4.00% 92.00%          4  4.00%  main.hashByte (inline)
func pprofRows(t *testing.T, file string) (rows []table.Row) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(text), "cum%\n")
	for line := range strings.Lines(body) {
		fields := strings.Fields(line)
		name := strings.Join(fields[5:], " ")
		name = strings.TrimSuffix(strings.TrimSuffix(name, " (inline)"), " (partial-inline)")
		rows = append(rows, table.Row{
			Function: strings.ReplaceAll(name, ";", ":"), // as folded stacks spell it
			Self:     pprofNumber(t, fields[0]), Total: pprofNumber(t, fields[3]),
		})
	}
	return rows
}

func pprofNumber(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.TrimRight(text, "Bns"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The rows with self must be those that the worked cases of macOS sample list.
func TestTopAsSample(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/top/sample/*.top.json")
	if len(files) != 3 {
		t.Fatalf("%d files in testdata/top/sample, want 3", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			Samples int64
			Rows    []table.Row
		}
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		top := table.Top(folded{modules: true}.read(t, strings.TrimSuffix(file, ".top.json")+".folded"), table.Options{})
		var got []table.Row
		for _, r := range top.Rows {
			if r.Self > 0 {
				got = append(got, table.Row{Function: r.Function, Module: r.Module, Self: r.Self})
			}
		}
		equalRows(t, file, got, want.Rows)
		if top.Total != want.Samples {
			t.Errorf("%s: total %d, want %d", file, top.Total, want.Samples)
		}
	}
}

func TestTopByTotal(t *testing.T) {
	p := folded{}.parse("main;a 3\nmain;b;c 5\nmain;b;d 5\nz 3\n")
	top := table.Top(p, table.Options{By: table.ByTotal, N: 4})
	equalRows(t, "by total", top.Rows, []table.Row{
		{"main", "", "", 0, 13, false},
		{"b", "", "", 0, 10, false},
		{"c", "", "", 5, 5, false},
		{"d", "", "", 5, 5, false},
	})
	if top.Hidden != 2 || top.HiddenSelf != 6 {
		t.Errorf("%d rows of %d hidden, want 2 of 6", top.Hidden, top.HiddenSelf)
	}
}

// 20,000 calls deep: even and odd call each other, and one stack ends at each depth.
func TestTopDeepRecursion(t *testing.T) {
	const depth = 20_000
	b := collapse.NewBuilder()
	column := b.Metric(collapse.Metric{Name: "samples"})
	names := []collapse.FrameID{b.Frame(collapse.Frame{Name: "even"}), b.Frame(collapse.Frame{Name: "odd"})}
	node := collapse.Root
	for i := range depth {
		node = b.Call(node, names[i%2])
		b.Add(node, column, 1)
	}
	equalRows(t, "deep", table.Top(b.Profile(), table.Options{}).Rows, []table.Row{
		{"even", "", "", depth / 2, depth, false},
		{"odd", "", "", depth / 2, depth - 1, false}, // all but the stack that is "even" alone
	})
}

// Frames that differ in file, line, kind or annotation are one row; the module shows where all agree.
func TestTopMergesFrames(t *testing.T) {
	frames := []collapse.Frame{
		{Name: "copy", Module: "libc.so.6", File: "copy.c", Line: 1, Kind: collapse.KindNative},
		{Name: "copy_[i]", Module: "libc.so.6", File: "copy.c", Line: 2, Kind: collapse.KindInlined},
		{Name: "read", Module: "[kernel]"},
		{Name: "read", Module: "libc.so.6"},
		{Name: "open", Module: "libc.so.6"},
		{Name: "open"},
		{Name: "_[k]"},
		{Name: "f_[2]"},
		{Name: "sh", Kind: collapse.KindThread},
		{Name: "sh", Kind: collapse.KindNative},
		{Name: "idle", Kind: collapse.KindThread},
		{Name: "exit", Module: "a.out"},
		{Name: "exit", Module: "b.out"}, // weighs nothing
	}
	weights := []int64{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 0, 1024, 0}
	build := func(modules bool) *collapse.Profile {
		b := collapse.NewBuilder()
		b.SetModules(modules)
		column := b.Metric(collapse.Metric{Name: "samples"})
		for i, frame := range frames {
			b.Add(b.Call(collapse.Root, b.Frame(frame)), column, weights[i])
		}
		return b.Profile()
	}
	equalRows(t, "functions", table.Top(build(false), table.Options{}).Rows, []table.Row{
		{"exit", "a.out", "", 1024, 1024, false},
		{"sh", "", "", 512, 512, false},
		{"sh", "", "", 256, 256, true},
		{"f_[2]", "", "", 128, 128, false},
		{"_[k]", "", "", 64, 64, false},
		{"open", "", "", 48, 48, false},
		{"read", "", "", 12, 12, false},
		{"copy", "libc.so.6", "", 3, 3, false},
	})
	equalRows(t, "modules", table.Top(build(true), table.Options{}).Rows, []table.Row{
		{"exit", "a.out", "", 1024, 1024, false},
		{"sh", "", "", 512, 512, false},
		{"sh", "", "", 256, 256, true},
		{"f_[2]", "", "", 128, 128, false},
		{"_[k]", "", "", 64, 64, false},
		{"open", "", "", 32, 32, false},
		{"open", "libc.so.6", "", 16, 16, false},
		{"read", "libc.so.6", "", 8, 8, false},
		{"read", "[kernel]", "", 4, 4, false},
		{"copy", "libc.so.6", "", 3, 3, false},
	})
}

// Random trees of few names, weighed here stack by stack.
func TestTopEqualsStackByStack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var text strings.Builder
		weights := make(map[string]table.Row)
		for range 1 + random.IntN(30) {
			stack := make([]string, 1+random.IntN(8))
			for i := range stack {
				stack[i] = string('a' + rune(random.IntN(4)))
			}
			w := int64(1 + random.IntN(9))
			fmt.Fprintln(&text, strings.Join(stack, ";"), w)
			for i, name := range stack {
				r := weights[name]
				if i == len(stack)-1 {
					r.Self += w
				}
				if !slices.Contains(stack[:i], name) {
					r.Total += w
				}
				weights[name] = r
			}
		}
		var want []table.Row
		for name, r := range weights {
			want = append(want, table.Row{Function: name, Self: r.Self, Total: r.Total})
		}
		slices.SortFunc(want, func(a, b table.Row) int {
			return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(a.Function, b.Function))
		})
		equalRows(t, text.String(), table.Top(folded{}.parse(text.String()), table.Options{}).Rows, want)
	}
}

// Frames of equal self and name stand in order of module, or else of total.
func TestTopTies(t *testing.T) {
	p := folded{modules: true}.parse("b`f 2\na`f 2\nx;Thread_1 1\nThread_1;f 2\nThread_1 1\n")
	equalRows(t, "ties", table.Top(p, table.Options{}).Rows, []table.Row{
		{"f", "", "", 2, 2, false},
		{"f", "a", "", 2, 2, false},
		{"f", "b", "", 2, 2, false},
		{"Thread_1", "", "", 1, 3, true},  // the thread
		{"Thread_1", "", "", 1, 1, false}, // a function of that name
		{"x", "", "", 0, 1, false},
	})
}

func TestTopBeyond64Bits(t *testing.T) {
	const most, least = math.MaxInt64, math.MinInt64
	for _, c := range []struct {
		text              string
		first             table.Row
		total             int64
		signed, saturated bool
	}{
		{"a 9223372036854775807\n", table.Row{"a", "", "", most, most, false}, most, false, true}, // it may have been more
		{"a 9223372036854775806\n", table.Row{"a", "", "", most - 1, most - 1, false}, most - 1, false, false},
		{"a 9223372036854775807\na 1\n", table.Row{"a", "", "", most, most, false}, most, false, true}, // saturated by the Builder
		{"a 9223372036854775807\nb 1\n", table.Row{"a", "", "", most, most, false}, most, false, true},
		{"a 9223372036854775807\nb;a 1\n", table.Row{"a", "", "", most, most, false}, most, false, true},
		{"a 9223372036854775807\nb -1\n", table.Row{"a", "", "", most, most, false}, most, true, true}, // the plain sum would fit
		{"a -9223372036854775807\n", table.Row{"a", "", "", -most, -most, false}, most, true, true},
		{"a -9223372036854775808\n", table.Row{"a", "", "", least, least, false}, most, true, true},
		{"a -9223372036854775807\nb;a -2\n", table.Row{"a", "", "", least, least, false}, most, true, true},
	} {
		top := table.Top(folded{}.parse(c.text), table.Options{})
		if top.Rows[0] != c.first || top.Total != c.total || top.Signed != c.signed || top.Saturated != c.saturated {
			t.Errorf("%q: first %v, total %d, signed %t, saturated %t", c.text, top.Rows[0], top.Total, top.Signed, top.Saturated)
		}
	}
}

// A share that rounds to zero has no sign.
func TestWriteCSVSmallShares(t *testing.T) {
	var got bytes.Buffer
	if err := table.Top(folded{}.parse("a 10000000\nb -1\n"), table.Options{}).WriteCSV(&got); err != nil {
		t.Fatal(err)
	}
	const want = "self,self_percent,sum_percent,total,total_percent,function,module\n" +
		"10000000,100,100,10000000,100,a,\n-1,0,100,-1,0,b,\n"
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &got, want)
	}
}

func TestTopWithoutMetrics(t *testing.T) {
	top := table.Top(collapse.NewBuilder().Profile(), table.Options{})
	text(t, "no metric", top, table.TextOptions{}, "weight: 0 in total, 0 functions\n")
}

// Text compares what WriteText writes.
func text(t *testing.T, name string, top table.Table, o table.TextOptions, want string) {
	t.Helper()
	var got bytes.Buffer
	if err := top.WriteText(&got, o); err != nil {
		t.Fatal(err)
	}
	if got.String() != want {
		t.Errorf("%s:\ngot\n%s\nwant\n%s", name, &got, want)
	}
}

func TestWriteTextUnits(t *testing.T) {
	for _, c := range []struct {
		metric collapse.Metric
		stacks string
		want   string
	}{
		{collapse.Metric{Name: "inuse_space", Unit: "bytes"}, "a 1610015\nb 524528\n", `
inuse_space: 2.04MB in total, 2 functions
    self   self%     sum%     total  total%  function
  1.54MB  75.43%   75.43%    1.54MB  75.43%  a
512.23kB  24.57%  100.00%  512.23kB  24.57%  b
`},
		{collapse.Metric{Name: "delay", Unit: "ticks"}, "a 1234567\n", `
delay (ticks): 1,234,567 in total, 1 function
   self    self%     sum%    total   total%  function
1234567  100.00%  100.00%  1234567  100.00%  a
`},
		{collapse.Metric{Event: "cycles:u", Name: "samples", Unit: "count"}, "a 999\n", `
samples of cycles:u: 999 in total, 1 function
self    self%     sum%  total   total%  function
 999  100.00%  100.00%    999  100.00%  a
`},
		{collapse.Metric{Event: "a\nb", Name: "a\nb"}, "a 1\n", `
a\nb: 1 in total, 1 function
self    self%     sum%  total   total%  function
   1  100.00%  100.00%      1  100.00%  a
`},
	} {
		top := table.Top(folded{metric: c.metric}.parse(c.stacks), table.Options{})
		text(t, c.metric.Name, top, table.TextOptions{}, c.want[1:])
	}
}

// The numbers take 40 columns here, so that 60 leave 20 to the function and its module.
func TestWriteTextWidth(t *testing.T) {
	const title = "samples: 1 in total, 1 function\n" + "self    self%     sum%  total   total%  function"
	const line = "   1  100.00%  100.00%      1  100.00%  "
	for _, c := range []struct {
		frame       string
		width       int
		title, want string
	}{
		{"abcdefghijklmnopqrst", 60, "", "abcdefghijklmnopqrst"},
		{"abcdefghijklmnopqrstu", 60, "", "abcdefghij…mnopqrstu"},
		{"abcdefghijklmnopqrstu", 0, "", "abcdefghijklmnopqrstu"},
		{"abcdefghijklmnopqrstu", 10, "", "abcdefgh…opqrstu"},                              // the least room: 16
		{"日本語日本語日本語日本", 60, "", "日本語日本…本語日本"},                                              // 22 wide; 10 + 1 + 8
		{"e\u0301e\u0301abcdefghijklmnopqrst", 60, "", "e\u0301e\u0301abcdefgh…lmnopqrst"}, // a mark stays with its letter
		{"libc`abcdefghijklmnopq", 60, "  (module)", "abcdefg…lmnopq  (…c)"},
		{"a_rather_long_module_name`read", 60, "  (module)", "read  (a_rat…e_name)"},
		{"ab\x1bcdefghijklmnopqrstu", 60, "", `ab\x1bcdef…mnopqrstu`},
	} {
		top := table.Top(folded{modules: true}.parse(c.frame+" 1\n"), table.Options{})
		text(t, c.frame, top, table.TextOptions{Width: c.width}, title+c.title+"\n"+line+c.want+"\n")
	}
}

func TestWriteTextColor(t *testing.T) {
	top := table.Top(folded{}.parse("main;a 1\n"), table.Options{})
	text(t, "color", top, table.TextOptions{Color: true}, "samples: 1 in total, 2 functions\n"+
		"\x1b[1mself    self%     sum%  total   total%  function\x1b[0m\n"+
		"   1  100.00%  100.00%      1  100.00%  a\n"+
		"\x1b[2m   0    0.00%  100.00%      1  100.00%  main\x1b[0m\n")
}

// Of 12 columns, 100% are 96 eighths: 25% are 24, 3 columns; 2% are 1.92, two eighths; 73% are 70.08, 8 columns and
// six eighths.
func TestWriteTextBars(t *testing.T) {
	top := table.Top(folded{}.parse("main;parse 25\nmain;read 2\nidle 73\n"), table.Options{})
	text(t, "bars", top, table.TextOptions{Bars: true}, "samples: 100 in total, 4 functions\n"+
		"self   self%     sum%  total  total%                function\n"+
		"  73  73.00%   73.00%     73  73.00%  ████████▊     idle\n"+
		"  25  25.00%   98.00%     25  25.00%  ███           parse\n"+
		"   2   2.00%  100.00%      2   2.00%  ▎             read\n"+
		"   0   0.00%  100.00%     27  27.00%  ░░░           main\n")
	signed := table.Top(folded{}.parse("a 1\nb -1\n"), table.Options{})
	text(t, "no bars", signed, table.TextOptions{Bars: true}, "samples: 2 in total without signs, 2 functions\n"+
		"self    self%    sum%  total   total%  function\n"+
		"   1   50.00%  50.00%      1   50.00%  a\n"+
		"  -1  -50.00%   0.00%     -1  -50.00%  b\n")
}

// Every character that is not plain text, and the names that a file of stacks cannot hold.
func TestNamesDoNotEscape(t *testing.T) {
	for _, c := range []struct{ name, text, markdown, csv string }{
		{"a\nb", `a\nb`, "`a\\nb`", "\"a\nb\""},
		{"a\r\x00b", `a\r\x00b`, "`a\\r\\x00b`", "\"a\r\x00b\""},
		{"\x7f\u0085\u200b", `\x7f\u0085\u200b`, "`\\x7f\\u0085\\u200b`", "\x7f\u0085\u200b"},
		{"\u2028\u2066\U000e0041", `\u2028\u2066\U000e0041`, "`\\u2028\\u2066\\U000e0041`", "\"\u2028\u2066\U000e0041\""}, // CSV quotes white space at the start
		{"\xc3(\ufffd", `\xc3(` + "\ufffd", "`\\xc3(\ufffd`", "\ufffd(\ufffd"},
		{"[a](b)`c`~~d~~&lt;$e$#1", "[a](b)`c`~~d~~&lt;$e$#1", "``[a](b)`c`~~d~~&lt;$e$#1``", "[a](b)`c`~~d~~&lt;$e$#1"},
	} {
		b := collapse.NewBuilder()
		b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: c.name})), b.Metric(collapse.Metric{Name: "samples"}), 1)
		top := table.Top(b.Profile(), table.Options{})
		const title = "samples: 1 in total, 1 function\n"
		text(t, c.name, top, table.TextOptions{}, title+
			"self    self%     sum%  total   total%  function\n"+
			"   1  100.00%  100.00%      1  100.00%  "+c.text+"\n")
		var markdown, csv bytes.Buffer
		if err := cmp.Or(top.WriteMarkdown(&markdown), top.WriteCSV(&csv)); err != nil {
			t.Fatal(err)
		}
		want := title + "\n| self | self% | sum% | total | total% | function |\n|---:|---:|---:|---:|---:|:---|\n" +
			"| 1 | 100.00% | 100.00% | 1 | 100.00% | " + c.markdown + " |\n"
		if markdown.String() != want {
			t.Errorf("%q:\ngot\n%s\nwant\n%s", c.name, &markdown, want)
		}
		want = "self,self_percent,sum_percent,total,total_percent,function,module\n1,100,100,1,100," + c.csv + ",\n"
		if csv.String() != want {
			t.Errorf("%q:\ngot\n%s\nwant\n%s", c.name, &csv, want)
		}
	}
}

// brokenWriter cannot write.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestTableWritersReturnErrors(t *testing.T) {
	top := table.Top(folded{}.parse("a 1\n"), table.Options{})
	for name, err := range map[string]error{
		"text":     top.WriteText(brokenWriter{}, table.TextOptions{}),
		"markdown": top.WriteMarkdown(brokenWriter{}),
		"json":     top.WriteJSON(brokenWriter{}),
		"csv":      top.WriteCSV(brokenWriter{}),
	} {
		if err != os.ErrClosed {
			t.Errorf("%s: error %v, want %v", name, err, os.ErrClosed)
		}
	}
}

// A tree of a million nodes, up to 40 deep, of 5,000 functions.
func BenchmarkTop(b *testing.B) {
	const nodes = 1_000_000
	random := rand.New(rand.NewPCG(1, 2))
	builder := collapse.NewBuilder()
	column := builder.Metric(collapse.Metric{Name: "samples"})
	var frames []collapse.FrameID
	for i := range 5_000 {
		frames = append(frames, builder.Frame(collapse.Frame{Name: "function" + strconv.Itoa(i), Module: "module"}))
	}
	path := []collapse.NodeID{collapse.Root}
	for last := collapse.Root; last < nodes; {
		path = path[:1+random.IntN(len(path))]
		for range 40 - len(path) {
			last = max(last, builder.Call(path[len(path)-1], frames[random.IntN(len(frames))]))
			path = append(path, last)
		}
		builder.Add(path[len(path)-1], column, 1)
	}
	p := builder.Profile()
	b.ReportAllocs()
	for b.Loop() {
		table.Top(p, table.Options{N: 20})
	}
}
