package collapse

import (
	"io"
	"slices"
	"strconv"
	"strings"
)

// FoldedOptions say what [WriteFolded] writes. The zero value writes the default column.
type FoldedOptions struct {
	Columns []int // the columns whose weights each line has; none: the default one
}

// WriteFolded writes one line for each distinct stack of non-zero weight: the frames from the root to the
// leaf joined by ";", a blank and the weight. The lines stand in byte order of the stack, so equal
// profiles give equal bytes.
//
// A ";" inside a frame becomes ":" and a control character becomes a blank, so that a line is always one
// stack. Frames that differ only in what is not written are one frame.
//
// With several columns a line stands for a stack that weighs something in any of them. With two that is what
// difffolded.pl writes:
//
//	main;parse 10 14
func WriteFolded(w io.Writer, p *Profile, o FoldedOptions) error {
	columns := o.Columns
	if len(columns) == 0 {
		columns = []int{p.Default}
	}
	return writeStacks(w, p, p.labels(), columns)
}

// labels returns the folded text of each frame.
func (p *Profile) labels() []string {
	labels := make([]string, len(p.frames))
	if p.Modules {
		p.joinModules(labels)
		return labels
	}
	for f, frame := range p.frames {
		labels[f] = frame.FoldedText(false)
	}
	return labels
}

// joinModules makes labels that carry modules, side by side in one text: they are short, and there are many.
func (p *Profile) joinModules(labels []string) {
	size := 0
	for f := range p.frames {
		size += len(p.frames[f].Module) + len("`") + len(p.frames[f].Name)
	}
	var all strings.Builder
	all.Grow(size)
	for f := range p.frames {
		start := all.Len()
		if module := p.frames[f].Module; module != "" {
			all.WriteString(module)
			all.WriteByte('`')
		}
		all.WriteString(p.frames[f].Name)
		labels[f] = foldable(all.String()[start:])
	}
}

// StackText returns the stack that ends at n as folded stacks show it, without a weight. The root's is
// empty.
func (p *Profile) StackText(n NodeID) string {
	var frames []string
	for ; n != Root; n = p.nodes[n].parent {
		frames = append(frames, p.frames[p.nodes[n].frame].FoldedText(p.Modules))
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

// FoldedText is Text made safe to stand between semicolons on one line.
func (f Frame) FoldedText(modules bool) string { return foldable(f.Text(modules)) }

// foldable returns text made safe to stand between semicolons on one line.
func foldable(text string) string {
	for i := range len(text) {
		if mustReplace(text[i]) {
			return replaced(text)
		}
	}
	return text
}

// TextFrame returns the frame of a text as folded stacks have it: "function" or "module`function".
func TextFrame(text []byte) Frame {
	f := Frame{Name: string(text)}
	if module, name, found := strings.Cut(f.Name, "`"); found && module != "" && name != "" {
		f.Module, f.Name = module, name
	}
	f.Kind = AnnotatedKind(f.Name)
	return f
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

// writeStacks writes the lines in byte order of the stack.
func writeStacks(w io.Writer, p *Profile, labels []string, columns []int) error {
	out := foldedBuffer{w: w}
	for _, column := range columns {
		out.scales = append(out.scales, p.Metrics[column].Scale)
	}
	all := p.lines(labels, columns)
	for line, more := all.next(); more; line, more = all.next() {
		out.line(line.text, line.weights...)
	}
	return out.flush()
}

// foldedBuffer collects lines. It is a bufio.Writer to which the parts of a line are appended in place.
type foldedBuffer struct {
	w      io.Writer
	scales []int // of the weights
	buf    []byte
	err    error
}

func (b *foldedBuffer) line(stack []byte, weights ...int64) {
	buf := append(b.buf, stack...)
	for i, weight := range weights {
		buf = AppendWeight(append(buf, ' '), weight, b.scales[i])
	}
	b.buf = append(buf, '\n')
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
