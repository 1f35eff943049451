package firefox

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/perfevent"
)

// symbolFile is the file of symbols that samply 0.13 writes beside a profile, X.syms.json:
//
//	{"string_table":["ledger::run","core::iter::next"],
//	 "data":[{"debug_name":"ledger","debug_id":"e54d3af2-7438-3256-b9f6-144f83f3f751",
//	  "symbol_table":[{"rva":8,"size":24,"symbol":0,"frames":[{"function":1,"file":2,"line":5},{"function":0}]}],
//	  "known_addresses":[[16,0]]}]}
//
// The frames of a symbol are functions inlined into each other, innermost first.
type symbolFile struct {
	texts *texts
	libs  map[string]*symbolLib // by name and id
}

type symbolLib struct {
	symbols []symbolEntry
	known   map[int64]int // addresses, and the number of the symbol
}

type symbolEntry struct {
	rva, size int64
	name      int32
	frames    []symbolFrame
}

type symbolFrame struct {
	function, file int32
	line           int64
}

// readSymbols reads the file that Options.Syms names.
func (r *reader) readSymbols() error {
	name := r.s.Options.Syms
	if name == "" || r.s.Options.Open == nil {
		return nil
	}
	f, err := r.s.Options.Open("", name)
	if err != nil {
		return fmt.Errorf("--syms %s: %w", name, err)
	}
	defer f.Close()
	source, err := input.Open(f)
	if err != nil {
		return fmt.Errorf("--syms %s: %w", name, err)
	}
	j := input.NewJSON(source.Text())
	r.symbols = &symbolFile{libs: make(map[string]*symbolLib)}
	r.symbols.read(j)
	if j.Rest(); j.Err() != nil {
		return fmt.Errorf("--syms %s: %w", name, j.Err())
	}
	if r.symbols.texts == nil {
		return input.Errorf("--syms %s: no string_table in it: it is not what samply writes beside a profile", name)
	}
	return nil
}

func (s *symbolFile) read(j *input.JSON) {
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "string_table":
			s.texts = readStrings(j)
		case "data":
			for in := j.Array(); in && j.Element(); {
				s.readLib(j)
			}
		}
	}
}

func (s *symbolFile) readLib(j *input.JSON) {
	l := &symbolLib{known: make(map[int64]int)}
	name, id := "", ""
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "debug_name":
			name = readText(j)
		case "debug_id":
			id = readText(j)
		case "symbol_table":
			for in := j.Array(); in && j.Element(); {
				l.symbols = append(l.symbols, readSymbol(j))
			}
		case "known_addresses":
			for in := j.Array(); in && j.Element(); {
				l.readKnown(j)
			}
		}
	}
	s.libs[name+"\x00"+debugID(id)] = l
}

func (l *symbolLib) readKnown(j *input.JSON) {
	var pair [2]int64
	n := 0
	if !j.Array() {
		return
	}
	for ; j.Element(); n++ {
		if v, ok := j.Int(); ok && n < 2 {
			pair[n] = v
		}
	}
	if n >= 2 {
		l.known[pair[0]] = int(pair[1])
	}
}

func readSymbol(j *input.JSON) symbolEntry {
	e := symbolEntry{name: -1}
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "rva":
			e.rva, _ = j.Int()
		case "size":
			e.size, _ = j.Int()
		case "symbol":
			e.name = readIndex(j)
		case "frames":
			for in := j.Array(); in && j.Element(); {
				e.frames = append(e.frames, readSymbolFrame(j))
			}
		}
	}
	return e
}

func readSymbolFrame(j *input.JSON) symbolFrame {
	f := symbolFrame{function: -1, file: -1}
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "function":
			f.function = readIndex(j)
		case "file":
			f.file = readIndex(j)
		case "line":
			f.line, _ = j.Int()
		}
	}
	return f
}

func readIndex(j *input.JSON) int32 {
	if n, ok := j.Int(); ok && n >= 0 && n < 1<<31 {
		return int32(n)
	}
	return -1
}

// debugID returns an id as a breakpadId has it: 32 digits and the age, which is 0 where there is none.
func debugID(id string) string {
	id = strings.ToUpper(strings.ReplaceAll(id, "-", ""))
	if len(id) == 32 {
		id += "0"
	}
	return id
}

// symbolized returns the frames at an address of a library by the file of symbols, or nil.
func (r *reader) symbolized(l *lib, address int64) []collapse.Frame {
	if r.symbols == nil || l == nil || address < 0 {
		return nil
	}
	table := r.symbols.libs[l.debugName+"\x00"+debugID(l.breakpadID)]
	if table == nil {
		return nil
	}
	e := table.find(address)
	if e == nil {
		return nil
	}
	if len(e.frames) == 0 || r.s.Options.Inlines == input.InlinesNone {
		return r.symbolFrames(l, e, symbolFrame{function: -1, file: -1}, false)
	}
	var frames []collapse.Frame
	for i, f := range slices.Backward(e.frames) {
		frames = append(frames, r.symbolFrames(l, e, f, i < len(e.frames)-1)...)
	}
	return frames
}

// find returns the symbol at an address, or nil.
func (l *symbolLib) find(address int64) *symbolEntry {
	if n, known := l.known[address]; known && n >= 0 && n < len(l.symbols) {
		return &l.symbols[n]
	}
	n, exact := slices.BinarySearchFunc(l.symbols, address, func(e symbolEntry, a int64) int { return cmp.Compare(e.rva, a) })
	if !exact {
		n--
	}
	if n >= 0 && l.symbols[n].rva <= address && address-l.symbols[n].rva < max(l.symbols[n].size, 1) {
		return &l.symbols[n]
	}
	return nil
}

// symbolFrames returns the frames of one function of a symbol; one without a name has that of the symbol.
func (r *reader) symbolFrames(l *lib, e *symbolEntry, f symbolFrame, inlined bool) []collapse.Frame {
	name, ok := r.symbols.texts.text(f.function)
	if !ok {
		name, _ = r.symbols.texts.text(e.name)
	}
	frames := perfevent.Function{Name: string(name), Module: l.name, Inlined: inlined}.Frames(r.s.Options)
	if file, ok := r.symbols.texts.text(f.file); ok {
		for i := range frames {
			frames[i].File = string(file)
		}
	}
	return frames
}
