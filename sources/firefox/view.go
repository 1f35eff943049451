package firefox

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/perfevent"
	"fold/sources/stacks"
	"fold/sources/v8"
)

// view is the tables that a thread uses, its own or shared ones, and what they became.
type view struct {
	r *reader
	tables
	callers  input.Column[int32]
	ends     input.Column[int32] // the frame that a stack ends in
	bare     []uint8             // by stack: whether it holds a frame without a symbol
	spans    []span              // by frame: where its frames are in made
	made     []collapse.FrameID
	resolver *stacks.Resolver

	byAddress []*lib // libs by where they start; nil: not sorted yet
}

// span is the frames of an entry of the frame table, several where functions were inlined.
type span struct {
	from, to uint32
	done     bool
	bare     bool // there is no symbol
	root     bool
}

// The values of view.bare.
const (
	notLooked uint8 = iota
	hasSymbols
	lacksSymbols
)

// newView puts the tables together that a thread uses.
func (r *reader) newView(p *process, own *tables) (*view, error) {
	v := &view{r: r, tables: p.shared}
	v.libs = p.libs
	if own != nil {
		v.overlay(own)
	}
	switch {
	case v.stacks == nil:
		return nil, input.Errorf("damaged: no stackTable: save the profile again")
	case v.frames == nil:
		return nil, input.Errorf("damaged: no frameTable: save the profile again")
	case v.funcs == nil && v.frames.locations.Len() == 0 && v.frames.funcs.Len() > 0:
		return nil, input.Errorf("damaged: no funcTable: save the profile again")
	case v.strings == nil:
		return nil, input.Errorf("damaged: no stringArray: save the profile again")
	}
	v.expand()
	v.spans = make([]span, max(v.frames.funcs.Len(), v.frames.locations.Len()))
	v.bare = make([]uint8, v.ends.Len())
	v.resolver = stacks.NewResolver(r.b, v)
	return v, nil
}

// overlay replaces shared tables by those that a thread has.
func (v *view) overlay(own *tables) {
	if own.strings != nil {
		v.strings = own.strings
	}
	if own.stacks != nil {
		v.stacks = own.stacks
	}
	if own.frames != nil {
		v.frames = own.frames
	}
	if own.funcs != nil {
		v.funcs = own.funcs
	}
	if own.resources != nil {
		v.resources = own.resources
	}
	if own.sources != nil {
		v.sources = own.sources
	}
	if own.libs != nil {
		v.libs = own.libs
	}
}

// expand makes numbers of the columns of stacks, which are read at any place from here on.
func (v *view) expand() {
	frames, prefixes := v.stacks.frames.All(), v.stacks.prefixes.All()
	for n := int32(0); ; n++ {
		frame, ok := frames.Next()
		if !ok {
			return
		}
		prefix, _ := prefixes.Next()
		caller := int32(prefix) - 1
		if v.stacks.offsets {
			if caller = -1; prefix > 0 {
				caller = max(n-int32(min(prefix, 1<<30)), -2)
			}
		}
		v.ends.Append(int32(frame) - 1)
		v.callers.Append(caller)
	}
}

// Caller makes view a stacks.Source.
func (v *view) Caller(n int) (caller int, ok bool) {
	if n >= v.callers.Len() {
		return 0, false
	}
	if caller = int(v.callers.At(n)); caller < -1 {
		return v.callers.Len(), true // one that is not there
	}
	return caller, true
}

// Call makes view a stacks.Source.
func (v *view) Call(parent collapse.NodeID, n int) collapse.NodeID {
	s := v.frameSpan(v.ends.At(n))
	v.bare[n] = hasSymbols
	if caller := int(v.callers.At(n)); s.bare || caller >= 0 && caller < len(v.bare) && v.bare[caller] == lacksSymbols {
		v.bare[n] = lacksSymbols
	}
	for _, f := range v.made[s.from:s.to] {
		parent = v.r.b.Call(parent, f)
	}
	return parent
}

// IsRoot makes view a stacks.Source.
func (v *view) IsRoot(n int) bool { return v.frameSpan(v.ends.At(n)).root }

