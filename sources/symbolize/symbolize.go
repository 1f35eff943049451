// Package symbolize says what is at an address of a program: its function, what the compiler inlined there,
// and the source line. It reads ELF symbols, DWARF, Go's function table, the kernel's kallsyms and the maps of
// JIT compilers, and walks up copies of a thread's stack. It knows nothing of profiles and their formats.
//
// A [Symbolizer] holds the [Module]s of one recording: programs, libraries, the kernel. Each is read when
// something in it is first looked up.
//
//	s := symbolize.New(symbolize.Options{Open: open})
//	libz := s.Program("/usr/lib/libz.so.1", buildID)
//	frames := libz.Lookup(nil, 0x2b0c4, symbolize.Inlines)   // innermost first
//
// The programs are as little to be trusted as the recording: nothing is executed or fetched, files are opened
// only by [Options.Open], and what a broken file can make the package do is bounded.
package symbolize

import (
	"io"
	"path"
	"slices"
)

// File is an open file. [os.File] is one.
type File = interface {
	io.Reader
	io.ReaderAt
	io.Closer
}

// Options say where the files of programs are. The zero value opens nothing, so nothing has a name.
type Options struct {
	// Open opens a regular file: the one called name in the directory dir, which it must not leave, or of
	// the whole file system if dir is empty. nil: no file is ever opened.
	Open func(dir, name string) (File, error)
	// Root is a directory that stands for the root of the machine that was recorded. Empty: it was this
	// machine, so its own kernel symbols and vdso may be used.
	Root string
	// DebugDir is perf's cache of programs by build id, usually ~/.debug. Empty: none.
	DebugDir string
	// Kallsyms is a copy of /proc/kallsyms from the machine that was recorded. Empty: see Root and DebugDir.
	Kallsyms string
}

// Frame is one function at an address.
type Frame struct {
	Name    string // as the program's files have it, so often mangled
	Inlined bool   // it was inlined into the next frame
	File    string // the source file, if lines were asked for and are known
	Line    int    // the line in File, or 0
}

// Query says what Lookup is to return beside the function. Its values can be combined.
type Query uint8

// What Lookup can return, and what it must know about the address.
const (
	Inlines Query = 1 << iota // the functions inlined at the address, too
	Lines                     // files and lines
	Call                      // the address is one that a call returns to: inlines and lines are those of the call
)

// Symbolizer holds the modules of one recording. It is not safe for concurrent use.
type Symbolizer struct {
	options  Options
	modules  map[moduleKey]*Module
	problems []Problem
}

type moduleKey struct{ path, id string }

// NotFound is the reason where no file of a module was found.
const NotFound = "its file was not found"

// Problem is a reason why something has no name, or names of less detail than it could have.
type Problem struct {
	Module string // the module's path
	Why    string
}

// New returns a Symbolizer that has no modules yet.
func New(o Options) *Symbolizer {
	return &Symbolizer{options: o, modules: map[moduleKey]*Module{}}
}

// Problems returns what went wrong so far, in the order in which it was found out.
func (s *Symbolizer) Problems() []Problem { return s.problems }

// problem notes a problem, once for each module and reason.
func (s *Symbolizer) problem(module, why string) {
	p := Problem{module, why}
	if slices.Contains(s.problems, p) {
		return
	}
	s.problems = append(s.problems, p)
}

// Program returns the program or library at a path of the recorded machine. Its build id, if the recording
// has one, decides which files are taken for it.
func (s *Symbolizer) Program(path string, id []byte) *Module {
	return s.module(path, id, loadProgram)
}

// ProgramOf returns the program or library at a path of the recorded machine, whose build is known by a debug id, as
// samply and Breakpad have it: the first 16 bytes of the build id or, where the program has none, of the exclusive or of
// its code's first page.
func (s *Symbolizer) ProgramOf(path string, debugID [16]byte) *Module {
	m := s.module("debug id\x00"+path, debugID[:], loadProgram)
	m.path, m.hasDebugID = path, true
	return m
}

// PerfMap returns the functions of a JIT compiler, from the map that it wrote to a path of the recorded
// machine. Offsets in it are addresses.
func (s *Symbolizer) PerfMap(path string) *Module {
	return s.module(path, nil, loadPerfMap)
}

// VDSO returns the library that the kernel maps into each process.
func (s *Symbolizer) VDSO(id []byte) *Module {
	return s.module("[vdso]", id, loadVDSO)
}

// Kernel returns the kernel. Offsets in it are addresses as of the recording, when the symbol called
// reference was at recordedAt; 0: that is not known.
func (s *Symbolizer) Kernel(id []byte, reference string, recordedAt uint64) *Module {
	m := s.module("[kernel.kallsyms]", id, loadKernel)
	if !m.loaded {
		m.reference, m.recordedAt = reference, recordedAt
	}
	return m
}

// KernelModules returns the kernel's modules, and whatever else is in its address space. Offsets are addresses.
func (s *Symbolizer) KernelModules(id []byte) *Module {
	m := s.module("[kernel.modules]", id, loadKernel)
	m.withModules = true
	return m
}

func (s *Symbolizer) module(path string, id []byte, load func(*Module)) *Module {
	if len(id) == 0 {
		id = nil
	}
	key := moduleKey{path, string(id)}
	m := s.modules[key]
	if m == nil {
		m = &Module{owner: s, path: path, id: id, load: load}
		s.modules[key] = m
	}
	return m
}

// source is a file as Options.Open takes it.
type source struct{ dir, name string }

// open opens a file, or returns nil.
func (s *Symbolizer) open(from source) File {
	if s.options.Open == nil || from.name == "" {
		return nil
	}
	f, err := s.options.Open(from.dir, from.name)
	if err != nil {
		return nil
	}
	return f
}

// image opens an ELF file, or returns nil.
func (s *Symbolizer) image(from source) *image {
	f := s.open(from)
	if f == nil {
		return nil
	}
	im, err := openImage(f, from.String())
	if err != nil {
		f.Close()
		return nil
	}
	return im
}

func (s source) String() string { return path.Join(s.dir, s.name) }

// recorded returns a file of the recorded machine.
func (s *Symbolizer) recorded(name string) source { return source{s.options.Root, name} }
