// Package dhat reads what valgrind's DHAT and dhat-rs write.
package dhat

import (
	"fold/collapse"
	"fold/sources/input"
	"fold/sources/valgrind"
)

// Format is DHAT's file, of heap allocations, of copies or of whatever a program counts ad hoc:
//
//	{"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":true,"bkacc":true,"tuth":500,
//	 "pps":[{"tb":500,"tbk":10,"tl":111364,"mb":500,"mbk":10,"gb":450,"gbk":9,"eb":100,"ebk":2,"rb":7,"wb":500,"fs":[1,2]}],
//	 "ftbl":["[root]","0x48417B4: malloc (in /usr/lib/vgpreload_dhat-amd64-linux.so)","0x1091FB: main (kettle.c:8)"]}
//
// Each program point has a stack, leaf first, as numbers in ftbl, and what was allocated there: in total (t), at the peak of
// the heap (g, for global maximum) and at the end (e), in bytes (b) and blocks (bk); the bytes that were read and written
// (rb, wb); and how long its blocks lived together (tl). The peak of each point (m) adds up to nothing, so it is left out.
var Format = input.Format{
	Name: "dhat", Title: "DHAT: valgrind --tool=dhat, dhat-rs",
	Uses:   input.UsesLines,
	Sniff:  func(h *input.Head) bool { return h.JSON().Has("dhatFileVersion") },
	Stream: read,
}

// column is a key of a program point and the metric that it is.
type column struct {
	key    string
	metric collapse.Metric
}

// The columns of a heap, in the order in which they are shown. The last two are there if accesses were recorded.
var heapColumns = [...]column{
	{"tb", collapse.Metric{Name: "alloc_space", Unit: "bytes", Sampling: collapse.Exact}},
	{"tbk", collapse.Metric{Name: "alloc_objects", Unit: "count", Sampling: collapse.Exact}},
	{"gb", collapse.Metric{Name: "peak_space", Unit: "bytes", Sampling: collapse.Exact}},
	{"gbk", collapse.Metric{Name: "peak_objects", Unit: "count", Sampling: collapse.Exact}},
	{"eb", collapse.Metric{Name: "end_space", Unit: "bytes", Sampling: collapse.Exact}},
	{"ebk", collapse.Metric{Name: "end_objects", Unit: "count", Sampling: collapse.Exact}},
	{"rb", collapse.Metric{Name: "read_bytes", Unit: "bytes", Sampling: collapse.Exact}},
	{"wb", collapse.Metric{Name: "write_bytes", Unit: "bytes", Sampling: collapse.Exact}},
}

const withoutAccesses = len(heapColumns) - 2

// lifetime is the key of how long the blocks of a point lived together.
const lifetime = "tl"

// file is what is kept until the table of frames has been read, which stands last.
type file struct {
	version              int64
	lifetimes, accesses  bool   // bklt, bkacc
	bytesUnit, blockUnit string // bsu, bksu: what is counted if it is no heap
	shortest             int64  // tuth: blocks that live no longer are short-lived

	weights [len(heapColumns)]input.Series
	lived   input.Series
	depths  input.Series // how many frames each point has
	frames  input.Series // the frames of all points, as indexes into symbols
	symbols []collapse.Symbol
	named   bool // ftbl was there
}

func read(s *input.Stream, b *collapse.Builder) error {
	f := &file{bytesUnit: "bytes", blockUnit: "blocks"}
	j := input.NewJSON(s)
	for in := j.Object(); in && j.Member(); {
		if err := f.member(s, b, j); err != nil {
			return err
		}
	}
	switch {
	case j.Err() != nil:
		return j.Err()
	case f.version != 2:
		return input.Errorf("dhatFileVersion %d: fold reads version 2, which valgrind 3.17 and dhat-rs 0.2 and later write", f.version)
	case !f.named:
		return input.Errorf("no table of frames (ftbl): the file is cut short")
	}
	f.draw(s, b)
	return nil
}

// member reads a member of the file.
func (f *file) member(s *input.Stream, b *collapse.Builder, j *input.JSON) error {
	switch string(j.Name()) {
	case "dhatFileVersion":
		f.version, _ = j.Int()
	case "cmd":
		s.Fact(input.Command, readText(j, ""))
	case "bklt":
		f.lifetimes = j.Bool()
	case "bkacc":
		f.accesses = j.Bool()
	case "bsu":
		f.bytesUnit = readText(j, f.bytesUnit)
	case "bksu":
		f.blockUnit = readText(j, f.blockUnit)
	case "tuth":
		f.shortest, _ = j.Int()
	case "pps":
		for in := j.Array(); in && j.Element(); {
			f.point(j)
		}
	case "ftbl":
		f.named = true
		parse := valgrind.Frames(s.Options)
		for in := j.Array(); in && j.Element(); {
			text, _ := j.Text()
			f.symbols = append(f.symbols, b.Intern(text, parse))
		}
	}
	return nil
}

// point reads a program point into the columns.
func (f *file) point(j *input.JSON) {
	var weights [len(heapColumns)]int64
	lived, depth := int64(0), int64(0)
	for in := j.Object(); in && j.Member(); {
		name := string(j.Name())
		switch name {
		case "fs":
			for in := j.Array(); in && j.Element(); {
				if at, ok := j.Int(); ok {
					f.frames.Append(at)
					depth++
				}
			}
			continue
		case lifetime:
			lived, _ = j.Int()
			continue
		}
		for i, column := range heapColumns {
			if column.key == name {
				weights[i], _ = j.Int()
				break
			}
		}
	}
	for i, weight := range weights {
		f.weights[i].Append(weight)
	}
	f.lived.Append(lived)
	f.depths.Append(depth)
}

func readText(j *input.JSON, otherwise string) string {
	if text, ok := j.Text(); ok && len(text) > 0 {
		return string(text)
	}
	return otherwise
}
