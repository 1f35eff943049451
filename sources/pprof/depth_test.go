package pprof_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fold/sources"
	"fold/sources/sourcestest"
)

// TestPprofTruncated: a stack of Go that is exactly as deep as the runtime records, and begins with a
// function that no shorter stack begins with, has lost its root.
func TestPprofTruncated(t *testing.T) {
	deep := func(root, name string, depth int) string {
		return root + strings.Repeat(";"+name, depth-1)
	}
	fib64, fib63 := deep("main.fib", "main.fib", 64), deep("main.fib", "main.fib", 63)
	work64 := deep("main.worker", "main.fib", 64)
	main64 := deep("runtime.main", "main.fib", 64)
	fib128, fib32 := deep("main.fib", "main.fib", 128), deep("main.fib", "main.fib", 32)
	for _, c := range []struct {
		name   string
		types  []string
		file   string
		stacks []string
		want   []string
		notes  []string
	}{
		{
			"cut",
			[]string{"samples/count", "cpu/nanoseconds"},
			"main.go",
			[]string{fib64, "runtime.main;main.main"},
			[]string{"[truncated];" + fib64, "runtime.main;main.main"},
			[]string{"1 stack cut at the depth that Go records: shown under [truncated]"},
		},
		{
			"one frame less",
			[]string{"samples/count", "cpu/nanoseconds"},
			"main.go",
			[]string{fib63},
			[]string{fib63},
			nil,
		},
		{
			"usual root",
			[]string{"samples/count", "cpu/nanoseconds"},
			"main.go",
			[]string{main64},
			[]string{main64},
			nil,
		},
		{
			"root of a shorter stack",
			[]string{"samples/count", "cpu/nanoseconds"},
			"main.go",
			[]string{work64, "main.worker;main.idle"},
			[]string{work64, "main.worker;main.idle"},
			nil,
		},
		{
			"not Go",
			[]string{"samples/count", "cpu/nanoseconds"},
			"main.cc",
			[]string{fib64},
			[]string{fib64},
			nil,
		},
		{
			"another type",
			[]string{"samples/count", "wall/nanoseconds"},
			"main.go",
			[]string{fib64},
			[]string{fib64},
			nil,
		},
		{
			"heap",
			[]string{"inuse_objects/count", "inuse_space/bytes"},
			"main.go",
			[]string{work64, fib128},
			[]string{"[truncated];" + fib128, work64},
			[]string{"1 stack cut at the depth that Go records: shown under [truncated]"},
		},
		{
			"fgprof",
			[]string{"samples/count", "time/nanoseconds"},
			"main.go",
			[]string{fib32, "runtime.goexit;main.main"},
			[]string{"[truncated];" + fib32, "runtime.goexit;main.main"},
			[]string{"1 stack cut at the depth that Go records: shown under [truncated]"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			made := newPprof(c.types...)
			for _, stack := range c.stacks {
				made.stack(c.file, stack, 1, 1)
			}
			p, report := sourcestest.MustRead(t, pprofBytes(t, made.Profile), sources.Options{})
			sourcestest.Same(t, pprofColumn(t, p, ""), strings.Join(c.want, " 1\n")+" 1\n")
			if !slices.Equal(report.Notes, c.notes) {
				t.Errorf("notes %q, want %q", report.Notes, c.notes)
			}
		})
	}
}

// TestPprofTextTruncated: a text has an address for each frame. Those of the runtime at the leaf have no
// comment and count; runtime.goexit at the root has none either and shows that the stack is whole.
func TestPprofTextTruncated(t *testing.T) {
	const note = "1 stack cut at the depth that Go records: shown under [truncated]\n"
	for _, c := range []struct {
		name          string
		header        string
		numbers       string
		leaf, calls   int // addresses at the leaf without a comment, and those with one
		goexit        bool
		prefix, notes string
		weight        int
	}{
		{"goroutine", "goroutine profile: total 1", "1", 3, 125, false, "[truncated];", note, 1},
		{"goroutine with its root", "goroutine profile: total 1", "1", 3, 124, true, "", "", 1},
		{"heap", "heap profile: 1: 8 [2: 16] @ heap/2", "1: 8 [2: 16]", 2, 128, false, "[truncated];", note, 8},
		{"heap with its root", "heap profile: 1: 8 [2: 16] @ heap/2", "1: 8 [2: 16]", 2, 127, true, "", "", 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			addresses, comments := "", ""
			for i := range c.leaf {
				addresses += fmt.Sprintf(" 0x%x", 0x100+i)
			}
			for range c.calls {
				addresses += " 0x11"
				comments += "#\t0x10\tmain.fib+0x1\t\t/m.go:1\n"
			}
			if c.goexit {
				addresses += " 0x22"
			}
			text := c.header + "\n" + c.numbers + " @" + addresses + "\n" + comments
			p, report := sourcestest.MustRead(t, []byte(text), sources.Options{})
			stack := c.prefix + "main.fib" + strings.Repeat(";main.fib", c.calls-1)
			sourcestest.Same(t, pprofColumn(t, p, ""), fmt.Sprintf("%s %d\n", stack, c.weight))
			sourcestest.Same(t, sourcestest.Warnings(p, report), c.notes)
		})
	}
}
