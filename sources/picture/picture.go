// Package picture reads the flame graphs that fold draws, from the data in them.
package picture

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"

	"fold/collapse"
	"fold/collapse/packed"
	"fold/sources/input"
)

// Format is a flame graph of fold svg. It holds all of its frames as packed columns in a metadata element:
//
//	<svg xmlns="http://www.w3.org/2000/svg" … class="fold-fg fold-hot" …>
//	…
//	<metadata class="d"><d>JMhbCsIwFIRh3cr…</d><d>…</d></metadata>
//
// Inflated, there are a header in JSON, the names, the looks of each name, and columns of the tree in pre-order: by how
// much a frame stands above the one before, its name, and its self weight. A picture of changes has a further column:
// what the self weight is more or less in the other profile.
var Format = input.Format{
	Name: "picture", Title: "flame graphs of fold svg, with all of their data",
	Sniff:  sniff,
	Stream: read,
}

func sniff(h *input.Head) bool {
	return h.HasPrefix("<svg") && h.Contains(` class="fold-fg`)
}

// header is what the data says of itself. The rest of it is about looks.
type header struct {
	Version int     `json:"v"`
	Frames  int     `json:"frames"`
	Names   int     `json:"names"`
	Scale   int     `json:"scale"`
	Noun    string  `json:"noun"`
	Unit    string  `json:"unit"` // nanoseconds or bytes; empty: Noun is counted
	Per     float64 `json:"per"`  // how many of these one of weight is
	Left    int     `json:"left"` // frames that --prune-data left out
	Diff    *struct {
		Shown string `json:"shown"` // the profile of the column of selfs: before or after
	} `json:"diff"`
}

func read(s *input.Stream, b *collapse.Builder) error {
	data, err := find(s)
	if err != nil {
		return err
	}
	in := packed.NewReader(data)
	var h header
	if err := json.Unmarshal(in.Text(), &h); err != nil || h.Version != 1 || h.Frames < 1 || h.Names < 0 || h.Scale < 0 || h.Scale > 18 {
		return errDamaged(in.Err())
	}
	names := in.Texts(h.Names)
	frames := make([]collapse.FrameID, len(names))
	for i, name := range names {
		frame := collapse.Frame{Name: name}
		if in.Number()&1 != 0 {
			frame.Kind = collapse.KindThread
		}
		frames[i] = b.Frame(frame)
	}
	if in.Err() != nil {
		return errDamaged(in.Err())
	}
	if h.Left > 0 {
		s.Count(int64(h.Left), input.Note{Noun: "frame", Text: "without names: the picture was made with --prune-data"})
	}
	t := tree{in: in, header: h, frames: frames, b: b}
	if err := t.read(s); err != nil {
		return err
	}
	if err := in.End(); err != nil {
		return errDamaged(err)
	}
	return nil
}

// errDamaged is the error about data that fold cannot have written, or that is cut.
func errDamaged(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return input.Errorf("the picture's data ends too early: the file is cut short, copy it again")
	}
	return input.Errorf("the picture's data is damaged: draw it again")
}

// tree reads the columns of the tree.
type tree struct {
	header
	in     *packed.Reader
	frames []collapse.FrameID // of the names
	b      *collapse.Builder
	nodes  input.Column[int32] // in the order of the data
}

func (t *tree) read(s *input.Stream) error {
	var ups input.Series
	for range t.Frames - 1 {
		if ups.Append(int64(t.in.Number())); t.in.Err() != nil {
			return errDamaged(t.in.Err())
		}
	}
	if err := t.readNodes(ups.All()); err != nil {
		return err
	}
	return t.readWeights(t.columns(s))
}

// readNodes reads the names and builds the tree.
func (t *tree) readNodes(ups input.SeriesReader) error {
	path := []collapse.NodeID{collapse.Root}
	t.nodes.Append(int32(collapse.Root))
	for range t.Frames - 1 {
		up, _ := ups.Next()
		name := t.in.Number()
		if t.in.Err() != nil || name >= uint64(len(t.frames)) || up < 0 || up >= int64(len(path)) {
			return errDamaged(t.in.Err())
		}
		path = path[:len(path)-int(up)]
		if len(path) > input.MaxDepth {
			return input.Errorf("a stack of over %d frames", input.MaxDepth)
		}
		node := t.b.Call(path[len(path)-1], t.frames[name])
		path = append(path, node)
		t.nodes.Append(int32(node))
	}
	return nil
}

// columns returns the columns of the self weights, and of the other profile, or -1.
func (t *tree) columns(s *input.Stream) (shown, other int) {
	m := collapse.Metric{Name: t.Noun, Unit: t.unit(), Scale: t.Scale}
	if t.Diff == nil {
		return s.Metric(t.b, m), -1
	}
	before, after := m, m
	before.Name, before.Side = "before", collapse.Before
	after.Name, after.Side = "after", collapse.After
	first, second := s.Metric(t.b, before), s.Metric(t.b, after)
	t.b.SetDefault(second)
	if t.Diff.Shown == "before" {
		return first, second
	}
	return second, first
}

// unit returns the unit that weights are in.
func (t *tree) unit() string {
	units := map[string]map[float64]string{
		"nanoseconds": {1: "nanoseconds", 1e3: "microseconds", 1e6: "milliseconds", 1e9: "seconds"},
		"bytes":       {1: "bytes", 1 << 10: "kilobytes", 1 << 20: "megabytes"},
	}
	if t.Unit == "" {
		return "count"
	}
	return units[t.Unit][t.Per]
}

// readWeights reads the self weights, and what they are more or less in the other profile.
func (t *tree) readWeights(shown, other int) error {
	var selfs input.Series
	for i := range t.Frames {
		self := t.in.Number()
		if t.in.Err() != nil || self > math.MaxInt64 {
			return errDamaged(t.in.Err())
		}
		if i == 0 && self > 0 { // the picture is wider than its stacks: --total
			t.nodes.Set(0, int32(t.b.Call(collapse.Root, t.b.Frame(collapse.Frame{Name: "(no stack)"}))))
		}
		t.b.Add(collapse.NodeID(t.nodes.At(i)), shown, int64(self))
		if other >= 0 {
			selfs.Append(int64(self))
		}
	}
	all := selfs.All()
	for i := range selfs.Len() {
		self, _ := all.Next()
		weight := self + t.in.Signed()
		if t.in.Err() != nil || weight < 0 {
			return errDamaged(t.in.Err())
		}
		t.b.Add(collapse.NodeID(t.nodes.At(i)), other, weight)
	}
	return nil
}

// find returns the packed data of a picture.
func find(s *input.Stream) (io.Reader, error) {
	for {
		line, ok := s.Next()
		if !ok {
			return nil, input.Errorf("this picture has no data in it, as fold svg --no-data draws it: read what it was drawn from")
		}
		if text, found := bytes.CutPrefix(line, []byte(`<metadata class="d">`)); found {
			return newChunks(text), nil
		}
	}
}
