package sources

import "fold/sources/input"

// The formats of this file are those of profilers of JavaScript, Python and Ruby that fold cannot read, and of which it
// knows what to read instead.

// v8LogFormat is what node --prof writes, and the JSON that node --prof-process --preprocess makes of it.
var v8LogFormat = Format{
	Name: "v8-log", Title: "V8's log of node --prof",
	Sniff: func(h *input.Head) bool {
		o := h.JSON()
		return h.HasPrefix("v8-version,") || o.Has("code") && o.Has("functions") && o.Has("ticks")
	},
	Hint: "this is the log of node --prof: record with `node --cpu-prof` and give fold the .cpuprofile",
}

// heapSnapshotFormat is V8's list of all objects.
var heapSnapshotFormat = Format{
	Name: "heapsnapshot", Title: "V8's heap snapshot",
	Sniff: func(h *input.Head) bool { return h.JSON().Has("snapshot.meta") },
	Hint:  "this is a heap snapshot, which lists objects and holds no stacks: record with `node --heap-prof`",
}

// cProfileFormat is what Python's cProfile writes: a dictionary, as marshal writes one, with tuples as keys.
var cProfileFormat = Format{
	Name: "cprofile", Title: "Python's cProfile",
	Sniff: func(h *input.Head) bool {
		if len(h.Bytes) < 2 || h.Bytes[0] != '{' && h.Bytes[0] != 0xfb {
			return false
		}
		switch h.Bytes[1] {
		case '(', ')', 0xa8, 0xa9:
			return true
		}
		return false
	},
	Hint: "this is a cProfile of Python, which knows callers and no stacks: record with py-spy record -f speedscope, or with pyinstrument -r json",
}

// rubyMarshalFormat is what stackprof writes.
var rubyMarshalFormat = Format{
	Name: "stackprof-dump", Title: "stackprof's dump",
	Sniff: func(h *input.Head) bool { return h.HasPrefix("\x04\x08") },
	Hint:  "this is a dump of Ruby, stackprof's it seems: run `stackprof --json FILE` and give fold what that prints",
}

// scaleneFormat is the JSON of scalene.
var scaleneFormat = Format{
	Name: "scalene", Title: "scalene's JSON",
	Sniff: func(h *input.Head) bool {
		o := h.JSON()
		return o.Has("files") && o.Has("elapsed_time_sec", "growth_rate", "max_footprint_mb")
	},
	Hint: "this is scalene's report, which holds lines and no stacks: record with py-spy record -f raw",
}

// rbspyFormat is what rbspy record keeps.
var rbspyFormat = Format{
	Name: "rbspy", Title: "rbspy's raw recording",
	Sniff: func(h *input.Head) bool { return h.HasPrefix("rbspy0") },
	Hint:  "this is rbspy's raw recording: run `rbspy report -f speedscope -i FILE -o out.json` and give fold out.json",
}

// jslbFormat is the binary container of the Firefox Profiler.
var jslbFormat = Format{
	Name: "jslb", Title: "the Firefox Profiler's binary container",
	Sniff: func(h *input.Head) bool { return h.HasPrefix("\xdc\xdfJSLB\x01\x00") },
	Hint:  "this is the Firefox Profiler's binary container: save the profile as JSON",
}

// symsFormat is the file of symbols that samply writes beside a profile.
var symsFormat = Format{
	Name: "samply-syms", Title: "samply's symbols",
	Sniff: func(h *input.Head) bool { return h.JSON().Has("string_table") && h.JSON().Has("data") },
	Hint:  "these are the symbols that samply wrote beside a profile: give fold the profile, and these with --syms FILE",
}
