package perfdata

import "math/bits"

// sample is one record of a sample, taken apart. Its slices lie in the record.
type sample struct {
	ip, period uint64
	time       uint64 // 0: not known
	pid, tid   int32
	cpu        uint32
	mode       uint8 // where the processor was: modeKernel, modeUser …
	chain      []byte
	branches   []byte // {u64 from, u64 to, u64 flags} each
	regs       []byte
	stack      []byte
	reads      []readValue // room for these is kept from one sample to the next
}

// readValue is a counter that was read with the sample.
type readValue struct{ value, id uint64 }

// Values of the lowest bits of a record's misc.
const (
	modeUnknown     = 0
	modeKernel      = 1
	modeUser        = 2
	modeHypervisor  = 3
	modeGuestKernel = 4
	modeGuestUser   = 5
	modeMask        = 7
)

const (
	mostChain    = 1<<13 - 1 // addresses of a stack
	mostBranches = 1<<13 - 1
	mostReads    = 1 << 16

	bytesOfBranch = 24
)

// fields reads the fields of a sample one after the other. A read past the end sets bad.
type fields struct {
	b   []byte
	bad bool
}

func (f *fields) word() uint64 {
	if b := f.take(8); b != nil {
		return le.Uint64(b)
	}
	return 0
}

// take returns the next n bytes.
func (f *fields) take(n uint64) []byte {
	if n > uint64(len(f.b)) {
		f.bad, f.b = true, nil
		return nil
	}
	taken := f.b[:n]
	f.b = f.b[n:]
	return taken
}

// parse takes a sample apart:
//
//	header, [id], [ip], [pid, tid], [time], [addr], [id], [stream id], [cpu], [period], [counters], [stack], …
//
// where the event says which of them there are. It returns false if the record is damaged.
func (s *sample) parse(a *attr, record []byte) bool {
	*s = sample{pid: -1, tid: -1, period: a.period, reads: s.reads[:0]}
	if a.flags&flagFrequency != 0 {
		s.period = 1
	}
	s.mode = record[4] & modeMask
	f := fields{b: record[recordHeader:]}
	s.fixed(a, &f)
	if a.has(hasRead) && !s.counters(a, &f) {
		return false
	}
	if a.has(hasChain) {
		n := f.word()
		if n > mostChain {
			return false
		}
		s.chain = f.take(8 * n)
	}
	if a.has(hasRaw | hasBranches | hasRegsUser | hasStackUser) {
		s.large(a, &f)
	}
	return !f.bad
}

// fixed reads the fields of 8 bytes.
func (s *sample) fixed(a *attr, f *fields) {
	if a.has(hasIdentifier) {
		f.word()
	}
	if a.has(hasIP) {
		s.ip = f.word()
	}
	if a.has(hasTID) {
		v := f.word()
		s.pid, s.tid = int32(v), int32(v>>32)
	}
	for _, field := range []uint64{hasTime, hasAddr, hasID, hasStreamID} {
		if !a.has(field) {
			continue
		}
		if word := f.word(); field == hasTime {
			s.time = word
		}
	}
	if a.has(hasCPU) {
		s.cpu = uint32(f.word())
	}
	if a.has(hasPeriod) {
		s.period = f.word()
	}
	if a.kind == kindTracepoint {
		s.period = 1
	}
}

// counters reads the values of one counter, or of a group of them:
//
//	value | number of counters, [time enabled], [time running], then of each [value], [id], [lost]
func (s *sample) counters(a *attr, f *fields) bool {
	format := a.readFormat
	group := format&readGroup != 0
	n, first := uint64(1), f.word()
	if group {
		n = first
	}
	if n > mostReads {
		return false
	}
	for _, field := range []uint64{readEnabled, readRunning} {
		if format&field != 0 {
			f.word()
		}
	}
	for range n {
		v := readValue{value: first}
		if group {
			v.value = f.word()
		}
		if format&readID != 0 {
			v.id = f.word()
		}
		if format&readLost != 0 {
			f.word()
		}
		if f.bad {
			return false
		}
		s.reads = append(s.reads, v)
	}
	return true
}

// large reads the fields behind the stack, up to the copy of the stack.
func (s *sample) large(a *attr, f *fields) {
	if a.has(hasRaw) {
		if size := f.take(4); size != nil {
			f.take(uint64(le.Uint32(size)))
		}
	}
	if a.has(hasBranches) {
		n := f.word()
		if n > mostBranches {
			f.bad = true
			return
		}
		if a.branchType&branchHWIndex != 0 {
			f.word()
		}
		s.branches = f.take(bytesOfBranch * n)
		if a.branchType&branchCounters != 0 {
			f.take(8 * n)
		}
	}
	if a.has(hasRegsUser) && f.word() != 0 {
		s.regs = f.take(8 * uint64(bits.OnesCount64(a.regsUser)))
	}
	if a.has(hasStackUser) {
		if n := f.word(); n > 0 {
			s.stack = f.take(n)
			if used := f.word(); used <= uint64(len(s.stack)) {
				s.stack = s.stack[:used]
			}
		}
	}
}
