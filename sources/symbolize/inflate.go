package symbolize

import (
	"bytes"
	"debug/elf"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"
)

const (
	maxInflation = 64      // how much larger than its file a compressed section may be
	maxInflated  = 1 << 30 // bytes of a compressed section
)

// inflate returns the bytes of a compressed section, nil if it is broken or too large. debug/elf does the
// same in twice the time, which is most of what it takes to read Debian's debug files. A section begins
//
//	u32 how it is compressed, [u32,] its size, its alignment
//
// with numbers as wide as addresses. zlib puts two bytes in front of the data and a checksum behind them.
func (im *image) inflate(s *elf.Section) []byte {
	headSize := uint64(24)
	if im.Class == elf.ELFCLASS32 {
		headSize = 12
	}
	if s.FileSize < headSize || s.FileSize > 1<<62 || s.Size > maxInflated || s.Size/maxInflation > s.FileSize {
		return nil
	}
	packed := im.read(s.Offset, s.FileSize)
	if packed == nil {
		return nil
	}
	kind, packed := elf.CompressionType(le.Uint32(packed)), packed[headSize:]
	data := make([]byte, s.Size)
	switch kind {
	case elf.COMPRESS_ZLIB:
		const head = 2
		r := flate.NewReader(bytes.NewReader(packed[min(head, len(packed)):]))
		if _, err := io.ReadFull(r, data); err != nil {
			return nil
		}
		return data
	case elf.COMPRESS_ZSTD:
		r, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxZstdWindow))
		if err != nil {
			return nil
		}
		defer r.Close()
		if _, err := io.ReadFull(r, data); err == nil {
			return data
		}
	}
	return nil
}

const maxZstdWindow = 128 << 20