// frameSpan returns the frames of an entry of the frame table.
func (v *view) frameSpan(n int32) span {
	if n < 0 || int(n) >= len(v.spans) {
		from := uint32(len(v.made))
		v.made = append(v.made, stacks.Unknown(v.r.b))
		return span{from: from, to: from + 1}
	}
	s := &v.spans[n]
	if s.done {
		return *s
	}
	*s = span{from: uint32(len(v.made)), done: true}
	for _, f := range v.makeFrames(int(n), s) {
		v.made = append(v.made, v.r.b.Frame(f))
	}
	s.to = uint32(len(v.made))
	return *s
}

// makeFrames makes the frames of an entry of the frame table.
func (v *view) makeFrames(n int, s *span) []collapse.Frame {
	f := v.function(n)
	s.root = !v.r.ours && v8.IsRoot(f.name)
	inlined := at(&v.frames.depths, n) > 0
	if inlined && v.r.s.Options.Inlines == input.InlinesNone {
		return nil
	}
	line := at(&v.frames.lines, n)
	var frames []collapse.Frame
	switch {
	case v.r.ours:
		frames = []collapse.Frame{v.written(f, n, inlined)}
	case f.script:
		frames = []collapse.Frame{{Name: f.name, File: f.file, Kind: v.scriptKind(n)}}
	case f.address:
		address := at64(&v.frames.addresses, n)
		if frames = v.r.symbolized(f.lib, address); frames == nil {
			frames = v.r.programs.frames(f.lib, address, v.r.s.Options)
		}
		if frames == nil {
			s.bare = true
			frames = v.r.native(f, "", inlined, v.kind(n))
		}
	default:
		frames = v.r.native(f, f.name, inlined, v.kind(n))
	}
	if last := &frames[len(frames)-1]; line > 0 && v.r.s.Options.Lines && !f.address {
		last.Line = int(line)
		last.Name += ":" + strconv.Itoa(int(line))
	}
	return frames
}

// function is what the tables say about a frame.
type function struct {
	name    string
	file    string
	lib     *lib
	address bool // name is one: there is no symbol
	script  bool // its name stands as it is
}

// function returns what stands in an entry of the frame table.
func (v *view) function(n int) function {
	if v.frames.locations.Len() > 0 {
		return v.located(n)
	}
	fn := int(at(&v.frames.funcs, n))
	if v.funcs == nil || fn < 0 || fn >= v.funcs.names.Len() {
		return function{name: "[unknown]", script: true}
	}
	f := function{name: "(unknown)", lib: v.libOf(n, fn), script: fn < v.funcs.js.Len() && v.funcs.js.At(fn)}
	name, ok := v.strings.text(v.funcs.names.At(fn))
	if file, ok := v.strings.text(v.fileOf(fn)); ok {
		f.file = string(file)
	}
	switch {
	case !ok:
		f.script = true
	case len(name) == 0:
		f.name, f.script = v8.Name("", f.file, int64(at(&v.funcs.lines, fn))), true
	default:
		f.name = string(name)
	}
	f.address = isAddress(f.name)
	return f
}

// located is function for Firefox's own dump.
func (v *view) located(n int) function {
	text, ok := v.strings.text(at(&v.frames.locations, n))
	if !ok {
		return function{name: "(unknown)", script: true}
	}
	l := parseLocation(text)
	f := function{name: l.name, file: l.file, script: l.script, address: l.address}
	if l.lib != "" {
		f.lib = &lib{name: l.lib}
	}
	if l.address {
		address, _ := strconv.ParseInt(l.name, 0, 64)
		f.lib = v.libAt(address)
	}
	return f
}

// libAt returns the library that an address of Firefox's own dump is in, or nil.
func (v *view) libAt(address int64) *lib {
	if v.byAddress == nil {
		for i := range v.libs {
			v.byAddress = append(v.byAddress, &v.libs[i])
		}
		slices.SortStableFunc(v.byAddress, func(a, b *lib) int { return cmp.Compare(a.start, b.start) })
	}
	n, _ := slices.BinarySearchFunc(v.byAddress, address, func(l *lib, a int64) int {
		if l.start <= a {
			return -1
		}
		return 1
	})
	if n > 0 && address < v.byAddress[n-1].end {
		return v.byAddress[n-1]
	}
	return nil
}

