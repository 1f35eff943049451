package collapse

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
)

// FoldedOptions say what WriteFolded writes. The zero value writes the first column.
type FoldedOptions struct {
	Metric int // the column of weights
}

// WriteFolded writes one line for each distinct stack of non-zero weight: the frames from the root to the
// leaf joined by ";", a blank and the weight. The lines stand in byte order of the stack, so equal
// profiles give equal bytes.
//
// A ";" inside a frame becomes ":" and a control character becomes a blank, so that a line is always one
// stack. Frames that differ only in what is not written are one frame.
func WriteFolded(w io.Writer, p *Profile, o FoldedOptions) error {
	return WriteFoldedColumns(w, p, o.Metric)
}

// WriteFoldedColumns is WriteFolded for several columns: it writes one line for each distinct stack that
// weighs something in any of them, with its weights in all of them. With two that is what difffolded.pl
// writes:
//
//	main;parse 10 14
func WriteFoldedColumns(w io.Writer, p *Profile, columns ...int) error {
	p, labels := p.labelled()
	return writeStacks(w, p, labels, columns)
}

// StackText returns the stack that ends at n as folded stacks show it, without a weight. The root's is
// empty.
func (p *Profile) StackText(n NodeID) string {
	var frames []string
	for ; n != Root; n = p.nodes[n].parent {
		frames = append(frames, foldedText(p.frames[p.nodes[n].frame], p.Modules))
	}
	slices.Reverse(frames)
	return strings.Join(frames, ";")
}

// Text returns the frame as folded stacks show it, with its module in front where modules is true.
func (f Frame) Text(modules bool) string {
	if !modules || f.Module == "" {
		return f.Name
	}
	return f.Module + "`" + f.Name
}

// foldedText is Text made safe to stand between semicolons on one line.
func foldedText(f Frame, modules bool) string {
	text := f.Text(modules)
	for i := range len(text) {
		if mustReplace(text[i]) {
			return replaced(text)
		}
	}
	return text
}

func mustReplace(c byte) bool { return c == ';' || c < ' ' || c == 0x7f }

func replaced(text string) string {
	safe := []byte(text)
	for i, c := range safe {
		switch {
		case c == ';':
			safe[i] = ':'
		case mustReplace(c):
			safe[i] = ' '
		}
	}
	return string(safe)
}

// labelled returns the folded text of each frame, and the profile in which no two frames have the same.
func (p *Profile) labelled() (*Profile, []string) {
	labels := make([]string, len(p.frames))
	distinct := make(map[string]struct{}, len(p.frames))
	for f, frame := range p.frames {
		labels[f] = foldedText(frame, p.Modules)
		distinct[labels[f]] = struct{}{}
	}
	if len(distinct) == len(labels) {
		return p, labels
	}
	p = p.MapFrames(func(f Frame) Frame { return Frame{Name: foldedText(f, p.Modules)} })
	labels = labels[:0]
	for _, frame := range p.frames {
		labels = append(labels, frame.Name)
	}
	return p, labels
}

// writeStacks writes the lines in byte order of the stack, which is not the order of a walk through the
// sorted tree: "a b" stands between "a" and "a;c", because a blank is less than a semicolon. So each node
// is two events among its siblings: its own line sorts as "a", the lines of its callees as "a;". Mostly
// nothing can stand between the two, and one event is both.
func writeStacks(w io.Writer, p *Profile, labels []string, columns []int) error {
	folding := p.folding(labels, columns)
	type level struct {
		events []uint32 // not yet written
		prefix int      // length of the line up to this level
	}
	levels := []level{{folding.Of(Root), 0}}
	out := foldedBuffer{w: w, profile: p, columns: columns}
	var prefix []byte
	for len(levels) > 0 {
		top := &levels[len(levels)-1]
		if len(top.events) == 0 {
			levels = levels[:len(levels)-1]
			continue
		}
		event := top.events[0]
		top.events = top.events[1:]
		n := NodeID(event >> eventBits)
		label := labels[p.nodes[n].frame]
		prefix = prefix[:top.prefix]
		if event&ownLine != 0 {
			out.line(prefix, label, n)
		}
		if event&callees != 0 {
			prefix = append(append(prefix, label...), ';')
			levels = append(levels, level{folding.Of(n), len(prefix)})
		}
	}
	return out.flush()
}

// An event is a node's number and what is written of it.
const (
	ownLine   = 1
	callees   = 2
	eventBits = 2
)

// foldedBuffer collects lines. It is a bufio.Writer to which the parts of a line are appended in place,
// because lines are long and their beginnings would be copied twice.
type foldedBuffer struct {
	w       io.Writer
	profile *Profile
	columns []int
	buf     []byte
	err     error
}

