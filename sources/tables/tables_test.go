package tables_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	library "github.com/parquet-go/parquet-go"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
	"fold/sources/tables"
)

// written returns both tables of a profile.
func written(t *testing.T, make func(samples, stacks io.Writer) tables.Output, p *collapse.Profile, o tables.Options, from tables.Source) (samples, stacks string, w *tables.Writer) {
	t.Helper()
	var first, second bytes.Buffer
	w = tables.NewWriter(make(&first, &second), o)
	if err := w.Add(p, from); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return first.String(), second.String(), w
}

// labelled returns a profile with labels, which say when samples were taken, and with names that formats of tables must
// escape.
func labelled(t *testing.T) *collapse.Profile {
	t.Helper()
	p, _ := sourcestest.MustRead(t, []byte("main;it's 3\nmain;tab\\x 4.5\n"), sources.Options{
		Format: "folded", KeepLabels: true,
		FileLabels: []input.Label{{Key: "host", Text: "web \"1\""}, {Key: "date", Text: "2026-09-01"}},
	})
	return p
}

// TestText compares what is written, to the letter.
func TestText(t *testing.T) {
	samples, stacks, w := written(t, tables.NewTSV, labelled(t), tables.Options{}, tables.Source{Time: tables.NoTime})
	ids := stackIDs(t, stacks)
	sourcestest.Same(t, samples, "1788220800000\t{\"date\":\"2026-09-01\",\"host\":\"web \\\\\"1\\\\\"\"}\tsamples\tcount\t"+ids[0]+"\t30\t1\n"+
		"1788220800000\t{\"date\":\"2026-09-01\",\"host\":\"web \\\\\"1\\\\\"\"}\tsamples\tcount\t"+ids[1]+"\t45\t1\n")
	sourcestest.Same(t, stacks, ids[0]+"\t['main','it\\'s']\n"+ids[1]+"\t['main','tab\\\\x']\n")
	if w.Undated != 1 || w.Untimed != 0 {
		t.Errorf("%d undated, %d untimed", w.Undated, w.Untimed)
	}
	samples, stacks, _ = written(t, tables.NewJSONL, labelled(t), tables.Options{}, tables.Source{})
	sourcestest.Same(t, samples, `{"time":"2026-09-01T00:00:00.000Z","labels":{"date":"2026-09-01","host":"web \"1\""},"metric":"samples","unit":"count","stack_id":`+ids[0]+`,"weight":30,"scale":1}
{"time":"2026-09-01T00:00:00.000Z","labels":{"date":"2026-09-01","host":"web \"1\""},"metric":"samples","unit":"count","stack_id":`+ids[1]+`,"weight":45,"scale":1}
`)
	sourcestest.Same(t, stacks, `{"stack_id":`+ids[0]+`,"stack":["main","it's"]}
{"stack_id":`+ids[1]+`,"stack":["main","tab\\x"]}
`)
}

// stackIDs returns the first column of a table of stacks.
func stackIDs(t *testing.T, stacks string) (ids []string) {
	t.Helper()
	for line := range strings.Lines(stacks) {
		id, _, _ := strings.Cut(line, "\t")
		ids = append(ids, id)
	}
	return ids
}

// TestStackID holds numbers that were written into tables once: they must never change.
func TestStackID(t *testing.T) {
	_, stacks, _ := written(t, tables.NewTSV, sourcestest.FromFolded(t, "main;work 1\nmain 2\n"), tables.Options{}, tables.Source{})
	sourcestest.Same(t, stacks, "-3118736999834632114\t['main']\n-5933032115653919636\t['main','work']\n")
}

// TestNoTime: what nobody knows is no time.
func TestNoTime(t *testing.T) {
	p := sourcestest.FromFolded(t, "main 1\n")
	id := stackIDs(t, func() string { _, s, _ := written(t, tables.NewTSV, p, tables.Options{}, tables.Source{}); return s }())[0]
	samples, _, _ := written(t, tables.NewTSV, p, tables.Options{}, tables.Source{Time: tables.NoTime})
	sourcestest.Same(t, samples, "\\N\t{}\tsamples\tcount\t"+id+"\t1\t0\n")
	samples, _, _ = written(t, tables.NewTSV, p, tables.Options{}, tables.Source{Time: 1_788_220_800_123_456_789})
	sourcestest.Same(t, samples, "1788220800123\t{}\tsamples\tcount\t"+id+"\t1\t0\n")
	samples, _, _ = written(t, tables.NewJSONL, p, tables.Options{}, tables.Source{Time: tables.NoTime})
	sourcestest.Same(t, samples, `{"time":null,"labels":{},"metric":"samples","unit":"count","stack_id":`+id+`,"weight":1,"scale":0}`+"\n")
}

