package pprof_test

import (
	"math"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/pprof/profile"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// TestPprofOptions compares what the options make of the worked cases. The goldens follow from pprof's own
// output with the same choice; those of short generics are what Go itself writes with ?debug=1.
func TestPprofOptions(t *testing.T) {
	short := sources.Options{Generics: input.GenericsShort}
	for _, c := range []struct {
		input, metric, golden string
		options               sources.Options
	}{
		{"go-cpu.pb.gz", "samples", "options/go-cpu.noinlines.folded", sources.Options{Inlines: input.InlinesNone}},
		{"go-cpu.pb.gz", "samples", "options/go-cpu.lines.folded", sources.Options{Lines: true}},
		{"go-cpu.pb.gz", "samples", "options/go-cpu.tag-root-endpoint.folded", sources.Options{TagRoot: []string{"endpoint"}}},
		{"go-cpu.pb.gz", "samples", "options/go-cpu.tag-leaf-endpoint.folded", sources.Options{TagLeaf: []string{"endpoint"}}},
		{"go-cpu.pb.gz", "samples", "options/go-cpu.tagfocus-endpoint-fib.folded", sources.Options{TagFocus: "endpoint=fib"}},
		{"go-cpu.pb.gz", "samples", "options/go-cpu.tagfocus-nokey.folded", sources.Options{TagFocus: "fib"}},
		{"go-cpu.pb.gz", "samples", "options/go-cpu.tagignore-endpoint.folded", sources.Options{TagIgnore: "endpoint"}},
		{"go-goroutine.debug1.txt", "goroutine", "options/go-goroutine.debug1.tag-root-role-n.folded", sources.Options{TagRoot: []string{"role", "n"}}},
		{"go-heap.pb.gz", "inuse_space", "go-heap.debug1.inuse_space.folded", short},
		{"go-heap.pb.gz", "alloc_objects", "go-heap.debug1.alloc_objects.folded", short},
		{"go-block.pb.gz", "delay", "go-block.debug1.delay.folded", short},
		{"go-cpu-uncompressed.pb", "samples", "go-cpu.samples.folded", sources.Options{}},
		{"go-cpu.pb.gz", "cpu", "go-cpu.cpu.folded", sources.Options{Generics: input.GenericsFull, AllFrames: true, Addresses: true}},
	} {
		t.Run(c.golden, func(t *testing.T) {
			p := readPprof(t, filepath.Join(pprofCases, c.input), c.options)
			sourcestest.Same(t, pprofColumn(t, p, c.metric), readGolden(t, filepath.Join(pprofCases, c.golden)))
		})
	}
}

// TestPprofDefaultMetric: the type that the profile names, or else the last, and how its weights came about.
func TestPprofDefaultMetric(t *testing.T) {
	for input, want := range map[string]collapse.Metric{
		"go-cpu.pb.gz":           {Name: "cpu", Unit: "nanoseconds", Sampling: collapse.Sampled},
		"go-heap.pb.gz":          {Name: "inuse_space", Unit: "bytes", Sampling: collapse.Sampled},
		"go-allocs.pb.gz":        {Name: "alloc_space", Unit: "bytes", Sampling: collapse.Sampled},
		"go-block.pb.gz":         {Name: "delay", Unit: "nanoseconds", Sampling: collapse.Measured},
		"go-block.debug1.txt":    {Name: "delay", Unit: "nanoseconds", Sampling: collapse.Measured},
		"go-fgprof.pb.gz":        {Name: "time", Unit: "nanoseconds", Sampling: collapse.Sampled},
		"go-threadcreate.pb.gz":  {Name: "threadcreate", Unit: "count", Sampling: collapse.Measured},
		"edge-no-samples.pb.gz":  {Name: "samples", Unit: "count"}, // the profile says so
		"go-goroutineleak.pb.gz": {Name: "goroutineleak", Unit: "count"},
	} {
		p := readPprof(t, filepath.Join(pprofCases, input), sources.Options{})
		if got := p.Metrics[p.Default]; got != want {
			t.Errorf("%s: default %+v, want %+v", input, got, want)
		}
	}
}

// TestPprofFrames covers names that the worked cases lack. Each stack has one frame.
func TestPprofFrames(t *testing.T) {
	const mangled, file = "_ZN2ns5OuterIiE3runEiPKc", "outer.cc"
	stack := func(name, file string, address uint64, mapping string) *profile.Profile {
		p := newPprof("samples/count")
		l := &profile.Location{Address: address}
		if name != "" || file != "" {
			l.Line = []profile.Line{{Function: p.function(name, file), Line: 7}}
		}
		if mapping != "" {
			l.Mapping = p.mapping(mapping)
		}
		p.add([]*profile.Location{p.location(l)}, 1)
		return p.Profile
	}
	for _, c := range []struct {
		name    string
		profile *profile.Profile
		options sources.Options
		want    string
	}{
		{"mangled", stack(mangled, file, 1, ""), sources.Options{}, "ns::Outer<int>::run 1\n"},
		{"mangled, full", stack(mangled, file, 1, ""), sources.Options{Demangle: input.DemangleFull}, "ns::Outer<int>::run(int, char const*) 1\n"},
		{"mangled, none", stack(mangled, file, 1, ""), sources.Options{Demangle: input.DemangleNone}, mangled + " 1\n"},
		{"line", stack("f", file, 1, ""), sources.Options{Lines: true}, "f:7 1\n"},
		{"not UTF-8", stack("a\xff\xfeb;c\nd", file, 1, ""), sources.Options{}, "a\uFFFDb:c d 1\n"},
		{"module", stack("", "", 0x1f00, "/lib/libc.so.6"), sources.Options{}, "[libc.so.6] 1\n"},
		{"module of the kernel", stack("", "", 0x1f00, "[vdso]"), sources.Options{}, "[vdso] 1\n"},
		{"module on Windows", stack("", "", 0x1f00, `C:\app\app.exe`), sources.Options{}, "[app.exe] 1\n"},
		{"address asked for", stack("", "", 0x1f00, "/lib/libc.so.6"), sources.Options{Addresses: true}, "0x1f00 1\n"},
		{"address", stack("", "", 0x1f00, ""), sources.Options{}, "0x1f00 1\n"},
		{"padding", stack("", "", 0, ""), sources.Options{}, "[unknown] 1\n"},
		{"padding less one", stack("", "", 1<<64-1, ""), sources.Options{}, "[unknown] 1\n"},
		{"function without a name", stack("", file, 0x1f00, ""), sources.Options{}, "0x1f00 1\n"},
		{"type arguments", stack("main.F[go.shape.struct { X []int; Y map[int]int }].func1", "main.go", 1, ""), sources.Options{Generics: input.GenericsShort}, "main.F[...].func1 1\n"},
		{"two of them", stack("main.(*T[int,go.shape.string]).M[...]", "main.go", 1, ""), sources.Options{Generics: input.GenericsShort}, "main.(*T[...]).M[...] 1\n"},
		{"not type arguments", stack("operator new[](unsigned long)", "", 1, ""), sources.Options{Generics: input.GenericsShort}, "operator new[](unsigned long) 1\n"},
		{"not Go", stack("a[b]", "a.cc", 1, ""), sources.Options{Generics: input.GenericsShort}, "a[b] 1\n"},
		{"Objective-C", stack("-[NSString length]", "", 1, ""), sources.Options{Generics: input.GenericsShort}, "-[NSString length] 1\n"},
		{"never closed", stack("main.F[int", "main.go", 1, ""), sources.Options{Generics: input.GenericsShort}, "main.F[int 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, _ := sourcestest.MustRead(t, pprofBytes(t, c.profile), c.options)
			sourcestest.Same(t, pprofColumn(t, p, ""), c.want)
		})
	}
}

