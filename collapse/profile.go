// Package collapse holds a profile as a weighted call tree, builds it, rewrites it and writes it as
// folded stacks.
//
// The main type is [Profile]: a tree whose nodes are calls, with one column of weights per [Metric].
// A [Builder] makes one; the rewrites ([Profile.Filter], [Profile.Reverse], [Profile.MapFrames]) make
// one from another; [WriteFolded] prints one.
//
//	b := collapse.NewBuilder()
//	samples := b.Metric(collapse.Metric{Name: "samples"})
//	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
//	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "work"})), samples, 7)
//	collapse.WriteFolded(os.Stdout, b.Profile(), collapse.FoldedOptions{})   // main;work 7
//
// Beside its weights a column may hold the squared weights of its samples ([Builder.AddSample]), inclusive weights
// as the profiler recorded them ([Builder.Given]) and the samples in their order ([Builder.AddAt]). What becomes of
// them:
//
//	                  squares                given weights             moments
//	Merge             added up, if both      added up; stacks' totals  one profile's after the other's,
//	                  columns are Sampled    where one has none        if all have them
//	Filter, Hide,     go with their stacks   kept if every frame keeps go with their stacks, or
//	CutDepth, From                           all of its stacks as they to the root with those that
//	                                         are, or loses them all    are left out
//	MapFrames,        go with their stacks   kept if no two frames     kept
//	DropKind                                 become one and no stack
//	                                         changes its length
//	Reverse, Compact  go with their stacks   kept                      kept
//	Multiply, ToScale times factor²          times factor              times factor
//	Beside            kept                   kept if no two frames     lost
//	                                         become one
//	DropNegative      lost with a stack      lost with a stack         go with their stacks
//	Around            go with their stacks   lost with any frame       kept
//	Proportional,     lost                   lost                      lost
//	Unmerged,
//	WithTotals
//
// Profile.GivenLost says where given weights were lost.
package collapse

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// FrameID is the number of a distinct frame of one profile, from 0.
type FrameID uint32

// NodeID is the number of a place in the call tree. A parent's number is always smaller than its
// child's: totals are one backward loop, rewrites one forward loop, and nothing recurses over depth.
type NodeID uint32

// Root is the node that every stack starts from. It has no frame of its own.
const Root NodeID = 0

// Kind says what sort of code a frame is. The zero value is "not known".
type Kind uint8

// The kinds of frames that profilers tell apart.
const (
	KindUnknown     Kind = iota
	KindNative           // compiled ahead of time
	KindKernel           // the operating system's kernel
	KindJIT              // compiled at run time
	KindInlined          // inlined into its caller
	KindInterpreted      // run by an interpreter
	KindThread           // not code: a process or thread name at the root of a stack
	KindLabels           // not code: the labels of samples, behind the leaf of their stacks, for who asked to keep them
)

// Frame is one function as the profiler named it. Fields that the profiler does not tell are empty.
type Frame struct {
	Name   string // the function, for example "runtime.mallocgc"; may hold any byte
	Module string // the binary, library or kernel that holds it, for example "libc.so.6"
	File   string // the source file
	Line   int    // the line in File; 0: not known or not asked for
	Kind   Kind
}

// WithoutLine returns the frame with its function's name alone, where readers that were asked for lines have put the line
// behind it: "main.work:12".
func (f Frame) WithoutLine() Frame {
	if f.Line > 0 {
		f.Name = strings.TrimSuffix(f.Name, ":"+strconv.Itoa(f.Line))
	}
	return f
}

// Compare orders frames by module, name, file, line and kind. It returns 0 only for frames that are equal.
func (f Frame) Compare(g Frame) int {
	return cmp.Or(
		cmp.Compare(f.Module, g.Module), cmp.Compare(f.Name, g.Name), cmp.Compare(f.File, g.File),
		cmp.Compare(f.Line, g.Line), cmp.Compare(f.Kind, g.Kind),
	)
}

// Metric describes one column of weights.
type Metric struct {
	Event string // the event that was counted, where a profile can hold several ("cycles:u"); else empty
	Name  string // "samples", "cpu", "alloc_space", "cycles:u"
	Unit  string // "count", "nanoseconds", "bytes"; empty where the profiler names none
	Scale int    // decimal digits after the point: the weights are stored times 10^Scale
	// Sampling says how the weights came about. [Builder.AddSample] and its like set it.
	Sampling Sampling
	// Side says which of two profiles the column is of, where a file holds both.
	Side Side
}

