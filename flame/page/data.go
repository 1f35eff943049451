package page

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"slices"

	"fold/collapse"
	"fold/collapse/category"
	"fold/collapse/packed"
	"fold/flame/text"
)

// dataVersion is the version of the data layer's layout. Version 1 is that of pictures.
const dataVersion = 2

// header says what the data layer holds.
type header struct {
	Version  int       `json:"v"`
	Frames   int       `json:"frames"`
	Names    int       `json:"names"`
	Files    int       `json:"files"`
	Modules  int       `json:"modules"`
	Prefixed bool      `json:"prefixed,omitempty"` // names begin with their module: "libc`malloc"
	Title    string    `json:"title"`
	Metrics  []metric  `json:"metrics"`
	Show     int       `json:"show"`  // the metric that is shown first
	Sides    int       `json:"sides"` // 2: each metric has a column before and one after
	Cats     []string  `json:"cats"`
	Findings []finding `json:"findings,omitempty"`
	Note     string    `json:"note,omitempty"`
	Input    []string  `json:"input,omitempty"`
	Flags    []string  `json:"flags,omitempty"` // the filters before the page\'s own
	Source   string    `json:"sourceURL,omitempty"`
	Live     bool      `json:"live,omitempty"`
	Again    bool      `json:"again,omitempty"`

	Recordings []Recording `json:"recordings,omitempty"`
	Recording  *Recording  `json:"recording,omitempty"`
}

// metric describes one column of weights, or a pair of them.
type metric struct {
	Name  string  `json:"name"`            // as --metric takes it
	Event string  `json:"event,omitempty"` // as --event takes it
	Unit  string  `json:"unit,omitempty"`  // bytes or nanoseconds
	Per   float64 `json:"per,omitempty"`   // of these units, what a weight of 1 is
	Noun  string  `json:"noun,omitempty"`  // what is counted, where there is no unit
	Scale int     `json:"scale,omitempty"` // decimal digits
	Step  int64   `json:"step,omitempty"`  // the weights in the column are so much smaller
	Of    *int    `json:"of,omitempty"`    // there is no column: weights are those of another metric …
	Times float64 `json:"times,omitempty"` // … times this

	Absolute bool `json:"absolute,omitempty"` // of a pair: weights count, not their shares of all

	Whole   int64    `json:"whole,omitempty"`   // what all weighed before filters, where that is more
	Beyond  *beyond  `json:"beyond,omitempty"`  // whose changes are more than noise; nil: it is not known of which
	Noise   string   `json:"noise,omitempty"`   // what noise that is: "noise of sampling"
	Basis   string   `json:"basis,omitempty"`   // what the tests rest on: "3 and 7 samples"
	Caveat  string   `json:"caveat,omitempty"`  // what they cannot tell, as a sentence
	Moments *moments `json:"moments,omitempty"` // what was added when; nil: not known
}

// beyond are the names of functions whose change of self, and of total, is more than noise.
type beyond struct {
	Self  []int `json:"self"`
	Total []int `json:"total"`
}

// finding is what the doctor says.
type finding struct {
	Severity string   `json:"severity"`
	Says     string   `json:"says"`
	Evidence []string `json:"evidence,omitempty"`
	Remedy   []string `json:"remedy,omitempty"`
}

// layout is a profile in the order in which the data layer holds it.
type layout struct {
	p     *collapse.Profile
	texts []string            // of each frame of the profile
	order []collapse.FrameID  // the frames, in the order of their texts
	rank  []uint32            // the place of each frame in order
	nodes []collapse.NodeID   // in pre-order, callees in the order of their texts
	cats  []category.Category // of each node of the profile
}

// dataOf returns the data layer: the header, the names, what is known of each name, and the columns of the tree, which
// docs/report.md describes.
func dataOf(p *collapse.Profile, o Options) []byte {
	l := newLayout(p)
	columns, metrics := l.weights(o)
	if o.Compare == nil {
		added, of := l.moments()
		columns = append(columns, added...)
		for i := range metrics {
			metrics[i].Moments = of[i]
		}
	}
	files, fileOf := l.index(func(f collapse.Frame) string { return text.Clean(f.File) })
	modules, moduleOf := l.index(func(f collapse.Frame) string { return text.Clean(f.Module) })
	predicted, looks := l.looks()
	h := header{
		Version: dataVersion, Frames: len(l.nodes), Names: len(l.order), Files: len(files), Modules: len(modules),
		Prefixed: l.p.Modules, Title: text.Clean(o.Title), Metrics: metrics, Show: p.Default, Sides: 1,
		Cats: category.Names(), Findings: findingsOf(o), Note: text.Clean(o.Note), Input: o.Input, Flags: o.Flags, Source: o.SourceURL, Live: o.Live, Again: o.Again,
	}
	if len(o.Recordings) > 0 {
		h.Recordings, h.Recording = o.Recordings, &o.Recording
	}
	if o.Compare != nil {
		h.Show, h.Sides = 0, 2
	}
	head, err := json.Marshal(h)
	if err != nil {
		panic(err) // numbers and texts always have a form in JSON
	}
	up, name, exceptions := l.tree(predicted)
	all := [][]byte{packed.Sized(head)}
	for _, list := range [][]string{l.names(), files, modules} {
		prefixes, suffixes := packed.FrontCode(list)
		all = append(all, prefixes, packed.Sized(suffixes))
	}
	return packed.Deflate(append(append(all, looks, fileOf, l.lines(), moduleOf, up, name, exceptions), columns...)...)
}

