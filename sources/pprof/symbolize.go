package pprof

import (
	"encoding/hex"
	"strings"

	"github.com/google/pprof/profile"

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
func findNames(c *input.Chunk, p *profile.Profile) {
	f := newFinder(c.Options)
	if f == nil {
		return
	}
	for _, l := range p.Location {
		if len(l.Line) == 0 {
			l.Line = f.lines(l)
		}
	}
	for _, p := range f.symbols.Problems() {
		c.Count(1, input.Note{Noun: "file", Text: "without names: " + p.Module + ": " + p.Why})
	}
}

// lines returns the functions at a location that has none, innermost first.
func (f *finder) lines(l *profile.Location) (lines []profile.Line) {
	m := l.Mapping
	if m == nil || !strings.HasPrefix(m.File, "/") || l.Address < m.Start || l.Address >= m.Limit {
		return nil
	}
	id, err := hex.DecodeString(m.BuildID)
	if err != nil {
		id = nil
	}
	program := f.symbols.Program(m.File, id)
	f.frames = program.Lookup(f.frames[:0], l.Address-m.Start+m.Offset, f.query)
	for _, frame := range f.frames {
		function := &profile.Function{Name: frame.Name, SystemName: frame.Name, Filename: frame.File}
		lines = append(lines, profile.Line{Function: function, Line: int64(frame.Line)})
	}
	return lines
}
