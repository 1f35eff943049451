package symbolize

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"hash/crc32"
	"hash/crc64"
	"io"

	"github.com/ulikunitz/xz/lzma"
)

// maxMiniDebug bounds .gnu_debugdata, which holds the names of a package's functions and nothing else.
const maxMiniDebug = 64 << 20

// addMiniDebug adds the symbols of .gnu_debugdata, an ELF file in xz that Fedora's packages carry.
func (im *image) addMiniDebug(t *table) {
	packed := im.section(".gnu_debugdata")
	if packed == nil {
		return
	}
	data, err := unpackXZ(packed)
	if err != nil {
		return
	}
	if mini, err := openImage(nopCloser{bytes.NewReader(data)}, im.path); err == nil {
		mini.addSymbols(t, ".symtab")
	}
}

// nopCloser makes a File of bytes in memory.
type nopCloser struct{ *bytes.Reader }

func (nopCloser) Close() error { return nil }

var errXZ = errors.New("not one block of xz that needs little memory, or damaged")

// unpackXZ decompresses a file in xz, of one block. The package for whole files computes tables of checksums whenever a
// program starts that links it, so only its part for what is in a block is used here.
func unpackXZ(packed []byte) ([]byte, error) {
	block, ok := openXZ(packed)
	if !ok {
		return nil, errXZ
	}
	r, err := lzma.Reader2Config{DictCap: block.window}.NewReader2(bytes.NewReader(block.pieces))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(r, maxMiniDebug))
	if err == nil && !block.matches(data) {
		err = errXZ
	}
	return data, err
}

// xzBlock is the only block of a file in xz.
type xzBlock struct {
	pieces []byte // compressed with LZMA2
	window int    // how much of what was unpacked must be kept
	kind   byte   // of the checksum
	sum    []byte // the checksum of what is unpacked, in the order of bytes of the file
}

// openXZ walks over a file in xz: a stream header of 12 bytes and a block, which is
//
//	u8 size of this header / 4 - 1, u8 flags, [sizes,] filter 0x21, 1, u8 window, padding, u32 check
//	pieces: 0 at the end | 1, 2: u16 size-1, bytes | 0x80...: u16, u16 packed size-1, [u8 properties,] bytes
//
// and padded to four bytes, after which the index begins with a zero. Another block would begin with its size. The
// decoder makes room for whatever window the file asks for, so it must be small.
func openXZ(packed []byte) (block xzBlock, ok bool) {
	const streamHeader, filterLZMA2, hasPackedSize, hasSize = 12, 0x21, 0x40, 0x80
	c := cursor{b: packed}
	start := c.take(streamHeader)
	if !bytes.HasPrefix(start, []byte("\xfd7zXZ\x00")) {
		return block, false
	}
	block.kind = start[7] & 15
	header := cursor{b: c.take(uint64(c.u8())*4 + 3)}
	flags := header.u8()
	for _, present := range []byte{hasPackedSize, hasSize} {
		if flags&present != 0 {
			header.uleb()
		}
	}
	if flags&3 != 0 || header.uleb() != filterLZMA2 || header.uleb() != 1 {
		return block, false
	}
	bits := header.u8()
	if header.bad || bits > 40 || uint64(2|bits&1)<<(bits/2+11) > maxMiniDebug {
		return block, false
	}
	block.window, block.pieces = int(2|bits&1)<<(bits/2+11), c.b
	for !c.bad {
		switch control := c.u8(); {
		case control == 0:
			block.pieces = block.pieces[:len(block.pieces)-len(c.b)]
			c.take(uint64(-(len(packed) - len(c.b))) & 3)
			block.sum = c.take(map[byte]uint64{0: 0, 1: 4, 4: 8, 10: sha256.Size}[block.kind])
			return block, !c.bad && len(c.b) > 0 && c.b[0] == 0
		case control < 0x80:
			c.take(bigEndian16(c.take(2)) + 1)
		default:
			c.take(2)
			size := bigEndian16(c.take(2)) + 1
			if control >= 0xc0 {
				size++
			}
			c.take(size)
		}
	}
	return block, false
}

// matches reports whether the checksum is that of data. Of a kind that xz does not have, nothing is known.
func (b xzBlock) matches(data []byte) bool {
	switch b.kind {
	case 1:
		return le.Uint32(b.sum) == crc32.ChecksumIEEE(data)
	case 4:
		return le.Uint64(b.sum) == crc64.Checksum(data, crc64.MakeTable(crc64.ECMA))
	case 10:
		sum := sha256.Sum256(data)
		return bytes.Equal(b.sum, sum[:])
	}
	return b.kind == 0
}

func bigEndian16(b []byte) uint64 {
	if len(b) < 2 {
		return 0
	}
	return uint64(b[0])<<8 | uint64(b[1])
}
