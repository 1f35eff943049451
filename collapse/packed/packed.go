package packed

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"
)

// FrontCode splits each text into what it has in common with the one before, counted in UTF-16 code units
// as scripts do, and the rest.
//
//	"json.Decode", "json.Encode"   0 5, "json.Decode\nEncode"
func FrontCode(texts []string) (prefixes, suffixes []byte) {
	before := ""
	for i, text := range texts {
		size, units := common(before, text)
		prefixes = binary.AppendUvarint(prefixes, uint64(units))
		if i > 0 {
			suffixes = append(suffixes, '\n')
		}
		suffixes = append(suffixes, text[size:]...)
		before = text
	}
	return prefixes, suffixes
}

// common returns the size of the longest start of whole characters that two texts share, in bytes and in
// UTF-16 code units.
func common(a, b string) (size, units int) {
	for i, r := range a {
		width := utf8.RuneLen(r)
		if !strings.HasPrefix(b[i:], a[i:i+width]) {
			break
		}
		size += width
		units++
		if r >= 0x10000 {
			units++
		}
	}
	return size, units
}

// Sized puts the size of data in front of it.
func Sized(data []byte) []byte {
	return append(binary.AppendUvarint(nil, uint64(len(data))), data...)
}

// smallColumn is the size in bytes up to which the slowest compression is fast enough.
const smallColumn = 1 << 16

// Deflate compresses the parts of the data layer into one stream. Each begins with new statistics,
// which makes small files a tenth smaller: what is frequent in names is not in weights.
func Deflate(columns ...[]byte) []byte {
	var out bytes.Buffer
	size := 0
	for _, column := range columns {
		size += len(column)
	}
	out.Grow(size / 2)                     // for all columns but of the smallest pictures, and room that is not used costs nothing
	writers := make(map[int]*flate.Writer) // by level
	for i, column := range columns {
		level := 9
		if len(column) > smallColumn {
			level = 6
		}
		w := writers[level]
		if w == nil {
			var err error
			if w, err = flate.NewWriter(&out, level); err != nil {
				panic(err) // both levels exist
			}
			writers[level] = w
		}
		w.Reset(&out)
		w.Write(column) // a buffer takes all
		if i < len(columns)-1 {
			w.Flush()
		} else {
			w.Close()
		}
	}
	return out.Bytes()
}
