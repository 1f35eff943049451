package symbolize

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"math"
	"slices"
	"sort"
)

// kernelTable is the symbols of a running kernel, as /proc/kallsyms lists them and perf copies them:
//
//	ffffffff81a4c010 T copy_user_generic
//	ffffffffc0a3e000 t ext4_fill_super	[ext4]
//
// There are a hundred thousand and more, so each takes little memory. None has a size: it ends where the next begins,
// so that of several at one address the last counts.
type kernelTable struct {
	symbols []kernelSymbol // by start
	names   []byte         // ended by NUL each
}

type kernelSymbol struct {
	start uint64
	name  uint32 // where the name begins in names
	owner uint32 // where the name of the module begins in names; 0: the kernel itself
}

// read reads the symbols. A kernel lies elsewhere after each start, so all are shifted by how far the reference symbol
// has moved between the recording and now. hidden says that every address is 0, as the kernel shows them to users who
// may not see them.
func (t *kernelTable) read(r io.Reader, reference string, recordedAt uint64) (hidden bool, err error) {
	const usual = 1 << 17 // symbols of a kernel
	t.symbols, t.names = make([]kernelSymbol, 0, usual), make([]byte, 1, 24*usual)
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), 1<<16)
	shift, found, seen, sorted, last := uint64(0), recordedAt == 0, false, true, uint64(0)
	for lines.Scan() && len(t.symbols) < maxSymbols && len(t.names) < math.MaxInt32 {
		address, kind, name, ok := kallsymsLine(lines.Bytes())
		if !ok {
			continue
		}
		seen = true
		if address == 0 || !isListed(kind) {
			continue
		}
		sorted, last = sorted && last <= address, address
		name = t.add(address, name)
		if !found && string(name) == reference {
			shift, found = recordedAt-address, true
		}
	}
	if err := lines.Err(); err != nil {
		return false, err
	}
	for i := range t.symbols {
		t.symbols[i].start += shift
	}
	if !sorted {
		slices.SortStableFunc(t.symbols, func(a, b kernelSymbol) int { return cmp.Compare(a.start, b.start) })
	}
	return seen && len(t.symbols) == 0, nil
}

// add adds a symbol and returns its name without its module.
func (t *kernelTable) add(address uint64, name []byte) []byte {
	s := kernelSymbol{start: address, name: uint32(len(t.names))}
	if tab := bytes.IndexByte(name, '\t'); tab >= 0 {
		if tab+1 < len(name) {
			s.owner = s.name + uint32(tab) + 1
		}
		t.names = append(append(append(append(t.names, name[:tab]...), 0), name[tab+1:]...), 0)
		name = name[:tab]
	} else {
		t.names = append(append(t.names, name...), 0)
	}
	t.symbols = append(t.symbols, s)
	return name
}

// find returns the number of the function at an address, or -1.
func (t *kernelTable) find(address uint64) int {
	i := sort.Search(len(t.symbols), func(i int) bool { return t.symbols[i].start > address }) - 1
	if i < 0 || address >= t.end(i) {
		return -1
	}
	return i
}

// end returns where a symbol ends: the last of the kernel, or of a module, with the next page.
func (t *kernelTable) end(i int) uint64 {
	s := t.symbols[i]
	if i+1 < len(t.symbols) {
		if next := t.symbols[i+1]; (s.owner == 0) == (next.owner == 0) {
			return next.start
		}
	}
	return (s.start + 2*4096 - 1) &^ 4095
}

func (t *kernelTable) name(function int) []byte {
	return textAt(t.names, uint64(t.symbols[function].name))
}

// kallsymsLine splits a line into its three parts.
func kallsymsLine(line []byte) (address uint64, kind byte, name []byte, ok bool) {
	end := bytes.IndexByte(line, ' ')
	if end < 1 || end > 16 || len(line) < end+4 || line[end+2] != ' ' {
		return 0, 0, nil, false
	}
	address, ok = parseHex(line[:end])
	return address, line[end+1], line[end+3:], ok
}

// isListed says whether a symbol of that kind is code or data: t, w, d and b, global or not.
func isListed(kind byte) bool {
	switch kind | 0x20 {
	case 't', 'w', 'd', 'b':
		return true
	}
	return false
}

// parseHex reads a hexadecimal number of up to 16 digits, with or without "0x".
func parseHex(text []byte) (v uint64, ok bool) {
	text = bytes.TrimPrefix(text, []byte("0x"))
	if len(text) == 0 || len(text) > 16 {
		return 0, false
	}
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		v = v<<4 | uint64(c)
	}
	return v, true
}
