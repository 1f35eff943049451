package collapse

import (
	"cmp"
	"slices"
)

// Symbol is the number that [Builder.Intern] gave to a distinct piece of text. It stands for one frame,
// for several where the text names inlined calls, or for none.
type Symbol uint32

// Builder collects stacks into a call tree. It is not safe for concurrent use: give each goroutine its
// own and join them with [Builder.Merge]. Make one with [NewBuilder].
type Builder struct {
	profile     Profile
	recording   bool    // moments are kept,
	samplesOnly bool    // but of columns of samples alone
	position    int64   // see SetPosition
	time        int64   // of what is being added, or NoTime
	seen        []int64 // seen[m]: position in the input of the first sight of metric m
	named       map[metricKey]int
	indexed     int  // how many columns are in named
	shown       int  // the column that SetDefault named, or -1: the one that was seen first
	inOrder     bool // the columns stand in the order in which they are to be
	frames      frameTable
	calls       callTable
	texts       textTable
	spans       []FrameID // the frames of all symbols, one after the other
	spanEnd     []uint32  // spanEnd[s]: where the frames of symbol s end in spans
	path        []step    // the stack that was added last, root first
}

type step struct {
	symbol Symbol
	node   NodeID
}

// NewBuilder returns a Builder that holds no stack and no metric.
func NewBuilder() *Builder {
	b := &Builder{shown: -1, time: NoTime}
	b.profile.nodes = []node{{}}
	b.frames.init()
	b.calls.init()
	b.texts.init()
	return b
}

// Metric returns the number of the column with m's event, name, side and kind of unit, adding it if it is new.
func (b *Builder) Metric(m Metric) int { return b.MetricAt(m, int64(len(b.seen))) }

// MetricAt is Metric for readers that work in pieces: position says where in the input m was seen, and
// the columns of the finished profile stand in the order of their first positions.
func (b *Builder) MetricAt(m Metric, position int64) int {
	if i, known := b.columnOf(m); known {
		b.seen[i] = min(b.seen[i], position)
		return i
	}
	b.profile.Metrics = append(b.profile.Metrics, m)
	b.addColumn()
	b.seen = append(b.seen, position)
	return len(b.seen) - 1
}

// metricKey is what a column is known by: units of one kind are one.
type metricKey struct {
	event, name, unit string
	side              Side
}

func keyOf(m Metric) metricKey {
	if _, kind := unitSize(m.Unit); kind != "" {
		return metricKey{m.Event, m.Name, kind, m.Side}
	}
	return metricKey{m.Event, m.Name, m.Unit, m.Side}
}

// columnOf returns the column of a metric, or false if there is none yet. Profiles with thousands of events exist.
func (b *Builder) columnOf(m Metric) (column int, known bool) {
	if b.named == nil {
		b.named = make(map[metricKey]int)
	}
	for ; b.indexed < len(b.profile.Metrics); b.indexed++ {
		key := keyOf(b.profile.Metrics[b.indexed])
		if _, twice := b.named[key]; !twice {
			b.named[key] = b.indexed
		}
	}
	column, known = b.named[keyOf(m)]
	return column, known
}

// addColumn makes room for the weights of a new metric.
func (b *Builder) addColumn() {
	var c column
	if b.recording && !b.samplesOnly {
		c.moments = &moments{}
	}
	b.profile.columns = append(b.profile.columns, c)
}

// SetDefault names the column that the profiler's own report would show. Without it that is the one
// that the input named first.
func (b *Builder) SetDefault(metric int) { b.shown = metric }

// setScale makes room for at least digits decimal digits after the point in a column and returns how many
// there are now.
func (b *Builder) setScale(metric, digits int) int {
	m := &b.profile.Metrics[metric]
	for ; m.Scale < digits; m.Scale++ {
		b.multiply(metric, 10)
	}
	return m.Scale
}

// multiply multiplies all weights of a column by a positive factor.
func (b *Builder) multiply(metric int, factor int64) {
	c := &b.profile.columns[metric]
	c.multiplySquares(factor)
	for n, w := range c.self {
		if w != 0 || len(c.carries) > 0 {
			c.set(NodeID(n), c.at(NodeID(n)).times(factor))
		}
	}
	for f, w := range c.given {
		if w != notGiven {
			c.given[f] = b.times(w, factor)
		}
	}
	if c.moments != nil {
		for i, w := range c.moments.weights {
			c.moments.weights[i] = b.times(w, factor)
		}
	}
}

// times multiplies a weight by a positive factor, and notes it where the product does not fit.
func (b *Builder) times(w, factor int64) int64 {
	product, exact := MultiplyWeight(w, factor)
	if !exact {
		b.profile.Saturated = true
	}
	return product
}

