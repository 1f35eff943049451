package collapse_test

import (
	"bytes"
	"testing"

	"fold/collapse"
)

func TestUnder(t *testing.T) {
	b := collapse.NewBuilder()
	wakeups := b.Metric(collapse.Metric{Event: "wakeup", Name: "wakeup", Unit: "count"})
	switches := b.Metric(collapse.Metric{Event: "switch", Name: "switch", Unit: "count"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
	b.Add(main, switches, 2)
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "work"})), wakeups, 3)
	p := b.Profile()
	var out bytes.Buffer
	as := []collapse.Metric{{Event: "all", Name: "all", Unit: "count"}}
	joined := collapse.Merge(
		p.Under(collapse.Frame{Name: "wakeup"}, []int{wakeups}, as),
		p.Under(collapse.Frame{Name: "switch"}, []int{switches}, as),
	)
	if err := collapse.WriteFolded(&out, joined, collapse.FoldedOptions{}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "switch;main 2\nwakeup;main;work 3\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(joined.Metrics) != 1 || joined.Metrics[0] != (collapse.Metric{Event: "all", Name: "all", Unit: "count"}) {
		t.Errorf("got metrics %v", joined.Metrics)
	}
}
