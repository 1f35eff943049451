package symbolize

import (
	"cmp"
	"slices"
	"sort"
)

// maxInlined bounds how deep calls are inlined into each other.
const maxInlined = 256

// function is code of a function in a unit: one range of its addresses.
type function struct {
	addressRange
	entry uint64   // its offset in .debug_info
	calls *callSet // nil: not read yet
}

// callSet is the calls that were inlined into one function, outer ones before those inside them.
type callSet struct {
	calls  []inlinedCall
	ranges []addressRange
}

// inlinedCall is a call that the compiler replaced by the function's code.
type inlinedCall struct {
	firstRange, lastRange uint32 // in callSet.ranges
	next                  uint32 // the first call that is not inside this one
	origin                uint64 // the entry of the function that was called
	file, line            uint64 // where it was called
}

// expand appends the calls inlined at an address, innermost first, and then the function that holds it.
func (d *debugInfo) expand(frames []Frame, outer Frame, address uint64, q Query) []Frame {
	u := d.unitAt(address)
	if u == nil {
		return append(frames, outer)
	}
	calls := d.callsAt(u, address)
	var here position
	if q&Lines != 0 {
		here = d.position(u, address)
	}
	for _, call := range slices.Backward(calls) {
		name := d.name(call.origin)
		if name == "" {
			name = "??"
		}
		if q&Inlines != 0 {
			frames = append(frames, Frame{Name: name, Inlined: true, File: here.file, Line: here.line})
		}
		if q&Lines != 0 {
			here = d.callPosition(u, call)
		}
	}
	outer.File, outer.Line = here.file, here.line
	return append(frames, outer)
}

// callsAt returns the inlined calls that hold an address, outermost first.
func (d *debugInfo) callsAt(u *unit, address uint64) (found []inlinedCall) {
	f := d.functionAt(u, address)
	if f == nil {
		return nil
	}
	set := f.calls
	for i, end := uint32(0), uint32(len(set.calls)); i < end && len(found) < maxInlined; {
		call := &set.calls[i]
		if !set.holds(call, address) {
			i = call.next
			continue
		}
		found = append(found, *call)
		i, end = i+1, call.next
	}
	return found
}

func (s *callSet) holds(call *inlinedCall, address uint64) bool {
	for _, r := range s.ranges[call.firstRange:call.lastRange] {
		if r.holds(address) {
			return true
		}
	}
	return false
}

// functionAt returns the function that holds an address, its calls read, or nil.
func (d *debugInfo) functionAt(u *unit, address uint64) *function {
	if !u.isRead {
		u.isRead = true
		d.readFunctions(u, false)
	}
	f := u.find(address)
	if f == nil && !u.readAll {
		u.readAll = true
		d.readFunctions(u, true) // it may be a function inside another one
		f = u.find(address)
	}
	if f != nil && f.calls == nil {
		f.calls = d.readCalls(u, f.entry)
	}
	return f
}

func (u *unit) find(address uint64) *function {
	const left = 8
	last := sort.Search(len(u.functions), func(i int) bool { return u.functions[i].low > address }) - 1
	for i := last; i >= 0 && last-i < left; i-- {
		if u.functions[i].holds(address) {
			return &u.functions[i]
		}
	}
	return nil
}

// readFunctions lists the functions of a unit that have code: those inside other functions only if nested is
// true, because passing over what a function holds is what saves most of the time.
func (d *debugInfo) readFunctions(u *unit, nested bool) {
	u.functions = nil
	w := walker{d: d, u: u, c: cursor{b: d.info[u.first:u.end]}}
	for w.next() {
		switch w.shape.tag {
		case tagFunction:
			d.readEntry(u, &w.c, w.shape, &w.x)
			for _, r := range d.rangesOf(u, &w.x) {
				u.functions = append(u.functions, function{addressRange: r, entry: w.offset})
			}
			if !nested {
				w.skipChildren()
			}
		case tagNamespace, tagClass, tagStruct, tagUnion, tagModule, tagCompile, tagPartial, tagBlock, tagInlined, tagTry, tagCatch:
			d.skipEntry(u, &w.c, w.shape)
		default:
			w.skipWhole()
		}
	}
	slices.SortStableFunc(u.functions, func(a, b function) int { return cmp.Compare(a.low, b.low) })
}

