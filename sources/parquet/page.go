package parquet

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
)

// chunk is where the pages of a column lie, those of one group of rows.
type chunk struct {
	leaf
	in      io.ReaderAt
	at, end int64
	codec   int64
}

// The fields of a column's chunk, of its metadata, and the codecs that are read.
const (
	chunkFile, chunkMeta = 1, 3

	metaCodec, metaCompressed, metaData, metaDictionary = 4, 7, 9, 11

	codecNone, codecSnappy, codecGzip, codecZstd = 0, 1, 2, 6
)

var codecs = []string{"nothing", "snappy", "gzip", "lzo", "brotli", "lz4", "zstd", "lz4"}

// newChunk reads where a column lies. Its pages must be in the file.
func newChunk(l leaf, column fields, in io.ReaderAt, size int64) (*chunk, error) {
	meta := column[chunkMeta].fields
	c := &chunk{leaf: l, in: in, at: meta[metaData].number, codec: meta[metaCodec].number}
	if dictionary := meta[metaDictionary].number; dictionary > 0 && dictionary < c.at {
		c.at = dictionary
	}
	length := meta[metaCompressed].number
	c.end = c.at + length
	switch {
	case len(column[chunkFile].text) > 0:
		return nil, l.errorf("it stands in a file of its own, %q", column[chunkFile].text)
	case c.at < 0 || length < 0 || c.end > size || c.end < c.at:
		return nil, errDamaged
	case c.codec != codecNone && c.codec != codecSnappy && c.codec != codecGzip && c.codec != codecZstd:
		name := "an unknown codec"
		if c.codec > 0 && c.codec < int64(len(codecs)) {
			name = codecs[c.codec]
		}
		return nil, l.errorf("packed with %s: have it written with zstd, snappy or gzip", name)
	}
	return c, nil
}

// page is one piece of a column: its values, packed, and of a list or of what may be missing the levels that say where.
type page struct {
	dictionary bool
	values     int64
	encoding   int64
	data       []byte // unpacked, behind the levels
	repeated   []byte // levels, see hybrid
	defined    []byte
}

// The fields of a page's header, and the kinds of pages.
const (
	pageKind, pageUnpacked, pagePacked, pageV1, pageDictionary, pageV2 = 1, 2, 3, 5, 7, 8

	kindV1, kindDictionary, kindV2 = 0, 2, 3

	headerValues                                                = 1
	headerEncoding                                              = 2 // of the first kind of pages, and of dictionaries
	headerV2Encoding, headerV2Defined, headerV2Repeated, v2Pack = 4, 5, 6, 7
)

// A page may be so large; DuckDB makes them up to 100 MB. A header may hold the least and the largest value.
const (
	mostPage   = 256 << 20
	mostHeader = 1 << 20
)

// next reads the next page; nil after the last one.
func (c *chunk) next() (*page, error) {
	for c.at < c.end {
		header, err := c.header()
		if err != nil {
			return nil, err
		}
		packed, unpacked := header[pagePacked].number, header[pageUnpacked].number
		if packed < 0 || packed > c.end-c.at || packed > mostPage || unpacked < 0 || unpacked > mostPage {
			return nil, errDamaged
		}
		data := make([]byte, packed)
		if _, err := c.in.ReadAt(data, c.at); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		c.at += packed
		switch header[pageKind].number {
		case kindV1:
			return c.first(header[pageV1].fields, data, unpacked)
		case kindDictionary:
			return c.dictionary(header[pageDictionary].fields, data, unpacked)
		case kindV2:
			return c.second(header[pageV2].fields, data, unpacked)
		}
	}
	return nil, nil
}

// header reads what stands before a page. How long it is, it does not say.
func (c *chunk) header() (fields, error) {
	for size := int64(1 << 10); ; size *= 16 {
		size = min(size, c.end-c.at)
		data := make([]byte, size)
		if _, err := c.in.ReadAt(data, c.at); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		t := thrift{data: data}
		header, err := t.structure(0)
		if err != nil && size < min(mostHeader, c.end-c.at) {
			continue
		}
		c.at += int64(t.at)
		return header, err
	}
}

func (c *chunk) dictionary(header fields, data []byte, unpacked int64) (*page, error) {
	data, err := c.unpack(data, unpacked)
	return &page{dictionary: true, values: header[headerValues].number, encoding: header[headerEncoding].number, data: data}, err
}

// first reads a page of the first kind, in which everything is packed, and levels stand behind their lengths.
func (c *chunk) first(header fields, data []byte, unpacked int64) (*page, error) {
	data, err := c.unpack(data, unpacked)
	if err != nil {
		return nil, err
	}
	p := &page{values: header[headerValues].number, encoding: header[headerEncoding].number}
	for _, levels := range []struct {
		most int
		to   *[]byte
	}{{c.repeated, &p.repeated}, {c.defined, &p.defined}} {
		if levels.most == 0 {
			continue
		}
		if len(data) < 4 {
			return nil, errDamaged
		}
		length := uint64(little32(data))
		if data = data[4:]; length > uint64(len(data)) {
			return nil, errDamaged
		}
		*levels.to, data = data[:length], data[length:]
	}
	p.data = data
	return p, nil
}

// second reads a page of the second kind, in which levels are not packed.
func (c *chunk) second(header fields, data []byte, unpacked int64) (*page, error) {
	repeated, defined := header[headerV2Repeated].number, header[headerV2Defined].number
	size := int64(len(data))
	if repeated < 0 || defined < 0 || repeated > size || defined > size-repeated || unpacked < repeated+defined {
		return nil, errDamaged
	}
	p := &page{values: header[headerValues].number, encoding: header[headerV2Encoding].number}
	p.repeated, p.defined, p.data = data[:repeated], data[repeated:repeated+defined], data[repeated+defined:]
	if packs, said := header[v2Pack]; said && packs.number == 0 {
		return p, nil
	}
	var err error
	p.data, err = c.unpack(p.data, unpacked-repeated-defined)
	return p, err
}

// unpack returns data unpacked, which must come to so many bytes.
func (c *chunk) unpack(data []byte, size int64) ([]byte, error) {
	var r io.Reader
	switch c.codec {
	case codecNone:
		return data, nil
	case codecSnappy:
		if length, err := snappy.DecodedLen(data); err != nil || int64(length) != size {
			return nil, errDamaged
		}
		unpacked, err := snappy.Decode(nil, data)
		if err != nil {
			return nil, errDamaged
		}
		return unpacked, nil
	case codecGzip:
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, errDamaged
		}
		r = z
	default:
		z, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(mostPage))
		if err != nil {
			return nil, errDamaged
		}
		defer z.Close()
		r = z
	}
	unpacked, err := io.ReadAll(io.LimitReader(r, size+1))
	if err != nil || int64(len(unpacked)) != size {
		return nil, errDamaged
	}
	return unpacked, nil
}
