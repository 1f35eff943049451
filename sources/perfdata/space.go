package perfdata

import (
	"slices"
	"sort"
)

// mapping is a part of a module that is mapped at an address.
type mapping struct {
	start, end uint64
	offset     uint64 // in the module, of start
	module     *module
}

// in returns where an address is in the module.
func (m *mapping) in(address uint64) uint64 {
	if m.module.absolute {
		return address
	}
	return address - m.start + m.offset
}

// space is what is mapped in a process: sorted, without overlaps.
type space struct{ mappings []mapping }

// add maps something, in place of whatever was there.
func (s *space) add(m mapping) {
	if m.end <= m.start {
		return
	}
	first := sort.Search(len(s.mappings), func(i int) bool { return s.mappings[i].end > m.start })
	last := first
	put := make([]mapping, 0, 3)
	for last < len(s.mappings) && s.mappings[last].start < m.end {
		if old := s.mappings[last]; old.start < m.start {
			old.end = m.start
			put = append(put, old)
		}
		last++
	}
	put = append(put, m)
	if last > first {
		if old := s.mappings[last-1]; old.end > m.end {
			old.offset += m.end - old.start
			old.start = m.end
			put = append(put, old)
		}
	}
	s.mappings = slices.Replace(s.mappings, first, last, put...)
}

// remove takes away the mapping that begins at an address.
func (s *space) remove(start uint64) {
	s.mappings = slices.DeleteFunc(s.mappings, func(m mapping) bool { return m.start == start })
}

// find returns the mapping at an address, or nil.
func (s *space) find(address uint64) *mapping {
	i := sort.Search(len(s.mappings), func(i int) bool { return s.mappings[i].end > address })
	if i == len(s.mappings) || s.mappings[i].start > address {
		return nil
	}
	return &s.mappings[i]
}

// process is a running program.
type process struct {
	space  *space
	before *space // before exec, until it runs again: the kernel still works for the old program; nil: none
	shared bool   // with a parent or child, that has not changed it either
}

// find returns the mapping at an address, or nil.
func (p *process) find(address uint64) *mapping {
	m := p.space.find(address)
	if m == nil && p.before != nil {
		m = p.before.find(address)
	}
	return m
}

// own makes the mappings those of this process alone, so that they can be changed.
func (p *process) own() *space {
	if p.shared {
		p.space, p.shared = &space{slices.Clone(p.space.mappings)}, false
	}
	return p.space
}

// fork returns the process that a process has split off.
func (p *process) fork() *process {
	p.shared = true
	return &process{space: p.space, shared: true}
}

// exec replaces the program of a process.
func (p *process) exec() {
	if len(p.space.mappings) > 0 {
		p.before = p.space
	}
	p.space, p.shared = &space{}, false
}
