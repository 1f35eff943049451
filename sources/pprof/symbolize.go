package pprof

import (
	"encoding/hex"
	"strings"

	"fold/sources/input"
	"fold/sources/symbolize"
)

// finder finds functions at addresses, for profiles that have no names: gperftools, perf_to_profile, jemalloc. It
// looks into the files of Options.Symfs.
type finder struct {
	symbols *symbolize.Symbolizer
	frames  []symbolize.Frame
	query   symbolize.Query
}

// newFinder returns nil if no files are to be looked into.
func newFinder(o input.Options) *finder {
	if o.Open == nil || o.Symfs == "" {
		return nil
	}
	f := &finder{symbols: symbolize.New(symbolize.Options{Open: o.Open, Root: o.Symfs, DebugDir: o.DebugDir})}
	if o.Inlines != input.InlinesNone {
		f.query |= symbolize.Inlines // go tool pprof shows them, too
	}
	if o.Lines || o.KeepLines {
		f.query |= symbolize.Lines
	}
	return f
}

// findNames gives names to the locations of a profile that have none.
func findNames(c *input.Chunk, p *profile) {
	f := newFinder(c.Options)
	if f == nil {
		return
	}
	for i := range p.locations {
		if l := &p.locations[i]; l.first == l.end {
			p.name(l, f.find(p, l))
		}
	}
	for _, p := range f.symbols.Problems() {
		c.Count(1, input.Note{Noun: "file", Text: "without names: " + p.Module + ": " + p.Why})
	}
}

// find returns the functions at a location that has none, innermost first.
func (f *finder) find(p *profile, l *location) []symbolize.Frame {
	if l.mapping == 0 {
		return nil
	}
	m := p.mappings[l.mapping-1]
	file := p.text(m.file)
	if !strings.HasPrefix(file, "/") || l.address < m.start || l.address >= m.limit {
		return nil
	}
	id, err := hex.DecodeString(p.text(m.buildID))
	if err != nil {
		id = nil
	}
	program := f.symbols.Program(file, id)
	f.frames = program.Lookup(f.frames[:0], l.address-m.start+m.offset, f.query)
	return f.frames
}

// name gives a location functions, innermost first.
func (p *profile) name(l *location, frames []symbolize.Frame) {
	l.first = uint32(len(p.lines))
	for _, frame := range frames {
		p.functions = append(p.functions, function{name: p.addText(frame.Name), file: p.addText(frame.File)})
		p.lines = append(p.lines, line{uint64(len(p.functions) - 1), uint64(frame.Line)})
	}
	l.end = uint32(len(p.lines))
	p.mostLines = max(p.mostLines, len(frames))
}

// addText adds a text that the file does not hold.
func (p *profile) addText(text string) uint64 {
	p.spans, p.texts = append(p.spans, span{}), append(p.texts, text)
	return uint64(len(p.texts) - 1)
}
