package symbolize

// Module is a program, a library, the kernel, or the functions of a JIT compiler.
type Module struct {
	owner      *Symbolizer
	path       string
	id         []byte // build id; nil: not known
	hasDebugID bool   // id is a debug id
	load       func(*Module)

	reference  string // of the kernel: a symbol, and where it was
	recordedAt uint64

	withModules bool // of the kernel: its modules are looked up, too

	loaded   bool
	finder   finder
	segments []segment // nil: offsets are addresses
	program  source    // the file with the code
	symbols  source    // the file with the symbols, and DWARF
	vdso     []byte    // the file itself, of the vdso

	debug    *debugInfo // nil: not read yet
	unwinder *unwindTable
}

// finder finds functions by address, as numbers.
type finder interface {
	find(address uint64) int // -1: none
	name(function int) []byte
}

// Path returns the path that the module was made with.
func (m *Module) Path() string { return m.path }

// Named says whether the module has names of functions at all.
func (m *Module) Named() bool {
	m.ready()
	return m.finder != nil
}

// ready reads the module, once.
func (m *Module) ready() {
	if !m.loaded {
		m.loaded = true
		m.load(m)
	}
}

// Lookup appends what is at an offset of the module's file, innermost function first: nothing if that is not
// known, and one frame unless q asks for Inlines.
func (m *Module) Lookup(frames []Frame, offset uint64, q Query) []Frame {
	m.ready()
	return m.lookup(frames, m.address(offset), q)
}

// LookupRelative is Lookup for an address relative to where the program was loaded, that is to its first segment.
func (m *Module) LookupRelative(frames []Frame, address uint64, q Query) []Frame {
	m.ready()
	if len(m.segments) > 0 {
		address += m.segments[0].address
	}
	return m.lookup(frames, address, q)
}

// lookup looks an address up in the module's own address space.
func (m *Module) lookup(frames []Frame, at uint64, q Query) []Frame {
	if m.finder == nil {
		return frames
	}
	function := m.finder.find(at)
	if function < 0 {
		return frames
	}
	outer := Frame{Name: string(m.finder.name(function))}
	if outer.Name == "" {
		return frames
	}
	if q&(Inlines|Lines) == 0 || m.segments == nil {
		return append(frames, outer)
	}
	if q&Call != 0 {
		at--
	}
	d := m.debugInfo()
	frames = d.expand(frames, outer, at, q)
	if d.problem != "" {
		m.owner.problem(m.path, d.problem)
	}
	return frames
}

// Covers says whether an address is between the first and the last function of the kernel.
func (m *Module) Covers(address uint64) bool {
	m.ready()
	k, ok := m.finder.(*kernelTable)
	if !ok || len(k.symbols) == 0 {
		return false
	}
	return address >= k.symbols[0].start && address < k.end(len(k.symbols)-1)
}

// address returns where an offset of the file is in the module's own address space.
func (m *Module) address(offset uint64) uint64 {
	if m.segments == nil {
		return offset
	}
	return address(m.segments, offset)
}

// debugInfo returns the DWARF of the module, which is read when it is first asked for.
func (m *Module) debugInfo() *debugInfo {
	if m.debug == nil {
		m.debug = newDebugInfo(func() *image { return m.owner.image(m.symbols) })
	}
	return m.debug
}

// symbolFinder finds the symbols of a table.
type symbolFinder struct{ *table }

func (f symbolFinder) name(function int) []byte { return f.table.name(&f.symbols[function]) }

// mapFinder finds the functions of a perf map.
type mapFinder struct{ *perfMap }

func (f mapFinder) name(function int) []byte { return f.perfMap.table.name(&f.symbols[function]) }

// eitherFinder asks the symbols of a stripped Go program first, which are those of its C parts, and then
// the table of its functions.
type eitherFinder struct {
	first  symbolFinder
	second *goTable
}

func (f eitherFinder) find(address uint64) int {
	if i := f.second.find(address); i >= 0 {
		return i + len(f.first.symbols)
	}
	return f.first.find(address)
}

func (f eitherFinder) name(function int) []byte {
	if n := len(f.first.symbols); function >= n {
		return f.second.name(function - n)
	}
	return f.first.name(function)
}
