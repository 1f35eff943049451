package perfdata

import (
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"fold/sources/input"
)

// Types of records. Those that are not named here say nothing that fold shows.
const (
	recordMmap         = 1
	recordLost         = 2
	recordComm         = 3
	recordExit         = 4
	recordFork         = 7
	recordSample       = 9
	recordMmap2        = 10
	recordLostSamples  = 13
	recordKsymbol      = 17
	recordDeferred     = 22
	recordUser         = 64 // written by perf, not by the kernel, from here on
	recordAttr         = 64
	recordTracing      = 66
	recordBuildID      = 67
	recordAuxtrace     = 71
	recordEventUpdate  = 78
	recordFeature      = 80
	recordCompressed   = 81
	recordCompressed2  = 83
	lastKernelRecord   = 22
	lastKnownRecord    = 84
	recordHeader       = 8 // bytes
	smallestAttrRecord = recordHeader + 64
)

// index is where the records of a recording stand, and what is known of them as a whole.
type index struct {
	*recording
	file *input.File

	runs     []run
	last     uint64                 // the time of the last record
	gap      bool                   // something that is no record stands between that and the next one
	records  int64                  // those that matter
	deferred map[deferredKey]uint64 // where the user part of a stack stands

	packed     []piece        // the compressed records
	unpacked   *input.File    // what they hold
	lost       uint64         // events that the kernel had no room for
	lostSample uint64         // samples that it had no room for
	unknown    map[uint32]int // records of unknown types
	aux        bool
	cut        bool
}

// deferredKey names the user part of a stack, which the kernel writes when it returns to the program.
type deferredKey struct {
	tid    uint32
	cookie uint64
}

// piece is a part of the file.
type piece struct{ at, size uint64 }

// unpackedBit marks places in what was compressed.
const unpackedBit = 1 << 63

