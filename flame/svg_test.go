package flame

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
)

var update = flag.Bool("update", false, "rewrite the expected pictures in testdata/flame")

const pictures = "../testdata/flame"

// TestPictures compares whole files without their data layer. Their content was checked by eye.
func TestPictures(t *testing.T) {
	tests := []struct {
		name string
		o    SVGOptions
	}{
		{"go", SVGOptions{Title: "parse, 30 s"}},
		{"names", SVGOptions{Width: 400, Theme: ThemeDark, Colors: "pkg"}},
		{"kinds", SVGOptions{Width: 300, Theme: ThemeLight, Colors: "kind", Inverted: true, Subtitle: `"perf" & <all>`, FontType: "monospace"}},
		{"slivers", SVGOptions{Width: 600, Colors: "classic", BgColors: "#f8f8f8", Fluid: true, Notes: "of\x00two"}},
	}
	for _, tt := range tests {
		folded, err := os.ReadFile(filepath.Join(pictures, tt.name+".folded"))
		if err != nil {
			t.Fatal(err)
		}
		tt.o.NoData = true
		var got bytes.Buffer
		if _, err := WriteSVG(&got, readFolded(string(folded)), tt.o); err != nil {
			t.Fatal(err)
		}
		parseSVG(t, got.Bytes())
		file := filepath.Join(pictures, tt.name+".svg")
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got.String(), want)
		}
	}
}

// checkPicture checks what holds of every picture: rectangles lie inside it, and beside and not on each
// other; each label lies in a rectangle that it fits into; each limit is kept.
func checkPicture(t *testing.T, d drawn, drawing Drawing, o SVGOptions) {
	t.Helper()
	width := 1200.0
	if o.Width > 0 {
		width = float64(o.Width)
	}
	slices.SortStableFunc(d.rects, func(a, b rect) int {
		hundredths := func(v float64) int { return int(math.Round(100 * v)) }
		return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(hundredths(a.x), hundredths(b.x)), cmp.Compare(a.width, b.width))
	})
	for i, r := range d.rects {
		if r.x < sidePad-1e-6 || r.x+r.width > width-sidePad+0.02 || r.width <= 0 {
			t.Errorf("%+v is outside the picture", r)
		}
		if i > 0 {
			// The narrowest of all are drawn a hundredth of a pixel wide, whatever they are.
			if left := d.rects[i-1]; left.y == r.y && left.x+left.width > r.x+0.0101 {
				t.Errorf("%+v lies on %+v", r, left)
			}
		}
	}
	face := faceOf(o.FontType, 12)
	if o.FontSize > 0 {
		face = faceOf(o.FontType, o.FontSize)
	}
	for _, l := range d.texts {
		if !l.inFrames {
			continue
		}
		size := face.width(l.text)
		i := slices.IndexFunc(d.rects, func(r rect) bool {
			return l.x >= r.x && l.x+size <= r.x+r.width && l.y > r.y && l.y < r.y+r.height
		})
		if i < 0 {
			t.Errorf("%+v, %.2f wide, fits into nothing", l, size)
		}
		if cut := strings.Replace(l.text, dots, "", 1); cut != l.text && len([]rune(cut)) == 1 || l.text == "" {
			t.Errorf("%+v has less than two letters", l)
		}
	}
	if len(d.rects) > mostShapes || d.static > mostBytes+20 {
		t.Errorf("%d rectangles in %d bytes", len(d.rects), d.static)
	}
	if drawing.Frames > len(d.rects) {
		t.Errorf("%d frames in %d rectangles", drawing.Frames, len(d.rects))
	}
}

// hostile are profiles that peers break on.
var hostile = map[string]string{
	"controls":   "a\x00b;\x1b[31m;\b\x7f\u0085 1\n",
	"noncharac":  "\ufffe;\uffff;\xed\xa0\x80;\xff\xfe 3\n",
	"markup":     "</script>;]]>;<!-- & \"' -->;&amp;;<a href=\"javascript:1\"> 2\n",
	"direction":  "\u05d0\u05d1\u05d2;\u202ereversed;\u200b\u200b\u200b;e\u0301\u0301;👩‍👩‍👧‍👧👍🏽 4\n",
	"long":       strings.Repeat("long::", 900) + "name 3\n" + strings.Repeat("长", 2000) + " 2\n",
	"empty":      "a;;b 1\n;; 2\n",
	"blanks":     "foo 3 bar 10 5\n  a  ; 1\n",
	"carriage":   "a;b\r 3\n",
	"weights":    "a;b -5\na;c 0\na;d 240000000000000000\n",
	"properties": "constructor;__proto__;toString 1\n",
	"brackets":   "f(;>;<<<;)(;[{(<;operator<;a.;.b;::;/;`;a`;`b 1\n",
	"duplicates": "b 1\na 1\nb 2\na;c 1\nb 1\n",
	"same text":  "a_[k];b 1\na_[j];b 1\na;b 1\n",
	"separators": "a;-;b;--;c 1\n",
	"overflow":   "a 9223372036854775807\nb 9223372036854775807\nb;c 1\n",
	"one":        "x 1\n",
	"deep":       strings.Repeat("f;", 20_000) + "g 1\nf;g 7\n",
	"deep, long": strings.Repeat("a_long_name_of_a_function_that_calls_itself::again;", 9_000) + "g 1\nf;g 7\n",
	"siblings":   siblings(100_000),
}

