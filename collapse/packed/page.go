package packed

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/flate"

	"fold/collapse"
)

// pageHeader is the part of the header of a report's data that says what the weights are.
type pageHeader struct {
	Version int          `json:"v"`
	Frames  int          `json:"frames"`
	Names   int          `json:"names"`
	Files   int          `json:"files"`
	Modules int          `json:"modules"`
	Prefix  bool         `json:"prefixed"` // names begin with their module
	Metrics []pageMetric `json:"metrics"`
	Show    int          `json:"show"`
	Sides   int          `json:"sides"` // 2: each metric has a column before and one after
}

type pageMetric struct {
	Name  string  `json:"name"`
	Event string  `json:"event"`
	Unit  string  `json:"unit"`
	Per   float64 `json:"per"`
	Scale int     `json:"scale"`
	Step  int64   `json:"step"`
	Of    *int    `json:"of"` // there is no column: weights are those of this metric, times …
	Times float64 `json:"times"`

	Moments *pageMoments `json:"moments"`
}

// pageMoments says what of a metric was added when.
type pageMoments struct {
	Number int  `json:"n"`
	Like   *int `json:"like"` // there are no columns of frames and times
}

// pageTag is what the data of a report stands in.
const pageTag = `<script type="application/x-fold">`

// ReadPage reads the profile back from an HTML report of fold, with all of its columns, as docs/report.md describes its
// data. Of a comparison it reads one metric, before and after; left is how many others it has.
func ReadPage(r io.Reader) (p *collapse.Profile, left int, err error) {
	in := bufio.NewReader(r)
	if err := skipTo(in, pageTag); err != nil {
		return nil, 0, err
	}
	base := base64.NewDecoder(base64.StdEncoding, &chunks{in: in, goesOn: func(tag string) bool {
		return tag == "/script>" || "<"+tag == pageTag
	}})
	data := &layer{in: bufio.NewReader(flate.NewReader(base))}
	p, left = data.page()
	data.end(base)
	return p, left, data.err
}

// page reads all of a report's data, and counts the metrics that a profile has no room for.
func (l *layer) page() (p *collapse.Profile, left int) {
	var h pageHeader
	if text := l.text(); l.err == nil {
		l.fail(json.Unmarshal(text, &h))
	}
	switch {
	case l.err != nil:
		return nil, 0
	case h.Version != 2:
		l.fail(fmt.Errorf("the data of the report has layout %d: a newer fold reads it", h.Version))
	case h.Frames < 1 || h.Frames > mostFrames || h.Names < 0 || h.Names > mostFrames || h.Files > h.Names || h.Modules > h.Names || !h.valid():
		l.fail(errors.New("the data of the report contradicts itself"))
	}
	if l.err != nil {
		return nil, 0
	}
	b := collapse.NewBuilder()
	frames := l.pageFrames(b, &h)
	up := l.column(h.Frames-1, uint64(h.Frames))
	name := l.column(h.Frames-1, uint64(h.Names))
	l.column(h.Frames-1, math.MaxUint32) // what kind of work a frame does, where its name does not tell
	if l.err != nil {
		return nil, 0
	}
	nodes := l.nodes(b, up, name, frames)
	l.pageWeights(b, &h, nodes)
	l.skipMoments(&h)
	if l.err != nil {
		return nil, 0
	}
	if h.Sides == 2 {
		left = len(h.Metrics) - 1
	}
	return b.Profile(), left
}

// valid reports whether the metrics can be what a report says of them.
func (h *pageHeader) valid() bool {
	for i, m := range h.Metrics {
		if m.Scale < 0 || m.Scale > 18 || m.Step < 0 || m.Of != nil && (*m.Of < 0 || *m.Of >= i || m.Times < 1 || h.Sides == 2) {
			return false
		}
	}
	return len(h.Metrics) > 0 && h.Show >= 0 && h.Show < len(h.Metrics) && (h.Sides == 1 || h.Sides == 2)
}

// pageFrames reads the names, and what is known of each.
func (l *layer) pageFrames(b *collapse.Builder, h *pageHeader) []collapse.FrameID {
	names, files, modules := l.names(h.Names), l.names(h.Files), l.names(h.Modules)
	looks := l.column(h.Names, math.MaxUint32)
	fileOf := l.column(h.Names, uint64(h.Files))
	lines := l.column(h.Names, math.MaxInt32)
	moduleOf := l.column(h.Names, uint64(h.Modules))
	if l.err != nil {
		return nil
	}
	var frames []collapse.FrameID
	for i, name := range names {
		frame := collapse.Frame{Name: name, File: files[fileOf[i]], Line: int(lines[i])}
		if !h.Prefix {
			frame.Module = modules[moduleOf[i]]
		}
		if looks[i]&1 == 1 {
			frame.Kind = collapse.KindThread
		}
		frames = append(frames, b.Frame(frame))
	}
	return frames
}

// metric returns the column that a metric of a report is.
func (m pageMetric) metric() collapse.Metric {
	c := collapse.Metric{Name: m.Name, Event: m.Event, Unit: "count"}
	if unit, known := units[m.Unit][m.Per]; known {
		c.Unit = unit
	}
	return c
}

// pageWeights reads the columns of weights.
func (l *layer) pageWeights(b *collapse.Builder, h *pageHeader, nodes []collapse.NodeID) {
	if h.Sides == 2 {
		l.pagePair(b, h, nodes)
		return
	}
	stored := make([][]int64, len(h.Metrics))
	for i, m := range h.Metrics {
		column := b.Metric(m.metric())
		if m.Of == nil {
			stored[i] = l.pageColumn(b, m, column, nodes)
			continue
		}
		for n, self := range stored[*m.Of] {
			weight, _ := collapse.MultiplyWeight(self, int64(m.Times))
			b.AddDecimal(nodes[n], column, weight, m.Scale)
		}
	}
	b.SetDefault(h.Show)
}

// pagePair reads the metric of a comparison that it shows first, before and after, and passes over the others.
func (l *layer) pagePair(b *collapse.Builder, h *pageHeader, nodes []collapse.NodeID) {
	for i, m := range h.Metrics {
		if i != h.Show {
			for n := 0; n < 2*len(nodes) && l.err == nil; n++ {
				l.number()
			}
			continue
		}
		before, after := m.metric(), m.metric()
		before.Name, before.Side = "before", collapse.Before
		after.Name, after.Side = "after", collapse.After
		for _, side := range []collapse.Metric{before, after} {
			l.pageColumn(b, m, b.Metric(side), nodes)
		}
	}
}

// skipMoments passes over what was added when: a profile that is read back has no times.
func (l *layer) skipMoments(h *pageHeader) {
	for _, m := range h.Metrics {
		if m.Moments == nil {
			continue
		}
		columns := 3
		if m.Moments.Like != nil {
			columns = 1
		}
		for i := 0; i < columns*m.Moments.Number && l.err == nil; i++ {
			l.number()
		}
	}
}

// pageColumn reads a column of self weights.
func (l *layer) pageColumn(b *collapse.Builder, m pageMetric, column int, nodes []collapse.NodeID) (selfs []int64) {
	for i := 0; i < len(nodes) && l.err == nil; i++ {
		self, _ := collapse.MultiplyWeight(int64(min(l.number(), math.MaxInt64)), max(m.Step, 1))
		b.AddDecimal(nodes[i], column, self, m.Scale)
		selfs = append(selfs, self)
	}
	return selfs
}
