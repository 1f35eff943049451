package symbolize

import (
	"bytes"
	"errors"
	"io"

	"github.com/ulikunitz/xz"
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

var errXZ = errors.New("not one block of xz that needs little memory")

// unpackXZ decompresses a file in xz. The decoder makes room for whatever window the file asks for, so the
// file may have one block only, and its window is looked at first.
func unpackXZ(packed []byte) ([]byte, error) {
	if !isModestXZ(packed) {
		return nil, errXZ
	}
	r, err := xz.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, maxMiniDebug))
}

// isModestXZ walks over a file in xz: a stream header of 12 bytes and a block, which is
//
//	u8 size of this header / 4 - 1, u8 flags, [sizes,] filter 0x21, 1, u8 window, padding, u32 check
//	pieces: 0 at the end | 1, 2: u16 size-1, bytes | 0x80...: u16, u16 packed size-1, [u8 properties,] bytes
//
// and padded to four bytes, after which the index begins with a zero. Another block would begin with its size.
func isModestXZ(packed []byte) bool {
	const streamHeader, filterLZMA2, hasPackedSize, hasSize = 12, 0x21, 0x40, 0x80
	c := cursor{b: packed}
	c.take(streamHeader)
	header := cursor{b: c.take(uint64(c.u8())*4 + 3)}
	flags := header.u8()
	for _, present := range []byte{hasPackedSize, hasSize} {
		if flags&present != 0 {
			header.uleb()
		}
	}
	if flags&3 != 0 || header.uleb() != filterLZMA2 || header.uleb() != 1 {
		return false
	}
	window := header.u8()
	if header.bad || window > 40 || uint64(2|window&1)<<(window/2+11) > maxMiniDebug {
		return false
	}
	for !c.bad {
		switch control := c.u8(); {
		case control == 0:
			check := map[byte]uint64{0: 0, 1: 4, 4: 8, 10: 32}[packed[7]&15]
			c.take(uint64(-(len(packed)-len(c.b)))&3 + check)
			return !c.bad && len(c.b) > 0 && c.b[0] == 0
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
	return false
}

func bigEndian16(b []byte) uint64 {
	if len(b) < 2 {
		return 0
	}
	return uint64(b[0])<<8 | uint64(b[1])
}
