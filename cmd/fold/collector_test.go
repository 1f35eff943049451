package main

import "testing"

func TestGCPercent(t *testing.T) {
	const mb = 1 << 20
	for _, tt := range []struct {
		name           string
		inUse, scanned uint64
		want           int
	}{
		{"nothing", 0, 0, 200},
		{"small", 4 * mb, 0, 200},
		{"small, pointers all over", 4 * mb, 4 * mb, 200},
		{"32 MB may be spare", 64 * mb, 0, 50},
		{"large", 1024 * mb, 0, 25},
		{"large, pointers all over", 1024 * mb, 1024 * mb, 200},
		{"pointers in an eighth", 1024 * mb, 128 * mb, 200},
	} {
		if got := gcPercent(tt.inUse, tt.scanned); got != tt.want {
			t.Errorf("%s: gcPercent(%d, %d) = %d, want %d", tt.name, tt.inUse, tt.scanned, got, tt.want)
		}
	}
}
