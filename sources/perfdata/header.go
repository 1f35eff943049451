package perfdata

import (
	"bytes"
	"encoding/binary"
	"io"

	"fold/sources/input"
)

var le = binary.LittleEndian

// recording is what a file says about itself: the events, the machine, the programs.
type recording struct {
	attrs    []*attr
	byID     map[uint64]*attr
	buildIDs map[string][]byte // by the path of the program
	arch     string            // as uname -m says it; empty: not known
	facts    []input.Fact
	pipe     bool // written by perf record -o -
	killed   bool // perf record had no time to finish the header
	short    bool // the file ends before the records do

	start, end uint64 // where the records are
}

const (
	headerSize     = 104
	pipeHeaderSize = 16
	maxAttrSize    = 1 << 12
	maxSection     = 64 << 20 // of the header: the build ids of 600,000 programs
	maxIDs         = 1 << 20
)

// Sections behind the data, by their bits in the header.
const (
	featureBuildID    = 2
	featureHost       = 3
	featureSystem     = 4
	featureArch       = 6
	featureProcessors = 7
	featureProcessor  = 8
	featureCommand    = 11
	featureEventDesc  = 12
	features          = 256
)

var errCut = io.ErrUnexpectedEOF

// readHeader reads the header of a file:
//
//	"PERFILE2", u64 its size, u64 size of an event, {u64 offset, u64 size} of the events, of the records, and
//	of nothing, 256 bits: which sections stand behind the records
//
// In pipe mode the header is the first two fields, and all else stands in the records.
func readHeader(f *input.File) (*recording, error) {
	r := &recording{byID: map[uint64]*attr{}, buildIDs: map[string][]byte{}, end: uint64(f.Size)}
	var header [headerSize]byte
	n, err := f.ReadAt(header[:], 0)
	if n < pipeHeaderSize {
		return nil, readError(err)
	}
	if why, refused := refusals[string(header[:8])]; refused {
		return nil, &NeedsPerf{Why: why}
	}
	switch size := le.Uint64(header[8:]); {
	case size == pipeHeaderSize:
		r.pipe, r.start = true, pipeHeaderSize
		return r, nil
	case size < headerSize:
		return nil, input.Errorf("not a perf.data: its header is %d bytes long", size)
	case n < headerSize:
		return nil, readError(err)
	}
	if err := r.readAttrs(f, header[:]); err != nil {
		return nil, err
	}
	start, size := le.Uint64(header[40:]), le.Uint64(header[48:])
	if start > r.end {
		return nil, errCut
	}
	r.start = start
	r.killed, r.short = size == 0, size > r.end-start
	if r.killed || r.short {
		return r, nil // the records run up to the end of the file
	}
	r.end = start + size
	return r, r.readFeatures(f, header[72:])
}

func readError(err error) error {
	if err == io.EOF || err == nil {
		return errCut
	}
	return err
}

// readSection returns a section of the header, as far as the file goes.
func readSection(f *input.File, offset, size uint64) ([]byte, error) {
	if offset > uint64(f.Size) {
		return nil, nil
	}
	size = min(size, uint64(f.Size)-offset)
	if size > maxSection {
		return nil, input.Errorf("a section of the header has %d bytes: the file is damaged", size)
	}
	b := make([]byte, size)
	n, err := f.ReadAt(b, int64(offset))
	if err != nil && err != io.EOF {
		return nil, err
	}
	return b[:n], nil
}

// readAttrs reads the events: a perf_event_attr each, and where its ids are.
func (r *recording) readAttrs(f *input.File, header []byte) error {
	size := le.Uint64(header[16:])
	const ids = 16
	if size < 64+ids || size > maxAttrSize {
		return input.Errorf("not a perf.data: its events are %d bytes long", size)
	}
	section, err := readSection(f, le.Uint64(header[24:]), le.Uint64(header[32:]))
	if err != nil {
		return err
	}
	for ; uint64(len(section)) >= size; section = section[size:] {
		a := parseAttr(section[:size-ids])
		idList, err := readSection(f, le.Uint64(section[size-ids:]), min(le.Uint64(section[size-ids+8:]), 8*maxIDs))
		if err != nil {
			return err
		}
		r.addAttr(a, idList)
	}
	if len(r.attrs) == 0 {
		return errCut
	}
	return nil
}

