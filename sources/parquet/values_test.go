package parquet

import (
	"math"
	"testing"
)

// TestFixed reads numbers of up to 16 bytes, of which some do not fit into 64 bits.
func TestFixed(t *testing.T) {
	for _, tt := range []struct {
		data  []byte
		want  int64
		large bool
	}{
		{[]byte{5}, 5, false},
		{[]byte{0xff}, -1, false},
		{[]byte{0x80, 0}, -32768, false},
		{[]byte{0, 0x80, 0, 0, 0, 0, 0, 0, 0}, math.MinInt64, true},
		{[]byte{0xff, 0x80, 0, 0, 0, 0, 0, 0, 0}, math.MinInt64, false},
		{[]byte{0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, math.MaxInt64, false},
		{[]byte{1, 0, 0, 0, 0, 0, 0, 0, 0}, 0, true},
		{[]byte{0, 1, 0, 0, 0, 0, 0, 0, 0, 0}, 0, true},
		{[]byte{0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, -1, true},
		{[]byte{0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, math.MaxInt64, true},
	} {
		if got, large := fixed(tt.data); large != tt.large || !large && got != tt.want {
			t.Errorf("%x: got %d %v, want %d %v", tt.data, got, large, tt.want, tt.large)
		}
	}
}
