package sources_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fold/sources"
)

// hostile are inputs of JSON formats that are small for what a careless reader would make of them. Each is made in a size
// of n; what they are read as does not matter here, only that it takes time in proportion to the size.
var hostile = []struct {
	name string
	n    int
	text func(n int) string
}{
	{"cpuprofile: one deep stack", 100_000, func(n int) string {
		return `{"nodes":[` + repeat(n, func(i int) string {
			return fmt.Sprintf(`{"id":%d,"parent":%d,"callFrame":{"functionName":"f"}}`, i+1, i)
		}) +
			fmt.Sprintf(`],"startTime":0,"samples":[%d],"timeDeltas":[1]}`, n)
	}},
	{"cpuprofile: nested", 100_000, func(n int) string {
		return `{"head":` + strings.Repeat(`{"functionName":"f","hitCount":1,"children":[`, n) + strings.Repeat("]}", n) + "}"
	}},
	{"cpuprofile: nodes in a circle", 100_000, func(n int) string {
		return `{"nodes":[` + repeat(n, func(i int) string {
			return fmt.Sprintf(`{"id":%d,"parent":%d,"callFrame":{"functionName":"f"}}`, i+1, (i+1)%n+1)
		}) + `],"samples":[` + repeat(n, func(i int) string { return fmt.Sprint(i + 1) }) + `]}`
	}},
	{"cpuprofile: ids that are no small numbers", 100_000, func(n int) string {
		return `{"nodes":[` + repeat(n, func(i int) string {
			return fmt.Sprintf(`{"id":"%d\u0000\n","callFrame":{"functionName":"f"},"hitCount":1}`, uint64(1<<63)+uint64(i))
		}) + `]}`
	}},
	{"cpuprofile: times in random order", 100_000, func(n int) string {
		return `{"nodes":[{"id":1,"callFrame":{"functionName":"f"}}],"samples":[` + repeat(n, func(int) string { return "1" }) +
			`],"timeDeltas":[` + repeat(n, func(i int) string { return fmt.Sprint(i*7919%n - n/2) }) + `]}`
	}},
	{"trace-events: a chunk with many nodes, and many chunks", 30_000, func(n int) string {
		return `[{"name":"ProfileChunk","ph":"P","id":1,"pid":1,"tid":1,"ts":1,"args":{"data":{"cpuProfile":{"nodes":[` +
			repeat(n, func(i int) string { return fmt.Sprintf(`{"id":%d}`, i+1) }) + `]}}}},` +
			repeat(n, func(i int) string {
				return fmt.Sprintf(`{"name":"ProfileChunk","ph":"P","id":1,"pid":1,"tid":1,"ts":%d,"args":{"data":{"cpuProfile":{"samples":["x%d"]}}}}`, i, i)
			}) + `]`
	}},
	{"trace-events: as many threads as events", 100_000, func(n int) string {
		return `[` + repeat(n, func(i int) string { return fmt.Sprintf(`{"name":"f","ph":"X","ts":1,"dur":1,"pid":%d,"tid":%d}`, i, i) }) + `]`
	}},
	{"trace-events: as many profiles as events", 30_000, func(n int) string {
		return `[` + repeat(n, func(i int) string {
			return fmt.Sprintf(`{"name":"ProfileChunk","ph":"P","id":%d,"pid":%d,"tid":9,"ts":1,"args":{"data":{"cpuProfile":{"nodes":[{"id":999}],"samples":[999]}}}}`, i, i)
		}) + `]`
	}},
	{"trace-events: deep", 100_000, func(n int) string {
		return `[` + repeat(n, func(i int) string { return fmt.Sprintf(`{"name":"f","ph":"B","ts":%d}`, i) }) + `]`
	}},
	{"trace-events: ends of other names", 100_000, func(n int) string {
		return `[` + repeat(n, func(i int) string { return fmt.Sprintf(`{"name":"%c","ph":"%c","ts":%d}`, 'a'+i%2, "BE"[i/(n/2+1)], i) }) + `]`
	}},
	{"trace-events: samples that take turns on two threads", 100_000, func(n int) string {
		return `{"stackFrames":{"1":{"name":"f"},"2":{"name":"g","parent":1}},"samples":[` + repeat(n, func(i int) string {
			return fmt.Sprintf(`{"sf":2,"tid":%d,"pid":1}`, i%2)
		}) + `]}`
	}},
	{"speedscope: deep", 100_000, func(n int) string {
		return `{"shared":{"frames":[{"name":"f"}]},"profiles":[{"type":"sampled","samples":[[` + repeat(n, func(int) string { return "0" }) + `]]}]}`
	}},
	{"speedscope: as many profiles as samples", 100_000, func(n int) string {
		return `{"shared":{"frames":[{"name":"f"}]},"profiles":[` + repeat(n, func(i int) string { return fmt.Sprintf(`{"name":"%d","samples":[[0]]}`, i) }) + `]}`
	}},
	{"speedscope: a frame that is not there, each another", 100_000, func(n int) string {
		return `{"shared":{"frames":[]},"profiles":[{"samples":[` + repeat(n, func(i int) string { return fmt.Sprintf(`[%d]`, i) }) + `]}]}`
	}},
	{"firefox: as many threads as samples", 30_000, func(n int) string {
		return `{"shared":{"stringArray":["f"],"funcTable":{"name":[0]},"frameTable":{"func":[0]},"stackTable":{"frame":[0],"prefix":[null]}},"threads":[` +
			repeat(n, func(i int) string { return fmt.Sprintf(`{"name":"%d","samples":{"stack":[0]}}`, i) }) + `]}`
	}},
	{"firefox: as many tables as threads", 10_000, func(n int) string {
		return `{"threads":[` + repeat(n, func(int) string {
			return `{"stringArray":["f"],"funcTable":{"name":[0]},"frameTable":{"func":[0]},"stackTable":{"frame":[0],"prefix":[null]},"samples":{"stack":[0]}}`
		}) + `]}`
	}},
	{"firefox: prefixes in a circle", 100_000, func(n int) string {
		return `{"threads":[{"stringArray":["f"],"funcTable":{"name":[0]},"frameTable":{"func":[0]},"stackTable":{"frame":[` +
			repeat(n, func(int) string { return "0" }) + `],"prefix":[` + repeat(n, func(i int) string { return fmt.Sprint((i + 1) % n) }) +
			`]},"samples":{"stack":[` + repeat(n, func(i int) string { return fmt.Sprint(i) }) + `]}}]}`
	}},
	{"firefox: addresses among many libraries", 10_000, func(n int) string {
		return `{"meta":{"processType":0},"libs":[` + repeat(n, func(i int) string { return fmt.Sprintf(`{"start":%d,"end":%d,"name":"l%d"}`, 16*i, 16*i+16, i) }) +
			`],"threads":[{"samples":{"schema":{"stack":0},"data":[` + repeat(n, func(i int) string { return fmt.Sprintf("[%d]", i) }) +
			`]},"stackTable":{"schema":{"prefix":0,"frame":1},"data":[` + repeat(n, func(i int) string { return fmt.Sprintf("[null,%d]", i) }) +
			`]},"frameTable":{"schema":{"location":0},"data":[` + repeat(n, func(i int) string { return fmt.Sprintf("[%d]", i) }) +
			`]},"stringTable":[` + repeat(n, func(i int) string { return fmt.Sprintf(`"0x%x"`, 16*i+3) }) + `]}]}`
	}},
	{"heapprofile: nested", 100_000, func(n int) string {
		return `{"head":` + strings.Repeat(`{"callFrame":{"functionName":"f"},"selfSize":1,"children":[`, n) + strings.Repeat("]}", n) + "}"
	}},
	{"pyinstrument: nested", 100_000, func(n int) string {
		return `{"root_frame":` + strings.Repeat(`{"function":"f","time":1,"children":[`, n) + strings.Repeat("]}", n) + "}"
	}},
	{"stackprof: deep, with ids beyond 53 bits", 100_000, func(n int) string {
		return fmt.Sprintf(`{"mode":"cpu","interval":1,"frames":{"9007199254740993":{"name":"f"}},"raw":[%d,`, n) + strings.Repeat("9007199254740993,", n) + `1]}`
	}},
	{"nothing but brackets", 1_000_000, func(n int) string { return `{"traceEvents":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}" }},
}

func repeat(n int, text func(i int) string) string {
	var out strings.Builder
	for i := range n {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(text(i))
	}
	return out.String()
}

// TestHostileJSON checks that hostile inputs take time in proportion to their size. The bound is that of work that grows
// with the square, which would take ten thousand times as long as what is allowed here.
func TestHostileJSON(t *testing.T) {
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			read := func(n int) time.Duration {
				text := tt.text(n)
				start := time.Now()
				_, _, _ = sources.Read(strings.NewReader(text), sources.Options{Samples: true})
				return time.Since(start)
			}
			small := max(read(tt.n/10), 5*time.Millisecond)
			large := read(tt.n)
			t.Logf("%d: %v, %d: %v", tt.n/10, small, tt.n, large)
			if large > 60*small && large > 20*time.Second {
				t.Errorf("%d take %v, ten times as many %v", tt.n/10, small, large)
			}
		})
	}
}