// TestPprofFrameDetails: filters see the file and the module, pictures the kind.
func TestPprofFrameDetails(t *testing.T) {
	made := newPprof("samples/count")
	made.add([]*profile.Location{made.location(&profile.Location{
		Address: 1, Mapping: made.mapping("/usr/bin/app"),
		Line: []profile.Line{{Function: made.function("inner", "in.c"), Line: 3}, {Function: made.function("outer", "out.c"), Line: 4}},
	})}, 1)
	p, _ := sourcestest.MustRead(t, pprofBytes(t, made.Profile), sources.Options{Lines: true})
	inner := p.Frame(p.FrameOf(2))
	outer := p.Frame(p.FrameOf(1))
	if want := (collapse.Frame{Name: "inner:3", Module: "app", File: "in.c", Line: 3, Kind: collapse.KindInlined}); inner != want {
		t.Errorf("inner is %+v, want %+v", inner, want)
	}
	if want := (collapse.Frame{Name: "outer:4", Module: "app", File: "out.c", Line: 4}); outer != want {
		t.Errorf("outer is %+v, want %+v", outer, want)
	}
}

// TestPprofAnnotate marks inlined frames as perf's are.
func TestPprofAnnotate(t *testing.T) {
	made := newPprof("samples/count")
	made.add([]*profile.Location{made.location(&profile.Location{
		Address: 1,
		Line:    []profile.Line{{Function: made.function("inner", "in.c")}, {Function: made.function("outer", "out.c")}},
	})}, 1)
	p, _ := sourcestest.MustRead(t, pprofBytes(t, made.Profile), sources.Options{Annotate: input.Annotate{Inlined: true}})
	sourcestest.Same(t, pprofColumn(t, p, ""), "outer;inner_[i] 1\n")
}

