package firefox

import (
	"bytes"

	"fold/sources/input"
)

// tables are the tables of a thread, or those that all threads share. A table that is not there is nil.
type tables struct {
	strings   *texts
	stacks    *stackTable
	frames    *frameTable
	funcs     *funcTable
	resources *resourceTable
	sources   *sourceTable
	libs      []lib // up to version 40, in a thread
}

// stackTable says which frame each stack ends in, and which stack calls it.
type stackTable struct {
	frames   input.Series
	prefixes input.Series // the caller plus one, 0: none; or, with offsets, how far back the caller is
	offsets  bool
}

// frameTable says which function each frame is in. In Firefox's own dump it is a text, the location.
type frameTable struct {
	funcs, libs, lines, categories, depths, implementations, locations input.Column[int32]
	addresses                                                          input.Column[int64]
}

type funcTable struct {
	names, resources, files, sources, lines input.Column[int32]
	js                                      input.Column[bool]
}

type (
	resourceTable struct{ libs input.Column[int32] }
	sourceTable   struct{ files input.Column[int32] }
)

// texts are the strings of a file by number.
type texts struct {
	arena []byte
	ends  []int
}

func (s *texts) text(n int32) (text []byte, ok bool) {
	if s == nil || n < 0 || int(n) >= len(s.ends) {
		return nil, false
	}
	start := 0
	if n > 0 {
		start = s.ends[n-1]
	}
	return s.arena[start:s.ends[n]], true
}

// lib is a program or library.
type lib struct {
	name       string // last component of its path
	debugName  string
	breakpadID string
	path       string // on the machine that was recorded
	codeID     string // its build id, in ELF
	start, end int64  // its addresses, in Firefox's own dump
}

// readMember reads a member of a thread or of shared that is a table, and reports whether it is one.
func (t *tables) readMember(j *input.JSON, o input.Options) bool {
	switch string(j.Name()) {
	case "stringArray", "stringTable":
		if j.Kind() == input.JSONArray {
			t.strings = readStrings(j)
		}
	case "stackTable":
		t.stacks = readStacks(j)
	case "frameTable":
		t.frames = readFrames(j, o)
	case "funcTable":
		t.funcs = readFuncs(j)
	case "resourceTable":
		t.resources = &resourceTable{}
		for in := j.Object(); in && j.Member(); {
			if string(j.Name()) == "lib" {
				readColumn(j, &t.resources.libs)
			}
		}
	case "sources":
		t.sources = &sourceTable{}
		for in := j.Object(); in && j.Member(); {
			if string(j.Name()) == "filename" {
				readColumn(j, &t.sources.files)
			}
		}
	case "libs":
		t.libs = readLibs(j)
	default:
		return false
	}
	return true
}

func readStrings(j *input.JSON) *texts {
	s := &texts{}
	for in := j.Array(); in && j.Element(); {
		text, _ := j.Text()
		s.arena = append(s.arena, text...)
		s.ends = append(s.ends, len(s.arena))
	}
	return s
}

// readColumn reads an array of numbers; what is none is -1.
func readColumn(j *input.JSON, to *input.Column[int32]) {
	for in := j.Array(); in && j.Element(); {
		n, ok := j.Int()
		if !ok || n < 0 || n > 1<<31-1 {
			n = -1
		}
		to.Append(int32(n))
	}
}

func readStacks(j *input.JSON) *stackTable {
	t := &stackTable{}
	rows := geckoRows{}
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "frame":
			readIndexes(j, &t.frames)
		case "prefix":
			readIndexes(j, &t.prefixes)
		case "prefixOffset":
			t.offsets = true
			for in := j.Array(); in && j.Element(); {
				offset, _ := j.Int()
				t.prefixes.Append(max(offset, 0))
			}
		default:
			rows.readMember(j)
		}
	}
	rows.indexes("prefix", &t.prefixes)
	rows.indexes("frame", &t.frames)
	return t
}

// readIndexes reads an array of numbers, keeps each plus one, 0 being none, and returns the largest of these.
func readIndexes(j *input.JSON, to *input.Series) (largest int64) {
	for in := j.Array(); in && j.Element(); {
		n, ok := j.Int()
		if !ok || n < 0 || n > 1<<31-2 {
			n = -1
		}
		to.Append(n + 1)
		largest = max(largest, n+1)
	}
	return largest
}

func readFrames(j *input.JSON, o input.Options) *frameTable {
	t := &frameTable{}
	rows := geckoRows{}
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "func":
			readColumn(j, &t.funcs)
		case "lib":
			readColumn(j, &t.libs)
		case "line":
			if o.Lines {
				readColumn(j, &t.lines)
			}
		case "category":
			readColumn(j, &t.categories)
		case "inlineDepth":
			readColumn(j, &t.depths)
		case "implementation":
			readColumn(j, &t.implementations)
		case "address":
			for in := j.Array(); in && j.Element(); {
				address, ok := j.Int()
				if !ok {
					address = -1
				}
				t.addresses.Append(address)
			}
		default:
			rows.readMember(j)
		}
	}
	rows.column("location", &t.locations)
	rows.column("implementation", &t.implementations)
	if o.Lines {
		rows.column("line", &t.lines)
	}
	return t
}

func readFuncs(j *input.JSON) *funcTable {
	t := &funcTable{}
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "name":
			readColumn(j, &t.names)
		case "resource":
			readColumn(j, &t.resources)
		case "fileName":
			readColumn(j, &t.files)
		case "source":
			readColumn(j, &t.sources)
		case "lineNumber":
			readColumn(j, &t.lines)
		case "isJS":
			for in := j.Array(); in && j.Element(); {
				t.js.Append(j.Bool())
			}
		}
	}
	return t
}

// readLibs reads a list of libraries, which up to version 4 may be a text.
func readLibs(j *input.JSON) (libs []lib) {
	if j.Kind() == input.JSONString {
		if j = textJSON(j); j == nil {
			return nil
		}
	}
	for in := j.Array(); in && j.Element(); {
		var l lib
		for in := j.Object(); in && j.Member(); {
			switch string(j.Name()) {
			case "name":
				name, _ := j.Text()
				l.name = lastComponent(name)
			case "debugName":
				name, _ := j.Text()
				l.debugName = string(name)
			case "breakpadId":
				id, _ := j.Text()
				l.breakpadID = string(id)
			case "path":
				l.path = readText(j)
			case "codeId":
				l.codeID = readText(j)
			case "start":
				l.start, _ = j.Int()
			case "end":
				l.end, _ = j.Int()
			}
		}
		libs = append(libs, l)
	}
	return libs
}

func lastComponent(path []byte) string {
	path = bytes.TrimRight(path, `/\`)
	return string(path[bytes.LastIndexAny(path, `/\`)+1:])
}

// textJSON returns a reader of the JSON in the string that comes next, or nil.
func textJSON(j *input.JSON) *input.JSON {
	text, ok := j.Text()
	if !ok {
		return nil
	}
	return input.NewJSON(bytes.NewReader(bytes.Clone(text)))
}

// at returns number n of a column, -1 if there is none.
func at(c *input.Column[int32], n int) int32 {
	if n < 0 || n >= c.Len() {
		return -1
	}
	return c.At(n)
}
