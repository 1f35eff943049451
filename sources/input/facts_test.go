package input

import "testing"

func TestParseSeconds(t *testing.T) {
	for _, tt := range []struct {
		text string
		want int64
		ok   bool
	}{
		{"812.000100", 812_000_100_000, true},
		{"0.5", 500_000_000, true},
		{"7", 7_000_000_000, true},
		{"1.123456789", 1_123_456_789, true},
		{"9223372036.854775807", 9223372036854775807, true},
		{"9223372036.854775808", 0, false},
		{"9999999999.0", 0, false},
		{"1.1234567891", 0, false},
		{"12345678901.0", 0, false},
		{".5", 0, false},
		{"1.-5", 0, false},
		{"", 0, false},
	} {
		if got, ok := ParseSeconds([]byte(tt.text)); ok != tt.ok || ok && got != tt.want {
			t.Errorf("%q: got %d, %v", tt.text, got, ok)
		}
	}
}