// readCalls reads the calls inlined into the function with the given entry.
func (d *debugInfo) readCalls(u *unit, entry uint64) *callSet {
	set := &callSet{}
	w := walker{d: d, u: u, c: cursor{b: d.info[entry:u.end]}}
	type level struct{ depth, call int }
	var open []level // the calls around the entry that is being read
	for w.next() {
		for len(open) > 0 && open[len(open)-1].depth >= w.at {
			set.calls[open[len(open)-1].call].next = uint32(len(set.calls))
			open = open[:len(open)-1]
		}
		switch w.shape.tag {
		case tagInlined:
			d.readEntry(u, &w.c, w.shape, &w.x)
			ranges := d.rangesOf(u, &w.x)
			if len(ranges) == 0 {
				w.skipChildren()
				continue
			}
			open = append(open, level{w.at, len(set.calls)})
			set.add(ranges, &w.x)
		case tagFunction:
			d.readEntry(u, &w.c, w.shape, &w.x)
			if w.offset != entry {
				w.skipChildren()
			}
		case tagBlock, tagTry, tagCatch:
			d.skipEntry(u, &w.c, w.shape)
		default:
			w.skipWhole()
		}
	}
	for _, l := range open {
		set.calls[l.call].next = uint32(len(set.calls))
	}
	return set
}

func (s *callSet) add(ranges []addressRange, x *entryInfo) {
	first := uint32(len(s.ranges))
	s.ranges = append(s.ranges, ranges...)
	s.calls = append(s.calls, inlinedCall{
		firstRange: first, lastRange: uint32(len(s.ranges)), origin: x.origin, file: x.callFile, line: x.callLine,
	})
}

// scope returns the namespaces and classes around the entry of a function, "shop::(anonymous namespace)::".
func (d *debugInfo) scope(u *unit, entry uint64) string {
	if u.plainNames {
		return ""
	}
	if u.scopes == nil {
		if text, found := d.scopeOf(u, entry); found {
			return text
		}
		u.scopes = map[uint64]string{}
		d.readScopes(u)
	}
	return u.scopes[entry]
}

// mostSteps is how many entries scopeOf looks at before it is cheaper to read the scopes of all functions.
const mostSteps = 4096

// scopeOf finds the scope of one function. Compilers that say where the next entry is let it pass over what does not
// hold the function; for others it gives up.
func (d *debugInfo) scopeOf(u *unit, entry uint64) (text string, found bool) {
	w := walker{d: d, u: u, c: cursor{b: d.info[u.first:u.end]}}
	var open scopes
	for steps := 0; steps < mostSteps && w.next(); steps++ {
		open.closeTo(w.at)
		if w.offset == entry {
			return open.text(), true
		}
		if !w.shape.children {
			d.skipEntry(u, &w.c, w.shape)
			continue
		}
		d.readEntry(u, &w.c, w.shape, &w.x)
		if w.x.sibling != 0 && w.x.sibling <= entry {
			w.skipChildren()
			continue
		}
		d.openScope(&w, &open)
	}
	return "", false
}

// scopes are the namespaces and classes around an entry.
type scopes []scope

type scope struct {
	depth int
	text  string // with those around it: "shop::Cart::"
}

// closeTo leaves the scopes that an entry of the given depth is not in.
func (s *scopes) closeTo(depth int) {
	for n := len(*s); n > 0 && (*s)[n-1].depth >= depth; n-- {
		*s = (*s)[:n-1]
	}
}

func (s scopes) text() string {
	if len(s) == 0 {
		return ""
	}
	return s[len(s)-1].text
}

// openScope enters the entry that was just read, if it has a name that those inside it carry.
func (d *debugInfo) openScope(w *walker, open *scopes) {
	switch w.shape.tag {
	case tagNamespace, tagClass, tagStruct, tagUnion, tagModule:
	default:
		return
	}
	const longest = 1 << 12
	name, around := string(d.text(w.u, w.x.name)), open.text()
	if name == "" && w.shape.tag == tagNamespace {
		name = "(anonymous namespace)"
	}
	if name != "" && len(around)+len(name) < longest {
		*open = append(*open, scope{w.at, around + name + "::"})
	}
}

// readScopes notes the scopes of all functions of a unit.
func (d *debugInfo) readScopes(u *unit) {
	w := walker{d: d, u: u, c: cursor{b: d.info[u.first:u.end]}}
	var open scopes
	for w.next() {
		open.closeTo(w.at)
		switch w.shape.tag {
		case tagFunction:
			if text := open.text(); text != "" {
				u.scopes[w.offset] = text
			}
			d.skipEntry(u, &w.c, w.shape)
		case tagNamespace, tagClass, tagStruct, tagUnion, tagModule:
			d.readEntry(u, &w.c, w.shape, &w.x)
			d.openScope(&w, &open)
		default:
			d.skipEntry(u, &w.c, w.shape)
		}
	}
}