// TestTimeLabels reads the forms of time labels, of which time counts before date.
func TestTimeLabels(t *testing.T) {
	for _, tt := range []struct{ date, time, want string }{
		{"2026-09-01", "", "1788220800000"},
		{"20260901", "", "1788220800000"},
		{"", "2026-09-01T02:00:00Z", "1788228000000"},
		{"", "2026-09-01T02:00:00.5+01:00", "1788224400500"},
		{"", "2026-09-01 02:00:00", "1788228000000"},
		{"2026-09-02", "2026-09-01T02:00:00", "1788228000000"},
		{"2026-09-01", "noon", "1788220800000"},
		{"yesterday", "", `\N`},
	} {
		labels := []input.Label{{Key: "date", Text: tt.date}}
		if tt.time != "" {
			labels = append(labels, input.Label{Key: "time", Text: tt.time})
		}
		if tt.date == "" {
			labels = labels[1:]
		}
		p, _ := sourcestest.MustRead(t, []byte("main 1\n"), sources.Options{Format: "folded", KeepLabels: true, FileLabels: labels})
		samples, _, w := written(t, tables.NewTSV, p, tables.Options{}, tables.Source{Time: tables.NoTime})
		if got, _, _ := strings.Cut(samples, "\t"); got != tt.want {
			t.Errorf("%s %s: got %s, want %s", tt.date, tt.time, got, tt.want)
		}
		if bad := tt.date == "yesterday" || tt.time == "noon"; bad != (w.Untimed == 1) {
			t.Errorf("%s %s: %d labels made no sense", tt.date, tt.time, w.Untimed)
		}
	}
}

// TestPlaces: with lines, the same function on another line is another stack.
func TestPlaces(t *testing.T) {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	for line := 3; line < 5; line++ {
		b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "work", Module: "till", File: "w.go", Line: line})), samples, 1)
	}
	p := b.Profile()
	_, stacks, _ := written(t, tables.NewTSV, p, tables.Options{Places: true}, tables.Source{})
	ids := stackIDs(t, stacks)
	sourcestest.Same(t, stacks, ids[0]+"\t['work']\t['till']\t['w.go']\t[3]\n"+ids[1]+"\t['work']\t['till']\t['w.go']\t[4]\n")
	_, stacks, _ = written(t, tables.NewJSONL, p, tables.Options{Places: true}, tables.Source{})
	sourcestest.Same(t, stacks, `{"stack_id":`+ids[0]+`,"stack":["work"],"module":["till"],"file":["w.go"],"line":[3]}
{"stack_id":`+ids[1]+`,"stack":["work"],"module":["till"],"file":["w.go"],"line":[4]}
`)
	_, stacks, _ = written(t, tables.NewTSV, p, tables.Options{}, tables.Source{})
	sourcestest.Same(t, stacks, stackIDs(t, stacks)[0]+"\t['work']\n")
}

// TestParquet reads the tables back with the library.
func TestParquet(t *testing.T) {
	type sample struct {
		Time   *int64            `parquet:"time,optional,timestamp(millisecond)"`
		Labels map[string]string `parquet:"labels"`
		Metric string            `parquet:"metric"`
		Unit   string            `parquet:"unit"`
		Stack  int64             `parquet:"stack_id"`
		Weight int64             `parquet:"weight"`
		Scale  int32             `parquet:"scale"`
	}
	type stack struct {
		ID      int64    `parquet:"stack_id"`
		Frames  []string `parquet:"stack,list"`
		Modules []string `parquet:"module,list"`
		Lines   []int64  `parquet:"line,list"`
	}
	samples, stacks, _ := written(t, tables.NewParquet, labelled(t), tables.Options{}, tables.Source{})
	rows, err := library.Read[sample](strings.NewReader(samples), int64(len(samples)))
	if err != nil {
		t.Fatal(err)
	}
	names, err := library.Read[stack](strings.NewReader(stacks), int64(len(stacks)))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || len(names) != 2 {
		t.Fatalf("%d samples, %d stacks", len(rows), len(names))
	}
	for i, want := range []struct {
		weight int64
		stack  string
	}{{30, "main;it's"}, {45, "main;tab\\x"}} {
		r := rows[i]
		if *r.Time != 1_788_220_800_000 || len(r.Labels) != 2 || r.Labels["host"] != `web "1"` || r.Metric != "samples" || r.Unit != "count" ||
			r.Stack != names[i].ID || r.Weight != want.weight || r.Scale != 1 || strings.Join(names[i].Frames, ";") != want.stack {
			t.Errorf("got %+v of %+v", r, names[i])
		}
	}
	if again, _, _ := written(t, tables.NewParquet, labelled(t), tables.Options{}, tables.Source{}); again != samples {
		t.Error("the same profile makes another file")
	}
}
