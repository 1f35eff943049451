package perfdata

import (
	"bytes"
	"fmt"
	"strings"

	"fold/collapse"
	"fold/sources/symbolize"
)

// machine is the state of the recorded machine at one time: its processes, their threads, and what is mapped.
type machine struct {
	recording *recording
	symbols   *symbolize.Symbolizer
	modules   map[moduleKey]*module
	inOrder   []*module

	processes map[int32]*process
	threads   map[int32]*thread
	kernel    space   // what is mapped in the kernel
	image     *module // the kernel itself; nil: not known
}

// thread is a thread of a process.
type thread struct {
	pid     int32
	command []byte // nil: not known
	java    bool
	symbol  collapse.Symbol // of its root frame
	hasRoot bool            // symbol is set
}

// module is what is mapped: a program, a library, the kernel.
type module struct {
	path     string // as perf script prints it
	absolute bool   // places in it are addresses
	kernel   bool
	files    *symbolize.Module // nil: it has no symbols
	only     string            // the name of everything in it: of a BPF program

	places  places
	unnamed int64 // frames without a name
}

type moduleKey struct{ path, id string }

func newMachine(r *recording, symbols *symbolize.Symbolizer) *machine {
	m := &machine{
		recording: r, symbols: symbols, modules: map[moduleKey]*module{},
		processes: map[int32]*process{}, threads: map[int32]*thread{},
	}
	m.threads[0] = &thread{command: []byte("swapper")}
	return m
}

// process returns the process with the given id.
func (m *machine) process(pid int32) *process {
	p := m.processes[pid]
	if p == nil {
		p = &process{space: &space{}}
		m.processes[pid] = p
	}
	return p
}

// thread returns the thread with the given id. One of another process with the same id is over.
func (m *machine) thread(pid, tid int32) *thread {
	t := m.threads[tid]
	if t == nil || t.pid != pid && pid >= 0 && t.pid >= 0 {
		t = &thread{pid: pid}
		m.threads[tid] = t
	}
	return t
}

// module returns the module with the given path and build id, made by open if it is new.
func (m *machine) module(path string, id []byte, open func(path string, id []byte) *module) *module {
	if len(id) == 0 {
		id = m.recording.buildIDs[path]
	}
	key := moduleKey{path, string(id)}
	found := m.modules[key]
	if found == nil {
		found = open(path, id)
		found.path = path
		m.modules[key] = found
		m.inOrder = append(m.inOrder, found)
	}
	return found
}

// apply changes the state by what a record says.
func (m *machine) apply(record []byte) {
	switch le.Uint32(record) {
	case recordMmap, recordMmap2:
		m.mmap(record)
	case recordComm:
		m.comm(record)
	case recordFork:
		m.fork(record)
	case recordKsymbol:
		m.ksymbol(record)
	}
}

// Bits of a record's misc.
const (
	miscMmapData    = 1 << 13
	miscCommExec    = 1 << 13
	miscForkExec    = 1 << 13
	miscMmapBuildID = 1 << 14
)

func misc(record []byte) uint16 { return le.Uint16(record[4:]) }

func int32At(record []byte, at int) int32 {
	if at+4 > len(record) {
		return -1
	}
	return int32(le.Uint32(record[at:]))
}

// mmap maps a file, or memory:
//
//	s32 pid, tid, u64 start, size, offset, [u32 major, minor, u64 inode, generation, u32 prot, flags,] path
//
// In place of the four numbers that tell the file may be its build id: u8 size, 3 bytes, the id.
func (m *machine) mmap(record []byte) {
	const pathAt, path2At, executable, huge = 40, 72, 4, 0x40000
	isMmap2 := le.Uint32(record) == recordMmap2
	at := pathAt
	if isMmap2 {
		at = path2At
	}
	if len(record) <= at {
		return
	}
	start, size, offset := le.Uint64(record[16:]), le.Uint64(record[24:]), le.Uint64(record[32:])
	if start+size < start {
		return
	}
	name := string(cutNUL(record[at:]))
	code, hugePages := misc(record)&miscMmapData == 0, false
	var id []byte
	if isMmap2 {
		code, hugePages = le.Uint32(record[64:])&executable != 0, le.Uint32(record[68:])&huge != 0
		if misc(record)&miscMmapBuildID != 0 && record[40] <= 20 {
			id = record[44 : 44+record[40]]
		}
	}
	if record[4]&modeMask == modeKernel {
		m.mapKernel(mapping{start, start + size, 0, nil}, name, offset, id)
		return
	}
	pid := int32At(record, 8)
	mapped := mapping{start: start, end: start + size, offset: offset}
	switch {
	case isMemory(name) || hugePages:
		mapped.module = m.memory(pid, name, code)
	case strings.HasPrefix(name, "[vdso"):
		mapped.module, mapped.offset = m.module("[vdso]", id, m.vdso), 0
	default:
		mapped.module = m.module(name, id, m.program)
	}
	m.process(pid).own().add(mapped)
}