func siblings(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "f;s%d;t 1\n", i)
	}
	return text.String()
}

func TestHostileProfiles(t *testing.T) {
	for name, text := range hostile {
		p := readFolded(text)
		for _, o := range []SVGOptions{
			{},
			{Width: 300, Height: 9, FontSize: 8, Inverted: true, Truncate: TruncateMiddle, Colors: "classic", MinWidth: -1},
			{Order: OrderWidth, Truncate: TruncateLeft, FontType: "monospace", Colors: "java", Title: "\x00<&\xff", Subtitle: strings.Repeat("x", 5000)},
			{Truncate: TruncateRight, Titles: true, Highlight: regexp.MustCompile("a|^.$"), ColorMap: &ColorMap{}, FontWidth: 1.1},
			{Truncate: TruncateNone, Colors: "pkg", FontType: `x"></style>`, CountName: "</svg>\x02", Notes: "]]>\x01-->", MinPercent: 1},
		} {
			t.Run(fmt.Sprint(name, "/", o.Truncate), func(t *testing.T) {
				d, drawing := draw(t, p, o)
				checkPicture(t, d, drawing, o)
			})
		}
	}
}

// TestHostileNames compares what is shown of names that XML cannot hold.
func TestHostileNames(t *testing.T) {
	d, _ := draw(t, readFolded("\x1b[31m;a\x00b\x7f;\ufffe\uffff;\xed\xa0\x80;x\xff;\u0085y;</a>&\"' 1\n"), SVGOptions{})
	var got []string
	for _, l := range d.texts {
		if l.inFrames {
			got = append(got, l.text)
		}
	}
	want := []string{"all", "␛[31m", "a␀b␡", "��", "���", "x�", "�y", `</a>&"'`}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestPicturesOfRandomProfiles(t *testing.T) {
	for seed := range uint64(5) {
		p := randomProfile(seed)
		for _, o := range []SVGOptions{{}, {Width: 390, Order: OrderWidth}, {MinWidth: -1}, {MinPercent: 5, Inverted: true}} {
			d, drawing := draw(t, p, o)
			checkPicture(t, d, drawing, o)
		}
	}
}

func TestDrawing(t *testing.T) {
	chain := strings.Repeat("f;", 8_000) + "f 1\n"
	tests := []struct {
		name, text string
		o          SVGOptions
		want       Drawing
	}{
		{"all", "a;b 1\na;c 1\n", SVGOptions{}, Drawing{Total: 2, Frames: 4, MinWidth: 0.5}},
		{"same text", "a_[k];b 1\na_[j];b 1\na;b 1\n", SVGOptions{}, Drawing{Total: 3, Frames: 3, MinWidth: 0.5}},
		// A pixel of 1,180 is 1/1180 of the total.
		{"narrow", "a 1180\nb 1\nc 1\n", SVGOptions{MinWidth: 1}, Drawing{Total: 1182, Frames: 2, Merged: 2, MinWidth: 1}},
		{"percent", "a 98\nb 1\nc 1\n", SVGOptions{MinPercent: 1}, Drawing{Total: 100, Frames: 4, MinWidth: 11.8}},
		{"percent", "a 98\nb 1\nc 1\n", SVGOptions{MinPercent: 1.01}, Drawing{Total: 100, Frames: 2, Merged: 2, MinWidth: 11.918}},
		{"no limit", "a 1000000000\nb 1\n", SVGOptions{MinWidth: -1}, Drawing{Total: 1_000_000_001, Frames: 3}},
		{"siblings", siblings(5000), SVGOptions{}, Drawing{Total: 5000, Frames: 2, Merged: 10_000, MinWidth: 0.5}},
	}
	for _, tt := range tests {
		tt.want.Title, tt.want.Metric = "Flame Graph", collapse.Metric{Name: "samples", Unit: "count"}
		if _, got := draw(t, readFolded(tt.text), tt.o); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
	_, got := draw(t, readFolded(chain), SVGOptions{})
	if !got.Raised || got.MinWidth <= 0.5 || got.Frames < 3000 || got.Frames+got.Merged != 8002 {
		t.Errorf("8,001 deep: got %+v", got)
	}
}

func TestRootAttributes(t *testing.T) {
	p := readFolded("main;work 1234567\n")
	tests := []struct {
		o    SVGOptions
		want map[string]string
	}{
		{SVGOptions{}, map[string]string{
			"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 1200 114", "width": "1200", "height": "114",
			"font-family": "Arial,sans-serif", "font-size": "12",
			"class": "fold-fg fold-hot", "role": "img", "aria-label": "Flame Graph, 1,234,567 samples",
		}},
		{SVGOptions{Fluid: true, Inverted: true, Height: 20, CountName: "ticks", Theme: ThemeDark, Colors: "io"}, map[string]string{
			"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 1200 126", "width": "100%", "style": "height:auto",
			"font-family": "Arial,sans-serif", "font-size": "12",
			"class": "fold-fg fold-io fold-dark", "role": "img", "aria-label": "Icicle Graph, 1,234,567 ticks",
		}},
	}
	for _, tt := range tests {
		if d, _ := draw(t, p, tt.o); !reflect.DeepEqual(d.attrs, tt.want) {
			t.Errorf("got  %v\nwant %v", d.attrs, tt.want)
		}
	}
}

func TestWeightText(t *testing.T) {
	tests := []struct {
		metric collapse.Metric
		count  string
		weight int64
		want   string
	}{
		{collapse.Metric{Name: "samples", Unit: "count"}, "", 1315, "1,315 samples"},
		{collapse.Metric{Name: "cpu", Unit: "nanoseconds"}, "", 4_510_000_000, "4.51s of cpu"},
		{collapse.Metric{Name: "cpu", Unit: "nanoseconds"}, "ns", 4_510_000_000, "4,510,000,000 ns"},
		{collapse.Metric{Unit: "bytes"}, "", 2048, "2kB"},
		{collapse.Metric{Unit: "ticks", Scale: 2}, "", 123_450, "1,234.5 ticks"},
		{collapse.Metric{}, "", 7, "7 samples"},
	}
	for _, tt := range tests {
		pic := picture{metric: tt.metric}
		pic.CountName = tt.count
		if got := pic.weightText(tt.weight); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.metric, got, tt.want)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, tt := range []struct {
		weight, total int64
		want          string
	}{
		{1, 1, "100.00%"}, {2, 1, "100.00%"}, {1, 3, "33.33%"}, {0, 5, "0.00%"}, {math.MaxInt64, math.MaxInt64, "100.00%"},
	} {
		if got := percent(tt.weight, tt.total); got != tt.want {
			t.Errorf("%d of %d: got %s, want %s", tt.weight, tt.total, got, tt.want)
		}
	}
}

func TestWriteSVGErrors(t *testing.T) {
	p := readFolded("a 1\n")
	tests := []struct {
		p    *collapse.Profile
		o    SVGOptions
		want string
	}{
		{collapse.NewBuilder().Profile(), SVGOptions{}, "no samples to draw"},
		{readFolded("a 0\n"), SVGOptions{}, "no samples to draw"},
		{readFolded("a -3\n"), SVGOptions{}, "no samples to draw"},
		{p, SVGOptions{Colors: "pink"}, `no palette "pink": choose one of hot, mem, io, wakeup, chain, java, js, perl, rust, python, go, ` +
			`red, green, blue, aqua, yellow, purple, orange, pkg, kind, cvd, diffusion, classic`},
		{p, SVGOptions{BgColors: "#12345"}, `no background "#12345": choose yellow, blue, green, grey or a colour like #f8f8f8`},
		{p, SVGOptions{Width: 30}, "a picture 30 pixels wide: choose 60 to 100000"},
		{p, SVGOptions{Width: -1}, "a picture -1 pixels wide: choose 60 to 100000"},
		{p, SVGOptions{Height: 1000}, "rows 1000 pixels high: choose 3 to 200"},
		{p, SVGOptions{FontSize: math.NaN()}, "a font size of NaN pixels: choose 1 to 200"},
		{p, SVGOptions{MinWidth: math.NaN()}, "the narrowest frame is not a number of pixels, or of percent up to 100"},
		{p, SVGOptions{MinPercent: 101}, "the narrowest frame is not a number of pixels, or of percent up to 100"},
	}
	for _, tt := range tests {
		if _, err := WriteSVG(io.Discard, tt.p, tt.o); err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
}

// TestBytesPerFrame draws profiles that fill the picture.
func TestBytesPerFrame(t *testing.T) {
	p := randomProfile(1)
	d, drawing := draw(t, p, SVGOptions{})
	if perFrame := float64(d.static) / float64(drawing.Frames); perFrame > 32 {
		t.Errorf("%.1f bytes for each of %d frames", perFrame, drawing.Frames)
	}
	var out bytes.Buffer
	if _, err := WriteSVG(&out, p, SVGOptions{NoData: true}); err != nil {
		t.Fatal(err)
	}
	if fixed := out.Len() - d.static; fixed > 5000 {
		t.Errorf("%d bytes besides the frames", fixed)
	}
}

// TestSameBytes: neither the order of the input nor the run shows in the picture.
func TestSameBytes(t *testing.T) {
	var want, got bytes.Buffer
	for range 3 {
		got.Reset()
		if _, err := WriteSVG(&got, readFolded("lib`a;b_[k] 1\nc 2\nb_[j] 3\na 3\n"), SVGOptions{Colors: "kind"}); err != nil {
			t.Fatal(err)
		}
		if _, err := WriteSVG(&want, readFolded("a 3\nb_[j] 3\nc 2\nlib`a;b_[k] 1\n"), SVGOptions{Colors: "kind"}); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("got\n%s\nwant\n%s", got.String(), want.String())
		}
		want.Reset()
	}
}

func BenchmarkWriteSVG(b *testing.B) {
	p := randomProfile(1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := WriteSVG(io.Discard, p, SVGOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
