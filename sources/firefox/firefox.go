// Package firefox reads and writes the JSON of the Firefox Profiler: what samply and the Firefox Profiler save, in all of
// its versions, and what Firefox itself dumps.
package firefox

import (
	"fold/collapse"
	"fold/sources/input"
)

// Format is the JSON of the Firefox Profiler. Its tables are columns, which refer to each other by number. They stand in
// each thread, or, from version 56 on, in shared:
//
//	{"meta":{"preprocessedProfileVersion":66,"sampleUnits":{"threadCPUDelta":"µs"},…},
//	 "libs":[{"name":"libz.so.1","debugName":"libz.so.1","breakpadId":"E54D…",…}],
//	 "shared":{"stringArray":["main","fib"],
//	  "funcTable":{"name":[0,1],"isJS":[false,false],"resource":[-1,0],…},"frameTable":{"func":[0,1],"address":[-1,8000],…},
//	  "stackTable":{"frame":[0,1],"prefixOffset":[0,1],"length":2},"resourceTable":{"lib":[0],…}},
//	 "threads":[{"name":"crunch","pid":"7","tid":"7","samples":{"stack":[1,null,1],"weightType":"samples","weight":null,
//	  "threadCPUDelta":[0,100,200],"time":[0,1,2]}}]}
//
// Firefox's own dump has tables of rows, with a schema that says which column is which, and processes in processes:
//
//	{"meta":{"version":31},"libs":[{"start":28672,"end":32768,"name":"libxul.so"}],"threads":[{"name":"GeckoMain","pid":1,
//	 "samples":{"schema":{"stack":0,"time":1},"data":[[1,0.5]]},"stackTable":{"schema":{"prefix":0,"frame":1},
//	 "data":[[null,0],[0,1]]},"frameTable":{"schema":{"location":0},"data":[[0],[1]]},
//	 "stringTable":["(root)","tick (https://a.example/app.js:10:3)"]}],"processes":[…]}
//
// Which table or column is there decides, and not the version. Grammar: docs-developer/CHANGELOG-formats.md and
// src/types of github.com/firefox-devtools/profiler; samply-api and fxprof-processed-profile of github.com/mstange/samply.
var Format = input.Format{
	Name: "firefox", Title: "Firefox Profiler, samply, and Firefox's own dumps",
	Uses:  input.UsesLabels | input.UsesLines | input.UsesAddresses | input.UsesAnnotate | input.UsesInlines,
	Sniff: sniff, Stream: read, Write: Write, Ordered: true, Timed: true,
}

func sniff(h *input.Head) bool {
	o := h.JSON()
	return o.Has("meta.preprocessedProfileVersion", "meta.processType", "meta.stackwalk",
		"shared.stringArray", "shared.stackTable", "shared.frameTable", "shared.funcTable",
		"threads[].stringArray", "threads[].stringTable", "threads[].stackTable", "threads[].frameTable", "threads[].markers",
		"threads[].samples", "profile.meta", "profile.threads", "profile.libs")
}

// knownVersion is the newest version of the format that fold was written for.
const knownVersion = 70

func read(s *input.Stream, b *collapse.Builder) error {
	j := input.NewJSON(s)
	r := &reader{s: s, b: b}
	r.readProcess(j, 0)
	if err := s.JSONEnd(j); err != nil {
		return err
	}
	if r.err != nil {
		return r.err
	}
	r.size = j.Offset()
	return r.build()
}

// reader holds what it has read of a file.
type reader struct {
	s *input.Stream
	b *collapse.Builder

	version    int64
	ours       bool     // fold wrote the file
	cpuUnit    string   // of threadCPUDelta, empty while it is not known
	categories []string // names, by number
	threads    []*thread
	symbols    *symbolFile // nil: none
	programs   *programs   // nil: none are to be looked into
	skipped    int64       // native allocations
	sums       []sum       // of the thread that was read last, by stack, see sumUp
	size       int64       // bytes
	err        error
}

// process is what the threads of a process have in common.
type process struct {
	libs   []lib
	shared tables
	view   *view // of threads without tables of their own; nil: not made yet
}

// mostProcesses is how deep processes may lie in each other, and in texts; Firefox's lie one deep.
const mostProcesses = 16

// readProcess reads the object of a process that comes next: the file, or one that lies in it.
func (r *reader) readProcess(j *input.JSON, depth int) {
	p := &process{}
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "meta":
			r.readMeta(j)
		case "libs":
			p.libs = readLibs(j)
		case "shared":
			for in := j.Object(); in && j.Member(); {
				p.shared.readMember(j, r.s.Options)
			}
		case "threads":
			r.readThreads(j, p, depth)
		case "processes":
			for in := depth < mostProcesses && j.Array(); in && j.Element(); {
				r.readProcess(j, depth+1)
			}
		case "profile": // as the developer tools of Firefox save it
			if depth == 0 {
				r.readProcess(j, depth+1)
			}
		}
	}
}

func (r *reader) readThreads(j *input.JSON, p *process, depth int) {
	for in := j.Array(); in && j.Element(); {
		switch kind := j.Kind(); {
		case kind == input.JSONObject:
			r.readThread(j, p)
		case kind == input.JSONString && depth < mostProcesses: // up to version 4: the JSON of a process
			r.readText(j, func(inner *input.JSON) { r.readProcess(inner, depth+1) })
		}
	}
}

// readText reads JSON that comes as a string.
func (r *reader) readText(j *input.JSON, read func(inner *input.JSON)) {
	inner := textJSON(j)
	if inner == nil {
		return
	}
	read(inner)
	if inner.Rest(); inner.Err() != nil && r.err == nil {
		r.err = input.Errorf("damaged: a process that is kept as a text: %v", inner.Err())
	}
}

func (r *reader) readMeta(j *input.JSON) {
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "preprocessedProfileVersion":
			version, _ := j.Int()
			r.version = max(r.version, version)
		case "sampleUnits":
			for in := j.Object(); in && j.Member(); {
				if string(j.Name()) == "threadCPUDelta" {
					unit, _ := j.Text()
					r.cpuUnit = string(unit)
				}
			}
		case "categories":
			r.readCategories(j)
		case "importedFrom":
			r.readExporter(j)
		case "oscpu", "CPUName", "logicalCPUs", "product", "interval":
			r.readFact(j, string(j.Name()))
		}
	}
}

// readExporter finds out whether fold wrote the file.
func (r *reader) readExporter(j *input.JSON) {
	switch text, _ := j.Text(); string(text) {
	case exporterWithModules:
		r.b.SetModules(true)
		fallthrough
	case exporter:
		r.ours = true
	}
}

// readFact reads what a profile says about the machine and the recording.
func (r *reader) readFact(j *input.JSON, key string) {
	names := map[string]string{
		"oscpu": input.System, "CPUName": input.Processor, "logicalCPUs": input.Processors, "product": input.Command, "interval": input.Rate,
	}
	value, _ := j.Text()
	text := string(value)
	if text != "" && key == "interval" {
		text = input.EachSample(text + "ms")
	}
	r.s.Fact(names[key], text)
}

func (r *reader) readCategories(j *input.JSON) {
	for in := j.Array(); in && j.Element(); {
		name := ""
		for in := j.Object(); in && j.Member(); {
			if string(j.Name()) == "name" {
				text, _ := j.Text()
				name = string(text)
			}
		}
		r.categories = append(r.categories, name)
	}
}
