package sources_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
)

// TestSequence reads with several workers and small chunks: the order is that of the input all the same.
func TestSequence(t *testing.T) {
	perf := func(comm, function string) string {
		return comm + " 1/1 [000] 1.000000:       1 cycles:u: \n\t          401000 " + function + "+0x10 (/usr/bin/x)\n\n"
	}
	for input, want := range map[string]string{
		"a;b 1\nc 2\na;b 3\nc 4\nc 0.5\n":                                 "a;b 10, c 20, a;b 30, c 45",
		perf("s", "f") + perf("t", "g") + perf("s", "f") + perf("s", "h"): "s;f 1, t;g 1, s;f 1, s;h 1",
	} {
		p, _, err := sources.Read(strings.NewReader(input), sources.Options{Sequence: true, Workers: 4, ChunkSize: 16})
		if err != nil {
			t.Fatal(err)
		}
		p, err = p.Unmerged(p.Default)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
			if p.Self(0, n) == 0 {
				continue
			}
			stack := p.Frame(p.FrameOf(n)).Name
			for at := p.Parent(n); at != collapse.Root; at = p.Parent(at) {
				stack = p.Frame(p.FrameOf(at)).Name + ";" + stack
			}
			got = append(got, fmt.Sprint(stack, " ", p.Self(0, n)))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
		}
	}
}

func TestNoSequence(t *testing.T) {
	f, err := os.Open("../testdata/pprof/go-cpu.pb.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, _, err = sources.Read(f, sources.Options{Sequence: true})
	if want := "pprof does not tell the order of samples: perf script text does, and folded stacks may"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