func (b *foldedBuffer) line(prefix []byte, label string, n NodeID) {
	b.buf = append(append(b.buf, prefix...), label...)
	for _, column := range b.columns {
		b.buf = append(b.buf, ' ')
		b.buf = AppendWeight(b.buf, b.profile.Self(column, n), b.profile.Metrics[column].Scale)
	}
	b.buf = append(b.buf, '\n')
	if len(b.buf) >= 1<<16 {
		_ = b.flush()
	}
}

// flush writes what was collected. After an error it writes nothing and returns the error again.
func (b *foldedBuffer) flush() error {
	if b.err == nil && len(b.buf) > 0 {
		_, b.err = b.w.Write(b.buf)
	}
	b.buf = b.buf[:0]
	return b.err
}

// folding returns the events of each node's callees in the order in which they are written. Nodes without
// weight in all the columns have no line.
func (p *Profile) folding(labels []string, columns []int) Children {
	hasCallees := make([]bool, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		hasCallees[p.nodes[n].parent] = true
	}
	rank := rankTwice(labels)
	events := make([]uint32, 0, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		event := uint32(0)
		for _, column := range columns {
			if p.Self(column, NodeID(n)) != 0 {
				event |= ownLine
			}
		}
		if hasCallees[n] {
			event |= callees
		}
		f := p.nodes[n].frame
		if event == ownLine|callees && rank[2*f+1] != rank[2*f]+1 {
			events = append(events, uint32(n)<<eventBits|ownLine)
			event = callees
		}
		if event != 0 {
			events = append(events, uint32(n)<<eventBits|event)
		}
	}
	c := newChildren(len(p.nodes), len(events))
	for _, e := range events {
		c.count(p.nodes[e>>eventBits].parent)
	}
	c.makeRoom()
	for _, e := range slices.Backward(events) {
		c.put(p.nodes[e>>eventBits].parent, e)
	}
	c.sort(func(e uint32) uint32 {
		place := 2 * uint32(p.nodes[e>>eventBits].frame)
		if e&ownLine == 0 {
			place++
		}
		return rank[place]
	})
	return c
}

// rankTwice returns in rank[2f] and rank[2f+1] the places of label f and of label f with a semicolon
// behind it in the byte order of all of them. Only the labels are sorted: behind "a" come those that go on
// with a byte below the semicolon, "a b", and then "a;".
func rankTwice(labels []string) (rank []uint32) {
	rank = make([]uint32, 2*len(labels))
	place := uint32(0)
	put := func(event int) {
		rank[event] = place
		place++
	}
	var open []int // labels without a semicolon yet, each the beginning of the next
	for _, f := range sortedBy(len(labels), func(i, j int) int { return cmp.Compare(labels[i], labels[j]) }) {
		for len(open) > 0 && !comesBeforeSemicolon(labels[open[len(open)-1]], labels[f]) {
			put(2*open[len(open)-1] + 1)
			open = open[:len(open)-1]
		}
		put(2 * f)
		open = append(open, f)
	}
	for _, f := range slices.Backward(open) {
		put(2*f + 1)
	}
	return rank
}

// comesBeforeSemicolon says whether a text stands between a label and that label with a semicolon.
func comesBeforeSemicolon(label, text string) bool {
	return len(text) > len(label) && text[len(label)] < ';' && text[:len(label)] == label
}

// Ranks returns the place of each of the numbers 0 to n-1 when they are sorted by compare.
func Ranks(n int, compare func(i, j int) int) (rank []uint32) {
	rank = make([]uint32, n)
	for place, i := range sortedBy(n, compare) {
		rank[i] = uint32(place)
	}
	return rank
}

// sortedBy returns the numbers 0 to n-1 sorted by compare.
func sortedBy(n int, compare func(i, j int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, compare)
	return order
}

// AppendWeight appends a weight that is stored times 10^scale in decimal, without zeros at the end of a
// fraction.
func AppendWeight(line []byte, weight int64, scale int) []byte {
	if scale == 0 {
		return strconv.AppendInt(line, weight, 10)
	}
	magnitude := uint64(weight)
	if weight < 0 {
		line = append(line, '-')
		magnitude = -magnitude
	}
	digits := strconv.AppendUint(nil, magnitude, 10)
	for len(digits) <= scale {
		digits = append([]byte{'0'}, digits...)
	}
	point := len(digits) - scale
	line = append(line, digits[:point]...)
	for end := len(digits); end > point; end-- {
		if digits[end-1] != '0' {
			line = append(line, '.')
			return append(line, digits[point:end]...)
		}
	}
	return line
}
