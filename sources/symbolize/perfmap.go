package symbolize

import (
	"bufio"
	"bytes"
	"io"
	"sort"
)

// maxMapLine bounds a line of a perf map. V8 writes whole file names, and Java whole signatures.
const maxMapLine = 1 << 20

// perfMap is the functions that a compiler at run time has made, from the file /tmp/perf-PID.map that it
// writes for perf: address, size, name.
//
//	7f21aa0010c0 1a0 JS:*encode /srv/relay/frame.js:41:9
//	0x7f21aa001260 64 Lcom/relay/Frame;::encode
//
// Code is thrown away and its room used again, so lines overlap, and the later one is the newer one.
type perfMap struct{ table }

func (p *perfMap) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), maxMapLine)
	for lines.Scan() {
		start, rest, _ := bytes.Cut(lines.Bytes(), []byte(" "))
		size, name, _ := bytes.Cut(rest, []byte(" "))
		from, ok1 := parseHex(start)
		length, ok2 := parseHex(size)
		if !ok1 || !ok2 || len(name) == 0 {
			continue
		}
		p.addNamed(from, length, name)
	}
	p.sortByStart()
	p.reach = make([]uint64, len(p.symbols))
	top := uint64(0)
	for i := range p.symbols {
		top = max(top, p.symbols[i].end)
		p.reach[i] = top
	}
	return lines.Err()
}

// maxOverlap bounds how many lines of a map are compared for one address.
const maxOverlap = 4096

// find returns the number of the function at an address, or -1. Optimised code of V8 comes before the stubs
// of its interpreter, and a later line before an earlier one.
func (p *perfMap) find(address uint64) int {
	last := sort.Search(len(p.symbols), func(i int) bool { return p.symbols[i].start > address }) - 1
	best := -1
	for i := last; i >= 0 && last-i < maxOverlap && p.reach[i] > address; i-- {
		if address < p.symbols[i].end && (best < 0 || p.newer(i, best)) {
			best = i
		}
	}
	return best
}

func (p *perfMap) newer(a, b int) bool {
	symbolA, symbolB := &p.symbols[a], &p.symbols[b]
	if stub := p.isStub(symbolA); stub != p.isStub(symbolB) {
		return !stub
	}
	return symbolA.order > symbolB.order
}

func (p *perfMap) isStub(s *symbol) bool { return bytes.HasPrefix(p.name(s), []byte("JS:~")) }

// findMapping looks for a mapping by its name in the text of /proc/PID/maps:
//
//	7ffd3a5f2000-7ffd3a5f4000 r-xp 00000000 00:00 0                          [vdso]
func findMapping(r io.Reader, name string) (start, end uint64) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if !bytes.HasSuffix(lines.Bytes(), []byte(" "+name)) {
			continue
		}
		from, rest, _ := bytes.Cut(lines.Bytes(), []byte("-"))
		to, _, _ := bytes.Cut(rest, []byte(" "))
		start, _ = parseHex(from)
		end, _ = parseHex(to)
		return start, end
	}
	return 0, 0
}
