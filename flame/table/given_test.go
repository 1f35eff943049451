package table_test

import (
	"bytes"
	"testing"

	"fold/collapse"
	"fold/flame/table"
)

// TestGiven checks that a table shows the inclusive weights that a profiler recorded, one row for each function of a
// module and file, also those of functions that have no weight of their own.
func TestGiven(t *testing.T) {
	b := collapse.NewBuilder()
	m := b.Metric(collapse.Metric{Name: "Ir", Unit: "count"})
	for _, f := range []struct {
		frame           collapse.Frame
		self, inclusive int64
	}{
		{collapse.Frame{Name: "main", Module: "tea", File: "a.c"}, 20, 820},
		{collapse.Frame{Name: "helper", Module: "tea", File: "a.c"}, 100, 400},
		{collapse.Frame{Name: "helper", Module: "tea", File: "b.c"}, 700, 700},
		{collapse.Frame{Name: "start", Module: "tea"}, 0, 820},
	} {
		frame := b.Frame(f.frame)
		b.Add(b.Call(collapse.Root, frame), m, f.self)
		b.Given(frame, m, f.inclusive)
	}
	var text, data bytes.Buffer
	top := table.Top(b.Profile(), table.Options{})
	if err := top.WriteText(&text, table.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := top.WriteJSON(&data); err != nil {
		t.Fatal(err)
	}
	const wantText = `Ir: 820 in total, 4 functions
self   self%     sum%  total   total%  function  (module)
 700  85.37%   85.37%    700   85.37%  helper  (tea, b.c)
 100  12.20%   97.56%    400   48.78%  helper  (tea, a.c)
  20   2.44%  100.00%    820  100.00%  main  (tea, a.c)
   0   0.00%  100.00%    820  100.00%  start  (tea)
`
	if text.String() != wantText {
		t.Errorf("got\n%s\nwant\n%s", text.String(), wantText)
	}
	const first = `{
  "metric": "Ir",
  "unit": "count",
  "total": 820,
  "rows": [
    {
      "function": "helper",
      "module": "tea",
      "file": "b.c",
      "self": 700,
      "self_percent": 85.3659,
      "total": 700,
      "total_percent": 85.3659
    },
`
	if !bytes.HasPrefix(data.Bytes(), []byte(first)) {
		t.Errorf("got\n%s\nwant it to begin with\n%s", data.String(), first)
	}
}
