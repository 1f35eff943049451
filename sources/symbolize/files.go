package symbolize

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
)

// loadProgram finds the files of a program or library and reads its symbols.
func loadProgram(m *Module) {
	s := m.owner
	if strings.HasPrefix(m.path, "[") || strings.HasPrefix(m.path, "//") {
		return // no file: "[heap]", "//anon"
	}
	name := strings.TrimSuffix(m.path, " (deleted)")
	own := s.image(s.recorded(name))
	if own != nil && m.id == nil {
		m.id = own.id
	}
	id := m.id
	if m.hasDebugID {
		id = nil
		if own != nil && m.isBuild(own) {
			id = own.id
		}
	}
	symbols, program := m.choose(s.candidates(name, id, own), own)
	if program == nil {
		program = symbols
	}
	if symbols == nil {
		symbols = program
	}
	if program == nil {
		if len(s.problems) == 0 || s.problems[len(s.problems)-1].Module != m.path {
			s.problem(m.path, NotFound)
		}
		return
	}
	m.readSymbols(symbols, program)
	symbols.close()
	program.close()
}

// candidate is a file that may hold a program or its symbols.
type candidate struct {
	source
	open *image // if it is open already
}

// candidates returns where the files of a program may be, the likeliest first. own is the program at its own
// path, nil if there is none.
func (s *Symbolizer) candidates(name string, id []byte, own *image) []candidate {
	var list []candidate
	add := func(dir string, names ...string) {
		for _, name := range names {
			list = append(list, candidate{source: source{dir, name}})
		}
	}
	root := s.options.Root
	dir := path.Dir(name)
	if link := own.debugLink(); link != "" {
		add(root, path.Join(dir, link), path.Join(dir, ".debug", link), path.Join("/usr/lib/debug", dir, link))
	}
	byID := ""
	if len(id) > 1 {
		byID = path.Join(hex.EncodeToString(id[:1]), hex.EncodeToString(id[1:]))
	}
	if cache := s.options.DebugDir; cache != "" && byID != "" {
		at := path.Join(".build-id", byID)
		add(cache, path.Join(at, "elf"), path.Join(at, "debug"), path.Join(at, "vdso"))
	}
	add(root, path.Join("/usr/lib/debug", name+".debug"), path.Join("/usr/lib/debug", name))
	if byID != "" {
		add(root, path.Join("/usr/lib/debug/.build-id", byID+".debug"))
	}
	if own != nil {
		list = append(list, candidate{source: source{root, name}, open: own})
	}
	return list
}

// debugLink returns the name of the file that holds the symbols of a stripped program, "" if it names none.
func (im *image) debugLink() string {
	if im == nil {
		return ""
	}
	name := string(textAt(im.section(".gnu_debuglink"), 0))
	if name == "." || name == ".." || strings.Contains(name, "/") {
		return ""
	}
	return name
}

// choose opens candidates until it has one with symbols and one with code. A file with another build id than
// the recording's is another program.
func (m *Module) choose(list []candidate, own *image) (symbols, program *image) {
	rejected := ""
	for _, c := range list {
		im := c.open
		if im == nil {
			im = m.owner.image(c.source)
		}
		if im == nil {
			continue
		}
		if !m.isBuild(im) {
			rejected = c.String()
			im.close()
			continue
		}
		used := false
		if symbols == nil && im.has(".symtab") {
			symbols, m.symbols, used = im, c.source, true
		}
		if program == nil && (im.has(".text") || im.has(".dynsym")) {
			program, m.program, used = im, c.source, true
		}
		if !used {
			im.close()
		}
		if symbols != nil && program != nil {
			if own != nil && own != symbols && own != program {
				own.close()
			}
			break
		}
	}
	if symbols == nil && program == nil && rejected != "" {
		m.owner.problem(m.path, fmt.Sprintf("%s is another build: the recording has %s %s", rejected, m.idName(), shortID(m.id)))
	}
	if symbols == nil {
		m.symbols = m.program
	}
	return symbols, program
}

// isBuild says whether a file is the program that was recorded, as far as that is known.
func (m *Module) isBuild(im *image) bool {
	if m.hasDebugID {
		return bytes.Equal(im.debugID(), m.id)
	}
	return m.id == nil || bytes.Equal(im.id, m.id)
}

func (m *Module) idName() string {
	if m.hasDebugID {
		return "debug id"
	}
	return "build id"
}

// shortID returns the beginning of a build id, as long as people compare them.
func shortID(id []byte) string {
	return hex.EncodeToString(id[:min(len(id), 6)]) + "…"
}

