package collapse

import (
	"bufio"
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
	p, labels := p.labelled()
	out := bufio.NewWriterSize(w, 1<<16)
	writeStacks(out, p, labels, o.Metric)
	return out.Flush()
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
	if strings.IndexFunc(text, mustReplace) < 0 {
		return text
	}
	safe := []byte(text)
	for i, c := range safe {
		switch {
		case c == ';':
			safe[i] = ':'
		case mustReplace(rune(c)):
			safe[i] = ' '
		}
	}
	return string(safe)
}

func mustReplace(r rune) bool { return r == ';' || r < ' ' || r == 0x7f }

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
// is two events among its siblings: its own line sorts as "a", the lines of its callees as "a;".
// Event 2n is node n's own line, 2n+1 its callees.
func writeStacks(out *bufio.Writer, p *Profile, labels []string, metric int) {
	folding := p.folding(labels, metric)
	type level struct {
		events []uint32 // not yet written
		prefix int      // length of the line up to this level
	}
	levels := []level{{folding.Of(Root), 0}}
	var line []byte
	for len(levels) > 0 {
		top := &levels[len(levels)-1]
		line = line[:top.prefix]
		if len(top.events) == 0 {
			levels = levels[:len(levels)-1]
			continue
		}
		event := top.events[0]
		top.events = top.events[1:]
		n := NodeID(event >> 1)
		line = append(line, labels[p.nodes[n].frame]...)
		if event&1 == 0 {
			line = append(line, ' ')
			line = AppendWeight(line, p.Self(metric, n), p.Metrics[metric].Scale)
			line = append(line, '\n')
			out.Write(line)
			continue
		}
		line = append(line, ';')
		levels = append(levels, level{folding.Of(n), len(line)})
	}
}

// folding returns the events of each node's callees in the order in which they are written. Nodes without
// weight in column metric have no line.
func (p *Profile) folding(labels []string, metric int) Children {
	hasCallees := make([]bool, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		hasCallees[p.nodes[n].parent] = true
	}
	events := make([]uint32, 0, len(p.nodes))
	for n := 1; n < len(p.nodes); n++ {
		if p.Self(metric, NodeID(n)) != 0 {
			events = append(events, uint32(2*n))
		}
		if hasCallees[n] {
			events = append(events, uint32(2*n+1))
		}
	}
	rank := rankTwice(labels)
	return p.groupByParent(events,
		func(e uint32) NodeID { return NodeID(e >> 1) },
		func(e uint32) uint32 { return rank[2*uint32(p.nodes[e>>1].frame)+e&1] })
}

// rankTwice returns in rank[2f] and rank[2f+1] the places of label f and of label f with a semicolon
// behind it in the byte order of all of them.
func rankTwice(labels []string) (rank []uint32) {
	texts := make([]string, 0, 2*len(labels))
	for _, label := range labels {
		texts = append(texts, label, label+";")
	}
	return Ranks(len(texts), func(i, j int) int { return cmp.Compare(texts[i], texts[j]) })
}

// Ranks returns the place of each of the numbers 0 to n-1 when they are sorted by compare.
func Ranks(n int, compare func(i, j int) int) (rank []uint32) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, compare)
	rank = make([]uint32, n)
	for place, i := range order {
		rank[i] = uint32(place)
	}
	return rank
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
