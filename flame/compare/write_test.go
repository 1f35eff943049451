package compare

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/table"
)

// runOf returns a run with a weight for each name.
func runOf(name string, weights map[string]int64) Run {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	for function, w := range weights {
		b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: function, Module: "m|d"})), samples, w)
	}
	return Run{Name: name, Profile: b.Profile()}
}

// TestCompareHostile writes names that are commands to a terminal, to Markdown, or no text at all.
func TestCompareHostile(t *testing.T) {
	c := Runs([]Run{
		runOf("a\x1b[31m", map[string]int64{"x\x1b[2J|\xff": 500, "same": 500}),
		runOf("b", map[string]int64{"same": 1000}),
	}, Options{})
	var text, markdown, csv bytes.Buffer
	for _, err := range []error{
		c.WriteText(&text, TextOptions{}), c.WriteMarkdown(&markdown, TextOptions{}), c.WriteCSV(&csv),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	wantText := `samples by self: 1000 before, 1000 after; 2 of 2 functions changed beyond the noise of sampling
1,000 and 1,000 samples, one run a side; how much runs differ is not known: give several runs a side
before    after  points  change      95% interval  function  (module)
50.00%  100.00%  +50.00    +500  +46.88 to +53.09  same  (m|d)
50.00%    0.00%  -50.00    -500  -53.09 to -46.88  x\x1b[2J|\xff  (m|d)
`
	wantMarkdown := `samples by self: 1000 before, 1000 after; 2 of 2 functions changed beyond the noise of sampling

1,000 and 1,000 samples, one run a side; how much runs differ is not known: give several runs a side

| before | after | points | change | 95% interval | beyond noise | function | module |
|---:|---:|---:|---:|---:|:---|:---|:---|
| 50.00% | 100.00% | +50.00 | +500 | +46.88 to +53.09 | yes | ‹same› | ‹m\|d› |
| 50.00% | 0.00% | -50.00 | -500 | -53.09 to -46.88 | yes | ‹x\x1b[2J\|\xff› | ‹m\|d› |
`
	wantMarkdown = strings.NewReplacer("‹", "`", "›", "`").Replace(wantMarkdown)
	wantCSV := `before,before_percent,after,after_percent,change,points,low,high,p,q,beyond_noise,function,module
500,50,1000,100,500,50,46.8834,53.093,5.3e-147,5.3e-147,true,same,m|d
500,50,0,0,-500,-50,-53.093,-46.8834,5.3e-147,5.3e-147,true,` + "x\x1b[2J|\ufffd" + `,m|d
`
	for _, tt := range []struct{ got, want string }{
		{text.String(), wantText}, {markdown.String(), wantMarkdown}, {csv.String(), wantCSV},
	} {
		if tt.got != tt.want {
			t.Errorf("got\n%s\nwant\n%s", tt.got, tt.want)
		}
	}
}

// TestCompareTerminal dims what is inside the noise, and cuts names to the terminal's width.
func TestCompareTerminal(t *testing.T) {
	long := strings.Repeat("a", 30) + strings.Repeat("b", 30)
	c := Runs([]Run{
		runOf("a", map[string]int64{long: 400, "same": 600}), runOf("b", map[string]int64{"same": 600, "new": 400}),
	}, Options{})
	var out bytes.Buffer
	// The numbers fill 50 columns, which leaves 22, of which the module takes 7.
	if err := c.WriteText(&out, TextOptions{TextOptions: table.TextOptions{Width: 72, Color: true}}); err != nil {
		t.Fatal(err)
	}
	want := "samples by self: 1000 before, 1000 after; 2 of 3 functions changed beyond the noise of sampling\n" +
		"1,000 and 1,000 samples, one run a side; how much runs differ is not known: give several runs a side\n" +
		"\x1b[1mbefore   after  points  change      95% interval  function  (module)\x1b[0m\n" +
		"40.00%   0.00%  -40.00    -400  -43.07 to -36.98  aaaaaaa…bbbbbbb  (m|d)\n" +
		" 0.00%  40.00%  +40.00    +400  +36.98 to +43.07  new  (m|d)\n" +
		"\x1b[2minside the noise:\x1b[0m\n" +
		"\x1b[2m60.00%  60.00%    0.00       0    -4.29 to +4.29  same  (m|d)\x1b[0m\n"
	if out.String() != want {
		t.Errorf("got\n%q\nwant\n%q", out.String(), want)
	}
}

// TestCompareAnnotated takes a function with and without its annotation for one, as the table of self times
// does, and a function of several modules for one without a module.
func TestCompareAnnotated(t *testing.T) {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	thread := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "worker", Kind: collapse.KindThread}))
	b.Add(b.Call(thread, b.Frame(collapse.Frame{Name: "read_[k]", Module: "vmlinux"})), samples, 30)
	b.Add(b.Call(thread, b.Frame(collapse.Frame{Name: "read", Module: "libc"})), samples, 10)
	run := Run{Profile: b.Profile()}
	c := Runs([]Run{run, run}, Options{By: table.ByTotal})
	var out bytes.Buffer
	if err := c.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	want := `before,before_percent,after,after_percent,change,points,low,high,p,q,beyond_noise,function,module
40,100,40,100,0,0,-8.7622,8.7622,1,1,false,read,
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// TestCompareSaturated compares the largest weights that there are.
func TestCompareSaturated(t *testing.T) {
	c := Runs([]Run{
		runOf("a", map[string]int64{"f": math.MaxInt64, "g": math.MaxInt64}), runOf("b", map[string]int64{"f": 1}),
	}, Options{Absolute: true})
	if !c.Saturated || c.Noise.Tested() {
		t.Errorf("saturated: %v, tested: %v", c.Saturated, c.Noise.Tested())
	}
	var out bytes.Buffer
	if err := c.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	want := `before,before_percent,after,after_percent,change,points,low,high,p,q,beyond_noise,function,module
9223372036854775807,100,1,100,-9223372036854775806,0,,,,,,f,m|d
9223372036854775807,100,0,0,-9223372036854775807,-100,,,,,,g,m|d
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