// Side says which of two profiles that are to be compared a column is of. The zero value is neither.
type Side uint8

// The sides of a comparison.
const (
	NoSide Side = iota
	Before
	After
)

type node struct {
	parent NodeID
	frame  FrameID
}

// Profile is a call tree with columns of weights. It is made by a [Builder] and does not change
// afterwards, so any number of goroutines may read it.
type Profile struct {
	// Metrics are the columns, in the order in which the input named them.
	Metrics []Metric
	// Default is the column that the profiler's own report would show.
	Default int
	// Modules says that a frame's text carries its module ("libc`malloc"), as macOS sample and DTrace
	// write it. Perf and pprof frames have modules too, but are known by their function alone.
	Modules bool
	// Saturated says that a sum went beyond 64 bits and stands at the largest value instead.
	Saturated bool
	// Rounded says that fractions lost their last digits, because their sums would not have fitted into 64 bits.
	Rounded bool
	// GivenLost says that inclusive weights that the profiler recorded, see [Builder.Given], are gone because a
	// rewrite changed what they belong to.
	GivenLost bool
	// Ticks is at how many moments the profiler looked, where it recorded all threads each time: samples of one
	// moment resemble each other. 0: samples were taken one by one, or it is not known.
	Ticks int64
	// Origin is what the input says of its recording besides.
	Origin Origin

	frames  []Frame
	nodes   []node
	columns []column // one for each metric
}

// column is what a profile knows in one metric.
type column struct {
	self    []int64  // weight of the stacks that end at each node; may be shorter than the nodes
	each    int64    // what each sample weighs as long as all weigh the same; 0: not known, or see squares
	squares []Square // Σ w² of the samples that end at each node, once they differ; may be shorter than the nodes
	given   []int64  // inclusive weight of each frame as the profiler recorded it; nil: what the stacks add up to
	moments *moments // what was added, in the order of the input; nil: nobody asked for it

	carries map[NodeID]int64 // while a Builder works: see wide
}

// Len returns the number of nodes, the root included.
func (p *Profile) Len() int { return len(p.nodes) }

// Frames returns the number of distinct frames.
func (p *Profile) Frames() int { return len(p.frames) }

// Frame returns the frame with the given number.
func (p *Profile) Frame(f FrameID) Frame { return p.frames[f] }

// Parent returns the node that called n. The root is its own parent.
func (p *Profile) Parent(n NodeID) NodeID { return p.nodes[n].parent }

// FrameOf returns the frame of node n, which must not be the root.
func (p *Profile) FrameOf(n NodeID) FrameID { return p.nodes[n].frame }

// Self returns the weight in column metric of the stacks that end exactly at n.
func (p *Profile) Self(metric int, n NodeID) int64 {
	if column := p.columns[metric].self; int(n) < len(column) {
		return column[n]
	}
	return 0
}

// Total returns the sum of a column: the weight of all stacks.
func (p *Profile) Total(metric int) int64 {
	sum := int64(0)
	for _, w := range p.columns[metric].self {
		sum, _ = AddWeights(sum, w)
	}
	return sum
}

// Totals returns for each node the weight in column metric of the stacks that pass through it or end
// at it. The entry of the root is the total of the profile.
func (p *Profile) Totals(metric int) []int64 {
	totals := make([]int64, len(p.nodes))
	copy(totals, p.columns[metric].self)
	for n := len(totals) - 1; n > 0; n-- {
		parent := p.nodes[n].parent
		totals[parent], _ = AddWeights(totals[parent], totals[n])
	}
	return totals
}

// AddWeights adds two weights. Where the sum does not fit into 64 bits it returns the nearest value and
// false.
func AddWeights(a, b int64) (sum int64, exact bool) {
	sum = a + b
	if (a < 0) != (b < 0) || (sum < 0) == (a < 0) {
		return sum, true
	}
	if a < 0 {
		return math.MinInt64, false
	}
	return math.MaxInt64, false
}

// MultiplyWeight multiplies a weight by a positive factor. Where the product does not fit it returns
// the nearest value and false.
func MultiplyWeight(w, factor int64) (product int64, exact bool) {
	switch {
	case w > math.MaxInt64/factor:
		return math.MaxInt64, false
	case w < math.MinInt64/factor:
		return math.MinInt64, false
	}
	return w * factor, true
}
