package flame

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"strings"
	"testing"

	"fold/collapse"
)

// TestOverhead limits how many bytes of a file are neither frames nor data: style sheets, script and texts. Pictures
// of changes have more of each. Of the script, a seventh is the engine of regular expressions that no pattern can freeze;
// ranges by wheel, drag and pinch, and the table of which only rows in sight exist, take a tenth.
func TestOverhead(t *testing.T) {
	var folded, pair strings.Builder
	for i := range 200 { // so many that each colour of the palette is there
		name := "a;f" + strings.Repeat("x", i)
		fmt.Fprintf(&folded, "%s 1\n", name)
		fmt.Fprintf(&pair, "%s 100 %d\n", name, 200-i)
	}
	for _, tt := range []struct {
		name string
		p    *collapse.Profile
		o    SVGOptions
		most int
	}{
		{"one profile", readFolded(folded.String()), SVGOptions{}, 30 << 10},
		{"changes", readPair(pair.String()).WithDefault(1), SVGOptions{Delta: &Delta{After: 1}}, 34 << 10},
	} {
		d, _ := draw(t, tt.p, tt.o)
		svg := writeSVG(t, tt.p, tt.o)
		if overhead := len(svg) - d.static - decodeData(t, svg).size; overhead > tt.most {
			t.Errorf("%s: %d bytes besides frames and data, more than %d", tt.name, overhead, tt.most)
		}
	}
}

// TestScriptInXML: the script as such stands in a CDATA section, which only its end may end.
func TestScriptInXML(t *testing.T) {
	if n := strings.Count(startScript, "]]>"); n > 0 {
		t.Errorf("the script ends its section %d times", n)
	}
	for name, packed := range map[string][]byte{"flame": script, "diff": diffScript} {
		parts := unpacked(t, packed)
		if len(parts) != 2 {
			t.Fatalf("%s: %d parts: a zero byte ends the script or the style sheet", name, len(parts))
		}
		if strings.HasPrefix(parts[0], ".") || !strings.HasPrefix(parts[1], ".") {
			t.Errorf("%s: style sheet and script are told apart by their first letter", name)
		}
	}
}

// unpacked returns the script and its style sheet.
func unpacked(t *testing.T, packed []byte) []string {
	t.Helper()
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\x00")
}

// TestParts: what the options leave out, and what each picture has in this order.
func TestParts(t *testing.T) {
	tests := []struct {
		o    SVGOptions
		want string
	}{
		{SVGOptions{}, "hint data unpack script"},
		{SVGOptions{NoScript: true}, "data"},
		{SVGOptions{NoData: true}, ""},
		{SVGOptions{NoData: true, NoScript: true, PruneData: true}, ""},
		{SVGOptions{Width: 600}, "hint data unpack script"},
		{SVGOptions{Width: 300}, "data unpack script"}, // no room for the hint
		{SVGOptions{Subtitle: strings.Repeat("long ", 300)}, "data unpack script"},
	}
	marks := []struct{ name, text string }{
		{"hint", `<text class="ui hint"`},
		{"data", `<metadata class="d"><d>`},
		{"unpack", `<metadata class="s">`},
		{"script", "<script><![CDATA["},
	}
	for _, tt := range tests {
		svg := writeSVG(t, readFolded("a 1\n"), tt.o)
		var got []string
		for _, mark := range marks {
			_, after, found := bytes.Cut(svg, []byte(mark.text))
			if found {
				got = append(got, mark.name)
				svg = after
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.o, got, tt.want)
		}
	}
}

// TestHint: the hint has its own size and place, whatever the size of the letters in the frames.
func TestHint(t *testing.T) {
	for _, tt := range []struct {
		o    SVGOptions
		want string
	}{
		{SVGOptions{}, `<text class="ui hint" text-anchor="end" x="1190" y="43">Interactive when opened in a browser</text>`},
		{SVGOptions{FontSize: 20, Width: 700}, `<text class="ui sub hint" font-size="12" text-anchor="end" x="690" y="43">Interactive when opened in a browser</text>`},
		{SVGOptions{Width: 400}, ""}, // it would touch the line in the middle
	} {
		got := ""
		for line := range strings.Lines(string(svgOf(t, readFolded("main 1315\n"), tt.o))) {
			if strings.Contains(line, "hint") && strings.HasPrefix(line, "<text") {
				got = strings.TrimSuffix(line, "\n")
			}
		}
		if got != tt.want {
			t.Errorf("%+v: got\n%s\nwant\n%s", tt.o, got, tt.want)
		}
	}
}
