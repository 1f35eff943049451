package flame

import (
	"bytes"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
)

func TestOptionErrors(t *testing.T) {
	bytesProfile := func() *collapse.Profile {
		b := collapse.NewBuilder()
		b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "a"})), b.Metric(collapse.Metric{Name: "space", Unit: "bytes"}), 1)
		return b.Profile()
	}
	p := readFolded("a 1\n")
	tests := []struct {
		p    *collapse.Profile
		o    SVGOptions
		want string
	}{
		{p, SVGOptions{UIColor: "red"}, `unknown colour "red": write #rrggbb`},
		{p, SVGOptions{SearchColor: "#12345g"}, `unknown colour "#12345g": write #rrggbb`},
		{p, SVGOptions{StrokeColor: "1"}, `unknown colour "1": write #rrggbb`},
		{p, SVGOptions{UIColor: "none"}, `unknown colour "none": write #rrggbb`},
		{p, SVGOptions{FontWidth: 0.01}, "letters 0.01 times as wide as they are high: choose 0.1 to 5"},
		{bytesProfile(), SVGOptions{Unit: "ms"}, "the profile says that weights are in bytes: no other unit can be given"},
	}
	for _, tt := range tests {
		if _, err := WriteSVG(io.Discard, tt.p, tt.o); err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
	if _, err := WriteSVG(io.Discard, bytesProfile(), SVGOptions{Unit: "bytes"}); err != nil {
		t.Error(err)
	}
}

// TestUnit: a unit that only the user knows takes the place of "samples", which was a guess.
func TestUnit(t *testing.T) {
	d, _ := draw(t, readFolded("a 1500\n"), SVGOptions{Unit: "ms"})
	if got := d.attrs["aria-label"]; got != "Flame Graph, 1.50s" {
		t.Errorf("got %s", got)
	}
}

// TestStyleRules holds the rules that options change against those of the plain picture.
func TestStyleRules(t *testing.T) {
	p := readFolded("a 1\n")
	rules := func(o SVGOptions) (rules []string) {
		o.Theme, o.NoScript = ThemeLight, true
		var out bytes.Buffer
		if _, err := WriteSVG(&out, p, o); err != nil {
			t.Fatal(err)
		}
		_, style, _ := strings.Cut(out.String(), "<style>\n")
		style, _, _ = strings.Cut(style, "</style>")
		own := regexp.MustCompile(`\.fold-hot\.fold-light |\.fold-[0-9a-z]{6,} `)
		for rule := range strings.Lines(own.ReplaceAllString(style, "OWN ")) {
			rules = append(rules, strings.TrimSuffix(rule, "\n"))
		}
		return rules
	}
	plain := rules(SVGOptions{})
	tests := []struct {
		o    SVGOptions
		want []string // the rules that are not in the plain picture
	}{
		{SVGOptions{UIColor: "#00ff7f"}, []string{
			`OWN text{font-family:Arial,Helvetica,"Liberation Sans",Arimo,sans-serif;font-size:12px;fill:#000}`,
			"OWN path{stroke:#000;stroke-opacity:.25;stroke-width:.5}", "OWN text.ui{fill:#00ff7f}",
		}},
		{SVGOptions{StrokeColor: "none"}, []string{
			`OWN text{font-family:Arial,Helvetica,"Liberation Sans",Arimo,sans-serif;font-size:12px;fill:#000}`, "OWN path{stroke:none}",
		}},
		{SVGOptions{StrokeColor: "#123"}, []string{
			`OWN text{font-family:Arial,Helvetica,"Liberation Sans",Arimo,sans-serif;font-size:12px;fill:#000}`, "OWN path{stroke:#123;stroke-width:.5}",
		}},
		{SVGOptions{Highlight: regexp.MustCompile("a"), SearchColor: "#00ff00"}, []string{
			`OWN text{font-family:Arial,Helvetica,"Liberation Sans",Arimo,sans-serif;font-size:12px;fill:#000}`,
			"OWN path{stroke:#000;stroke-opacity:.25;stroke-width:.5}",
			"OWN .dim path:not(.hit){opacity:.45}", "OWN .dim text.q{fill:#000}", "OWN .hit{fill:#0f0;stroke-opacity:1}",
		}},
		{SVGOptions{Titles: true}, []string{".fold-fg .f text{pointer-events:none}"}},
	}
	for _, tt := range tests {
		var got []string
		for _, rule := range rules(tt.o) {
			if !slices.Contains(plain, rule) {
				got = append(got, rule)
			}
		}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%+v: got\n%s\nwant\n%s", tt.o, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		}
	}
}

func TestDataAttributes(t *testing.T) {
	d, _ := draw(t, readFolded("a 1\n"), SVGOptions{Highlight: regexp.MustCompile(`<"&>`), NameType: "<Method>"})
	if d.attrs["data-search"] != `<"&>` || d.attrs["data-nametype"] != "<Method>" {
		t.Errorf("got %v", d.attrs)
	}
}

// TestFontWidth: letters are 12 pixels high, so these are 6 wide.
func TestFontWidth(t *testing.T) {
	pic, err := newPicture(readFolded("abcdefghij 1\n"), SVGOptions{FontWidth: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	if got := pic.face.width("abcdefghij"); got < 59.9 || got > 60.1 {
		t.Errorf("got %v", got)
	}
}
