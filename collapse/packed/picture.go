package packed

import (
	"bufio"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"

	"fold/collapse"
)

// ErrNoData says that a picture has no data layer, so that what is drawn is all there is.
var ErrNoData = errors.New("the picture has no data layer: it was drawn with --no-data, or by another program")

// The limits of what ReadPicture believes, so that a small hostile file cannot fill the memory.
const (
	mostFrames = 1 << 26
	mostText   = 1 << 28 // bytes of the header, or of all names
)

// header is the part of the data layer's header that says what the weights are.
type header struct {
	Version int     `json:"v"`
	Frames  int     `json:"frames"`
	Names   int     `json:"names"`
	Scale   int     `json:"scale"`
	Noun    string  `json:"noun"`
	Unit    string  `json:"unit"`
	Per     float64 `json:"per"`
	Left    int     `json:"left"`
	Diff    *struct {
		Shown string `json:"shown"`
	} `json:"diff"`
}

// ReadPicture reads the profile back from a flame graph that fold drew, as docs/flamegraph.md describes its data layer.
// A picture of changes gives two columns. Left is how many frames --prune-data left out: frames called "…" stand for
// them. Frames have the names that the picture shows: modules are part of them, and what sort of code they are is not
// known, except that threads are.
func ReadPicture(r io.Reader) (p *collapse.Profile, left int, err error) {
	in := bufio.NewReader(r)
	if err := skipTo(in, `<metadata class="d">`); err != nil {
		return nil, 0, err
	}
	base := base64.NewDecoder(base64.StdEncoding, &chunks{in: in, goesOn: func(tag string) bool { return tag != "/metadata>" }})
	data := &layer{in: bufio.NewReader(flate.NewReader(base))}
	p, left = data.profile()
	data.end(base)
	if data.err != nil {
		return nil, 0, data.err
	}
	return p, left, nil
}

// skipTo reads until a text has been read.
func skipTo(in *bufio.Reader, text string) error {
	for matched := 0; matched < len(text); {
		c, err := in.ReadByte()
		switch {
		case err == io.EOF:
			return ErrNoData
		case err != nil:
			return err
		case c == text[matched]:
			matched++
		case c == text[0]: // the text has its first letter only once
			matched = 1
		default:
			matched = 0
		}
	}
	return nil
}

// chunks reads what stands between the tags of the data layer:
//
//	<d>7VpNb9s4EL33VxA…</d><d>…</d></metadata>
type chunks struct {
	in     *bufio.Reader
	goesOn func(tag string) bool // whether there may be more after a tag
	done   bool
}

// Read reads text up to the next tag.
func (c *chunks) Read(to []byte) (n int, err error) {
	for n == 0 && !c.done {
		for n < len(to) {
			b, err := c.in.ReadByte()
			if err != nil {
				return n, noEOF(err)
			}
			if b != '<' {
				to[n] = b
				n++
				continue
			}
			tag, err := c.in.ReadString('>')
			if err != nil {
				return n, noEOF(err)
			}
			c.done = !c.goesOn(tag)
			break
		}
	}
	if n == 0 && c.done {
		return 0, io.EOF
	}
	return n, nil
}

// noEOF returns the error that says that a file ends too early.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// layer reads the inflated data layer. After an error all numbers are 0.
type layer struct {
	in  *bufio.Reader
	err error
}

func (l *layer) fail(err error) {
	if l.err == nil && err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the data of the picture is cut short")
		}
		l.err = err
	}
}

func (l *layer) number() uint64 {
	if l.err != nil {
		return 0
	}
	v, err := binary.ReadUvarint(l.in)
	l.fail(err)
	return v
}

// end reads what follows the last number: nothing, up to the end of the element that base decodes.
func (l *layer) end(base io.Reader) {
	if l.err != nil {
		return
	}
	if _, err := l.in.ReadByte(); err == nil {
		l.fail(errors.New("the data of the picture goes on after its last number"))
	} else if err != io.EOF {
		l.fail(err)
	}
	_, err := io.Copy(io.Discard, base)
	l.fail(err)
}

// text reads a size and so many bytes.
func (l *layer) text() []byte {
	size := l.number()
	if size > mostText {
		l.fail(fmt.Errorf("a text of %d bytes in the data of the picture", size))
	}
	if l.err != nil {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(l.in, int64(size)))
	if err == nil && uint64(len(text)) < size {
		err = io.ErrUnexpectedEOF
	}
	l.fail(err)
	return text
}

// column reads numbers that are smaller than a limit.
func (l *layer) column(n int, limit uint64) []uint32 {
	var column []uint32 // it grows with what is there, not with what the header says
	for range n {
		v := l.number()
		if v >= limit {
			l.fail(fmt.Errorf("the number %d in the data of the picture, where all are below %d", v, limit))
		}
		if l.err != nil {
			return nil
		}
		column = append(column, uint32(v))
	}
	return column
}

