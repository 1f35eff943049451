package symbolize

import (
	"bufio"
	"bytes"
	"io"
)

// kallsyms reads the symbols of a running kernel, as /proc/kallsyms lists them and perf copies them:
//
//	ffffffff81a4c010 T copy_user_generic
//	ffffffffc0a3e000 t ext4_fill_super	[ext4]
//
// A kernel lies elsewhere after each start, so all are shifted by how far the reference symbol has moved
// between the recording and now. hidden says that every address is 0, as the kernel shows them to users who
// may not see them.
func (t *table) kallsyms(r io.Reader, reference string, recordedAt uint64) (hidden bool, err error) {
	const usual = 1 << 17 // symbols of a kernel
	t.symbols, t.names = make([]symbol, 0, usual), make([]byte, 0, 24*usual)
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), 1<<16)
	shift, found, seen := uint64(0), false, false
	modules := []uint32(nil) // modules[i]: where the module's name begins in symbol i's text, 0: none
	for lines.Scan() && len(t.symbols) < maxSymbols {
		address, kind, name, ok := kallsymsLine(lines.Bytes())
		if !ok {
			continue
		}
		seen = true
		if address == 0 || !isListed(kind) {
			continue
		}
		name, module, _ := bytes.Cut(name, []byte("\t"))
		if !found && recordedAt != 0 && string(name) == reference {
			shift, found = recordedAt-address, true
		}
		base := uint32(len(t.names))
		if uint64(len(t.names))+uint64(len(name))+uint64(len(module))+2 > 1<<31 {
			break
		}
		t.names = append(append(t.names, name...), 0)
		owner := uint32(0)
		if len(module) > 0 {
			owner = uint32(len(t.names))
			t.names = append(append(t.names, module...), 0)
		}
		t.add(address, 0, base, bindOf(kind))
		modules = append(modules, owner)
	}
	if err := lines.Err(); err != nil {
		return false, err
	}
	for i := range t.symbols {
		t.symbols[i].start += shift
	}
	t.closeKernel(modules)
	return seen && len(t.symbols) == 0, nil
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

func bindOf(kind byte) uint8 {
	switch {
	case kind|0x20 == 'w':
		return bindWeak
	case kind < 'a':
		return bindGlobal
	}
	return bindLocal
}

// closeKernel sorts the symbols. None has a size: each ends where the next begins, so that of several at one
// address the last counts; the last of the kernel or of a module ends with the next page.
func (t *table) closeKernel(modules []uint32) {
	t.sortByStart()
	for i := range t.symbols {
		s := &t.symbols[i]
		s.end = (s.start + 2*4096 - 1) &^ 4095
		if i+1 == len(t.symbols) {
			break
		}
		next := &t.symbols[i+1]
		if own, other := modules[s.order], modules[next.order]; (own == 0) == (other == 0) {
			s.end = next.start
		}
	}
	t.unite()
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
