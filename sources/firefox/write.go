package firefox

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"fold/collapse"
	"fold/sources/input"
)

// writtenVersion is the version of the format that fold writes: the one of samply's first releases, with tables in each
// thread. The Firefox Profiler upgrades it when it opens the file.
const writtenVersion = 41

// exporter is what fold calls itself in the files that it writes. Names in them are as they are to be shown, and need
// no tidying when they are read. With modules: they are to be shown behind their modules.
const (
	exporter            = "fold"
	exporterWithModules = "fold, functions with their modules"
)

// Write writes one column of a profile for https://profiler.firefox.com: a thread for each name of a thread that stacks begin
// with, a sample for each distinct stack. Times are written as milliseconds, which the Firefox Profiler calls tracing-ms. A
// weight below zero is an error.
func Write(w io.Writer, p *collapse.Profile, metric int) error {
	if p.HasNegative(metric) {
		return input.ErrNegative
	}
	f := newFile(p, metric)
	for walk := collapse.NewWalk(p); walk.Next(); {
		if weight := p.Self(metric, walk.Node()); weight != 0 {
			f.add(walk.Path, weight)
		}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	f.write(out)
	return out.Flush()
}

// The categories that frames are written with, by number.
const writtenCategories = `[{"name":"Other","color":"grey","subcategories":["Other"]},` +
	`{"name":"User","color":"yellow","subcategories":["Other"]},{"name":"Kernel","color":"orange","subcategories":["Other"]},` +
	`{"name":"JIT","color":"blue","subcategories":["Other"]},{"name":"Interpreter","color":"green","subcategories":["Other"]}]`

func categoryOf(k collapse.Kind) int {
	switch k {
	case collapse.KindNative, collapse.KindInlined:
		return 1
	case collapse.KindKernel:
		return 2
	case collapse.KindJIT:
		return 3
	case collapse.KindInterpreted:
		return 4
	}
	return 0
}

// file is what is written.
type file struct {
	p       *collapse.Profile
	metric  int
	kind    string // its weightType
	places  int    // digits that a weight has after the point in this type
	libs    input.Numbering[string]
	threads []*writtenThread
	known   map[[2]string]*writtenThread
	pids    input.Numbering[string]
}

// writtenThread is one thread with its tables.
type writtenThread struct {
	process, name string
	pid           uint64
	strings       input.Numbering[string]
	frames        input.Numbering[collapse.FrameID]
	functions     input.Numbering[writtenFunction]
	resources     input.Numbering[uint64] // numbers of libraries
	stacks        input.Numbering[collapse.NodeID]
	prefixes      []int // of stacks, -1: none
	samples       []uint64
	weights       []int64
}

func newFile(p *collapse.Profile, metric int) *file {
	f := &file{p: p, metric: metric, kind: "samples", places: p.Metrics[metric].Scale, known: make(map[[2]string]*writtenThread)}
	switch p.Metrics[metric].Unit {
	case "nanoseconds":
		f.kind, f.places = "tracing-ms", f.places+6
	case "microseconds":
		f.kind, f.places = "tracing-ms", f.places+3
	case "milliseconds":
		f.kind = "tracing-ms"
	case "bytes":
		f.kind = "bytes"
	}
	return f
}

// add adds a stack. The names of a process and of a thread that it may begin with say where it goes.
func (f *file) add(path []collapse.NodeID, weight int64) {
	var names []string
	for len(path) > 1 && len(names) < 2 && f.p.Frame(f.p.FrameOf(path[0])).Kind == collapse.KindThread {
		names = append(names, f.p.Frame(f.p.FrameOf(path[0])).Name)
		path = path[1:]
	}
	process, thread := "", "all threads"
	switch len(names) {
	case 1:
		thread = names[0]
	case 2:
		process, thread = names[0], names[1]
	}
	t := f.thread(process, thread)
	stack := -1
	for _, n := range path {
		id := int(t.stacks.Of(n)) - 1
		if id == len(t.prefixes) {
			t.prefixes = append(t.prefixes, stack)
			f.addFrame(t, f.p.FrameOf(n))
		}
		stack = id
	}
	t.samples = append(t.samples, uint64(stack))
	t.weights = append(t.weights, weight)
}

func (f *file) thread(process, name string) *writtenThread {
	t := f.known[[2]string{process, name}]
	if t == nil {
		t = &writtenThread{process: process, name: name, pid: f.pids.Of(process)}
		f.known[[2]string{process, name}] = t
		f.threads = append(f.threads, t)
	}
	return t
}

func (f *file) addFrame(t *writtenThread, id collapse.FrameID) {
	before := len(t.frames.List)
	t.frames.Of(id)
	if len(t.frames.List) == before {
		return
	}
	fn := functionOf(f.p.Frame(id))
	t.functions.Of(fn)
	t.strings.Of(fn.name)
	if fn.file != "" {
		t.strings.Of(fn.file)
	}
	if fn.module != "" {
		t.resources.Of(f.libs.Of(fn.module) - 1)
		t.strings.Of(fn.module)
	}
}

// writtenFunction is what all frames of a function have in common.
type writtenFunction struct {
	name, module, file string
	script             bool
}

// functionOf returns the function of a frame, whose name is without the line, which has a column of its own.
func functionOf(f collapse.Frame) writtenFunction {
	f = f.WithoutLine()
	return writtenFunction{f.Name, f.Module, f.File, f.Kind == collapse.KindJIT || f.Kind == collapse.KindInterpreted}
}

func (f *file) write(out *bufio.Writer) {
	from := exporter
	if f.p.Modules {
		from = exporterWithModules
	}
	fmt.Fprintf(out, `{"meta":{"version":24,"preprocessedProfileVersion":%d,"interval":1,"startTime":0,"processType":0,"product":"fold","stackwalk":1,`+
		`"symbolicated":true,"debug":false,"importedFrom":"%s","pausedRanges":[],"markerSchema":[],"sampleUnits":{"time":"ms","eventDelay":"ms","threadCPUDelta":"ns"},`+
		`"categories":%s},"libs":[`, writtenVersion, from, writtenCategories)
	for i, name := range f.libs.List {
		comma(out, i)
		text := string(input.JSONText(name))
		fmt.Fprintf(out, "\n"+`{"name":%s,"path":%s,"debugName":%s,"debugPath":%s,"breakpadId":"%032d0","codeId":null,"arch":null}`, text, text, text, text, i+1)
	}
	out.WriteString("],\n\"threads\":[")
	for i, t := range f.threads {
		comma(out, i)
		f.writeThread(out, t, i)
	}
	out.WriteString("],\"pages\":[],\"counters\":[],\"profilerOverhead\":[]}\n")
}

func comma(out *bufio.Writer, i int) {
	if i > 0 {
		out.WriteByte(',')
	}
}

// column writes a column of a table: `"name":[0,1]`, with n values that value returns as JSON.
func column(out *bufio.Writer, name string, n int, value func(i int) string) {
	out.WriteString(`"` + name + `":[`)
	for i := range n {
		comma(out, i)
		out.WriteString(value(i))
	}
	out.WriteString("],")
}

// constant returns the value of a column that holds the same everywhere.
func constant(text string) func(int) string { return func(int) string { return text } }

func (f *file) writeThread(out *bufio.Writer, t *writtenThread, number int) {
	process := t.process
	if process == "" {
		process = t.name
	}
	fmt.Fprintf(out, "\n"+`{"name":%s,"processName":%s,"processType":"default","isMainThread":%v,"pid":"%d","tid":"%d","processStartupTime":0,"processShutdownTime":null,`+
		`"registerTime":0,"unregisterTime":null,"pausedRanges":[],`+"\n", input.JSONText(t.name), input.JSONText(process), number == 0, t.pid, number+1)
	f.writeSamples(out, t)
	f.writeStacks(out, t)
	f.writeFrames(out, t)
	f.writeFunctions(out, t)
	f.writeResources(out, t)
	out.WriteString(`"nativeSymbols":{"address":[],"functionSize":[],"libIndex":[],"name":[],"length":0},` + "\n" +
		`"markers":{"category":[],"data":[],"endTime":[],"name":[],"phase":[],"startTime":[],"length":0},` + "\n\"stringArray\":[")
	for i, text := range t.strings.List {
		comma(out, i)
		out.Write(input.JSONText(text))
	}
	out.WriteString("]}")
}

func (f *file) writeSamples(out *bufio.Writer, t *writtenThread) {
	out.WriteString(`"samples":{`)
	n := len(t.samples)
	column(out, "stack", n, func(i int) string { return strconv.FormatUint(t.samples[i], 10) })
	column(out, "time", n, strconv.Itoa)
	out.WriteString(`"weightType":"` + f.kind + `",`)
	column(out, "weight", n, func(i int) string { return string(collapse.AppendWeight(nil, t.weights[i], f.places)) })
	fmt.Fprintf(out, "\"length\":%d},\n", n)
}

func (f *file) frame(t *writtenThread, i int) collapse.Frame { return f.p.Frame(t.frames.List[i]) }

func (f *file) writeStacks(out *bufio.Writer, t *writtenThread) {
	out.WriteString(`"stackTable":{`)
	n := len(t.prefixes)
	frameOf := func(i int) int { return int(t.frames.Of(f.p.FrameOf(t.stacks.List[i]))) - 1 }
	column(out, "frame", n, func(i int) string { return strconv.Itoa(frameOf(i)) })
	column(out, "prefix", n, func(i int) string { return orNull(t.prefixes[i]) })
	column(out, "category", n, func(i int) string { return strconv.Itoa(categoryOf(f.frame(t, frameOf(i)).Kind)) })
	column(out, "subcategory", n, constant("0"))
	fmt.Fprintf(out, "\"length\":%d},\n", n)
}

func (f *file) writeFrames(out *bufio.Writer, t *writtenThread) {
	out.WriteString(`"frameTable":{`)
	n := len(t.frames.List)
	column(out, "func", n, func(i int) string { return strconv.FormatUint(t.functions.Of(functionOf(f.frame(t, i)))-1, 10) })
	column(out, "address", n, constant("-1"))
	column(out, "inlineDepth", n, func(i int) string {
		if f.frame(t, i).Kind == collapse.KindInlined {
			return "1"
		}
		return "0"
	})
	column(out, "category", n, func(i int) string { return strconv.Itoa(categoryOf(f.frame(t, i).Kind)) })
	column(out, "subcategory", n, constant("0"))
	column(out, "line", n, func(i int) string { return orNull(max(f.frame(t, i).Line, 0) - boolInt(f.frame(t, i).Line <= 0)) })
	for _, name := range []string{"column", "nativeSymbol", "innerWindowID", "implementation", "optimizations"} {
		column(out, name, n, constant("null"))
	}
	fmt.Fprintf(out, "\"length\":%d},\n", n)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (f *file) writeFunctions(out *bufio.Writer, t *writtenThread) {
	out.WriteString(`"funcTable":{`)
	n := len(t.functions.List)
	column(out, "name", n, func(i int) string { return strconv.FormatUint(t.strings.Of(t.functions.List[i].name)-1, 10) })
	column(out, "isJS", n, func(i int) string { return strconv.FormatBool(t.functions.List[i].script) })
	column(out, "relevantForJS", n, constant("false"))
	column(out, "resource", n, func(i int) string {
		if module := t.functions.List[i].module; module != "" {
			return strconv.FormatUint(t.resources.Of(f.libs.Of(module)-1)-1, 10)
		}
		return "-1"
	})
	column(out, "fileName", n, func(i int) string {
		if name := t.functions.List[i].file; name != "" {
			return strconv.FormatUint(t.strings.Of(name)-1, 10)
		}
		return "null"
	})
	column(out, "lineNumber", n, constant("null"))
	column(out, "columnNumber", n, constant("null"))
	fmt.Fprintf(out, "\"length\":%d},\n", n)
}

func (f *file) writeResources(out *bufio.Writer, t *writtenThread) {
	out.WriteString(`"resourceTable":{`)
	n := len(t.resources.List)
	column(out, "lib", n, func(i int) string { return strconv.FormatUint(t.resources.List[i], 10) })
	column(out, "name", n, func(i int) string { return strconv.FormatUint(t.strings.Of(f.libs.List[t.resources.List[i]])-1, 10) })
	column(out, "host", n, constant("null"))
	column(out, "type", n, constant("1"))
	fmt.Fprintf(out, "\"length\":%d},\n", n)
}

// orNull returns a number as JSON, null for one below zero.
func orNull(n int) string {
	if n < 0 {
		return "null"
	}
	return strconv.Itoa(n)
}
