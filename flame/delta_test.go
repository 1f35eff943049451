package flame

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/compare"
	"fold/flame/table"
)

// deltaProfile has 100 samples before and 200 after, in columns 0 and 1: main has the same share, copy is new, parse
// goes from 50 to 34%, read from 20 to 36%, and old is gone.
func deltaProfile() *collapse.Profile {
	return readPair(`
main 10 20
main;copy 0 40
main;parse 50 68
main;read 20 72
main;old 20 0
`)
}

// drawnFrame finds the colour and the title of a frame.
var drawnFrame = regexp.MustCompile(`<path class="(\w+)" [^>]*><title>([^<]*)</title>`)

func drawnFrames(t *testing.T, shown int, o SVGOptions) []string {
	t.Helper()
	var out bytes.Buffer
	if _, err := WriteSVG(&out, deltaProfile().WithDefault(shown), o); err != nil {
		t.Fatal(err)
	}
	var frames []string
	for _, match := range drawnFrame.FindAllStringSubmatch(out.String(), -1) {
		frames = append(frames, match[1]+" "+match[2])
	}
	return frames
}

// TestDelta checks the colour of each frame: c0 to c9 are more, c10 to c19 less, c20 the same, c21 new and c22
// gone. The largest change of a share is 20 points, that of copy and of old.
func TestDelta(t *testing.T) {
	all := "c20 all: total 100.00% → 100.00%, 0.00 points (100 → 200 samples); self 0.00% → 0.00%, 0.00 points"
	mainFrame := "c20 main: total 100.00% → 100.00%, 0.00 points (100 → 200 samples); self 10.00% → 10.00%, 0.00 points"
	parse := "parse: total 50.00% → 34.00%, -16.00 points (50 → 68 samples); self 50.00% → 34.00%, -16.00 points"
	read := "read: total 20.00% → 36.00%, +16.00 points (20 → 72 samples); self 20.00% → 36.00%, +16.00 points"
	created := "copy: total 0.00% → 20.00%, +20.00 points (0 → 40 samples); self 0.00% → 20.00%, +20.00 points"
	old := "old: total 20.00% → 0.00%, -20.00 points (20 → 0 samples); self 20.00% → 0.00%, -20.00 points"
	for _, tt := range []struct {
		name  string
		shown int
		o     SVGOptions
		want  []string
	}{
		// 16 of 20 points are step 7.2 of 9.
		{
			"as wide as after",
			1,
			SVGOptions{NoData: true, Delta: &Delta{Before: 0, After: 1}},
			[]string{all, mainFrame, "c21 " + created, "c17 " + parse, "c7 " + read},
		},
		{
			"as wide as before",
			0,
			SVGOptions{NoData: true, Delta: &Delta{Before: 0, After: 1}},
			[]string{all, mainFrame, "c22 " + old, "c17 " + parse, "c7 " + read},
		},
		{
			"inside the noise",
			1,
			SVGOptions{NoData: true, Delta: &Delta{After: 1, Beyond: compare.Beyond{Self: func(f collapse.Frame) bool { return f.Name != "read" }}}},
			[]string{all, mainFrame, "c21 " + created, "c17 " + parse, "c0 " + read},
		},
		{
			"nothing is beyond the noise",
			1,
			SVGOptions{NoData: true, Delta: &Delta{After: 1, Beyond: compare.Beyond{Self: func(collapse.Frame) bool { return false }}}},
			[]string{all, mainFrame, "c23 " + created, "c10 " + parse, "c0 " + read},
		},
		{
			"gone inside the noise",
			0,
			SVGOptions{NoData: true, Delta: &Delta{After: 1, Beyond: compare.Beyond{Self: func(collapse.Frame) bool { return false }}}},
			[]string{all, mainFrame, "c24 " + old, "c10 " + parse, "c0 " + read},
		},
		// Weights: main has 10 more, parse 18, and read 52, which is the largest change.
		{
			"weights",
			1,
			SVGOptions{NoData: true, Delta: &Delta{Before: 0, After: 1, Absolute: true}},
			[]string{all, "c2" + mainFrame[len("c20"):], "c21 " + created, "c3 " + parse, "c9 " + read},
		},
		// Totals: main has 100 more, which is the largest change now.
		{
			"totals",
			1,
			SVGOptions{NoData: true, Delta: &Delta{Before: 0, After: 1, Absolute: true, By: table.ByTotal}},
			[]string{all, "c9" + mainFrame[len("c20"):], "c21 " + created, "c2 " + parse, "c5 " + read},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.CountName = "samples"
			if got := drawnFrames(t, tt.shown, tt.o); !slices.Equal(got, tt.want) {
				t.Errorf("got\n%q\nwant\n%q", got, tt.want)
			}
		})
	}
}

