package flame

import (
	"bytes"
	"testing"

	"fold/collapse"
	"fold/collapse/packed"
)

// foldedColumns returns a profile as folded stacks with all of its columns.
func foldedColumns(t *testing.T, p *collapse.Profile) string {
	t.Helper()
	var out bytes.Buffer
	columns := make([]int, len(p.Metrics))
	for m := range columns {
		columns[m] = m
	}
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{Columns: columns}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// timeProfile has half milliseconds, a thread and names of all sizes.
func timeProfile() *collapse.Profile {
	b := collapse.NewBuilder()
	times := b.Metric(collapse.Metric{Name: "wall", Unit: "milliseconds"})
	thread := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "worker 1", Kind: collapse.KindThread}))
	for i, name := range []string{"😀.😁", "😀.😂", "é", "è", "a;b", "a b"} {
		b.AddDecimal(b.Call(thread, b.Frame(collapse.Frame{Name: name})), times, int64(15+i), 1)
	}
	return b.Profile()
}

// TestReadPicture reads pictures back.
func TestReadPicture(t *testing.T) {
	for _, tt := range []struct {
		name   string
		p      *collapse.Profile
		o      SVGOptions
		metric collapse.Metric
	}{
		{"samples", readFolded("main;a 3\nmain;b;c 4\nmain 1\n"), SVGOptions{}, collapse.Metric{Name: "samples", Unit: "count"}},
		{"times", timeProfile(), SVGOptions{}, collapse.Metric{Name: "wall", Unit: "milliseconds", Scale: 1}},
		{"changes", deltaProfile(), SVGOptions{CountName: "samples", Delta: &Delta{After: 1}}, collapse.Metric{Name: "before", Unit: "count", Side: collapse.Before}},
		{"as wide as after", deltaProfile().WithDefault(1), SVGOptions{CountName: "samples", Delta: &Delta{After: 1}}, collapse.Metric{Name: "before", Unit: "count", Side: collapse.Before}},
		{"large", manyStacks(2000), SVGOptions{Colors: "pkg"}, collapse.Metric{Name: "samples", Unit: "count"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			svg := writeSVG(t, tt.p, tt.o)
			got, left, err := packed.ReadPicture(bytes.NewReader(svg))
			if err != nil || left != 0 {
				t.Fatal(left, err)
			}
			shown, _ := named(tt.p)
			if got, want := foldedColumns(t, got), foldedColumns(t, shown); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			if got.Metrics[0] != tt.metric {
				t.Errorf("got %+v, want %+v", got.Metrics[0], tt.metric)
			}
			for end := range min(len(svg), 600) { // cut short, it is no picture
				if _, _, err := packed.ReadPicture(bytes.NewReader(svg[:len(svg)-end*len(svg)/600-1])); err == nil && !bytes.Contains(svg[:len(svg)-end*len(svg)/600-1], []byte("</metadata>")) {
					t.Fatalf("no error where the file ends %d/600 too early", end)
				}
			}
		})
	}
}

// TestReadPrunedPicture: what --prune-data left out is counted, and no weight is missing.
func TestReadPrunedPicture(t *testing.T) {
	p := manyStacks(2000)
	got, left, err := packed.ReadPicture(bytes.NewReader(writeSVG(t, p, SVGOptions{PruneData: true})))
	if err != nil {
		t.Fatal(err)
	}
	if left == 0 || got.Total(0) != p.Total(0) {
		t.Errorf("%d frames left out, a total of %d, want %d", left, got.Total(0), p.Total(0))
	}
}

// TestReadStillPicture: a picture without data says so.
func TestReadStillPicture(t *testing.T) {
	svg := writeSVG(t, readFolded("a 1\n"), SVGOptions{NoData: true})
	if _, _, err := packed.ReadPicture(bytes.NewReader(svg)); err != packed.ErrNoData {
		t.Errorf("got %v", err)
	}
}

// FuzzReadPicture: no input makes it panic, nor take more memory than it is allowed to.
func FuzzReadPicture(f *testing.F) {
	var svg bytes.Buffer
	if _, err := WriteSVG(&svg, timeProfile(), SVGOptions{NoScript: true}); err != nil {
		f.Fatal(err)
	}
	f.Add(svg.Bytes())
	f.Add([]byte(`<metadata class="d"><d>AAAA</d></metadata>`))
	f.Fuzz(func(t *testing.T, svg []byte) {
		if p, _, err := packed.ReadPicture(bytes.NewReader(svg)); err == nil {
			p.Totals(0)
		}
	})
}
