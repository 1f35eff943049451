package cpuprofile_test

import (
	"bytes"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/cpuprofile"
	"fold/sources/sourcestest"
)

// TestWrite checks what is written of times, and that it reads back.
func TestWrite(t *testing.T) {
	b := collapse.NewBuilder()
	time := b.Metric(collapse.Metric{Name: "time", Unit: "nanoseconds"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main", File: "file:///m.js"}))
	b.Add(main, time, 2000)
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "work:7", File: "w.js", Line: 7})), time, 5500)
	p := b.Profile()
	out := sourcestest.Written(t, "cpuprofile", p, 0)
	sourcestest.Same(t, out, `{"nodes":[
{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"hitCount":0,"children":[2]},
{"id":2,"callFrame":{"functionName":"main","scriptId":"0","url":"file:///m.js","lineNumber":-1,"columnNumber":-1},"hitCount":1,"children":[3]},
{"id":3,"callFrame":{"functionName":"work","scriptId":"0","url":"w.js","lineNumber":6,"columnNumber":-1},"hitCount":1}],
"startTime":0,"samples":[2,3,3],
"timeDeltas":[0,2,6],
"endTime":8}
`)
	again, _ := sourcestest.MustRead(t, []byte(out), sources.Options{})
	sourcestest.Same(t, sourcestest.ColumnText(t, again, ""), "main 2\nmain;work 6\n") // microseconds: 7.5 is 8
	if got, want := cpuprofile.Loses(p, 0), "a .cpuprofile holds whole microseconds: times are rounded"; got != want {
		t.Errorf("loses %q, want %q", got, want)
	}
}

// TestWriteCounts checks that each sample of a column of samples is written by itself.
func TestWriteCounts(t *testing.T) {
	const folded = "a;b 2\na;c 3\n"
	counted := sourcestest.FromFolded(t, folded)
	out := sourcestest.Written(t, "cpuprofile", counted, 0)
	if lost := cpuprofile.Loses(counted, 0); lost != "" {
		t.Errorf("loses %q", lost)
	}
	if _, times, _ := strings.Cut(out, `"startTime":0,`); times != "\"samples\":[3,3,4,4,4],\n\"timeDeltas\":[0,1000,1000,1000,1000],\n\"endTime\":5000}\n" {
		t.Errorf("got %s", times)
	}
	p, _ := sourcestest.MustRead(t, []byte(out), sources.Options{})
	sourcestest.Same(t, sourcestest.ColumnText(t, p, "samples"), folded)
	sourcestest.Same(t, sourcestest.ColumnText(t, p, "time"), "a;b 2000\na;c 3000\n")
}

func TestWriteRefuses(t *testing.T) {
	b := collapse.NewBuilder()
	bytesColumn := b.Metric(collapse.Metric{Name: "bytes", Unit: "bytes"})
	b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "f"})), bytesColumn, 1)
	var out bytes.Buffer
	err := cpuprofile.Write(&out, b.Profile(), 0)
	if want := "a .cpuprofile holds time or samples, and no bytes: pick another with --metric, or convert --to speedscope"; err == nil || err.Error() != want || out.Len() > 0 {
		t.Errorf("got %v and %d bytes, want %s", err, out.Len(), want)
	}
}
