package main

import (
	"errors"
	"io/fs"
	"math"
	"syscall"
	"testing"

	"fold/collapse"
	"fold/flame/text"
	"fold/sources/input"
)

func TestPrintable(t *testing.T) {
	for raw, want := range map[string]string{
		"plain text: \"quoted\", back\\slash": "plain text: \"quoted\", back\\slash",
		"grün — 漢字 …":                         "grün — 漢字 …",
		"\x1b[31mred\a":                       `\x1b[31mred\a`,
		"two\nlines\r\n":                      `two\nlines\r\n`,
		"not UTF-8: \xff\xc3":                 `not UTF-8: \xff\xc3`,
		"turned \u202e round":                 `turned \u202e round`,
		"c1 \u009b31m":                        `c1 \u009b31m`,
		"replaced \ufffd":                     "replaced \ufffd",
	} {
		if got := text.Visible(raw); got != want {
			t.Errorf("text.Visible(%q) = %s, want %s", raw, got, want)
		}
	}
}

func TestInFile(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&input.Error{Line: 12, Why: "no weight"}, "in.txt:12: no weight"},
		{errors.New("12: no weight"), "in.txt: 12: no weight"}, // no line of the input
		{errors.New("the input is empty"), "in.txt: the input is empty"},
		{errors.New("line 12: no weight"), "in.txt: line 12: no weight"},
		{&fs.PathError{Op: "open", Path: "in.txt", Err: syscall.ENOENT}, "in.txt: no such file or directory"},
	} {
		got := inFile("in.txt", tt.err)
		if got.Error() != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestWeight(t *testing.T) {
	for _, tt := range []struct {
		weight int64
		scale  int
		want   string
	}{
		{0, 0, "0"},
		{999, 0, "999"},
		{1000, 0, "1,000"},
		{-1234, 0, "-1,234"},
		{-123, 0, "-123"},
		{1234567, 2, "12,345.67"},
		{1200, 2, "12"},
		{math.MinInt64, 0, "-9,223,372,036,854,775,808"},
	} {
		if got := weight(tt.weight, collapse.Metric{Scale: tt.scale}); got != tt.want {
			t.Errorf("weight(%d) at scale %d = %q, want %q", tt.weight, tt.scale, got, tt.want)
		}
	}
	if got := weight(-3797500000, collapse.Metric{Unit: "nanoseconds"}); got != "-3.80s" {
		t.Errorf("got %q, want -3.80s", got)
	}
}
