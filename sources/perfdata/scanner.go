package perfdata

import (
	"io"

	"fold/sources/input"
)

// scanner reads records from front to back.
type scanner struct {
	file     io.ReaderAt
	pos, end uint64 // of the next record, and of all records
	buf      []byte // the file from from on
	from     uint64
}

const scanSize = 1 << 20 // more than the longest record

// next returns the next record, which is valid until the call after: io.EOF after the last one, and errCut if
// that is not whole.
func (s *scanner) next() ([]byte, error) {
	if s.pos >= s.end {
		return nil, io.EOF
	}
	head, err := s.bytes(recordHeader)
	if err != nil {
		return nil, err
	}
	size := uint64(le.Uint16(head[6:]))
	if size < recordHeader {
		return nil, input.Errorf("a record of %d bytes at offset %d: the file is damaged", size, s.pos)
	}
	record, err := s.bytes(size)
	if err != nil {
		return nil, err
	}
	s.pos += size
	return record, nil
}

// bytes returns the next n bytes.
func (s *scanner) bytes(n uint64) ([]byte, error) {
	if n > s.end-s.pos {
		return nil, errCut
	}
	if s.pos < s.from || s.pos+n > s.from+uint64(len(s.buf)) {
		if err := s.fill(); err != nil {
			return nil, err
		}
		if n > uint64(len(s.buf)) {
			return nil, errCut
		}
	}
	at := s.pos - s.from
	return s.buf[at : at+n : at+n], nil
}

func (s *scanner) fill() error {
	if s.buf == nil {
		s.buf = make([]byte, 0, min(scanSize, s.end-s.pos))
	}
	s.from = s.pos
	n, err := s.file.ReadAt(s.buf[:min(uint64(cap(s.buf)), s.end-s.pos)], int64(s.pos))
	s.buf = s.buf[:n]
	if err == io.EOF {
		return nil
	}
	return err
}

// skip passes over data that are no record.
func (s *scanner) skip(n uint64) error {
	if n > s.end-s.pos {
		return errCut
	}
	s.pos += n
	return nil
}

// blocks reads records at any place, in pieces that are kept for a while: records that are near in time are
// near in the file, but for those of other processors.
type blocks struct {
	file io.ReaderAt
	kept [blockCount]block
	room []byte // for a record that stands in two blocks
}

type block struct {
	number uint64 // plus 1; 0: none
	data   []byte
}

const (
	blockCount = 64
	blockSize  = 1 << 18
)

// record returns the record at a place, which is valid until the next call.
func (b *blocks) record(at uint64) ([]byte, error) {
	head, err := b.bytes(at, recordHeader)
	if err != nil {
		return nil, err
	}
	size := uint64(le.Uint16(head[6:]))
	if size < recordHeader {
		return nil, errCut // the file has changed since its records were counted
	}
	return b.bytes(at, size)
}

func (b *blocks) bytes(at, n uint64) ([]byte, error) {
	number, inside := at/blockSize, at%blockSize
	if inside+n <= blockSize {
		data, err := b.block(number)
		if err != nil || inside+n > uint64(len(data)) {
			return nil, orCut(err)
		}
		return data[inside : inside+n : inside+n], nil
	}
	b.room = b.room[:0]
	for n > 0 {
		data, err := b.block(at / blockSize)
		if err != nil || at%blockSize >= uint64(len(data)) {
			return nil, orCut(err)
		}
		part := data[at%blockSize:]
		part = part[:min(n, uint64(len(part)))]
		b.room = append(b.room, part...)
		at, n = at+uint64(len(part)), n-uint64(len(part))
	}
	return b.room, nil
}

func orCut(err error) error {
	if err == nil {
		return errCut
	}
	return err
}

func (b *blocks) block(number uint64) ([]byte, error) {
	k := &b.kept[number%blockCount]
	if k.number == number+1 {
		return k.data, nil
	}
	if k.data == nil {
		k.data = make([]byte, blockSize)
	}
	k.number = 0
	n, err := b.file.ReadAt(k.data[:blockSize], int64(number*blockSize))
	if err != nil && err != io.EOF {
		return nil, err
	}
	k.number, k.data = number+1, k.data[:n]
	return k.data, nil
}
