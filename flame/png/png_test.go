package png

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"regexp"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame"
)

// profile is main, which calls work (60 of 100 samples) and wait (30).
func profile() *collapse.Profile {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	later := b.Metric(collapse.Metric{Name: "later"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
	work := b.Call(main, b.Frame(collapse.Frame{Name: "work"}))
	wait := b.Call(main, b.Frame(collapse.Frame{Name: "wait"}))
	for n, weight := range map[collapse.NodeID]int64{main: 10, work: 60, wait: 30} {
		b.Add(n, samples, weight)
		b.Add(n, later, weight+1)
	}
	return b.Profile()
}

func image1(t *testing.T, o flame.SVGOptions) image.Image {
	t.Helper()
	var out bytes.Buffer
	if _, err := Write(&out, profile(), o); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestImage compares colours of the image with those that the picture has: at the left of each row, away from labels.
func TestImage(t *testing.T) {
	var svg bytes.Buffer
	o := flame.SVGOptions{Inverted: true, Theme: flame.ThemeLight, BgColors: "#123456", NoScript: true, NoData: true, StrokeColor: "none", Width: 1200}
	if _, err := flame.WriteSVG(&svg, profile(), o); err != nil {
		t.Fatal(err)
	}
	d, err := parse(svg.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if len(d.rects) != 4 {
		t.Fatalf("got %d frames, want all, main, wait and work", len(d.rects))
	}
	img := image1(t, o)
	if size := img.Bounds().Size(); size != image.Pt(2400, int(2*d.height)) {
		t.Errorf("got %v pixels", size)
	}
	at := func(x, y float64) color.RGBA { return img.(*image.RGBA).RGBAAt(int(x*Scale), int(y*Scale)) }
	if got := at(2, 2); got != (color.RGBA{0x12, 0x34, 0x56, 255}) {
		t.Errorf("the page is %v", got)
	}
	for _, r := range d.rects {
		if got := at(r.x+r.w-4, r.y+r.h/2); got != r.fill {
			t.Errorf("at %v, %v: got %v, want %v", r.x+r.w-4, r.y, got, r.fill)
		}
		labelled := 0
		for x := r.x + 2; x < r.x+40; x += 0.5 {
			if at(x, r.y+r.h/2) != r.fill {
				labelled++
			}
		}
		if labelled == 0 {
			t.Errorf("the frame at %v, %v has no label", r.x, r.y)
		}
	}
}

// TestEveryPicture: whatever the options make WriteSVG draw can be read.
func TestEveryPicture(t *testing.T) {
	for _, o := range []flame.SVGOptions{
		{},
		{Theme: flame.ThemeDark},
		{Colors: "go"},
		{Colors: "mem", FontSize: 20, Height: 30},
		{Highlight: regexp.MustCompile("work")},
		{StrokeColor: "#ff0000", UIColor: "#0000ff", SearchColor: "#00ff00"},
		{Titles: true},
		{Fluid: true},
		{Width: 300},
		{Delta: &flame.Delta{After: 1}},
		{Title: "<&>", Subtitle: "é 日本", MinWidth: 900},
	} {
		var out bytes.Buffer
		if _, err := Write(&out, profile(), o); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestHighlight: what a highlight fades lets the page through.
func TestHighlight(t *testing.T) {
	plain := image1(t, flame.SVGOptions{BgColors: "#ffffff"})
	lit := image1(t, flame.SVGOptions{BgColors: "#ffffff", Highlight: regexp.MustCompile("work")})
	different := 0
	size := plain.Bounds().Size()
	for y := 0; y < size.Y; y++ {
		if plain.At(size.X-40, y) != lit.At(size.X-40, y) {
			different++
		}
	}
	if different == 0 {
		t.Error("nothing is faded")
	}
}

// TestForeign: no other SVG is read.
func TestForeign(t *testing.T) {
	for _, svg := range []string{
		`<svg width="10" height="10"><path d="M0 0L5 5"/></svg>`,
		`<svg width="10" height="10"><path d="v5h5v-4"/></svg>`,
		`<svg width="10" height="10">`,
		`<svg width="1000000" height="1000000"/>`,
		`<svg/>`,
		``,
	} {
		if _, err := parse([]byte(svg)); err == nil {
			t.Errorf("%s is read", svg)
		}
	}
	if _, err := Write(io.Discard, collapse.NewBuilder().Profile(), flame.SVGOptions{}); err == nil {
		t.Error("a profile of nothing is drawn")
	}
	if strings.Contains(errForeign.Error(), "\n") {
		t.Error("more than a line")
	}
}
