package flame_test

import (
	"bytes"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame"
	"fold/flame/doctor"
	"fold/flame/table"
)

// heap has two columns, of which the second is what Go's own tools show.
func heap() *collapse.Profile {
	b := collapse.NewBuilder()
	objects := b.Metric(collapse.Metric{Name: "alloc_objects", Unit: "count"})
	space := b.Metric(collapse.Metric{Name: "alloc_space", Unit: "bytes"})
	b.SetDefault(space)
	n := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main.read"}))
	b.Add(n, objects, 3)
	b.Add(n, space, 4096)
	return b.Profile()
}

// TestDefaultColumn: views show the column that the profiler's own tools would, unless another one is chosen.
func TestDefaultColumn(t *testing.T) {
	for _, tt := range []struct {
		p    *collapse.Profile
		want string
	}{
		{heap(), "alloc_space 4kB of alloc_space main.read 4096\n alloc_space 4096"},
		{heap().WithDefault(0), "alloc_objects 3 alloc_objects main.read 3\n alloc_objects 3"},
	} {
		var svg, folded bytes.Buffer
		drawing, err := flame.WriteSVG(&svg, tt.p, flame.SVGOptions{})
		if err == nil {
			err = collapse.WriteFolded(&folded, tt.p, collapse.FoldedOptions{})
		}
		if err != nil {
			t.Fatal(err)
		}
		_, subtitle, _ := strings.Cut(svg.String(), `y="43">`)
		subtitle, _, _ = strings.Cut(subtitle, "<")
		top := table.Top(tt.p, table.Options{})
		diagnosis := doctor.Diagnose(tt.p, doctor.Options{})
		got := strings.Join([]string{drawing.Metric.Name, subtitle, folded.String(), diagnosis.Metric.Name}, " ")
		if got += " " + string(collapse.AppendWeight(nil, top.Rows[0].Self, 0)); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
		if got, want := flame.NewLayout(tt.p, []string{"main.read"}, flame.LayoutOptions{}).Total, tt.p.Total(tt.p.Default); got != want {
			t.Errorf("a layout of %d, want %d", got, want)
		}
	}
}