func (m *machine) program(path string, id []byte) *module {
	return &module{files: m.symbols.Program(path, id)}
}

func (m *machine) vdso(_ string, id []byte) *module {
	return &module{files: m.symbols.VDSO(id)}
}

func (m *machine) perfMap(path string, _ []byte) *module {
	return &module{absolute: true, files: m.symbols.PerfMap(path)}
}

// memory returns the module of memory that no file is behind. Code in it was made by a compiler at run time,
// which may have written a map.
func (m *machine) memory(pid int32, name string, code bool) *module {
	if code {
		return m.module(fmt.Sprintf("/tmp/perf-%d.map", pid), nil, m.perfMap)
	}
	return m.module(name, nil, func(string, []byte) *module { return &module{absolute: true} })
}

func isMemory(name string) bool {
	for _, prefix := range []string{"//anon", "/dev/zero", "/anon_hugepage", "[stack", "/SYSV", "[heap]"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

const kernelName = "[kernel.kallsyms]"

// mapKernel maps the kernel, "[kernel.kallsyms]_text", or one of its modules. Of the kernel, offset is where
// the symbol behind the bracket was.
func (m *machine) mapKernel(mapped mapping, name string, offset uint64, id []byte) {
	if reference, isKernel := strings.CutPrefix(name, kernelName); isKernel {
		mapped.module = m.module(kernelName, id, func(_ string, id []byte) *module {
			return &module{absolute: true, kernel: true, files: m.symbols.Kernel(id, reference, offset)}
		})
		m.image = mapped.module
	} else {
		mapped.module = m.module(name, id, func(string, []byte) *module {
			return &module{absolute: true, kernel: true, files: m.symbols.KernelModules(m.recording.buildIDs[kernelName])}
		})
	}
	m.kernel.add(mapped)
}

// comm names a thread: s32 pid, tid, the command. With exec its process runs another program from here on.
func (m *machine) comm(record []byte) {
	const commandAt = 16
	if len(record) <= commandAt {
		return
	}
	pid := int32At(record, 8)
	t := m.thread(pid, int32At(record, 12))
	t.setCommand(bytes.TrimSpace(cutNUL(record[commandAt:])))
	if misc(record)&miscCommExec != 0 {
		m.process(pid).exec()
	}
}

func (t *thread) setCommand(command []byte) {
	t.command = append(make([]byte, 0, len(command)), command...)
	t.java, t.hasRoot = string(command) == "java", false
}

// fork starts a thread, or a process: s32 pid, ppid, tid, ptid.
func (m *machine) fork(record []byte) {
	pid, parentPID := int32At(record, 8), int32At(record, 12)
	parent := m.thread(parentPID, int32At(record, 20))
	t := &thread{pid: pid, command: parent.command, java: parent.java}
	m.threads[int32At(record, 16)] = t
	if pid != parentPID && misc(record)&miscForkExec == 0 {
		m.processes[pid] = m.process(parentPID).fork()
	}
}

// ksymbol adds code that the kernel has made, a BPF program, or takes it away:
//
//	u64 address, u32 size, u16 type, u16 flags, name
func (m *machine) ksymbol(record []byte) {
	const nameAt, flagGone = 24, 1
	if len(record) <= nameAt {
		return
	}
	start, size, name := le.Uint64(record[8:]), uint64(le.Uint32(record[16:])), string(cutNUL(record[nameAt:]))
	old := m.kernel.find(start)
	switch {
	case le.Uint16(record[22:])&flagGone != 0:
		if old != nil && old.start == start && old.module.only != "" {
			m.kernel.remove(start)
		}
	case old == nil && start+size > start:
		code := m.module(name, nil, func(string, []byte) *module {
			return &module{absolute: true, kernel: true, only: name}
		})
		m.kernel.add(mapping{start, start + size, 0, code})
	}
}

// find returns the mapping that an address belongs to in the given mode, or nil.
func (m *machine) find(p *process, mode uint8, address uint64) *mapping {
	switch mode {
	case modeUser:
		return p.find(address)
	case modeKernel:
		found := m.kernel.find(address)
		if found == nil && m.image != nil && m.image.files.Covers(address) {
			return &mapping{start: 0, end: ^uint64(0), module: m.image} // .init.text is beyond its mapping
		}
		return found
	}
	return nil
}
