package flame

import (
	"maps"
	"testing"
)

// TestDiffusion: of 100 samples main has all (step 31), parse 36 in two places together (31 × 0.6 = 18.6), read 49
// (21.7), and log 1 (3.1). That parse calls itself counts once.
func TestDiffusion(t *testing.T) {
	p := readFolded("main;parse 20\nmain;load;parse;parse 16\nmain;read 49\nmain;log 1\nmain 14\n")
	pic, err := newPicture(p, SVGOptions{Colors: "diffusion"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{"all": pic.rootHue.number}
	for f, text := range pic.names.texts {
		got[text] = pic.hues[f].number
	}
	want := map[string]int{"all": 31, "main": 31, "parse": 19, "load": 12, "read": 22, "log": 3}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
