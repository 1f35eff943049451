package main

import (
	"regexp"
	"slices"
	"testing"
)

func TestPattern(t *testing.T) {
	var re *regexp.Regexp
	p := pattern{&re}
	for _, text := range []string{"^a|b$", "(?i)c"} {
		if err := p.Set(text); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]bool{"ax": true, "xb": true, "xC": true, "xB": false, "xa": false} {
		if got := re.MatchString(text); got != want {
			t.Errorf("%q matches: %v, want %v", text, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	var got []string
	w := words{&got}
	for _, text := range []string{"a, b", "c"} {
		if err := w.Set(text); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("got %q", got)
	}
	for _, text := range []string{"", "a,,b", "a,"} {
		if err := w.Set(text); err == nil || err.Error() != "an empty word" {
			t.Errorf("Set(%q) = %v", text, err)
		}
	}
}

func TestSwitches(t *testing.T) {
	for text, want := range map[string][3]bool{
		"x":   {true, false, false},
		"z,x": {true, false, true},
		"all": {true, true, true},
	} {
		var got [3]bool
		s := switches{[]string{"x", "y", "z"}, []*bool{&got[0], &got[1], &got[2]}}
		if err := s.Set(text); err != nil || got != want {
			t.Errorf("Set(%q): %v, %v, want %v", text, got, err, want)
		}
	}
}

func TestLeastWidth(t *testing.T) {
	for _, tt := range []struct {
		text            string
		pixels, percent float64
		why             string
	}{
		{"0.5", 0.5, 0, ""},
		{"0.1%", 0, 0.1, ""},
		{"0", -1, 0, ""},
		{"0%", -1, 0, ""},
		{"-1", 0, 0, "it must be from 0 to 100000"},
		{"NaN", 0, 0, "it must be from 0 to 100000"},
		{"101%", 0, 0, "it must be from 0 to 100"},
		{"wide", 0, 0, "it must be a number"},
		{"%", 0, 0, "it must be a number"},
	} {
		var pixels, percent float64
		err := leastWidth{&pixels, &percent}.Set(tt.text)
		why := ""
		if err != nil {
			why = err.Error()
		}
		if why != tt.why || pixels != tt.pixels || percent != tt.percent {
			t.Errorf("Set(%q): %v px, %v %%, %q", tt.text, pixels, percent, why)
		}
	}
}

func TestPageColor(t *testing.T) {
	for text, valid := range map[string]bool{
		"yellow": true, "#00ff7F": true, "#": false, "#12345": false, "#1234567": false, "#+12345": false,
		"12345f": false, "pink": false, "#12 456": false,
	} {
		var got string
		err := pageColor{&got}.Set(text)
		if (err == nil) != valid || valid && got != text {
			t.Errorf("Set(%q): %q, %v", text, got, err)
		}
	}
}
