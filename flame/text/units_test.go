package text_test

import (
	"math"
	"testing"

	"fold/flame/text"
)

func TestWeight(t *testing.T) {
	for _, c := range []struct {
		weight int64
		scale  int
		unit   string
		want   string
	}{
		// What "go tool pprof -top" prints where a table has one row.
		{1610015, 0, "bytes", "1.54MB"},
		{524528, 0, "bytes", "512.23kB"},
		{4510203802, 0, "nanoseconds", "4.51s"},
		{10000000, 0, "nanoseconds", "10ms"},
		{758939999, 0, "nanoseconds", "758.94ms"},

		{0, 0, "bytes", "0"},
		{1, 0, "bytes", "1B"},
		{1023, 0, "B", "1023B"},
		{1024, 0, "bytes", "1kB"},
		{1536, 0, "bytes", "1.50kB"},
		{1 << 20, 0, "byte", "1MB"},
		{3 << 30, 0, "bytes", "3GB"},
		{5 << 40, 0, "bytes", "5TB"},
		{1 << 50, 0, "bytes", "1PB"},
		{1 << 62, 0, "bytes", "4096PB"},
		{-1536, 0, "bytes", "-1.50kB"},
		{math.MinInt64, 0, "bytes", "-8192PB"},
		{2048, 0, "kilobytes", "2MB"},
		{3, 0, "MB", "3MB"},
		{2, 0, "GB", "2GB"},

		{999, 0, "ns", "999ns"},
		{1500, 0, "nanoseconds", "1.50us"},
		{90, 0, "seconds", "90s"},
		{5400, 0, "s", "1.50hrs"},
		{250, 0, "milliseconds", "250ms"},
		{1200, 0, "us", "1.20ms"},
		{1200, 0, "μs", "1.20ms"},
		{2, 0, "hours", "2hrs"},

		{15, 1, "ns", "1.50ns"},
		{1234567, 3, "ms", "1.23s"}, // 1234.567 ms

		{4800, 0, "count", "4800"},
		{math.MaxInt64, 0, "", "9223372036854775807"},
		{math.MinInt64, 0, "samples", "-9223372036854775808"},
		{3500, 3, "count", "3.5"},
		{12, 0, "GCU", "12"},
		{12, 0, "cycles", "12"},
	} {
		if got := text.Weight(c.weight, c.scale, c.unit); got != c.want {
			t.Errorf("Weight(%d, %d, %q) = %q, want %q", c.weight, c.scale, c.unit, got, c.want)
		}
	}
}