// addAttr adds an event with its ids.
func (r *recording) addAttr(a *attr, ids []byte) {
	for ; len(ids) >= 8; ids = ids[8:] {
		a.ids = append(a.ids, le.Uint64(ids))
	}
	r.attrs = append(r.attrs, a)
	for _, id := range a.ids {
		r.byID[id] = a
	}
}

// readFeatures reads the sections behind the records: a table of {offset, size}, one for each bit that is set.
func (r *recording) readFeatures(f *input.File, bits []byte) error {
	table, err := readSection(f, r.end, 16*features)
	if err != nil {
		return err
	}
	for feature := range features {
		if bits[feature/8]>>(feature%8)&1 == 0 {
			continue
		}
		if len(table) < 16 {
			return nil
		}
		offset, size := le.Uint64(table), le.Uint64(table[8:])
		table = table[16:]
		switch feature {
		case featureBuildID, featureHost, featureSystem, featureArch, featureProcessors, featureProcessor, featureCommand, featureEventDesc:
			section, err := readSection(f, offset, size)
			if err != nil {
				return err
			}
			r.setFeature(feature, section)
		}
	}
	return nil
}

func (r *recording) setFeature(feature int, b []byte) {
	switch feature {
	case featureBuildID:
		for len(b) >= 8 {
			size := int(le.Uint16(b[6:]))
			if size < 8 || size > len(b) {
				return
			}
			r.addBuildID(b[:size])
			b = b[size:]
		}
	case featureArch:
		text, _ := headerText(b)
		r.arch = string(text)
	case featureHost, featureSystem, featureProcessors, featureProcessor, featureCommand:
		r.addFact(feature, b)
	case featureEventDesc:
		r.nameEvents(b)
	}
}

// headerText reads a text of the header: u32 its size with padding, the text, NULs.
func headerText(b []byte) (text, rest []byte) {
	if len(b) < 4 || uint64(le.Uint32(b)) > uint64(len(b)-4) {
		return nil, nil
	}
	size := le.Uint32(b)
	return cutNUL(b[4 : 4+size]), b[4+size:]
}

// cutNUL returns a text up to its NUL.
func cutNUL(b []byte) []byte {
	text, _, _ := bytes.Cut(b, []byte{0})
	return text
}

// nameEvents reads the names of the events: u32 how many, u32 size of a perf_event_attr, and for each one that
// attr, u32 number of ids, its name, its ids.
func (r *recording) nameEvents(b []byte) {
	if len(b) < 8 {
		return
	}
	n, size := le.Uint32(b), uint64(le.Uint32(b[4:]))
	b = b[8:]
	for i := 0; i < int(min(n, uint32(len(r.attrs)))); i++ {
		if size < 64 || uint64(len(b)) < size+4 {
			return
		}
		ids := uint64(le.Uint32(b[size:]))
		name, rest := headerText(b[size+4:])
		if ids > uint64(len(rest))/8 {
			return
		}
		a := r.attrs[i]
		a.name = string(name)
		for j := range ids {
			r.byID[le.Uint64(rest[8*j:])] = a
		}
		b = rest[8*ids:]
	}
}

// addBuildID reads which build of a program ran:
//
//	u32 type, u16 misc, u16 size, s32 pid, u8 id[20], u8 size of the id, 3 bytes, its path
func (r *recording) addBuildID(b []byte) {
	const miscSize, pathAt, fullSize = 1 << 15, 36, 20
	if len(b) < pathAt {
		return
	}
	id := b[12 : 12+fullSize]
	if le.Uint16(b[4:])&miscSize != 0 {
		id = id[:min(b[32], fullSize)]
	} else {
		id = bytes.TrimRight(id, "\x00") // older files do not say how long it is
	}
	if len(id) > 0 {
		r.buildIDs[string(cutNUL(b[pathAt:]))] = bytes.Clone(id)
	}
}
