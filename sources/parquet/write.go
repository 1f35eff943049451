package parquet

import (
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Type is the type of a column that is written.
type Type int

// The types of columns. Of those that are not marked, each row has one value.
const (
	Int64   Type = iota
	Int8         // as a number of 32 bits, which says that 8 suffice
	Millis       // milliseconds since 1970, optional
	Text         // UTF-8
	Int64s       // a list, which may be empty
	Texts        // a list, which may be empty
	TextMap      // texts by texts, may be empty
)

// Column is a column that is written.
type Column struct {
	Name string
	Type Type
}

// A group of rows is in memory until it is written: some 20 MB. A page of it is what readers unpack at once.
const (
	rowsOfGroup = 1 << 18
	rowsOfPage  = 1 << 14
)

// Writer writes a Parquet file, packed with zstd. Each row is the values of its columns, in any order, and then EndRow.
// Columns are numbered as they were given. The format is described at https://parquet.apache.org/docs/file-format.
type Writer struct {
	to      io.Writer
	pack    *zstd.Encoder
	columns []Column
	leaves  []*columnWriter // of all columns, two of a map
	firsts  []int           // the first leaf of each column
	begun   bool            // a row

	at      int64 // bytes written
	inGroup int   // rows of the current group
	most    int   // of these
	groups  []groupMeta
	page    []byte
	err     error // the first of writing
}

// NewWriter returns a writer of a file with these columns.
func NewWriter(to io.Writer, columns ...Column) *Writer {
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	w := &Writer{to: to, pack: pack, columns: columns, most: rowsOfGroup, err: err}
	for _, c := range columns {
		w.firsts = append(w.firsts, len(w.leaves))
		for _, l := range c.leaves() {
			w.leaves = append(w.leaves, newColumnWriter(l))
		}
	}
	w.write([]byte(magic))
	return w
}

// leaf returns a leaf of a column, and begins a row if none is.
func (w *Writer) leaf(column, number int) *columnWriter {
	w.begin()
	return w.leaves[w.firsts[column]+number]
}

func (w *Writer) begin() {
	if w.begun {
		return
	}
	w.begun = true
	for _, l := range w.leaves {
		l.begin()
	}
}

// Number gives an Int64, an Int8 or a Millis, or adds to an Int64s.
func (w *Writer) Number(column int, n int64) { w.leaf(column, 0).number(n) }

// Text gives a Text, or adds to a Texts.
func (w *Writer) Text(column int, s string) { w.leaf(column, 0).text(s) }

// Entry adds to a TextMap.
func (w *Writer) Entry(column int, key, value string) {
	w.leaf(column, 0).text(key)
	w.leaf(column, 1).text(value)
}

// EndRow ends a row. Where nothing was given, a Millis is missing, lists and maps are empty, and others 0 or "".
func (w *Writer) EndRow() error {
	w.begin()
	for _, l := range w.leaves {
		l.finish()
	}
	w.begun = false
	if w.inGroup++; w.inGroup == w.most {
		w.flush()
	}
	return w.err
}

// Close writes what is left, and the end of the file.
func (w *Writer) Close() error {
	w.flush()
	start := w.at
	w.write(w.footer())
	w.write(append(binary.LittleEndian.AppendUint32(nil, uint32(w.at-start)), magic...))
	return w.err
}

// flush writes a group of rows: the pages of one column after the other.
func (w *Writer) flush() {
	if w.inGroup == 0 || w.err != nil {
		return
	}
	group := groupMeta{rows: int64(w.inGroup)}
	for _, l := range w.leaves {
		group.columns = append(group.columns, w.writeColumn(l))
		l.clear()
	}
	w.groups = append(w.groups, group)
	w.inGroup = 0
}

func (w *Writer) writeColumn(c *columnWriter) columnMeta {
	meta := columnMeta{dictionary: -1, values: int64(c.entries()), missing: int64(c.entries() - len(c.numbers)), start: w.at}
	meta.least, meta.largest, meta.bounded = c.bounds()
	hasDictionary, encoding := c.hasDictionary(), int64(encodingPlain)
	if hasDictionary {
		encoding = encodingRLEDictionary
		meta.dictionary = w.at
		w.writePage(&meta, c.appendDictionary(w.page[:0]), kindDictionary, c.different(), encodingPlain)
	}
	meta.data = w.at
	for i, from := range c.pages {
		to := c.end()
		if i+1 < len(c.pages) {
			to = c.pages[i+1]
		}
		w.writePage(&meta, c.appendPage(w.page[:0], from, to, hasDictionary), kindV1, to.entry-from.entry, encoding)
	}
	meta.packed = w.at - meta.start
	return meta
}

// writePage packs a page and writes it behind its header.
func (w *Writer) writePage(meta *columnMeta, page []byte, kind int64, values int, encoding int64) {
	w.page = page
	packed := w.pack.EncodeAll(page, nil)
	header := pageHeader(kind, len(page), len(packed), values, encoding)
	meta.unpacked += int64(len(header) + len(page))
	w.write(header)
	w.write(packed)
}

func (w *Writer) write(data []byte) {
	if w.err == nil {
		_, w.err = w.to.Write(data)
	}
	w.at += int64(len(data))
}