// TestDeltaSubtitle checks the line below the title, which tells a reader without scripts how wide frames are.
func TestDeltaSubtitle(t *testing.T) {
	for _, tt := range []struct {
		shown int
		o     SVGOptions
		want  string
	}{
		{1, SVGOptions{Delta: &Delta{After: 1}}, "100 → 200 samples (+100%), as wide as after"},
		{0, SVGOptions{Delta: &Delta{After: 1}}, "100 → 200 samples (+100%), as wide as before"},
		{1, SVGOptions{Delta: &Delta{After: 1}, Subtitle: "two"}, "two"},
	} {
		tt.o.CountName = "samples"
		d, _ := draw(t, deltaProfile().WithDefault(tt.shown), tt.o)
		if got := d.texts[1].text; got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// movedProfile is a program whose caller was rewritten: hash moved from old to new, and sum grew. In shares of self, hash
// has 40 and 40%, sum 10 and 30, main 50 and 30.
func movedProfile() *collapse.Profile {
	return readPair(`
main 50 60
main;old;hash 40 0
main;new;hash 0 80
main;old;sum 10 0
main;new;sum 0 60
`)
}

// TestDeltaByFunction: what only moved to another caller is the same.
func TestDeltaByFunction(t *testing.T) {
	for _, tt := range []struct {
		o    Delta
		want []string
	}{
		// Of each place: all that new calls is new, and 40 points, those of hash, are the largest change.
		{Delta{After: 1}, []string{"c15 main", "c21 new", "c21 hash", "c21 sum"}},
		// Of each function; 20 points are the largest change.
		{Delta{After: 1, ByFunction: true}, []string{"c19 main", "c21 new", "c20 hash", "c9 sum"}},
		// By total: old had 50%, new has 70, which is the largest change; sum has 20 more, 2.57 of 9.
		{Delta{After: 1, ByFunction: true, By: table.ByTotal}, []string{"c20 main", "c21 new", "c20 hash", "c3 sum"}},
	} {
		var out bytes.Buffer
		if _, err := WriteSVG(&out, movedProfile().WithDefault(1), SVGOptions{NoData: true, Delta: &tt.o}); err != nil {
			t.Fatal(err)
		}
		var frames []string
		for _, match := range drawnFrame.FindAllStringSubmatch(out.String(), -1)[1:] {
			name, _, _ := strings.Cut(match[2], ":")
			frames = append(frames, match[1]+" "+name)
		}
		slices.Sort(frames)
		slices.Sort(tt.want)
		if !slices.Equal(frames, tt.want) {
			t.Errorf("%+v: got %q, want %q", tt.o, frames, tt.want)
		}
	}
}

// TestDeltaLegend: the legend says what colours mean, and what pale ones do.
func TestDeltaLegend(t *testing.T) {
	beyond := compare.Beyond{Self: func(collapse.Frame) bool { return true }, Noise: "noise between runs"}
	d, _ := draw(t, movedProfile().WithDefault(1), SVGOptions{NoScript: true, Delta: &Delta{After: 1, ByFunction: true, Beyond: beyond}})
	var legend []string
	for _, text := range d.texts {
		if strings.Contains(text.text, "share") || strings.Contains(text.text, "pale") || text.text == "new" && text.y > 100 || text.text == "the same" {
			legend = append(legend, text.text)
		}
	}
	if want := []string{"larger share", "smaller share", "the same", "new", "pale: inside the noise between runs"}; !slices.Equal(legend, want) {
		t.Errorf("got %q, want %q", legend, want)
	}
}

// TestDeltaContrast checks that labels can be read on all colours, on light pages and on dark ones.
func TestDeltaContrast(t *testing.T) {
	for _, g := range deltaPalette.groups {
		for _, c := range g.colors {
			for _, shown := range []rgb{c, c.dimmed()} {
				if ratio := contrast(shown, black); ratio < 4.5 || c.ink() != black {
					t.Errorf("%s: black on %v has a contrast of %.2f", g.title, shown, ratio)
				}
			}
		}
	}
}

// TestDeltaErrors asks for pictures that cannot be.
func TestDeltaErrors(t *testing.T) {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "a"})), samples, -1)
	for _, tt := range []struct {
		p    *collapse.Profile
		o    SVGOptions
		want string
	}{
		{deltaProfile(), SVGOptions{FlameChart: true, Delta: &Delta{After: 1}}, "no flame chart of two profiles"},
		{deltaProfile(), SVGOptions{Delta: &Delta{After: 2}}, "no column 2: the profile has 2"},
		{b.Profile(), SVGOptions{Delta: &Delta{}}, "weights below zero: a picture of changes needs two profiles"},
	} {
		var out bytes.Buffer
		_, err := WriteSVG(&out, tt.p, tt.o)
		if err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}
