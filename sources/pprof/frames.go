package pprof

import (
	"encoding/binary"
	"math"
	"path"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// pprofReader puts the samples of one profile into a tree. The work on names is done once for each
// location; a sample costs no more than a walk over numbers.
type pprofReader struct {
	c       *input.Chunk
	b       *collapse.Builder
	p       *profile.Profile
	columns []int // columns[i]: where the values of type i go
	counted []counting

	symbols []collapse.Symbol // the frames of all locations, one after the other, leaf first
	ends    []int             // ends[id]: where those of location id end
	cut     []bool            // cut[i]: sample i lost its root, see markCut; nil: not known

	stack []collapse.Symbol // the stack of the current sample, leaf first
	text  []byte            // the key of a symbol

	labels []input.Label // those of the current sample, if anything wants them
}

// unknownFrame stands for a stack of which nothing is known.
var unknownFrame = collapse.Frame{Name: "[unknown]"}

// sample adds the values of a sample to its stack.
func (r *pprofReader) sample(i int, s *profile.Sample) {
	root, leaf, keep := r.tags(s)
	if !keep {
		return
	}
	r.stack = appendReversed(r.stack[:0], leaf)
	tags := len(r.stack)
	for _, l := range s.Location {
		r.stack = append(r.stack, r.locationSymbols(l)...)
	}
	if len(r.stack) == tags {
		r.stack = append(r.stack, r.symbol(unknownFrame))
	}
	if r.cut != nil && r.cut[i] {
		r.stack = append(r.stack, r.symbol(truncatedFrame))
	}
	node := r.b.Stack(appendReversed(r.stack, root))
	for i, value := range s.Value {
		if value != 0 {
			r.add(node, i, s)
		}
	}
}

// readLocations makes the frames of all locations and numbers the locations from 0.
func (r *pprofReader) readLocations() {
	r.ends = make([]int, len(r.p.Location))
	for i, l := range r.p.Location {
		l.ID = uint64(i)
		r.readLocation(l)
		r.ends[i] = len(r.symbols)
	}
}

func (r *pprofReader) locationSymbols(l *profile.Location) []collapse.Symbol {
	start := 0
	if l.ID > 0 {
		start = r.ends[l.ID-1]
	}
	return r.symbols[start:r.ends[l.ID]]
}

// readLocation makes the frames of a location. Its lines are the functions inlined there, the innermost
// first, and at the end the one that the compiler laid out.
func (r *pprofReader) readLocation(l *profile.Location) {
	lines := l.Line
	switch {
	case len(lines) == 0:
		lines = []profile.Line{{Function: &profile.Function{}}}
	case r.c.Options.Inlines == input.InlinesNone:
		lines = lines[len(lines)-1:]
	}
	for i, line := range lines {
		frame, known := r.frame(l, line)
		if !known {
			continue
		}
		if i < len(lines)-1 {
			frame.Kind = collapse.KindInlined
			if r.c.Options.Annotate.Inlined {
				frame.Name = collapse.Annotate(frame.Name, frame.Kind)
			}
		}
		r.symbols = append(r.symbols, r.symbol(frame))
	}
}

// frame makes the frame of one line of a location; there is none for padding.
func (r *pprofReader) frame(l *profile.Location, line profile.Line) (f collapse.Frame, known bool) {
	f = collapse.Frame{
		Name:   r.functionName(line.Function),
		Module: mappingName(l.Mapping),
		File:   pprofText(line.Function.Filename),
	}
	if f.Name == "" {
		f.Name = r.placeholder(l)
		return f, !isPadding(l)
	}
	if line.Line <= 0 || line.Line > math.MaxInt32 {
		return f, true
	}
	if o := r.c.Options; o.Lines || o.KeepLines {
		f.Line = int(line.Line)
	}
	if r.c.Options.Lines {
		f.Name += ":" + strconv.FormatInt(line.Line, 10)
	}
	return f, true
}

// isPadding says whether a location without a name is none at all: Go fills the unused places of a
// threadcreate stack with zeros, and text profiles count one down from those.
func isPadding(l *profile.Location) bool {
	return l.Address == math.MaxUint64 || l.Address == 0 && mappingName(l.Mapping) == ""
}

// placeholder names a frame that has no symbol: "[libc.so.6]", or its address where even that is unknown.
func (r *pprofReader) placeholder(l *profile.Location) string {
	if module := mappingName(l.Mapping); module != "" && !r.c.Options.Addresses {
		return "[" + module + "]"
	}
	return "0x" + strconv.FormatUint(l.Address, 16)
}

// mappingName returns the base name of a mapping's file, without the brackets of "[vdso]".
func mappingName(m *profile.Mapping) string {
	if m == nil || m.File == "" {
		return ""
	}
	base := path.Base(strings.ReplaceAll(m.File, `\`, "/"))
	if strings.HasPrefix(base, "[") && strings.HasSuffix(base, "]") {
		base = base[1 : len(base)-1]
	}
	return pprofText(base)
}

// functionName returns the name of a function as it is shown, or an empty one.
func (r *pprofReader) functionName(f *profile.Function) string {
	name := f.Name
	if name == "" {
		name = f.SystemName
	}
	if r.c.Options.Demangle != input.DemangleNone {
		name = symbol.Demangle(name, r.c.Options.Demangle == input.DemangleFull)
	}
	if r.c.Options.Generics == input.GenericsShort && (f.Filename == "" || isGoFile(f.Filename)) {
		name = shortGenerics(name)
	}
	return pprofText(name)
}

func isGoFile(file string) bool { return strings.HasSuffix(file, ".go") }

// shortGenerics writes Go's type arguments as a panic does:
//
//	main.(*Stack[go.shape.struct { X []int }]).Push
//	main.(*Stack[...]).Push
//
// Other brackets stay: "operator[]", "-[NSString length]", "<[T]>::len".
func shortGenerics(name string) string {
	var short strings.Builder
	depth, kept := 0, 0
	for i := 0; i < len(name); i++ {
		switch {
		case name[i] == '[' && depth == 0 && (i == 0 || !isIdentifier(name[i-1])):
			return name
		case name[i] == '[':
			if depth == 0 {
				short.WriteString(name[kept : i+1])
				kept = i + 1
			}
			depth++
		case name[i] == ']' && depth > 0:
			if depth--; depth == 0 {
				if i > kept {
					short.WriteString("...")
				}
				kept = i
			}
		}
	}
	if depth > 0 {
		return name
	}
	return short.String() + name[kept:]
}

// isIdentifier says whether a byte can end a Go identifier.
func isIdentifier(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// symbol returns the symbol of a single frame. It is the same for equal frames at different addresses, so
// that the stacks of two samples can share it.
func (r *pprofReader) symbol(f collapse.Frame) collapse.Symbol {
	r.text = binary.LittleEndian.AppendUint32(append(r.text[:0], 'f'), uint32(r.b.Frame(f)))
	return r.b.Intern(r.text, func([]byte) []collapse.Frame { return []collapse.Frame{f} })
}
