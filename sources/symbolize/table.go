package symbolize

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// maxSymbols bounds the symbols of one module. Chromium with all its symbols has 2^20.
const maxSymbols = 1 << 24

// How the linker sees a symbol, as in ELF.
const (
	bindLocal  = 0
	bindGlobal = 1
	bindWeak   = 2
)

// symbol is a named range of addresses.
type symbol struct {
	start, end uint64
	name       uint32 // where the name begins in its text
	order      uint32 // which symbol of the input it was
	text       uint8  // which of table.texts
	bind       uint8
}

func (s *symbol) sized() bool { return s.end > s.start }

// table is the symbols of a module: add them all, call sort, then find.
type table struct {
	symbols []symbol // after sort: by start, all starts different
	texts   [][]byte // names, ended by NUL each: own, then string tables as files hold them
	reach   []uint64 // reach[i]: the greatest end of symbols[:i+1]
}

// own is the text of the names that stand in no string table.
const own = 0

// addTexts adds a string table and returns its number. A copy of it would cost more than all else here.
func (t *table) addTexts(names []byte) (text uint8, ok bool) {
	if len(t.texts) == 0 {
		t.texts = append(t.texts, nil)
	}
	if len(t.texts) > math.MaxUint8 || uint64(len(names)) > math.MaxUint32 {
		return 0, false
	}
	t.texts = append(t.texts, names)
	return uint8(len(t.texts) - 1), true
}

// add adds a symbol whose name begins at the given place of a text.
func (t *table) add(start, size uint64, text uint8, name uint32, bind uint8) {
	if len(t.symbols) == maxSymbols || start+size < start {
		return
	}
	t.symbols = append(t.symbols, symbol{start, start + size, name, uint32(len(t.symbols)), text, bind})
}

// addNamed adds a symbol with a name that stands in no string table: its parts, one after the other.
func (t *table) addNamed(start, size uint64, parts ...[]byte) {
	if len(t.texts) == 0 {
		t.texts = append(t.texts, nil)
	}
	base := len(t.texts[own])
	for _, part := range parts {
		t.texts[own] = append(t.texts[own], part...)
	}
	t.texts[own] = append(t.texts[own], 0)
	if uint64(len(t.texts[own])) <= math.MaxUint32 {
		t.add(start, size, own, uint32(base), bindGlobal)
	}
}

// name returns the name of a symbol.
func (t *table) name(s *symbol) []byte { return textAt(t.texts[s.text], uint64(s.name)) }

// sortByStart sorts symbols by address; those that share one stay in the order of the input.
func (t *table) sortByStart() {
	slices.SortFunc(t.symbols, func(a, b symbol) int {
		if a.start != b.start {
			return cmp.Compare(a.start, b.start)
		}
		return cmp.Compare(a.order, b.order)
	})
}

// sort brings the symbols into the order in which find looks them up. Those of assembly code have no size:
// they end where the next symbol begins, and count only where no symbol with a size covers them.
func (t *table) sort() {
	t.sortByStart()
	t.dropCovered()
	for i := range t.symbols {
		if s := &t.symbols[i]; !s.sized() {
			s.end = s.start&^4095 + 2*4096 // the last one: to the end of the next page, as in perf
			if i+1 < len(t.symbols) {
				s.end = t.symbols[i+1].start
			}
		}
	}
	t.unite()
}

// dropCovered removes symbols without a size that begin inside one that has a size.
func (t *table) dropCovered() {
	kept, top := t.symbols[:0], uint64(0)
	for _, s := range t.symbols {
		if s.sized() {
			top = max(top, s.end)
		} else if s.start < top {
			continue
		}
		kept = append(kept, s)
	}
	t.symbols = kept
}

// unite keeps the best of the symbols that begin at one address, and notes how far symbols reach.
func (t *table) unite() {
	kept := t.symbols[:0]
	for _, s := range t.symbols {
		if n := len(kept); n > 0 && kept[n-1].start == s.start {
			if t.better(&s, &kept[n-1]) {
				kept[n-1] = s
			}
			continue
		}
		kept = append(kept, s)
	}
	t.symbols = kept
	t.reach = make([]uint64, len(kept))
	top := uint64(0)
	for i := range kept {
		top = max(top, kept[i].end)
		t.reach[i] = top
	}
}

// better says whether symbol a names an address better than b, which came before it, by the rules of perf:
// with a size, not weak, global, fewer leading underscores, a longer name.
func (t *table) better(a, b *symbol) bool {
	if a.sized() != b.sized() {
		return a.sized()
	}
	if weak := a.bind == bindWeak; weak != (b.bind == bindWeak) {
		return !weak
	}
	if global := a.bind == bindGlobal; global != (b.bind == bindGlobal) {
		return global
	}
	nameA, nameB := t.name(a), t.name(b)
	if c := cmp.Compare(underscores(nameA), underscores(nameB)); c != 0 {
		return c < 0
	}
	return len(nameA) > len(nameB)
}

// underscores counts the underscores that a name begins with.
func underscores(name []byte) int {
	n := 0
	for n < len(name) && name[n] == '_' {
		n++
	}
	return n
}

// maxNesting bounds how far find looks to the left for a symbol that covers an address.
const maxNesting = 64

// find returns the number of the innermost symbol that covers an address, or -1.
func (t *table) find(address uint64) int {
	last := sort.Search(len(t.symbols), func(i int) bool { return t.symbols[i].start > address }) - 1
	for i := last; i >= 0 && last-i < maxNesting && t.reach[i] > address; i-- {
		if address < t.symbols[i].end {
			return i
		}
	}
	return -1
}