func newLayout(p *collapse.Profile) *layout {
	l := &layout{}
	l.p, l.texts = merged(p)
	l.rank = make([]uint32, len(l.texts))
	l.order = make([]collapse.FrameID, len(l.texts))
	for f := range l.order {
		l.order[f] = collapse.FrameID(f)
	}
	slices.SortFunc(l.order, func(a, b collapse.FrameID) int { return cmp.Compare(l.texts[a], l.texts[b]) })
	for i, f := range l.order {
		l.rank[f] = uint32(i)
	}
	l.cats, _ = category.OfNodes(l.p)
	children := l.p.Children(l.rank)
	weighs := l.weighing()
	waiting := []collapse.NodeID{collapse.Root}
	for len(waiting) > 0 {
		n := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		l.nodes = append(l.nodes, n)
		for _, callee := range slices.Backward(children.Of(n)) { // the first is to be the next
			if weighs[callee] {
				waiting = append(waiting, collapse.NodeID(callee))
			}
		}
	}
	return l
}

// weighing says for each node whether it or what it calls weighs something in any column.
func (l *layout) weighing() []bool {
	weighs := make([]bool, l.p.Len())
	for n := l.p.Len() - 1; n > 0; n-- {
		for m := range l.p.Metrics {
			weighs[n] = weighs[n] || l.p.Self(m, collapse.NodeID(n)) != 0
		}
		if weighs[n] {
			weighs[l.p.Parent(collapse.NodeID(n))] = true
		}
	}
	return weighs
}

func (l *layout) names() []string {
	names := make([]string, len(l.order))
	for i, f := range l.order {
		names[i] = l.texts[f]
	}
	return names
}

// index returns the distinct texts that frames have, sorted, and for each name the number of its own.
func (l *layout) index(of func(collapse.Frame) string) (texts []string, column []byte) {
	for _, f := range l.order {
		texts = append(texts, of(l.p.Frame(f)))
	}
	all := slices.Clone(texts)
	slices.Sort(texts)
	texts = slices.Compact(texts)
	for _, t := range all {
		i, _ := slices.BinarySearch(texts, t)
		column = binary.AppendUvarint(column, uint64(i))
	}
	return texts, column
}

// lines returns for each name the line of its function.
func (l *layout) lines() (column []byte) {
	for _, f := range l.order {
		column = binary.AppendUvarint(column, uint64(max(0, l.p.Frame(f).Line)))
	}
	return column
}

// tree returns the columns of the tree: how many frames each one's caller stands below the frame before it, the
// number of its name, and its category where that is not the one of its name.
func (l *layout) tree(predicted []category.Category) (up, name, exceptions []byte) {
	depth := make([]int, l.p.Len())
	for n := collapse.NodeID(1); int(n) < l.p.Len(); n++ {
		depth[n] = depth[l.p.Parent(n)] + 1
	}
	for i, n := range l.nodes[1:] {
		before := l.nodes[i]
		f := l.p.FrameOf(n)
		up = binary.AppendUvarint(up, uint64(depth[before]+1-depth[n]))
		name = binary.AppendUvarint(name, uint64(l.rank[f]))
		known := predicted[f]
		if known == asCaller {
			known = category.OwnCode
			if up := l.p.Parent(n); up != collapse.Root {
				known = l.cats[up]
			}
		}
		exception := uint64(0)
		if l.cats[n] != known {
			exception = uint64(l.cats[n]) + 1
		}
		exceptions = binary.AppendUvarint(exceptions, exception)
	}
	return up, name, exceptions
}

func findingsOf(o Options) (list []finding) {
	for _, f := range o.Findings {
		list = append(list, finding{string(f.Severity), f.Says, f.Evidence, f.Remedy})
	}
	return list
}
