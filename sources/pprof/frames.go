package pprof

import (
	"encoding/binary"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/symbol"
)

// pprofReader puts the samples of one profile into a tree. The work on names is done once for each
// location; a sample costs no more than a walk over numbers.
type pprofReader struct {
	c       *input.Chunk
	b       *collapse.Builder
	p       *profile
	columns []int // columns[i]: where the values of type i go
	counted []counting
	ticks   ticks
	pruning pruning
	depths  depths

	symbols []locationSymbol // of all locations

	stack  []collapse.Symbol // the stack of the current sample, leaf first
	labels []input.Label     // those of the current sample, if anything wants them

	frames  []collapse.Frame // of the symbol that is looked up
	numbers []collapse.FrameID
	text    []byte // its key
}

// locationSymbol is the symbol of all frames of a location, plus one; 0: it has none.
type locationSymbol uint32

// unknownFrame stands for a stack of which nothing is known.
var unknownFrame = collapse.Frame{Name: "[unknown]"}

// readSamples adds all samples.
func (r *pprofReader) readSamples() error {
	r.ticks = newTicks(r.p)
	samples := r.p.samples()
	for samples.next() {
		r.ticks.add(samples.values)
		r.sample(samples)
	}
	return samples.err
}

// sample adds the values of a sample to its stack.
func (r *pprofReader) sample(s *samples) {
	root, leaf, keep := r.tags(s)
	if !keep {
		return
	}
	r.stack = appendReversed(r.stack[:0], leaf)
	tags := len(r.stack)
	isCut := r.depths.isCut(r.p, s)
	for _, place := range r.pruning.rest(s.locations) {
		if symbol := r.symbols[place]; symbol != 0 {
			r.stack = append(r.stack, collapse.Symbol(symbol-1))
		}
	}
	if len(r.stack) == tags {
		r.stack = append(r.stack, r.symbol(unknownFrame))
	}
	if isCut {
		r.stack = append(r.stack, r.symbol(truncatedFrame))
	}
	node := r.b.Stack(appendReversed(r.stack, root))
	for i, value := range s.values {
		if value != 0 {
			r.add(node, i, s.values)
		}
	}
}

// readLocations makes the symbols of all locations.
func (r *pprofReader) readLocations() {
	r.symbols = make([]locationSymbol, len(r.p.locations))
	for i, l := range r.p.locations {
		r.frames = r.frames[:0]
		r.readLocation(l, r.pruning.lines(r.p, i))
		if len(r.frames) > 0 {
			r.symbols[i] = locationSymbol(r.intern()) + 1
		}
	}
}

// readLocation makes the frames of a location. Its lines are the functions inlined there, the innermost
// first, and at the end the one that the compiler laid out.
func (r *pprofReader) readLocation(l location, lines []line) {
	if len(lines) == 0 {
		if f := (collapse.Frame{Name: r.placeholder(l), Module: r.p.module(l)}); !isPadding(l.address, r.p.module(l)) {
			r.frames = append(r.frames, f)
		}
		return
	}
	if r.c.Options.Inlines == input.InlinesNone {
		lines = lines[len(lines)-1:]
	}
	for i, line := range slices.Backward(lines) {
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
		r.frames = append(r.frames, frame)
	}
}

// frame makes the frame of one line of a location; there is none for padding.
func (r *pprofReader) frame(l location, line line) (f collapse.Frame, known bool) {
	function := r.p.functions[line.function]
	f = collapse.Frame{
		Name:   r.functionName(function),
		Module: r.p.module(l),
		File:   pprofText(r.p.text(function.file)),
	}
	if f.Name == "" {
		f.Name = r.placeholder(l)
		return f, !isPadding(l.address, r.p.module(l))
	}
	number := int64(line.number)
	if number <= 0 || number > math.MaxInt32 {
		return f, true
	}
	if o := r.c.Options; o.Lines || o.KeepLines {
		f.Line = int(number)
	}
	if r.c.Options.Lines {
		f.Name += ":" + strconv.FormatInt(number, 10)
	}
	return f, true
}

// isPadding says whether a location without a name is none at all: Go fills the unused places of a
// threadcreate stack with zeros, and text profiles count one down from those.
func isPadding(address uint64, module string) bool {
	return address == math.MaxUint64 || address == 0 && module == ""
}

// placeholder names a frame that has no symbol: "[libc.so.6]", or its address where even that is unknown.
func (r *pprofReader) placeholder(l location) string {
	if module := r.p.module(l); module != "" && !r.c.Options.Addresses {
		return "[" + module + "]"
	}
	return "0x" + strconv.FormatUint(l.address, 16)
}

// mappingName returns the base name of a mapping's file, without the brackets of "[vdso]".
func mappingName(file string) string {
	if file == "" {
		return ""
	}
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	if strings.HasPrefix(base, "[") && strings.HasSuffix(base, "]") {
		base = base[1 : len(base)-1]
	}
	return pprofText(base)
}

// functionName returns the name of a function as it is shown, or an empty one.
func (r *pprofReader) functionName(f function) string {
	name := r.p.text(f.name)
	if name == "" {
		name = r.p.text(f.system)
	}
	if r.c.Options.Demangle != input.DemangleNone {
		name = symbol.Demangle(name, r.c.Options.Demangle == input.DemangleFull)
	}
	if r.c.Options.Generics == input.GenericsShort {
		if file := r.p.text(f.file); file == "" || isGoFile(file) {
			name = shortGenerics(name)
		}
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

// symbol returns the symbol of a single frame.
func (r *pprofReader) symbol(f collapse.Frame) collapse.Symbol {
	r.frames = append(r.frames[:0], f)
	return r.intern()
}

// intern returns the symbol of r.frames. It is the same for equal frames at different addresses, so that the stacks of two
// samples can share it.
func (r *pprofReader) intern() collapse.Symbol {
	r.text, r.numbers = append(r.text[:0], 'f'), r.numbers[:0]
	for _, f := range r.frames {
		number := r.b.Frame(f)
		r.numbers = append(r.numbers, number)
		r.text = binary.LittleEndian.AppendUint32(r.text, uint32(number))
	}
	return r.b.InternFrames(r.text, r.numbers)
}