// SetModules says whether a frame's text carries its module, see [Profile].
func (b *Builder) SetModules(on bool) { b.profile.Modules = on }

// SetTicks says at how many moments the profiler looked, see [Profile]. Of several numbers, the largest holds.
func (b *Builder) SetTicks(ticks int64) { b.profile.Ticks = max(b.profile.Ticks, ticks) }

// Frame returns the number of f, adding it if it is new.
func (b *Builder) Frame(f Frame) FrameID {
	slot := b.frames.find(b.profile.frames, f)
	if slot.id == 0 {
		if n := len(b.profile.frames); n == cap(b.profile.frames) { // no more: the collector looks for pointers in all of it
			b.profile.frames = withCap(b.profile.frames, max(2*n, 64))
		}
		b.profile.frames = append(b.profile.frames, f)
		b.frames.add(slot, len(b.profile.frames))
		return FrameID(len(b.profile.frames) - 1)
	}
	return FrameID(slot.id - 1)
}

// Intern returns the symbol of text. The first time that it sees a text it calls parse, which returns
// the frames that the text names, caller before callee; none means that the text names no frame. So the
// string work of a symbol is done once for each distinct text, and no parser needs a cache of its own.
func (b *Builder) Intern(text []byte, parse func(text []byte) []Frame) Symbol {
	symbol, isNew := b.texts.intern(text)
	if !isNew {
		return Symbol(symbol)
	}
	for _, f := range parse(text) {
		b.spans = append(withRoom(b.spans), b.Frame(f))
	}
	b.spanEnd = append(withRoom(b.spanEnd), uint32(len(b.spans)))
	return Symbol(symbol)
}

// InternFrames is [Builder.Intern] for who knows the frames already: those of text are frames, caller before callee.
func (b *Builder) InternFrames(text []byte, frames []FrameID) Symbol {
	symbol, isNew := b.texts.intern(text)
	if isNew {
		b.spans = append(b.spans, frames...)
		b.spanEnd = append(b.spanEnd, uint32(len(b.spans)))
	}
	return Symbol(symbol)
}

// SymbolFrames returns the frames of a symbol, caller before callee.
func (b *Builder) SymbolFrames(s Symbol) []FrameID {
	start := uint32(0)
	if s > 0 {
		start = b.spanEnd[s-1]
	}
	return b.spans[start:b.spanEnd[s]]
}

// Known returns the frame with the given number.
func (b *Builder) Known(f FrameID) Frame { return b.profile.frames[f] }

// Call returns the node of frame called from parent, adding it if it is new.
func (b *Builder) Call(parent NodeID, frame FrameID) NodeID {
	if !b.calls.holds(parent, len(b.profile.nodes)) {
		b.calls.hold(parent, b.profile.nodes)
	}
	want := node{parent, frame}
	id, seen := b.calls.find(want)
	if id == 0 {
		id = NodeID(len(b.profile.nodes))
		b.profile.nodes = append(withRoom(b.profile.nodes), want)
		b.calls.add(want, id, seen)
	}
	return id
}

// NewCall is [Builder.Call] for who knows that parent has not called frame before, as a reader of sorted stacks
// does. It only appends the node: nothing is looked up, and the table for look-ups grows when Call needs it.
func (b *Builder) NewCall(parent NodeID, frame FrameID) NodeID {
	id := NodeID(len(b.profile.nodes))
	b.profile.nodes = append(withRoom(b.profile.nodes), node{parent, frame})
	return id
}

// NewTree is [Builder.NewCall] from the root for who will then call nothing from the nodes before, as a reader of one
// thread after the other does: the table for look-ups is emptied, so that it fits the processor's cache. Calls from those
// nodes are right all the same, but a table of all nodes is made for them.
func (b *Builder) NewTree(frame FrameID) NodeID {
	b.calls.forget(len(b.profile.nodes))
	return b.NewCall(Root, frame)
}

// withRoom returns a slice with room for one more element, and for many if it is full.
func withRoom[S ~[]E, E any](s S) S {
	if len(s) < cap(s) {
		return s
	}
	return withCap(s, grown(len(s)))
}

// grown returns how much room a table gets that has n entries and is full. The system provides a page of memory
// when it is first written to, so room that is not used costs nothing, and each copy costs much. That is not true of
// small tables: where many files are read, they get the memory of the ones before, all of which is cleared first. And
// it is no longer true where a table is a large part of all memory.
func grown(n int) int {
	const small, large = 1 << 16, 1 << 22 // entries: some 1 and 64 MB
	if small <= n && n < large {
		return 8 * n
	}
	return max(2*n, 256)
}

