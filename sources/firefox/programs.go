package firefox

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/perfevent"
	"fold/sources/symbolize"
)

// programs finds functions at addresses of a profile that samply saved without symbols, in the files below
// Options.Symfs. A nil one finds none.
type programs struct {
	symbols *symbolize.Symbolizer
	modules map[*lib]*symbolize.Module
	found   []symbolize.Frame
	query   symbolize.Query
}

// newPrograms returns nil if no files are to be looked into.
func newPrograms(o input.Options) *programs {
	if o.Open == nil || o.Symfs == "" {
		return nil
	}
	p := &programs{
		symbols: symbolize.New(symbolize.Options{Open: o.Open, Root: o.Symfs, DebugDir: o.DebugDir}),
		modules: map[*lib]*symbolize.Module{},
	}
	if o.Inlines != input.InlinesNone {
		p.query |= symbolize.Inlines // samply shows them, too
	}
	if o.Lines {
		p.query |= symbolize.Lines
	}
	return p
}

// frames returns the functions at an address of a library, outermost first, or nil. samply counts addresses from where
// the library was loaded, and those of callers are inside the call.
func (p *programs) frames(l *lib, address int64, o input.Options) (frames []collapse.Frame) {
	if p == nil || l == nil || address < 0 || !strings.HasPrefix(l.path, "/") {
		return nil
	}
	p.found = p.module(l).LookupRelative(p.found[:0], uint64(address), p.query)
	for _, f := range slices.Backward(p.found) {
		made := perfevent.Function{Name: f.Name, Module: l.name, Inlined: f.Inlined}.Frames(o)
		for i := range made {
			if f.Line > 0 {
				made[i].Name += ":" + strconv.Itoa(f.Line)
				made[i].File, made[i].Line = f.File, f.Line
			}
		}
		frames = append(frames, made...)
	}
	return frames
}

// module returns the program of a library. Its code id is the whole build id; a debug id is a part of it.
func (p *programs) module(l *lib) *symbolize.Module {
	m := p.modules[l]
	if m != nil {
		return m
	}
	if id, err := hex.DecodeString(l.codeID); err == nil && len(id) > 0 {
		m = p.symbols.Program(l.path, id)
	} else if id, ok := identifier(l.breakpadID); ok {
		m = p.symbols.ProgramOf(l.path, id)
	} else {
		m = p.symbols.Program(l.path, nil)
	}
	p.modules[l] = m
	return m
}

// identifier returns the 16 bytes that a breakpadId was made of, which takes the first eight for three little-endian
// numbers:
//
//	E54D3AF2 7438 3256 B9F6144F83F3F751 0    f2 3a 4d e5 38 74 56 32 b9 f6 14 4f 83 f3 f7 51
//
// What follows the 32 digits is an age, which ELF does not have.
func identifier(breakpadID string) (id [16]byte, ok bool) {
	const digits = 2 * len(id)
	if len(breakpadID) < digits {
		return id, false
	}
	if n, err := hex.Decode(id[:], []byte(breakpadID[:digits])); err != nil || n != len(id) {
		return id, false
	}
	binary.LittleEndian.PutUint32(id[0:], binary.BigEndian.Uint32(id[0:]))
	binary.LittleEndian.PutUint16(id[4:], binary.BigEndian.Uint16(id[4:]))
	binary.LittleEndian.PutUint16(id[6:], binary.BigEndian.Uint16(id[6:]))
	return id, true
}

// report says which programs gave no names, and why.
func (p *programs) report(t *input.Task) {
	if p == nil {
		return
	}
	for _, problem := range p.symbols.Problems() {
		t.Count(1, input.Note{Noun: "file", Text: "without names: " + problem.Module + ": " + problem.Why})
	}
}
