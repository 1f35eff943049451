package input_test

import (
	"math"
	"testing"

	"fold/sources/input"
)

func TestPrintedDecimal(t *testing.T) {
	for _, test := range []struct {
		text   string
		comma  bool
		factor int64
		want   int64
		slack  float64
	}{
		{"4.93", false, 1e9, 4_930_000_000, 5e6},
		{"4,93", false, 1e9, 4_930_000_000, 5e6}, // no group of three
		{"4,930", false, 1, 4930, 0},
		{"4,930", true, 1000, 4930, 0.5}, // the row has decimal commas
		{"4.930", true, 1, 4930, 0},      // so this point stands between thousands
		{"1.430,00", false, 1e6, 1_430_000_000, 5e3},
		{"1,430.00", false, 1e6, 1_430_000_000, 5e3},
		{"1,234,567", false, 1, 1_234_567, 0},
		{"12 345", false, 1, 12_345, 0}, // a no-break space
		{"1’234", false, 1, 1234, 0},
		{"-12.5", false, 1, -13, 0.05}, // half away from zero
		{"2.5", false, 1, 3, 0.05},
		{"-", false, 1e9, 0, 5e8},
		{"—", false, 1, 0, 0},
		{"", false, 1, 0, 0},
		{"999999999999999999", false, 9, 8_999_999_999_999_999_991, 4.5},
	} {
		d, ok := input.PrintedDecimal([]byte(test.text), test.comma)
		got, fits := d.Times(test.factor)
		slack := d.Slack(test.factor)
		if !ok || !fits || got != test.want || math.Abs(slack-test.slack) > test.slack/1e9 {
			t.Errorf("%q times %d: got %d ± %v, %v, %v; want %d ± %v", test.text, test.factor, got, slack, ok, fits, test.want, test.slack)
		}
	}
	for _, text := range []string{"x", "1.2.3,4", "--1", "1-", ".", "1e5", "1234567890123456789", "12ms"} {
		if d, ok := input.PrintedDecimal([]byte(text), false); ok && text != "1.2.3,4" {
			t.Errorf("%q is read as %v", text, d)
		}
	}
	if _, fits := (input.Decimal{Value: math.MaxInt64}).Times(2); fits {
		t.Error("a product beyond 64 bits fits")
	}
}

func TestParseCountAndHex(t *testing.T) {
	for _, test := range []struct {
		text           string
		count, hex     int64
		isCount, isHex bool
	}{
		{"0", 0, 0, true, true},
		{"10", 10, 16, true, true},
		{"9223372036854775807", math.MaxInt64, 0, true, false},
		{"9223372036854775808", 0, 0, false, false},
		{"17b3", 0, 0x17b3, false, true},
		{"17B3", 0, 0x17b3, false, true},
		{"7fffffffffffffff", 0, math.MaxInt64, false, true},
		{"8000000000000000", 8_000_000_000_000_000, 0, true, false},
		{"", 0, 0, false, false},
		{"-1", 0, 0, false, false},
		{"1 ", 0, 0, false, false},
	} {
		if n, ok := input.ParseCount([]byte(test.text)); ok != test.isCount || ok && n != test.count {
			t.Errorf("count %q: got %d, %v; want %d, %v", test.text, n, ok, test.count, test.isCount)
		}
		if n, ok := input.ParseHex([]byte(test.text)); ok != test.isHex || ok && n != test.hex {
			t.Errorf("hex %q: got %d, %v; want %d, %v", test.text, n, ok, test.hex, test.isHex)
		}
	}
}

func TestCutIndent(t *testing.T) {
	for _, test := range []struct {
		text   string
		indent int
		rest   string
	}{
		{"  main", 2, "main"},
		{"\u00a0\u2007 main ", 3, "main "},
		{"größe", 0, "größe"},
		{"  ", 2, ""},
		{"", 0, ""},
	} {
		if indent, rest := input.CutIndent([]byte(test.text)); indent != test.indent || string(rest) != test.rest {
			t.Errorf("%q: got %d, %q; want %d, %q", test.text, indent, rest, test.indent, test.rest)
		}
	}
}
