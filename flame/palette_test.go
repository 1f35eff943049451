package flame

import (
	"reflect"
	"testing"

	"fold/collapse"
)

// TestGroups says for a name in which group of a palette it is.
func TestGroups(t *testing.T) {
	kernel := look{kind: collapse.KindKernel}
	tests := []struct {
		palette palette
		text    string
		l       look
		want    string
	}{
		{goPalette, "main.work", look{}, "own code"},
		{goPalette, "fold/collapse.(*Builder).Call", look{}, "own code"},
		{goPalette, "main.Sum[go.shape.float64]", look{}, "own code"},
		{goPalette, "github.com/org/db.(*Tx).Lock", look{}, "modules"},
		{goPalette, "gopkg.in/yaml%2ev3.Unmarshal", look{}, "modules"},
		{goPalette, "net/http.(*conn).serve", look{}, "standard library"},
		{goPalette, "slices.SortFunc[github.com/org/db.Row]", look{}, "standard library"},
		{goPalette, "app`strings.Index", look{}, "standard library"},
		{goPalette, "runtime.mallocgc", look{}, "runtime"},
		{goPalette, "runtime/pprof.Do", look{}, "runtime"},
		{goPalette, "internal/runtime/maps.(*Map).Get", look{}, "runtime"},
		{goPalette, "internal/poll.(*FD).Read", look{}, "standard library"},
		{goPalette, "epoll_wait", look{}, "native"},
		{goPalette, "std::sort(int*)", look{}, "native"},
		{goPalette, "do_syscall_64", kernel, "kernel"},
		{rustPalette, "core::ptr::read", look{}, "standard library"},
		{rustPalette, "<alloc::vec::Vec<T> as app::X>::f", look{}, "standard library"},
		{rustPalette, "app::main", look{}, "crates"},
		{rustPalette, "malloc", look{}, "native"},
		{pythonPalette, "parse (/app/lib/json.py:12)", look{}, "own code"},
		{pythonPalette, "get (/usr/lib/python3.12/queue.py:1)", look{}, "standard library"},
		{pythonPalette, "f (/x/site-packages/y.py:1)", look{}, "packages"},
		{javaPalette, "java/util/HashMap.put", look{}, "Java"},
		{javaPalette, "JavaThread::run", look{}, "C++"},
		{javaPalette, "sys_write", kernel, "kernel"},
		{jsPalette, "~onRequest /srv/app.js:40:7", look{}, "JavaScript"},
		{jsPalette, "v8::internal::Run", look{}, "C++"},
		{perlPalette, "Perl_pp_entersub", look{}, "Perl"},
	}
	for _, tt := range tests {
		if got := tt.palette.groups[tt.palette.sort(tt.text, tt.l)].title; got != tt.want {
			t.Errorf("%s: %s is %q, want %q", tt.palette.name, tt.text, got, tt.want)
		}
	}
}

// TestLegend: packages by how much they colour of the picture, that is by the totals of their frames.
func TestLegend(t *testing.T) {
	tests := []struct {
		text, colors string
		want         []string
	}{
		{"main.a;main.b;net/http.serve 5\nmain.a;zip.x 2\nmain.a;app.y 2\nmalloc 9\n", "pkg", []string{"main", "net/http", "app", "zip"}},
		{"libc`malloc 1\n", "pkg", []string{"libc"}},
		{"malloc 1\n", "pkg", nil},
		{"a_[k];b_[j] 1\nb_[j] 3\n", "kind", []string{"kernel", "JIT"}},
		{"a_[k];b_[j] 1\nb_[j] 3\n", "hot", nil},
		{"main.a;runtime.x 1\n", "go", []string{"own code", "runtime"}},
	}
	for _, tt := range tests {
		pic, err := newPicture(readFolded(tt.text), SVGOptions{Colors: tt.colors})
		if err != nil {
			t.Fatal(err)
		}
		pic.fit()
		var got []string
		for _, e := range pic.legendEntries() {
			got = append(got, e.title)
		}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s of %q: got %q, want %q", tt.colors, tt.text, got, tt.want)
		}
	}
}

// TestFadedContrast: a label on a frame that a highlight lets fade can be read, on light pages and on dark
// ones, whatever its colour was; and so can one on what was found.
func TestFadedContrast(t *testing.T) {
	mix := func(c, ground rgb, share float64) rgb {
		part := func(a, b uint8) uint8 { return uint8(float64(a)*share + float64(b)*(1-share)) }
		return rgb{part(c.r, ground.r), part(c.g, ground.g), part(c.b, ground.b)}
	}
	check := func(c rgb) {
		for _, pg := range tints {
			if got := contrast(mix(c, pg.to, faded), black); got < 4.5 {
				t.Errorf("%v on %s: %.2f", c, pg.name, got)
			}
		}
		if got := contrast(mix(c, darkPage.to, fadedDark), fadedInkDark); got < 4.5 {
			t.Errorf("%v on a dark page: %.2f", c, got)
		}
	}
	check(black)
	check(white)
	for _, p := range palettes() {
		for _, g := range p.groups {
			for _, c := range g.colors {
				check(c)
			}
		}
	}
	if got := contrast(searchFill, black); got < 4.5 || searchFill.ink() != black {
		t.Errorf("what a search finds: %.2f", got)
	}
}

func TestFlameChart(t *testing.T) {
	if _, err := newPicture(readFolded("a 1\n"), SVGOptions{FlameChart: true}); err == nil || err.Error() != "no flame chart: the order of the samples is not known" {
		t.Errorf("got %v", err)
	}
	b := collapse.NewBuilder()
	b.RecordSequence()
	m := b.Metric(collapse.Metric{Name: "samples"})
	z, a := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "z_[j]"})), b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "a"}))
	z2 := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "z"}))
	for _, n := range []collapse.NodeID{z, z2, a, z} {
		b.Add(n, m, 1)
	}
	pic, err := newPicture(b.Profile(), SVGOptions{FlameChart: true})
	if err != nil {
		t.Fatal(err)
	}
	pic.fit()
	var got []string
	for _, box := range pic.drawn.Frames {
		got = append(got, pic.titleOf(box))
	}
	want := []string{"all (4 samples, 100.00%)", "z (2 samples, 50.00%)", "a (1 samples, 25.00%)", "z (1 samples, 25.00%)"}
	if !reflect.DeepEqual(got, want) || pic.title() != "Flame Chart" {
		t.Errorf("%s: got  %q\nwant %q", pic.title(), got, want)
	}
}