// readIndex reads the records once from front to back and notes where those are that matter, with their times.
func readIndex(f *input.File, r *recording) (*index, error) {
	x := &index{
		recording: r, file: f,
		deferred: map[deferredKey]uint64{}, unknown: map[uint32]int{},
	}
	x.cut = r.killed || r.short
	if err := x.scan(&scanner{file: f, pos: r.start, end: r.end}, 0); err != nil {
		return nil, err
	}
	if len(x.packed) > 0 {
		if err := x.unpack(); err != nil {
			return nil, err
		}
		s := &scanner{file: x.unpacked, end: uint64(x.unpacked.Size)}
		x.gap = true
		if err := x.scan(s, unpackedBit); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// scan reads all records of a part of the file. mark is added to where they stand.
func (x *index) scan(s *scanner, mark uint64) error {
	for {
		at := s.pos
		record, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err == errCut {
			x.cut = true
			return nil
		}
		if err != nil {
			return err
		}
		typ := le.Uint32(record)
		if typ >= recordUser {
			err = x.perfRecord(s, typ, record, at)
		} else {
			x.kernelRecord(typ, record, at|mark)
		}
		if err == errCut {
			x.cut = true
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// kernelRecord notes a record that the kernel wrote.
func (x *index) kernelRecord(typ uint32, record []byte, at uint64) {
	switch typ {
	case recordSample, recordMmap, recordMmap2, recordComm, recordFork, recordKsymbol:
		x.note(x.time(typ, record), at, uint64(len(record)))
	case recordLost:
		x.lost += word(record, 16)
	case recordLostSamples:
		x.lostSample += word(record, 8)
	case recordDeferred:
		tid, _ := x.trailer(record)
		x.deferred[deferredKey{tid, word(record, 8)}] = at
	default:
		if typ == 0 || typ > lastKernelRecord {
			x.unknown[typ]++
		}
	}
}

// perfRecord reads a record that perf wrote. Some are followed by data that are no records.
func (x *index) perfRecord(s *scanner, typ uint32, record []byte, at uint64) error {
	switch typ {
	case recordAttr:
		return x.attrRecord(record)
	case recordTracing:
		x.gap = true
		return s.skip((word(record, 8)&0xffffffff + 7) &^ 7)
	case recordAuxtrace:
		x.aux, x.gap = true, true
		return s.skip(word(record, 8))
	case recordBuildID:
		x.addBuildID(record)
	case recordEventUpdate:
		x.updateEvent(record)
	case recordFeature:
		if x.pipe && len(record) > 16 {
			x.setFeature(int(min(word(record, 8), features)), record[16:])
		}
	case recordCompressed:
		x.packed = append(x.packed, piece{at + recordHeader, uint64(len(record)) - recordHeader})
	case recordCompressed2:
		if n := word(record, 8); len(record) >= 16 && n <= uint64(len(record))-16 {
			x.packed = append(x.packed, piece{at + 16, n})
		}
	default:
		if typ > lastKnownRecord {
			x.unknown[typ]++
		}
	}
	return nil
}

// attrRecord reads an event of pipe mode: a perf_event_attr with its size, and then its ids.
func (x *index) attrRecord(record []byte) error {
	if !x.pipe {
		return nil
	}
	if len(record) < smallestAttrRecord {
		return input.Errorf("an event of %d bytes: the file is damaged", len(record))
	}
	size := uint64(le.Uint32(record[12:]))
	if size < 64 || size > uint64(len(record))-recordHeader {
		return input.Errorf("an event of %d bytes: the file is damaged", size)
	}
	body := record[recordHeader:]
	x.addAttr(parseAttr(body[:size]), body[size:])
	return nil
}

// updateEvent reads a new name of an event: u64 kind, u64 id, the name.
func (x *index) updateEvent(record []byte) {
	const kindName = 2
	if len(record) > 24 && word(record, 8) == kindName {
		if a := x.byID[word(record, 16)]; a != nil {
			a.name = string(cutNUL(record[24:]))
		}
	}
}

// word returns the number at an offset of a record, 0 past its end.
func word(record []byte, at int) uint64 {
	if at+8 > len(record) {
		return 0
	}
	return le.Uint64(record[at:])
}

// sampleAttr returns the event that a sample is of, or nil.
func (x *index) sampleAttr(record []byte) *attr {
	if len(x.attrs) <= 1 {
		return x.onlyAttr()
	}
	fields := x.attrs[0].sampleType // all events have the same fields up to the id
	at := recordHeader
	if fields&hasIdentifier == 0 {
		if fields&hasID == 0 {
			return x.attrs[0]
		}
		for _, field := range []uint64{hasIP, hasTID, hasTime, hasAddr} {
			if fields&field != 0 {
				at += 8
			}
		}
	}
	return x.byID[word(record, at)]
}

func (x *index) onlyAttr() *attr {
	if len(x.attrs) == 0 {
		return nil
	}
	return x.attrs[0]
}

// sampleTime returns when a sample was taken, 0 if it does not say so.
func sampleTime(a *attr, record []byte) uint64 {
	if a == nil || !a.has(hasTime) {
		return 0
	}
	at := recordHeader
	for _, field := range []uint64{hasIdentifier, hasIP, hasTID} {
		if a.has(field) {
			at += 8
		}
	}
	return word(record, at)
}

// trailer reads what stands at the end of a record that is no sample: thread and time.
func (x *index) trailer(record []byte) (tid uint32, time uint64) {
	a := x.onlyAttr()
	if a == nil || a.flags&flagSampleIDAll == 0 {
		return 0, 0
	}
	at := len(record)
	for _, field := range []uint64{hasIdentifier, hasCPU, hasStreamID, hasID, hasTime, hasTID} {
		if !a.has(field) {
			continue
		}
		if at -= 8; at < recordHeader {
			return 0, 0
		}
		switch field {
		case hasTime:
			time = le.Uint64(record[at:])
		case hasTID:
			tid = le.Uint32(record[at+4:])
		}
	}
	return tid, time
}

// maxUnpacked bounds what compressed records may become.
const maxUnpacked = 4 << 30

// unpack decompresses the records of perf record -z. All of them are one zstd stream, which is never ended,
// and a record may stand in two of them.
func (x *index) unpack() error {
	d, err := zstd.NewReader(&pieces{file: x.file, list: x.packed}, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
	if err != nil {
		return err
	}
	defer d.Close()
	limited := &io.LimitedReader{R: openEnded{d}, N: maxUnpacked + 1}
	whole, err := x.file.Spool(limited)
	if err != nil {
		return err
	}
	if limited.N <= 0 {
		return &NeedsPerf{Why: fmt.Sprintf("compressed records of more than %d GB", maxUnpacked>>30)}
	}
	x.packed = nil
	x.unpacked = &input.File{ReaderAt: whole, Size: whole.Size()}
	return nil
}

// openEnded is a stream that may stop anywhere.
type openEnded struct{ r io.Reader }

func (o openEnded) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	return n, err
}

// pieces reads parts of a file one after the other.
type pieces struct {
	file io.ReaderAt
	list []piece
}

func (p *pieces) Read(b []byte) (int, error) {
	for len(p.list) > 0 && p.list[0].size == 0 {
		p.list = p.list[1:]
	}
	if len(p.list) == 0 {
		return 0, io.EOF
	}
	first := &p.list[0]
	n, err := p.file.ReadAt(b[:min(uint64(len(b)), first.size)], int64(first.at))
	first.at += uint64(n)
	first.size -= uint64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}
