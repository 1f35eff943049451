package callgrind

import (
	"fold/sources/input"
)

// name is the number of a text in its table. 0 is the text that was never given.
type name uint32

// nameTable holds texts, and the numbers that a file gives them: "(3) pour" says what 3 is, "(3)" means it.
type nameTable struct {
	texts   []string
	numbers map[string]name // by text
	byID    map[int64]name
	lost    int64 // how often a number stood for no text
}

func newNameTable() nameTable {
	return nameTable{texts: []string{""}, numbers: map[string]name{"": 0}, byID: map[int64]name{}}
}

// read returns the name that "(3) pour", "(3)" or "pour" stands for.
func (t *nameTable) read(text []byte) name {
	id, rest, numbered := cutNumber(text)
	if !numbered {
		return t.number(text)
	}
	if len(rest) == 0 {
		n, known := t.byID[id]
		if !known {
			t.lost++
		}
		return n
	}
	n := t.number(rest)
	t.byID[id] = n
	return n
}

func (t *nameTable) number(text []byte) name {
	if n, known := t.numbers[string(text)]; known {
		return n
	}
	n := name(len(t.texts))
	t.texts = append(t.texts, string(text))
	t.numbers[t.texts[n]] = n
	return n
}

// cutNumber splits "(3) pour".
func cutNumber(text []byte) (id int64, rest []byte, ok bool) {
	if len(text) < 3 || text[0] != '(' {
		return 0, text, false
	}
	end := 1
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	if end == len(text) || text[end] != ')' || end+1 < len(text) && !input.IsWhite(text[end+1]) {
		return 0, text, false
	}
	id, ok = input.ParseCount(text[1:end])
	return id, input.TrimBlanks(text[end+1:]), ok
}

// function is one function of a program: two that are static, of one name in two files, are two.
type function struct {
	object, file, name name
	self               []int64 // by metric
	calls              []int64 // what its calls cost, by metric
}

type functions struct {
	objects, files, names nameTable
	list                  []*function
	places                map[place]*function
	width                 int // how many metrics there are
	saturated             bool
}

type place struct{ object, file, name name }

func newFunctions() functions {
	return functions{
		objects: newNameTable(), files: newNameTable(), names: newNameTable(), places: map[place]*function{},
	}
}

// at returns the function of a name in a file of an object.
func (f *functions) at(object, file, name name) *function {
	at := place{object, file, name}
	if known := f.places[at]; known != nil {
		return known
	}
	costs := make([]int64, 2*f.width)
	fn := &function{object, file, name, costs[:f.width:f.width], costs[f.width:]}
	f.places[at] = fn
	f.list = append(f.list, fn)
	return fn
}

// widen makes room for more metrics: a later part may count other events.
func (f *functions) widen(metrics []int) {
	width := f.width
	for _, m := range metrics {
		width = max(width, m+1)
	}
	if width == f.width {
		return
	}
	f.width = width
	for _, fn := range f.list {
		fn.self = append(fn.self, make([]int64, width-len(fn.self))...)
		fn.calls = append(fn.calls, make([]int64, width-len(fn.calls))...)
	}
}
