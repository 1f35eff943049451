package pprof

import (
	"fmt"
	"slices"
)

// samples reads the samples of a profile one after the other, into the same memory.
type samples struct {
	p *profile
	w wire

	// The current sample.
	locations []uint32 // places of its locations, leaf first
	values    []int64  // one for each type
	labels    [][]byte // messages

	unknown bool // a location is not there
	err     error
}

func (p *profile) samples() *samples { return &samples{p: p, w: wire{rest: p.data}} }

// next reads the next sample. It returns false at the end, and at one that makes no sense.
func (s *samples) next() bool {
	for s.err == nil && s.w.next() {
		if s.w.number == fieldSamples {
			s.err = s.read(s.w.bytes)
			return s.err == nil
		}
	}
	return false
}

// read reads a sample, and checks it.
func (s *samples) read(message []byte) error {
	s.locations, s.values, s.labels, s.unknown = s.locations[:0], s.values[:0], s.labels[:0], false
	w := wire{rest: message}
	for w.next() {
		switch w.number {
		case 1:
			s.readLocations(&w)
		case 2:
			s.values = appendNumbers(&w, s.values)
		case 3:
			if w.kind != wireBytes {
				return errFieldKind
			}
			if _, err := s.p.label(w.bytes); err != nil {
				return err
			}
			s.labels = append(s.labels, w.bytes)
		}
	}
	switch {
	case w.err != nil:
		return w.err
	case len(s.values) != len(s.p.types):
		return fmt.Errorf("mismatch: sample has %d values vs. %d types", len(s.values), len(s.p.types))
	case s.unknown:
		return errNoLocation
	}
	return nil
}

// readLocations reads the ids of locations, packed or single.
func (s *samples) readLocations(w *wire) {
	switch w.kind {
	case wireVarint:
		s.location(w.value)
	case wireBytes:
		s.locations = slices.Grow(s.locations, len(w.bytes))
		for rest := w.bytes; len(rest) > 0; {
			id, n := uint64(rest[0]), 1
			if id >= 0x80 {
				if id, n = longVarint(rest); n == 0 {
					w.fail(errVarint)
					return
				}
			}
			rest = rest[n:]
			s.location(id)
		}
	default:
		w.fail(errFieldKind)
	}
}

func (s *samples) location(id uint64) {
	place, known := s.p.places.find(id)
	if !known {
		s.unknown = true
		return
	}
	s.locations = append(s.locations, place)
}

// label is a label of a sample, in which all but the number are texts. Text number 0, the empty one, is none.
type label struct{ key, text, number, unit uint64 }

// label reads a label.
func (p *profile) label(message []byte) (l label, err error) {
	err = readNumbers(message, &l.key, &l.text, &l.number, &l.unit)
	if l.text != 0 {
		l.unit = 0
	}
	texts := uint64(len(p.spans))
	if err == nil && (l.key >= texts || l.text >= texts || l.unit >= texts) {
		err = errNoText
	}
	return l, err
}
