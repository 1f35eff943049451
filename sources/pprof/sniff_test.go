package pprof_test

import (
	"path/filepath"
	"strings"
	"testing"

	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// TestPprofSniff: what begins like a profile, and what does not.
func TestPprofSniff(t *testing.T) {
	format, _ := sources.FormatNamed("pprof")
	raw := string(sourcestest.ReadFile(t, filepath.Join(pprofCases, "go-cpu-uncompressed.pb")))
	for _, c := range []struct {
		head string
		want bool
	}{
		{raw, true},
		{raw[:100], true},
		{raw[:len(raw)-1], true},
		{"\x0a\x04\x08\x01\x10\x02", true},
		{"heap profile: 8: 123776 [118: 1502768] @ heap/1048576\n", true},
		{"heap profile:     85: 178257920 [    85: 178257920] @ growthz\r\n", true},
		{"goroutine profile: total 6\n2 @ 0x48754e", true},
		{"my/own profile: total 6\n", true},
		{"--- contention:\ncycles/second=1\n", true},
		{"--- mutex:\n", true},
		{"--- contentionz 1 ---\n", true},
		{"--- heapz 1 ---\n", true},
		{"--- threadz 1 ---\n", true},
		{"--- Thread 7f794ab90940 (name: main/14748) stack: ---\n", true},
		{"heap_v2/524288\n", true},
		{string(cpuWords(0, 3, 0, 10000, 0)), true},
		{string(cpuWords(0, 3, 1, 10000, 0)), true},
		{"\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x27\x10\x00\x00\x00\x00", true},

		{"", false},
		{"\n", false},
		{"2\x00", false},
		{"\x0a\x04\x08\x01\x10\x02z", false},
		{"\x0a\x04\x08\x01\x10\x02\x32\x01a", false}, // the first string is not empty
		{"\x0a\x12\x08\x01\x12\x0e" + strings.Repeat("\x08\x01", 7), false},
		{strings.Repeat("8", 4096), false},
		{"goroutine 1 [running]:\nmain.main()\n", false},
		{"goroutine profile: total 6 or so\n", false},
		{"heap profile: none\n", false},
		{"--- a/main.go\n+++ b/main.go\n", false},
		{"main;work 3\n", false},
		{"{\"nodes\":[]}\n", false},
		{"\x7fELF\x02\x01\x01", false},
		{string(cpuWords(0, 3, 2, 10000, 0)), false},
		{string(cpuWords(0, 3, 0, 0, 0)), false},
		{strings.Repeat("\x00", 64), false},
	} {
		if got := format.Sniff(input.NewHead([]byte(c.head))); got != c.want {
			t.Errorf("%.60q: claimed %v, want %v", c.head, got, c.want)
		}
	}
}
