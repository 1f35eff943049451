package pprof_test

import (
	"reflect"
	"testing"

	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// TestPprofText covers what the worked cases of ?debug=1 lack.
func TestPprofText(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		skipped          []input.SkippedLine
	}{
		{
			name: "windows line ends",
			text: "goroutine profile: total 1\r\n1 @ 0x11 0x22 0x33\r\n#\t0x10\tmain.f+0x1\t/m.go:1\r\n#\t0x21\tmain.g+0x1\t/m.go:2\r\n",
			want: "main.g;main.f 1\n",
		},
		{
			name: "an inlined call shares the address",
			text: "goroutine profile: total 1\n1 @ 0x11 0x22 0x33\n#\t0x10\tmain.in+0x1\t/m.go:1\n#\t0x10\tmain.out+0x1\t/m.go:2\n#\t0x21\tmain.g+0x1\t/m.go:3\n",
			want: "main.g;main.out;main.in 1\n",
		},
		{
			name: "recursion",
			text: "goroutine profile: total 3\n1 @ 0x11 0x11 0x11 0x33\n#\t0x10\tmain.f+0x1\t/m.go:1\n#\t0x10\tmain.f+0x1\t/m.go:1\n#\t0x10\tmain.f+0x1\t/m.go:1\n\n2 @ 0x11 0x33\n#\t0x10\tmain.f+0x1\t/m.go:1\n",
			want: "main.f 2\nmain.f;main.f;main.f 1\n",
		},
		{
			name: "recursion of inlined calls that share the address",
			text: "goroutine profile: total 1\n1 @ 0x11 0x11\n#\t0x10\tmain.in+0x1\t/m.go:1\n#\t0x10\tmain.f+0x1\t/m.go:2\n#\t0x10\tmain.in+0x1\t/m.go:1\n#\t0x10\tmain.f+0x1\t/m.go:2\n",
			want: "main.f;main.in;main.f;main.in 1\n",
		},
		{
			name: "addresses side by side",
			text: "goroutine profile: total 1\n1 @ 0x11 0x12 0x11 0x33\n#\t0x10\tmain.f+0x1\t/m.go:1\n#\t0x11\tmain.g+0x2\t/m.go:2\n#\t0x10\tmain.f+0x1\t/m.go:1\n",
			want: "main.f;main.g;main.f 1\n",
		},
		{
			name: "an address without a name",
			text: "goroutine profile: total 1\n1 @ 0x11 0x22 0x33\n#\t0x10\n#\t0x21\tmain.g+0x1\t/m.go:2\n",
			want: "main.g;0x10 1\n",
		},
		{
			name: "the frame below a signal is not a call",
			text: "goroutine profile: total 1\n1 @ 0x11 0x22 0x33\n#\t0x10\truntime.sigpanic+0x1\t/s.go:1\n#\t0x22\tmain.g+0x1\t/m.go:2\n",
			want: "main.g;runtime.sigpanic 1\n",
		},
		{
			name: "no names at all",
			text: "goroutine profile: total 1\n1 @ 0x11 0x22\n",
			want: "0x21;0x10 1\n",
		},
		{
			name: "names of other addresses",
			text: "goroutine profile: total 3\n1 @ 0x11 0x22\n#\t0x10\tmain.f+0x1\t/m.go:1\n#\t0x99\tmain.g+0x1\t/m.go:2\n\n2 @ 0x33\n#\t0x32\tmain.h+0x1\t/m.go:3\n",
			want: "0x21;0x10 1\nmain.h 2\n",
			skipped: []input.SkippedLine{
				{Line: 2, Why: "the functions below do not fit the addresses of this sample, which keeps its addresses"},
			},
		},
		{
			name: "labels cut short",
			text: "goroutine profile: total 1\n1 @ 0x11\n# labels: {\"a\":\"b\n#\t0x10\tmain.f+0x1\t/m.go:1\n",
			want: "main.f 1\n",
			skipped: []input.SkippedLine{
				{Line: 3, Why: `labels that make no sense: "\"a\":\"b"`},
			},
		},
		{
			name: "runtime functions between others stay",
			text: "heap profile: 1: 8 [1: 8] @ heap/2\n1: 8 [1: 8] @ 0x11 0x22 0x33\n#\t0x10\tmain.f+0x1\t/m.go:1\n#\t0x21\truntime.call32+0x1\t/asm.s:2\n#\t0x32\tmain.g+0x1\t/m.go:2\n\n# runtime.MemStats\n# Alloc = 8\n",
			want: "main.g;runtime.call32;main.f 8\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, report := sourcestest.MustRead(t, []byte(c.text), sources.Options{})
			sourcestest.Same(t, pprofColumn(t, p, ""), c.want)
			if !reflect.DeepEqual(report.Skipped, c.skipped) {
				t.Errorf("skipped %+v, want %+v", report.Skipped, c.skipped)
			}
		})
	}
}

// TestPprofTextLabels: Go quotes labels as Go strings, which is not quite JSON.
func TestPprofTextLabels(t *testing.T) {
	const text = "goroutine profile: total 1\n1 @ 0x11\n# labels: {\"k\":\"a\\\"}, \\x01\", \"n\":\"\"}\n#\t0x10\tmain.f+0x1\t/m.go:1\n"
	p, _ := sourcestest.MustRead(t, []byte(text), sources.Options{TagRoot: []string{"k", "n"}})
	sourcestest.Same(t, pprofColumn(t, p, ""), "k=a\"},  ;n=;main.f 1\n")
}
