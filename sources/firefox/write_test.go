package firefox_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/sourcestest"
)

// writtenFile is a processed profile of version 41 as src/types/profile.js of github.com/firefox-devtools/profiler had it,
// with all that it asks for and nothing else.
type writtenFile struct {
	Meta struct {
		Version                    int              `json:"version"`
		PreprocessedProfileVersion int              `json:"preprocessedProfileVersion"`
		Interval                   *float64         `json:"interval"`
		StartTime                  *float64         `json:"startTime"`
		ProcessType                *int             `json:"processType"`
		Product                    string           `json:"product"`
		Stackwalk                  int              `json:"stackwalk"`
		Symbolicated               bool             `json:"symbolicated"`
		Debug                      bool             `json:"debug"`
		ImportedFrom               string           `json:"importedFrom"`
		PausedRanges               []any            `json:"pausedRanges"`
		MarkerSchema               []any            `json:"markerSchema"`
		SampleUnits                map[string]any   `json:"sampleUnits"`
		Categories                 []writtenSection `json:"categories"`
	} `json:"meta"`
	Libs []struct {
		Name, Path, DebugName, DebugPath, BreakpadID *string
		CodeID                                       *string `json:"codeId"`
		Arch                                         *string `json:"arch"`
	} `json:"libs"`
	Threads          []writtenThread `json:"threads"`
	Pages            []any           `json:"pages"`
	Counters         []any           `json:"counters"`
	ProfilerOverhead []any           `json:"profilerOverhead"`
}

type writtenSection struct {
	Name, Color   string
	Subcategories []string
}

type writtenThread struct {
	Name, ProcessName, ProcessType, Pid, Tid string
	IsMainThread                             bool
	ProcessStartupTime, RegisterTime         *float64
	ProcessShutdownTime, UnregisterTime      *float64
	PausedRanges                             []any
	Samples                                  struct {
		Stack      []*int
		Time       []float64
		WeightType string
		Weight     []json.Number
		Length     int
	}
	StackTable struct {
		Frame, Category, Subcategory []*int
		Prefix                       []*int
		Length                       int
	}
	FrameTable struct {
		Func, Address, InlineDepth, Category, Subcategory                        []*int
		Line, Column, NativeSymbol, InnerWindowID, Implementation, Optimizations []*int
		Length                                                                   int
	}
	FuncTable struct {
		Name, Resource                     []*int
		IsJS, RelevantForJS                []*bool
		FileName, LineNumber, ColumnNumber []*int
		Length                             int
	}
	ResourceTable struct {
		Lib, Name, Host, Type []*int
		Length                int
	}
	NativeSymbols struct {
		Address, FunctionSize, LibIndex, Name []*int
		Length                                int
	}
	Markers struct {
		Category, Data, EndTime, Name, Phase, StartTime []*int
		Length                                          int
	}
	StringArray []string
}

// TestSchema checks what is written of every fixture: that nothing is missing or there that does not belong, that columns
// are as long as their tables and refer to what is there, and that what is read back weighs the same.
func TestSchema(t *testing.T) {
	sourcestest.EachFixture(t, func(t *testing.T, p *collapse.Profile, _ []byte) {
		p, _, _ = p.DropNegative(p.Default)
		text := sourcestest.Written(t, "firefox", p, 0)
		checkFile(t, text)
		again, _ := sourcestest.MustRead(t, []byte(text), sources.Options{Format: "firefox"})
		one := int64(1) // what a weight of one is in the column that is read back
		switch p.Metrics[0].Unit {
		case "microseconds":
			one = 1000
		case "milliseconds":
			one = 1_000_000
		}
		if got, want := again.Total(0), one*p.Total(0); p.Metrics[0].Scale == 0 && !p.Saturated && got != want {
			t.Errorf("read back %d, want %d", got, want)
		}
	})
}

// TestWrite checks that what is read back is the same, stack by stack.
func TestWrite(t *testing.T) {
	for _, folded := range []string{
		"main;a 1\nmain;a;b 2\nmain;c 3\n", "a 1\n", strings.Repeat("deep;", 5000) + "leaf 7\n",
		"f(int, char);g<h>::operator()(int) 1\n0x12;[lib.so] 2\n", "lib`f;[other];g 1\nlib`f;other.so`h 2\n",
	} {
		text := sourcestest.Written(t, "firefox", sourcestest.FromFolded(t, folded), 0)
		checkFile(t, text)
		again, _ := sourcestest.MustRead(t, []byte(text), sources.Options{})
		sourcestest.Same(t, sourcestest.ColumnText(t, again.DropKind(collapse.KindThread), ""), sourcestest.ColumnText(t, sourcestest.FromFolded(t, folded), ""))
	}
}

// TestWriteFrames checks that kinds, modules, files and lines are read back, and that two lines of a function are two
// frames of one function.
func TestWriteFrames(t *testing.T) {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	want := []collapse.Frame{
		{Name: "server", Kind: collapse.KindThread},
		{Name: "worker", Kind: collapse.KindThread},
		{Name: "run", Module: "till", File: "run.c", Kind: collapse.KindNative},
		{Name: "step:7", Module: "till", File: "run.c", Line: 7, Kind: collapse.KindInlined},
		{Name: "step:9", Module: "till", File: "run.c", Line: 9, Kind: collapse.KindInlined},
		{Name: "tick", File: "a.js", Kind: collapse.KindJIT},
		{Name: "boot", Kind: collapse.KindInterpreted},
		{Name: "sys_read", Module: "vmlinux", Kind: collapse.KindKernel},
		{Name: "?"},
	}
	node := collapse.Root
	for _, f := range want {
		node = b.Call(node, b.Frame(f))
	}
	b.Add(node, samples, 3)
	text := sourcestest.Written(t, "firefox", b.Profile(), samples)
	file := checkFile(t, text)
	if n := file.Threads[0].FuncTable.Length; n != 6 {
		t.Errorf("%d functions, want 6: two lines of step are one", n)
	}
	again, _ := sourcestest.MustRead(t, []byte(text), sources.Options{Lines: true})
	again = again.Compact()
	var got []collapse.Frame
	for n := 1; n < again.Len(); n++ {
		got = append(got, again.Frame(again.FrameOf(collapse.NodeID(n))))
	}
	if !slices.Equal(got, want[1:]) { // there is one process, so it is not shown
		t.Errorf("got %+v\nwant %+v", got, want[1:])
	}
}