// profile reads all of the layer.
func (l *layer) profile() (p *collapse.Profile, left int) {
	var h header
	if text := l.text(); l.err == nil {
		l.fail(json.Unmarshal(text, &h))
	}
	switch {
	case l.err != nil:
		return nil, 0
	case h.Version != 1:
		l.fail(fmt.Errorf("the data of the picture has layout %d: a newer fold reads it", h.Version))
	case h.Frames < 1 || h.Frames > mostFrames || h.Names < 0 || h.Names > h.Frames || h.Scale < 0 || h.Scale > 18:
		l.fail(errors.New("the data of the picture contradicts itself"))
	}
	names := l.names(h.Names)
	looks := l.column(h.Names, 1<<32)
	up := l.column(h.Frames-1, uint64(h.Frames))
	name := l.column(h.Frames-1, uint64(h.Names))
	b := collapse.NewBuilder()
	columns := h.columns(b)
	frames := make([]collapse.FrameID, len(names))
	for i, text := range names {
		frame := collapse.Frame{Name: text}
		if l.err == nil && looks[i]&1 == 1 {
			frame.Kind = collapse.KindThread
		}
		frames[i] = b.Frame(frame)
	}
	nodes := l.nodes(b, up, name, frames)
	l.weights(b, &h, columns, nodes)
	if l.err != nil {
		return nil, 0
	}
	return b.Profile(), h.Left
}

// names reads the front-coded names.
func (l *layer) names(n int) []string {
	prefixes := l.column(n, mostText)
	suffixes := string(l.text())
	if l.err != nil || n == 0 {
		return nil
	}
	names := make([]string, 0, n)
	before, size := "", 0
	for suffix := range strings.SplitSeq(suffixes, "\n") {
		if len(names) == n {
			break
		}
		start, known := unitsOf(before, prefixes[len(names)])
		if size += start + len(suffix); !known || size > mostText {
			l.fail(errors.New("the names in the data of the picture make no sense"))
			return nil
		}
		before = before[:start] + suffix
		names = append(names, before)
	}
	if len(names) < n {
		l.fail(io.ErrUnexpectedEOF)
	}
	return names
}

// unitsOf returns how many bytes the first UTF-16 code units of a text are, unless it has fewer or they end inside a
// character.
func unitsOf(text string, units uint32) (size int, known bool) {
	for units > 0 && size < len(text) {
		r, width := utf8.DecodeRuneInString(text[size:])
		size += width
		if r >= 0x10000 {
			if units < 2 {
				return 0, false
			}
			units--
		}
		units--
	}
	return size, units == 0
}

// nodes returns the node of each frame, the root's first.
func (l *layer) nodes(b *collapse.Builder, up, name []uint32, frames []collapse.FrameID) []collapse.NodeID {
	nodes := []collapse.NodeID{collapse.Root}
	path := []collapse.NodeID{collapse.Root}
	for i := 0; i < len(up) && l.err == nil; i++ {
		if int(up[i]) >= len(path) {
			l.fail(errors.New("a frame in the data of the picture stands below the root"))
			break
		}
		path = path[:len(path)-int(up[i])]
		n := b.Call(path[len(path)-1], frames[name[i]])
		path, nodes = append(path, n), append(nodes, n)
	}
	return nodes
}

// units are what one unit of weight is called, by the number of bytes or nanoseconds that it is.
var units = map[string]map[float64]string{
	"bytes":       {1: "bytes", 1 << 10: "kilobytes", 1 << 20: "megabytes", 1 << 30: "gigabytes"},
	"nanoseconds": {1: "nanoseconds", 1e3: "microseconds", 1e6: "milliseconds", 1e9: "seconds", 3600e9: "hours"},
}

// columns adds the columns of the profile: one, or those before and after a change.
func (h *header) columns(b *collapse.Builder) []int {
	m := collapse.Metric{Name: h.Noun, Unit: "count"}
	if unit, known := units[h.Unit][h.Per]; known {
		m.Unit = unit
	}
	if m.Name == "" {
		m.Name = "samples"
	}
	if h.Diff == nil {
		return []int{b.Metric(m)}
	}
	before, after := m, m
	before.Name, before.Side = "before", collapse.Before
	after.Name, after.Side = "after", collapse.After
	columns := []int{b.Metric(before), b.Metric(after)}
	if h.Diff.Shown == "after" {
		columns[0], columns[1] = columns[1], columns[0]
	}
	return columns
}

// weights reads the column of selfs, and that of changes if there is one.
func (l *layer) weights(b *collapse.Builder, h *header, columns []int, nodes []collapse.NodeID) {
	var selfs []int64
	for i := 0; i < len(nodes) && l.err == nil; i++ {
		self := int64(min(l.number(), 1<<63-1))
		b.AddDecimal(nodes[i], columns[0], self, h.Scale)
		if h.Diff != nil {
			selfs = append(selfs, self)
		}
	}
	for i := 0; i < len(selfs) && l.err == nil; i++ {
		v := l.number()
		change := int64(v>>1) ^ -int64(v&1) // every second number is negative: 0, -1, 1, -2, …
		other, _ := collapse.AddWeights(selfs[i], change)
		b.AddDecimal(nodes[i], columns[1], other, h.Scale)
	}
}
