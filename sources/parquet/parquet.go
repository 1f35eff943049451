// Package parquet reads the answers of engines that are written as Parquet files, see
// https://github.com/apache/parquet-format: a column of stacks, and one or two of weights. And it writes the files that
// engines are asked about, with [Writer].
//
// Both are our own. A library trusts what a file says of its sizes: a page of a few bytes can claim to unpack to gigabytes.
// Here memory is bounded by what is there: no page is larger than 256 MB, and no list longer than the bytes that it is read
// from. It reads what engines write unless they are told otherwise: values one behind the other or in dictionaries, packed
// with snappy, gzip or zstd. What is written is of the same kind; what a library would weigh is in docs/architecture.md.
package parquet

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/input"
)

// Format is an answer of an engine as a Parquet file: a list of texts, root first, or a text with ";" between frames, and
// one weight, or two, which are before and after:
//
//	COPY (SELECT stack, sum(weight) AS weight FROM …) TO 'week.parquet'
var Format = input.Format{
	Name: "parquet", Title: "answers of engines as Parquet: a column of stacks, and one or two of weights",
	Sniff:  func(h *input.Head) bool { return h.HasPrefix(magic) },
	ReadAt: read,
}

const (
	magic      = "PAR1"
	mostFooter = 64 << 20
)

// The fields of the footer, and of a group of rows.
const (
	footerSchema, footerRows, footerGroups = 2, 3, 4
	groupColumns, groupRows                = 1, 3
)

func read(f *input.File, b *collapse.Builder) error {
	footer, err := readFooter(f)
	if err != nil {
		return err
	}
	all, err := leaves(footer[footerSchema].list)
	if err != nil {
		return err
	}
	r := &reader{f: f, b: b, left: valuesFor(f.Size)}
	if r.chosen, err = choose(all); err != nil {
		return err
	}
	b.SetModules(true)
	if len(r.weights) == 2 {
		r.metrics[0] = f.Metric(b, collapse.Metric{Name: "before", Unit: "count", Side: collapse.Before})
		r.metrics[1] = f.Metric(b, collapse.Metric{Name: "after", Unit: "count", Side: collapse.After})
		b.SetDefault(r.metrics[1])
	} else {
		r.metrics[0] = f.Metric(b, collapse.Metric{Name: "samples", Unit: "count"})
	}
	for _, group := range footer[footerGroups].list {
		if err := r.group(all, group.fields[groupColumns].list); err != nil {
			return err
		}
	}
	return nil
}

// valuesFor bounds how many values a file of the given size may hold: a run of one value takes a few bytes, however long
// it is.
func valuesFor(size int64) int64 { return 1<<24 + 64*size }

// readFooter reads what stands at the end of the file: the schema, and where the columns lie.
func readFooter(f *input.File) (fields, error) {
	tail := make([]byte, 8)
	if f.Size < int64(len(magic)+len(tail)) {
		return nil, io.ErrUnexpectedEOF
	}
	if _, err := f.ReadAt(tail, f.Size-8); err != nil || string(tail[4:]) != magic {
		return nil, io.ErrUnexpectedEOF
	}
	length := int64(little32(tail))
	if length > mostFooter || length > f.Size-12 {
		return nil, errDamaged
	}
	t := thrift{data: make([]byte, length)}
	if _, err := f.ReadAt(t.data, f.Size-8-length); err != nil && !errors.Is(err, io.EOF) {
		return nil, io.ErrUnexpectedEOF
	}
	return t.structure(0)
}

// reader reads the rows of a file.
type reader struct {
	f *input.File
	b *collapse.Builder
	chosen
	metrics [2]int
	left    int64 // how many values may still be read

	symbols []collapse.Symbol
}

// group reads the rows of a group.
func (r *reader) group(all []leaf, chunks []value) error {
	open := func(i int) (*column, error) {
		if i >= len(chunks) {
			return nil, errDamaged
		}
		c, err := newChunk(all[i], chunks[i].fields, r.f, r.f.Size)
		return &column{chunk: c, budget: &r.left}, err
	}
	stacks, err := open(r.stack)
	if err != nil {
		return err
	}
	var weights []*column
	for _, i := range r.weights {
		w, err := open(i)
		if err != nil {
			return err
		}
		weights = append(weights, w)
	}
	for {
		more, err := r.row(stacks, weights)
		if err != nil || !more {
			return err
		}
	}
}

// row reads a row: a stack and its weights.
func (r *reader) row(stacks *column, weights []*column) (more bool, err error) {
	r.symbols = r.symbols[:0]
	more, err = stacks.row(r.frames)
	if err != nil {
		return false, err
	}
	if len(r.symbols) > input.MaxDepth {
		return false, input.Errorf("a stack of over %d frames: are these stacks?", input.MaxDepth)
	}
	node := collapse.Root
	if more {
		if len(r.symbols) == 0 {
			r.symbols = append(r.symbols, r.b.Intern([]byte("[unknown]"), frame))
		}
		node = r.b.CallSymbols(node, r.symbols)
	}
	for i, w := range weights {
		var weight cell
		has, err := w.row(func(v cell) { weight = v })
		switch {
		case err != nil:
			return false, err
		case has != more:
			return false, errDamaged
		case has && !weight.missing:
			r.add(node, r.metrics[i], weight, w.leaf)
		}
	}
	return more, nil
}

// frames takes a value of the column of stacks: a frame of a list, or a whole stack.
func (r *reader) frames(v cell) {
	switch {
	case v.missing, !r.isList && len(v.text) == 0:
	case len(r.symbols) > input.MaxDepth: // which is an error
	case r.isList:
		r.symbols = append(r.symbols, r.b.Intern(v.text, frame))
	default:
		for name := range bytes.SplitSeq(v.text, []byte{';'}) {
			r.symbols = append(r.symbols, r.b.Intern(name, frame))
		}
	}
}

func frame(text []byte) []collapse.Frame { return []collapse.Frame{collapse.TextFrame(text)} }

// add adds a weight to a stack.
func (r *reader) add(node collapse.NodeID, metric int, weight cell, l leaf) {
	isReal := l.kind == kindFloat || l.kind == kindDouble
	switch {
	case weight.large || isReal && !(math.Abs(weight.real) < 1<<63): // neither is true of NaN
		r.f.Count(1, input.Note{Noun: "weight", Text: "left out: no number of 64 bits"})
		return
	case !isReal:
		r.b.AddDecimal(node, metric, weight.number, l.digits)
		return
	}
	const digits = 9
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(weight.real, 'f', digits, 64), ".")
	fraction = strings.TrimRight(fraction, "0")
	if number, err := strconv.ParseInt(whole+fraction, 10, 64); err == nil {
		r.b.AddDecimal(node, metric, number, len(fraction))
		return
	}
	number, _ := strconv.ParseInt(whole, 10, 64)
	r.f.Count(1, input.Note{Noun: "weight", Text: "rounded: too large for their digits after the point"})
	r.b.AddDecimal(node, metric, number, 0)
}