func checkFile(t *testing.T, text string) (file writtenFile) {
	t.Helper()
	in := json.NewDecoder(strings.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&file); err != nil {
		t.Fatal(err)
	}
	m := file.Meta
	if m.PreprocessedProfileVersion != 41 || m.Interval == nil || m.StartTime == nil || m.ProcessType == nil || len(m.Categories) == 0 {
		t.Fatalf("meta lacks something: %+v", m)
	}
	for _, c := range m.Categories {
		if c.Name == "" || !slices.Contains([]string{"grey", "yellow", "orange", "blue", "green"}, c.Color) || len(c.Subcategories) == 0 {
			t.Errorf("category %+v", c)
		}
	}
	for _, lib := range file.Libs {
		if lib.Name == nil || lib.Path == nil || lib.DebugName == nil || lib.DebugPath == nil || lib.BreakpadID == nil || len(*lib.BreakpadID) != 33 {
			t.Errorf("library %+v", lib)
		}
	}
	for _, thread := range file.Threads {
		thread.check(t, len(file.Libs), m.Categories)
	}
	return file
}

func (thread *writtenThread) check(t *testing.T, libs int, categories []writtenSection) {
	t.Helper()
	none := -1 // a column may hold null
	texts, stacks, frames := len(thread.StringArray), &thread.StackTable, &thread.FrameTable
	if thread.Pid == "" || thread.Tid == "" || thread.ProcessStartupTime == nil || thread.RegisterTime == nil || thread.PausedRanges == nil {
		t.Errorf("thread %q lacks something", thread.Name)
	}
	n := thread.Samples.Length
	within(t, "samples.stack", thread.Samples.Stack, n, 0, stacks.Length)
	if len(thread.Samples.Time) != n || len(thread.Samples.Weight) != n || !slices.IsSorted(thread.Samples.Time) {
		t.Error("times or weights of samples")
	}
	if !slices.Contains([]string{"samples", "tracing-ms", "bytes"}, thread.Samples.WeightType) {
		t.Errorf("weight type %q", thread.Samples.WeightType)
	}
	within(t, "stackTable.frame", stacks.Frame, stacks.Length, 0, frames.Length)
	within(t, "stackTable.category", stacks.Category, stacks.Length, 0, len(categories))
	within(t, "stackTable.subcategory", stacks.Subcategory, stacks.Length, 0, 1)
	within(t, "stackTable.prefix", stacks.Prefix, stacks.Length, none, stacks.Length)
	for i, prefix := range stacks.Prefix {
		if prefix != nil && *prefix >= i {
			t.Errorf("stack %d is called from %d", i, *prefix)
		}
	}
	within(t, "frameTable.func", frames.Func, frames.Length, 0, thread.FuncTable.Length)
	within(t, "frameTable.address", frames.Address, frames.Length, -1, 0)
	within(t, "frameTable.inlineDepth", frames.InlineDepth, frames.Length, 0, 2)
	within(t, "frameTable.category", frames.Category, frames.Length, 0, len(categories))
	within(t, "frameTable.subcategory", frames.Subcategory, frames.Length, 0, 1)
	within(t, "frameTable.line", frames.Line, frames.Length, none, math.MaxInt32)
	for _, column := range [][]*int{frames.Column, frames.NativeSymbol, frames.InnerWindowID, frames.Implementation, frames.Optimizations} {
		within(t, "frameTable", column, frames.Length, none, 0)
	}
	funcs, resources := &thread.FuncTable, &thread.ResourceTable
	within(t, "funcTable.name", funcs.Name, funcs.Length, 0, texts)
	within(t, "funcTable.resource", funcs.Resource, funcs.Length, -1, resources.Length)
	within(t, "funcTable.fileName", funcs.FileName, funcs.Length, none, texts)
	within(t, "funcTable.lineNumber", funcs.LineNumber, funcs.Length, none, math.MaxInt32)
	within(t, "funcTable.columnNumber", funcs.ColumnNumber, funcs.Length, none, math.MaxInt32)
	if len(funcs.IsJS) != funcs.Length || len(funcs.RelevantForJS) != funcs.Length {
		t.Error("funcTable.isJS")
	}
	within(t, "resourceTable.lib", resources.Lib, resources.Length, 0, libs)
	within(t, "resourceTable.name", resources.Name, resources.Length, 0, texts)
	within(t, "resourceTable.host", resources.Host, resources.Length, none, 0)
	within(t, "resourceTable.type", resources.Type, resources.Length, 1, 2)
}

// within checks that a column has n values from a number up to another; where -1 is the least, null counts as that.
func within(t *testing.T, name string, column []*int, n, from, to int) {
	t.Helper()
	if len(column) != n {
		t.Errorf("%s: %d values, want %d", name, len(column), n)
	}
	for _, value := range column {
		if value == nil && from == -1 {
			continue
		}
		if value == nil || *value < from || *value >= to {
			t.Errorf("%s: a value is not in %d..%d", name, from, to)
			return
		}
	}
}
