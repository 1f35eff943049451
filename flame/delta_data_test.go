package flame

import (
	"bytes"
	"maps"
	"reflect"
	"testing"

	"fold/collapse"
	"fold/flame/compare"
	"fold/flame/table"
)

// TestDeltaData reads both profiles back from the data layer of a picture of changes, whichever gives the widths.
func TestDeltaData(t *testing.T) {
	p := deltaProfile()
	before, after := columnOf(p, 0), columnOf(p, 1)
	for _, tt := range []struct {
		column        int
		o             SVGOptions
		shown, others map[string]int64
		diff          dataDiff
	}{
		{1, SVGOptions{Delta: &Delta{After: 1}}, after, before, dataDiff{Shown: "after", By: "self"}},
		{0, SVGOptions{Delta: &Delta{After: 1, Absolute: true}}, before, after, dataDiff{Shown: "before", By: "self", Absolute: true}},
		{1, SVGOptions{Delta: &Delta{Before: 1, By: table.ByTotal}}, after, before, dataDiff{Shown: "before", By: "total"}},
		{
			1,
			SVGOptions{Delta: &Delta{After: 1, ByFunction: true, Beyond: compare.Beyond{
				Self:  func(f collapse.Frame) bool { return f.Name == "copy" }, // the names are copy, main, old, parse, read
				Total: func(f collapse.Frame) bool { return f.Name > "n" },
			}}},
			after, before,
			dataDiff{Shown: "after", By: "self", Function: true, Beyond: &dataBeyond{[]int{0}, []int{2, 3, 4}}},
		},
	} {
		d := decodeData(t, writeSVG(t, p.WithDefault(tt.column), tt.o))
		if !maps.Equal(d.stacks, tt.shown) || !maps.Equal(d.others, tt.others) || !reflect.DeepEqual(d.head.Diff, &tt.diff) {
			t.Errorf("got %v and %v, %+v; want %v and %v, %+v", d.stacks, d.others, d.head.Diff, tt.shown, tt.others, tt.diff)
		}
	}
}

// TestDeltaOptions asks for pictures of changes that cannot be.
func TestDeltaOptions(t *testing.T) {
	for _, tt := range []struct {
		column int
		o      SVGOptions
		want   string
	}{
		{0, SVGOptions{Delta: &Delta{Before: 1, After: 1}}, "frames as wide as column 0: choose one of those that are compared"},
		{1, SVGOptions{PruneData: true, Delta: &Delta{After: 1}}, "a picture of changes keeps the data of all frames: leave it out as a whole"},
	} {
		var out bytes.Buffer
		_, err := WriteSVG(&out, deltaProfile().WithDefault(tt.column), tt.o)
		if err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}