// readSymbols reads the functions of a program from its two files, which may be one.
func (m *Module) readSymbols(symbols, program *image) {
	m.segments = program.segments
	if len(m.segments) == 0 {
		m.segments = symbols.segments
	}
	t := &table{}
	symbols.addSymbols(t, ".symtab")
	symbols.addSymbols(t, ".dynsym")
	var functions *goTable
	if !symbols.has(".symtab") {
		program.addMiniDebug(t)
		functions = newGoTable(program)
	}
	program.addPLT(t)
	t.sort()
	switch {
	case functions != nil:
		m.finder = eitherFinder{symbolFinder{t}, functions}
	case len(t.symbols) > 0:
		m.finder = symbolFinder{t}
	default:
		m.owner.problem(m.path, "its file has no symbols")
	}
}

// loadPerfMap reads the map of a JIT compiler.
func loadPerfMap(m *Module) {
	f := m.owner.open(m.owner.recorded(m.path))
	if f == nil {
		m.owner.problem(m.path, NotFound)
		return
	}
	defer f.Close()
	p := &perfMap{}
	if err := p.read(f); err != nil {
		m.owner.problem(m.path, err.Error())
	}
	if len(p.symbols) > 0 {
		m.finder = mapFinder{p}
	}
}

// loadVDSO reads the vdso from perf's cache or, of this machine, from fold's own memory.
func loadVDSO(m *Module) {
	s := m.owner
	var im *image
	if cache := s.options.DebugDir; cache != "" && len(m.id) > 1 {
		m.symbols = source{cache, path.Join(".build-id", hex.EncodeToString(m.id[:1]), hex.EncodeToString(m.id[1:]), "vdso")}
		m.program = m.symbols
		im = s.image(m.symbols)
	}
	if im == nil && s.options.Root == "" {
		m.vdso = s.ownVDSO()
		im, _ = openImage(nopCloser{bytes.NewReader(m.vdso)}, m.path)
	}
	if im == nil || m.id != nil && !bytes.Equal(im.id, m.id) {
		im.close()
		m.vdso, m.program, m.symbols = nil, source{}, source{}
		return
	}
	m.readSymbols(im, im)
	im.close()
}

// ownVDSO returns the vdso of this process, nil if it has none.
func (s *Symbolizer) ownVDSO() []byte {
	maps := s.open(source{"", "/proc/self/maps"})
	if maps == nil {
		return nil
	}
	defer maps.Close()
	start, end := findMapping(maps, "[vdso]")
	const largest = 1 << 20
	memory := s.open(source{"", "/proc/self/mem"})
	if memory == nil {
		return nil
	}
	defer memory.Close()
	if end <= start || end-start > largest {
		return nil
	}
	data := make([]byte, end-start)
	if _, err := memory.ReadAt(data, int64(start)); err != nil {
		return nil
	}
	return data
}

// loadKernel reads the kernel's symbols, from the first place that has some.
func loadKernel(m *Module) {
	hidden := false
	for _, from := range m.kallsyms() {
		f := m.owner.open(from)
		if f == nil {
			continue
		}
		t := &kernelTable{}
		isHidden, err := t.read(f, m.reference, m.recordedAt)
		f.Close()
		hidden = hidden || isHidden
		if err != nil {
			m.owner.problem(m.path, fmt.Sprintf("%s: %s", from, err))
		}
		if len(t.symbols) > 0 {
			m.finder = t
			return
		}
	}
	if hidden {
		m.owner.problem(m.path, "addresses are hidden: run fold as root, or `sudo sysctl kernel.kptr_restrict=0`")
		return
	}
	m.owner.problem(m.path, "its symbols were not found: --kallsyms FILE reads a copy of /proc/kallsyms")
}

// kallsyms returns where the kernel's symbols may be: in the file that was asked for, in perf's cache, or on
// this machine if its kernel is the recorded one. The cache comes first because /proc/kallsyms takes 60 ms to
// read; but where the modules of the kernel are may have changed since.
func (m *Module) kallsyms() (list []source) {
	o := m.owner.options
	if o.Kallsyms != "" {
		return []source{{"", o.Kallsyms}}
	}
	running := source{"", "/proc/kallsyms"}
	isRunning := o.Root == "" && (m.id == nil || bytes.Equal(m.id, m.owner.runningKernel()))
	if isRunning && m.withModules {
		list = append(list, running)
	}
	if o.DebugDir != "" && m.id != nil {
		list = append(list, source{o.DebugDir, path.Join("[kernel.kallsyms]", hex.EncodeToString(m.id), "kallsyms")})
	}
	if isRunning && !m.withModules {
		list = append(list, running)
	}
	return list
}

// runningKernel returns the build id of the kernel that runs fold.
func (s *Symbolizer) runningKernel() []byte {
	notes := s.open(source{"", "/sys/kernel/notes"})
	if notes == nil {
		return nil
	}
	defer notes.Close()
	buf := make([]byte, 1<<16)
	n, _ := notes.Read(buf)
	return noteID(buf[:n])
}
