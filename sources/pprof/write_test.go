package pprof_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// TestPprofRoundTrip checks that a profile that is written as pprof and read again has the same stacks in
// all columns, and the same column by default.
func TestPprofRoundTrip(t *testing.T) {
	sourcestest.EachFixture(t, func(t *testing.T, p *collapse.Profile, _ []byte) {
		for _, m := range p.Metrics {
			if m.Scale > 0 {
				t.Skip("fractions have a test of their own")
			}
		}
		again, _ := sourcestest.MustRead(t, []byte(sourcestest.Written(t, "pprof", p, p.Default)), sources.Options{Demangle: input.DemangleNone})
		if again.Default != p.Default {
			t.Errorf("the default is column %d, want %d", again.Default, p.Default)
		}
		want := strings.ToValidUTF8(sourcestest.AllColumns(t, p), "\uFFFD")
		sourcestest.Same(t, sourcestest.AllColumns(t, again), strings.ReplaceAll(want, ";;", ";[unknown];"))
	})
}

// TestWritePprof looks at what is written with the reference decoder.
func TestWritePprof(t *testing.T) {
	b := collapse.NewBuilder()
	cycles := b.Metric(collapse.Metric{Event: "cycles:u", Name: "cycles:u"})
	samples := b.Metric(collapse.Metric{Event: "cycles:u", Name: "samples", Unit: "count"})
	faults := b.Metric(collapse.Metric{Event: "faults", Name: "samples", Unit: "count"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main", Module: "app", File: "main.rs", Line: 7}))
	next := b.Call(main, b.Frame(collapse.Frame{Name: "<Vec<T> as Iterator>::next", Module: "app", File: "vec.rs", Kind: collapse.KindInlined}))
	leaf := b.Call(next, b.Frame(collapse.Frame{Name: "copy", Module: "app", File: "vec.rs", Kind: collapse.KindInlined}))
	read := b.Call(main, b.Frame(collapse.Frame{Name: "re;ad\n\xff", Module: "libc.so.6"}))
	b.Add(next, cycles, 100)
	b.Add(next, samples, 1)
	b.Add(leaf, faults, -3)
	b.Add(read, cycles, 1<<62)
	got, err := profile.ParseData([]byte(sourcestest.Written(t, "pprof", b.Profile(), samples)))
	if err != nil {
		t.Fatal(err)
	}
	if err := got.CheckValid(); err != nil {
		t.Error(err)
	}
	// The parentheses at the ends of lines hold the system name.
	want := `PeriodType:  
Period: 0
Samples:
cycles:u/count cycles:u/samples/count[dflt] faults/samples/count
        100          1          0: 2 
          0          0         -3: 3 
 4611686018427387904          0          0: 4 1 
Locations
     1: 0x0 M=1 main main.rs:7:0 s=0()
     2: 0x0 M=1 <Vec<T> as Iterator>::next vec.rs:0:0 s=0()
             main main.rs:7:0 s=0()
     3: 0x0 M=1 copy vec.rs:0:0 s=0()
             <Vec<T> as Iterator>::next vec.rs:0:0 s=0()
             main main.rs:7:0 s=0()
     4: 0x0 M=2 re;ad
` + "\uFFFD" + ` :0:0 s=0()
Mappings
1: 0x0/0x0/0x0 app  [FN]
2: 0x0/0x0/0x0 libc.so.6  [FN]
`
	sourcestest.Same(t, got.String(), want)
	if _, err := profile.Merge([]*profile.Profile{got, got.Copy()}); err != nil {
		t.Error(err)
	}
}

// TestWritePprofFractions checks that nothing is rounded: hundredths are counted in hundredths.
func TestWritePprofFractions(t *testing.T) {
	p := sourcestest.FromFolded(t, "a;b 0.25\na 1.5\n")
	got, err := profile.ParseData([]byte(sourcestest.Written(t, "pprof", p, 0)))
	if err != nil {
		t.Fatal(err)
	}
	sourcestest.Same(t, got.SampleType[0].Type+" "+got.SampleType[0].Unit, "samples count/100")
	again, _ := sourcestest.MustRead(t, []byte(sourcestest.Written(t, "pprof", p, 0)), sources.Options{})
	sourcestest.Same(t, sourcestest.ColumnText(t, again, ""), "a 150\na;b 25\n")
}

// TestWritePprofEdges checks what a name must not become: none.
func TestWritePprofEdges(t *testing.T) {
	for _, tt := range []struct{ name, input, want string }{
		{"a frame without a name", "a;;b 1\n", "a;[unknown];b 1\n"},
		{"modules", "lib`f;g 2\n", "lib`f;g 2\n"},
		{"a module of a name with a path", "a/b`f 2\n", "a/b`f 2\n"},
		{"beyond the bounds of a location", strings.Repeat("f_[i];", 250) + "g_[i] 3\n", strings.Repeat("f_[i];", 250) + "g_[i] 3\n"},
		{"nothing", "a 0\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := sourcestest.MustRead(t, []byte(sourcestest.Written(t, "pprof", sourcestest.FromFolded(t, tt.input), 0)), sources.Options{})
			var out bytes.Buffer
			if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{}); err != nil {
				t.Fatal(err)
			}
			sourcestest.Same(t, out.String(), tt.want)
		})
	}
}