// withCap returns a copy of a slice with more capacity. Append and slices.Grow would extend long slices by
// a quarter only, and write to all of the new room, so that the system has to provide its pages at once.
func withCap[S ~[]E, E any](s S, capacity int) S {
	larger := make(S, len(s), capacity)
	copy(larger, s)
	return larger
}

// CallSymbols adds calls of symbols, the outermost first, each by the one before, and returns the node of the last.
func (b *Builder) CallSymbols(parent NodeID, symbols []Symbol) NodeID {
	for _, symbol := range symbols {
		parent = b.CallSymbol(parent, symbol)
	}
	return parent
}

// CallSymbol returns the node that the frames of symbol lead to from parent.
func (b *Builder) CallSymbol(parent NodeID, symbol Symbol) NodeID {
	for _, f := range b.SymbolFrames(symbol) {
		parent = b.Call(parent, f)
	}
	return parent
}

// Stack returns the node at the end of a stack that is given leaf first, as most profilers print it.
// What it shares with the stack of the call before, from the root on, costs one comparison a frame.
func (b *Builder) Stack(leafFirst []Symbol) NodeID {
	node, depth, n := Root, 0, len(leafFirst)
	for depth < n && depth < len(b.path) && b.path[depth].symbol == leafFirst[n-1-depth] {
		node = b.path[depth].node
		depth++
	}
	b.path = b.path[:depth]
	for ; depth < n; depth++ {
		symbol := leafFirst[n-1-depth]
		node = b.CallSymbol(node, symbol)
		b.path = append(b.path, step{symbol, node})
	}
	return node
}

// Add adds weight to the stacks that end at n, in column metric.
func (b *Builder) Add(n NodeID, metric int, weight int64) {
	c := &b.profile.columns[metric]
	if int(n) >= len(c.self) {
		c.self = grow(c.self, len(b.profile.nodes))
	}
	old, sum := c.self[n], c.self[n]+weight
	c.self[n] = sum
	if overflows(old, weight, sum) {
		c.setCarry(n, c.carries[n]+(weight>>63|1))
	}
	if c.moments != nil {
		b.log(n, metric, weight)
	}
}

// addWide is Add for a weight that may have more than 64 bits. Moments have no more.
func (b *Builder) addWide(n NodeID, metric int, w wide) {
	if w.carry == 0 {
		b.Add(n, metric, w.low)
		return
	}
	c := &b.profile.columns[metric]
	if int(n) >= len(c.self) {
		c.self = grow(c.self, len(b.profile.nodes))
	}
	c.set(n, c.at(n).plus(w))
	if c.moments != nil {
		nearest, _ := w.weight()
		b.profile.Saturated = true
		b.log(n, metric, nearest)
	}
}

// AddDecimal is Add for a weight of which the last digits stand behind the decimal point: 125 with 2
// digits is 1.25.
func (b *Builder) AddDecimal(n NodeID, metric int, weight int64, digits int) {
	w := wide{weight, 0}
	for scale := b.setScale(metric, digits); digits < scale; digits++ {
		w = w.times(10)
	}
	b.addWide(n, metric, w)
}

// grow returns a column with length n, at least, and room to grow further.
func grow[S ~[]E, E any](column S, n int) S {
	have := len(column)
	if n > cap(column) {
		column = withCap(column, max(n, grown(have)))
	}
	column = column[:n]
	clear(column[have:])
	return column
}

// Profile returns what was collected. The Builder must not be used afterwards.
func (b *Builder) Profile() *Profile {
	b.sortMetrics()
	for m := range b.profile.columns {
		b.profile.columns[m].moments.sort()
		b.fit(m)
	}
	p := b.profile // a copy, so that the tables can go
	return &p
}

// sortMetrics puts the columns into the order in which the input named them, those of no event behind
// those of events: what a file holds beside its events, a sample whose header is cut off, is not what it is
// about.
func (b *Builder) sortMetrics() {
	p := &b.profile
	if b.inOrder {
		p.Default = max(b.shown, 0)
		return
	}
	order := make([]int, len(p.Metrics))
	for i := range order {
		order[i] = i
	}
	noEvent := func(m int) int {
		if p.Metrics[m].Event == "" {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(noEvent(x), noEvent(y)), cmp.Compare(b.seen[x], b.seen[y]))
	})
	metrics, columns := make([]Metric, len(order)), make([]column, len(order))
	for to, from := range order {
		metrics[to], columns[to] = p.Metrics[from], p.columns[from]
		if from == b.shown {
			p.Default = to
		}
	}
	p.Metrics, p.columns = metrics, columns
}
