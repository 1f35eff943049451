package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestDecimal(t *testing.T) {
	tests := []struct {
		text string
		want decimal
		err  string
	}{
		{"2.5", decimal{25, 1}, ""},
		{"1000", decimal{1000, 0}, ""},
		{"0.0010", decimal{1, 3}, ""},
		{".5", decimal{5, 1}, ""},
		{"3.", decimal{3, 0}, ""},
		{"123456789.123456789", decimal{123456789123456789, 9}, ""},
		{"000000000000000000000000000001", decimal{1, 0}, ""},
		{"1234567890.123456789", decimal{}, "it has more than 18 digits"},
		{"0", decimal{}, "it must be a number above zero"},
		{"0.00", decimal{}, "it must be a number above zero"},
		{"-1", decimal{}, "it must be a number above zero"},
		{"1e3", decimal{}, "it must be a number above zero"},
		{"1.2.3", decimal{}, "it must be a number above zero"},
		{".", decimal{}, "it must be a number above zero"},
		{"", decimal{}, "it must be a number above zero"},
	}
	for _, tt := range tests {
		var got decimal
		err, text := got.Set(tt.text), ""
		if err != nil {
			text = err.Error()
		}
		if got != tt.want || text != tt.err {
			t.Errorf("%q: got %v, %s", tt.text, got, text)
		}
	}
}

func TestTimes10(t *testing.T) {
	for _, tt := range []struct {
		value int64
		n     int
		want  int64
		fits  bool
	}{{7, 0, 7, true}, {7, 3, 7000, true}, {9, 18, 9e18, true}, {10, 18, 0, false}} {
		if got, fits := times10(tt.value, tt.n); got != tt.want || fits != tt.fits {
			t.Errorf("%d times 10^%d: got %d, %v", tt.value, tt.n, got, fits)
		}
	}
}

// TestSVGTotal: --total is in weights of the input, fractions included, whatever digits the profile has itself. The
// picture is 1180 pixels wide inside.
func TestSVGTotal(t *testing.T) {
	for _, tt := range []struct{ folded, total, subtitle, width string }{
		{"f 10\n", "12.5", "12.5 samples", "944"},   // 10 of 12.5
		{"f 2.50\n", "12.5", "12.5 samples", "236"}, // 2.5 of 12.5
		{"f 2.5\n", "10", "10 samples", "295"},
		{"f 10\n", "40", "40 samples", "295"},
	} {
		var out, messages bytes.Buffer
		status := run([]string{"svg", "--total", tt.total, "--no-data", "--titles"}, strings.NewReader(tt.folded), &out, &messages)
		if status != statusDone || messages.Len() > 0 {
			t.Errorf("%s: exit status %d, %s", tt.total, status, messages.String())
		}
		_, subtitle, _ := strings.Cut(out.String(), ` y="43">`)
		subtitle, _, _ = strings.Cut(subtitle, "<")
		if subtitle != tt.subtitle {
			t.Errorf("%s of %s: the subtitle is %q, want %q", tt.folded, tt.total, subtitle, tt.subtitle)
		}
		if box := "v15h" + tt.width + "v-15\"><title>f ("; !strings.Contains(out.String(), box) {
			t.Errorf("%s of %s: no box %s in\n%s", tt.folded, tt.total, box, out.String())
		}
	}
}