// TestPprofDropFrames: drop_frames cuts the first match below a frame that does not match, and all behind
// it, except where keep_frames matches too.
func TestPprofDropFrames(t *testing.T) {
	made := newPprof("samples/count")
	made.DropFrames, made.KeepFrames = `malloc|pool\..*`, `pool\.keep`
	made.stack("main.go", "main;malloc;mmap", 1)
	made.stack("main.go", "malloc;main", 2)
	made.stack("main.go", "main;pool.keep;work", 4)
	made.stack("main.go", "main;mallocator", 8)
	data := pprofBytes(t, made.Profile)
	for _, c := range []struct {
		all  bool
		want string
	}{
		{false, "main 1\nmain;mallocator 8\nmain;pool.keep;work 4\nmalloc;main 2\n"},
		{true, "main;malloc;mmap 1\nmain;mallocator 8\nmain;pool.keep;work 4\nmalloc;main 2\n"},
	} {
		p, _ := sourcestest.MustRead(t, data, sources.Options{AllFrames: c.all})
		sourcestest.Same(t, pprofColumn(t, p, ""), c.want)
	}
}

// TestPprofColumns: types of one name stay apart, and whole numbers beyond 2^53 are exact.
func TestPprofColumns(t *testing.T) {
	made := newPprof("time/count", "time/count", "/bytes")
	made.stack("main.go", "main", 1<<62+1, -3, 5)
	made.stack("main.go", "main", 2, 1, 0)
	p, _ := sourcestest.MustRead(t, pprofBytes(t, made.Profile), sources.Options{})
	for metric, want := range map[string]string{
		"time":          "main 4611686018427387907\n",
		"time-2.signed": "main -2\n",
		"time-2":        "",
		"value":         "main 5\n",
	} {
		sourcestest.Same(t, pprofColumn(t, p, metric), want)
	}
}

// TestPprofSamples checks of how many samples the weights are, in effect, W²/Σw², and how many ticks they share.
func TestPprofSamples(t *testing.T) {
	for _, test := range []struct {
		input, metric string
		samples       float64
		ticks         int64
	}{
		{"go-cpu.pb.gz", "cpu", 100, 0},
		{"go-cpu.pb.gz", "samples", 100, 0},
		{"go-fgprof.pb.gz", "time", 444, 74},   // 758 ms at 98 Hz
		{"go-heap.pb.gz", "inuse_space", 8, 0}, // 65 objects of 24,769 bytes are 3, and so on
	} {
		p := readPprof(t, filepath.Join(pprofCases, test.input), sources.Options{})
		for m := range p.Metrics {
			if p.Metrics[m].Name != test.metric {
				continue
			}
			var squares collapse.Square
			for n := range p.Len() {
				squares = squares.Plus(p.Square(m, collapse.NodeID(n)))
			}
			got := float64(p.Total(m)) * float64(p.Total(m)) / squares.Float()
			if math.Abs(got-test.samples) > 0.05 || p.Ticks != test.ticks {
				t.Errorf("%s, %s: %.1f samples, %d ticks; want %.1f and %d", test.input, test.metric, got, p.Ticks, test.samples, test.ticks)
			}
		}
	}
}

// TestPprofHugeLine: a line number that no file has is left out, and the function stays.
func TestPprofHugeLine(t *testing.T) {
	p := newPprof("samples/count")
	for i, line := range []int64{7, math.MaxInt32, math.MaxInt32 + 1, 0, -1} {
		s := p.stack("main.go", "main"+strconv.Itoa(i), 1)
		s.Location[0].Line[0].Line = line
	}
	read, _ := sourcestest.MustRead(t, pprofBytes(t, p.Profile), sources.Options{Lines: true})
	got := pprofColumn(t, read, "samples")
	want := "main0:7 1\nmain1:2147483647 1\nmain2 1\nmain3 1\nmain4 1\n"
	sourcestest.Same(t, got, want)
}