// libOf returns the library of a frame, or nil.
func (v *view) libOf(frame, fn int) *lib {
	n := at(&v.frames.libs, frame)
	if v.frames.libs.Len() == 0 && v.resources != nil {
		n = at(&v.resources.libs, int(at(&v.funcs.resources, fn)))
	}
	if n < 0 || int(n) >= len(v.libs) {
		return nil
	}
	return &v.libs[n]
}

// fileOf returns the number of the name of a function's file.
func (v *view) fileOf(fn int) int32 {
	if v.funcs.sources.Len() > 0 && v.sources != nil {
		return at(&v.sources.files, int(at(&v.funcs.sources, fn)))
	}
	return at(&v.funcs.files, fn)
}

// isAddress reports whether a name is 0x and hexadecimal digits.
func isAddress(name string) bool {
	if len(name) < 3 || name[:2] != "0x" {
		return false
	}
	for _, c := range []byte(name[2:]) {
		if c-'0' > 9 && c|0x20-'a' > 5 {
			return false
		}
	}
	return true
}

func at64(c *input.Column[int64], n int) int64 {
	if n >= c.Len() {
		return -1
	}
	return c.At(n)
}

// native returns the frames of a native function, named as perf's are; an empty name: it has no symbol.
func (r *reader) native(f function, name string, inlined bool, kind collapse.Kind) []collapse.Frame {
	fn := perfevent.Function{Name: name, Inlined: inlined, Kernel: kind == collapse.KindKernel}
	if f.lib != nil {
		fn.Module = f.lib.name
	}
	if name == "" && r.s.Options.Addresses {
		fn.Address = f.name[2:]
	}
	frames := fn.Frames(r.s.Options)
	for i := range frames {
		frames[i].File = f.file
		r.setKind(&frames[i], kind)
		if inner, ok := strings.CutPrefix(fn.Module, "["); ok && name == "" { // "[vdso]" has its brackets already
			frames[i].Name = strings.Replace(frames[i].Name, "["+fn.Module, "["+strings.TrimSuffix(inner, "]"), 1)
		}
	}
	return frames
}

// written returns a frame that fold wrote: its name is as it is to be shown.
func (v *view) written(f function, n int, inlined bool) collapse.Frame {
	frame := collapse.Frame{Name: f.name, File: f.file, Kind: v.kind(n)}
	if f.lib != nil {
		frame.Module = f.lib.name
	}
	if inlined {
		frame.Kind = collapse.KindInlined
	}
	return frame
}

// setKind sets what the category of a frame says, where it says more than the name of the library does.
func (r *reader) setKind(f *collapse.Frame, kind collapse.Kind) {
	if kind == collapse.KindUnknown || f.Kind == collapse.KindInlined || f.Kind == kind {
		return
	}
	if f.Kind = kind; kind == collapse.KindJIT && r.s.Options.Annotate.JIT {
		f.Name = collapse.Annotate(f.Name, kind)
	}
}

// kind returns what kind of code the category of a frame stands for.
func (v *view) kind(n int) collapse.Kind {
	if c := int(at(&v.frames.categories, n)); c >= 0 && c < len(v.r.categories) {
		return kindOf(v.r.categories[c])
	}
	return collapse.KindUnknown
}

// kindOf returns what kind of code a category holds, by the names that samply and fold give them. Firefox's own say what
// the code is for.
func kindOf(category string) collapse.Kind {
	switch category {
	case "User":
		return collapse.KindNative
	case "Kernel":
		return collapse.KindKernel
	case "JIT", "Baseline", "Ion", "IonIC", "BaselineIC", "IC", "Trampoline", "Builtin", "Maglev", "Turbofan", "DFG", "FTL":
		return collapse.KindJIT
	case "Interpreter", "BaselineInterpreter", "LLInt":
		return collapse.KindInterpreted
	}
	return collapse.KindUnknown
}

// scriptKind returns what kind of code a JavaScript frame is.
func (v *view) scriptKind(n int) collapse.Kind {
	text, ok := v.strings.text(at(&v.frames.implementations, n))
	switch {
	case v.kind(n) != collapse.KindUnknown:
		return v.kind(n)
	case ok && string(text) != "interpreter":
		return collapse.KindJIT
	case v.frames.implementations.Len() > 0:
		return collapse.KindInterpreted
	}
	return collapse.KindUnknown
}
