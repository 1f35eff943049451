package flame

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestColorMap(t *testing.T) {
	m, err := ReadColorMap(strings.NewReader("zeta->rgb(1,2,3)\n\na->b->rgb(4, 5,6)\r\nmain_[k]->rgb(7,8,9)"))
	if err != nil {
		t.Fatal(err)
	}
	p := readFolded("main_[k];a->b;new 1\nmain_[k];-;x\x1b 1\n")
	if _, err := WriteSVG(&bytes.Buffer{}, p, SVGOptions{ColorMap: m, Colors: "classic"}); err != nil {
		t.Fatal(err)
	}
	// "n" is byte 110, "e" 101, "w" 119: forwards the digits are 0 of 9, 2 of 10, 11 of 11, so the hash is
	// 1 - (0 + 0.2*0.7 + 1*0.49) / 3.19 = 0.8025; backwards they are 9 of 9, 2 of 10, 2 of 11:
	// 1 - (1 + 0.2*0.7 + 2/11*0.49) / 3.19 = 0.6147. "x" is 120 and ESC 27: 0 of 9 and 5 of 10,
	// 1 - 0.5*0.7 / 2.7 = 0.8704; backwards 7 of 9 and 10 of 10: 1 - (7/9 + 0.7) / 2.7 = 0.4527.
	want := "->rgb(255,230,55)\n" +
		"a->b->rgb(4,5,6)\n" +
		"main_[k]->rgb(7,8,9)\n" +
		"new->rgb(235,184,33)\n" +
		"x␛->rgb(227,200,24)\n" +
		"zeta->rgb(1,2,3)\n"
	var got bytes.Buffer
	if err := m.Write(&got); err != nil {
		t.Fatal(err)
	}
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

func TestColorMapErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a->rgb(1,2,3)\nb":       `2: not a line "function->rgb(red,green,blue)": "b"`,
		"a->rgb(1,2)":            `1: not a line "function->rgb(red,green,blue)": "a->rgb(1,2)"`,
		"a->rgb(1,2,256)":        `1: not a line "function->rgb(red,green,blue)": "a->rgb(1,2,256)"`,
		"a->rgb(1,2,3);":         `1: not a line "function->rgb(red,green,blue)": "a->rgb(1,2,3);"`,
		strings.Repeat("é", 100): `1: not a line "function->rgb(red,green,blue)": "` + strings.Repeat("é", 30) + `…"`,
	} {
		if _, err := ReadColorMap(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// TestClassicAsPeers: inferno's map was written with --hash, so the palette must give the same colours.
func TestClassicAsPeers(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "..", "shared", "peers", "inferno", "flamegraph", "palette-map", "palette.map"))
	if err != nil {
		t.Skip("the peers' files are not there")
	}
	defer f.Close()
	m, err := ReadColorMap(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.colors) < 100 {
		t.Errorf("only %d colours", len(m.colors))
	}
	for name, want := range m.colors {
		if got := classicHot(name); got != want {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
}
