package folded

import (
	"bytes"
	"io"
	"math"
	"strconv"
	"strings"

	"fold/collapse"
	"fold/sources/input"
)

// Format is one line per stack, as stackcollapse-*.pl, inferno-collapse-* and fold write it:
//
//	main;parse;read 12
//	main;libc.so.6`malloc 3.5
//	# a comment
//	main;parse 10 14
//
// The frames from the root to the leaf, joined by ";", then a blank and the weight. The last line has two
// weights, before and after, as difffolded.pl writes it; then all lines have. Engines separate the weights by tabs, and
// may write a stack as an array, see engine.go.
var Format = input.Format{
	Name: "folded", Title: "folded stacks: FlameGraph, inferno, async-profiler, py-spy and others",
	Sniff: sniffFolded,
	Split: input.SplitLines,
	Parse: parseFolded, Ordered: true,
	Write: write,
}

// write writes one column as folded stacks.
func write(w io.Writer, p *collapse.Profile, metric int) error {
	return collapse.WriteFolded(w, p, collapse.FoldedOptions{Columns: []int{metric}})
}

// sniffFolded looks at up to 100 lines: at least half of those that are not comments must look like a stack
// and a weight, and one of the first ten.
func sniffFolded(h *input.Head) bool {
	if !h.IsText() {
		return false
	}
	good, bad := 0, 0
	for c := h.Lines(); good+bad < 100; {
		line, ok := c.Next()
		if !ok {
			break
		}
		if text := input.TrimBlanks(line); len(text) == 0 || isFoldedComment(text) {
			continue
		}
		if c.AtEnd() && h.Cut() && h.Bytes[len(h.Bytes)-1] != '\n' {
			if good+bad == 0 { // a stack of thousands of frames
				return bytes.IndexByte(line, ';') > 0 && strings.IndexByte("{[<", line[0]) < 0
			}
			break // its weight may be cut off
		}
		switch {
		case looksFolded(line):
			good++
		default:
			if bad++; good == 0 && bad == 10 {
				return false
			}
		}
	}
	return good > 0 && good >= bad
}

// looksFolded is stricter than the parser: tables and lists of numbers end their lines in a number, too.
func looksFolded(line []byte) bool {
	if isArrayLine(line) {
		return true
	}
	stack, _ := cutWeight(input.TrimBlanks(line))
	if len(stack) == 0 || input.IsBlank(line[0]) || len(bytes.Trim(stack, "0123456789+-* ")) == 0 {
		return false
	}
	if bytes.IndexByte(stack, ';') >= 0 {
		return true
	}
	return !bytes.Contains(stack, []byte("  ")) && bytes.IndexByte(stack, '=') < 0 && bytes.IndexByte(stack, '\t') < 0 && !looksLikeSymbol(stack)
}

// looksLikeSymbol recognises what stands before the size in a row of nm -P: "tea::pour(int) T 1200".
func looksLikeSymbol(text []byte) bool {
	words := bytes.Fields(text)
	n := len(words)
	return n >= 3 && len(words[n-2]) == 1 && words[n-2][0]|0x20 >= 'a' && words[n-2][0]|0x20 <= 'z' &&
		len(bytes.Trim(words[n-1], "0123456789abcdef")) == 0
}

// foldedReader parses the lines of one chunk.
type foldedReader struct {
	c       *input.Chunk
	b       *collapse.Builder
	columns [2]int // the columns of the weights; the second one only if paired
	paired  bool
	dialect dialect
	frame   func(text []byte) []collapse.Frame // reads a frame as the dialect has it

	*lastStack
	err error
}

func parseFolded(c *input.Chunk, b *collapse.Builder) error {
	r := foldedReader{c: c, b: b, paired: sniffPairs(c.Head), lastStack: keptStack(c), dialect: sniffDialect(c.Head), frame: foldedFrame}
	if r.dialect == escaped {
		r.frame = escapedFrame
	}
	defer r.lastStack.keep()
	b.SetModules(true)
	if r.paired {
		r.columns[0] = c.Metric(b, collapse.Metric{Name: "before", Unit: "count", Side: collapse.Before})
		r.columns[1] = c.Metric(b, collapse.Metric{Name: "after", Unit: "count", Side: collapse.After})
		b.SetDefault(r.columns[1])
	} else {
		r.columns[0] = c.Metric(b, collapse.Metric{Name: "samples", Unit: "count"})
	}
	for {
		line, ok := c.Next()
		if !ok {
			return nil
		}
		if err := r.line(line); err != nil {
			return err
		}
	}
}

// sniffPairs says whether the file has two weights on each line. The head decides for the whole file,
// because "work 3 10" alone may also be a frame "work 3".
func sniffPairs(h *input.Head) bool {
	lines := 0
	for c := h.Lines(); ; {
		line, ok := c.Next()
		if !ok || c.AtEnd() && h.Cut() { // the last line may be cut
			return lines > 0
		}
		line = input.TrimBlanks(line)
		if len(line) == 0 || isFoldedComment(line) {
			continue
		}
		rest, _ := cutWeight(line)
		if stack, _ := cutWeight(rest); len(stack) == 0 {
			return false
		}
		lines++
	}
}

func (r *foldedReader) line(line []byte) error {
	line = input.TrimBlanks(line)
	if len(line) == 0 || isFoldedComment(line) {
		return r.comment(line)
	}
	if !r.paired {
		if stack, count := cutCount(line); len(stack) > 0 {
			r.b.AddDecimal(r.node(stack), r.columns[0], count, 0)
			return r.err
		}
	}
	stack, last := cutWeight(line)
	var first []byte
	if r.paired {
		stack, first = cutWeight(stack)
	}
	if len(stack) == 0 {
		r.c.Skip("not a stack and a weight: %q", input.Shorten(line))
		return nil
	}
	if !r.paired {
		r.add(stack, r.columns[0], last)
		return r.err
	}
	r.add(stack, r.columns[0], first)
	r.add(stack, r.columns[1], last)
	return r.err
}

// comment reads a comment or an empty line. fold heads each table that it writes for "--metric all" with
// "# metric: NAME"; adding up different metrics would be wrong.
func (r *foldedReader) comment(line []byte) error {
	if bytes.HasPrefix(line, []byte("# metric: ")) && (!r.c.First || r.c.LineNumber() > 1) {
		return r.c.Errorf("several metrics in one file: write one of them with --metric NAME")
	}
	return nil
}

// isFoldedComment says whether a line is "#" alone or "# text". A frame may begin with "#".
func isFoldedComment(line []byte) bool {
	return len(line) > 0 && line[0] == '#' && (len(line) == 1 || line[1] == ' ' || line[1] == '\t')
}

// add adds one weight to a stack.
func (r *foldedReader) add(stack []byte, column int, text []byte) {
	weight, digits, ok := parseWeight(text)
	if !ok {
		weight, digits, ok = r.longWeight(text)
	}
	if !ok {
		r.c.Skip("the weight %q does not fit into 64 bits", input.Shorten(text))
		return
	}
	node, ok := collapse.Root, true
	if r.dialect == arrays {
		node, ok = r.arrayNode(stack)
	} else {
		node = r.node(stack)
	}
	if ok {
		r.b.AddDecimal(node, column, weight, digits)
	}
}

// frameEnd returns where the frame that starts at pos ends. A ";" before a blank inside "[" is part of a name, as
// Rust writes arrays, "demo::foo::<[u8; 2]>", in folded text that other tools made.
func frameEnd(stack []byte, pos int) int {
	for from := pos; ; {
		i := bytes.IndexByte(stack[from:], ';')
		if i < 0 {
			return len(stack)
		}
		end := from + i
		if end+1 == len(stack) || stack[end+1] != ' ' || !isOpen(stack[pos:end]) {
			return end
		}
		from = end + 1
	}
}

// isOpen says whether text ends within "[".
func isOpen(text []byte) bool {
	return bytes.LastIndexByte(text, '[') > bytes.LastIndexByte(text, ']')
}

// foldedFrame reads "function" or "module`function".
func foldedFrame(text []byte) []collapse.Frame { return []collapse.Frame{collapse.TextFrame(text)} }

// cutWeight splits "stack weight" at the last blanks. Empty frames at the end of the stack, which
// heaptrack_print writes, are left out. The stack is empty if the line is something else.
func cutWeight(line []byte) (stack, weight []byte) {
	i := len(line)
	for i > 0 && line[i-1] != ' ' && line[i-1] != '\t' {
		i--
	}
	if weight = line[i:]; !isWeight(weight) {
		return nil, nil
	}
	stack = input.TrimBlanks(line[:i])
	for len(stack) > 1 && stack[len(stack)-1] == ';' {
		stack = input.TrimBlanks(stack[:len(stack)-1])
	}
	return stack, weight
}

// cutCount is cutWeight for most lines, whose weight is a plain number of at most 18 digits: one pass cuts and reads
// it. The stack is empty for all others.
func cutCount(line []byte) (stack []byte, count int64) {
	i, factor := len(line), int64(1)
	for i > 0 && line[i-1]-'0' <= 9 && factor < 1e18 {
		i--
		count += factor * int64(line[i]-'0')
		factor *= 10
	}
	if i == len(line) || i < 2 || line[i-1] != ' ' || line[i-2] <= ' ' || line[i-2] == ';' {
		return nil, 0
	}
	return line[:i-1], count
}

// isWeight says whether text is a decimal number: -12, 12.5 or 1.2e-05.
func isWeight(text []byte) bool {
	if len(text) == 0 || text[0] != '-' && text[0] != '.' && (text[0] < '0' || text[0] > '9') {
		return false
	}
	if _, _, ok := parseWeight(text); ok {
		return true
	}
	_, err := strconv.ParseFloat(string(text), 64)
	return err == nil && !bytes.ContainsAny(text, "xXpP_nN")
}

// parseWeight reads a decimal number of at most 18 digits as an integer and how many of its digits stand
// behind the point.
func parseWeight(text []byte) (weight int64, digits int, ok bool) {
	point := -1
	number := text
	if len(number) > 0 && number[0] == '-' {
		number = number[1:]
	}
	if len(number) == 0 || len(number) > 18 {
		return 0, 0, false
	}
	for i, c := range number {
		switch {
		case c >= '0' && c <= '9':
			weight = weight*10 + int64(c-'0')
		case c == '.' && point < 0 && len(number) > 1:
			point = i
		default:
			return 0, 0, false
		}
	}
	if point >= 0 {
		digits = len(number) - 1 - point
	}
	for ; digits > 0 && weight%10 == 0; digits-- {
		weight /= 10
	}
	if digits > maxDigits {
		return 0, 0, false
	}
	if number[0] != text[0] {
		weight = -weight
	}
	return weight, digits, true
}

// maxDigits is how many decimal digits of a weight are kept.
const maxDigits = 9

// longWeight reads the numbers that parseWeight leaves: long ones and those with an exponent. What is
// behind the ninth digit after the point is rounded away, and reported.
func (r *foldedReader) longWeight(text []byte) (weight int64, digits int, ok bool) {
	whole, fraction, _ := strings.Cut(string(text), ".")
	fraction = strings.TrimRight(fraction, "0")
	if exact, err := strconv.ParseInt(whole+fraction, 10, 64); err == nil && len(fraction) <= maxDigits {
		return exact, len(fraction), true
	}
	value, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.Abs(value) >= 1<<63 {
		return 0, 0, false
	}
	if math.Abs(value) >= 1<<53 {
		return r.largeWeight(text, value)
	}
	exact := strconv.FormatFloat(value, 'f', -1, 64)
	rounded := strconv.FormatFloat(value, 'f', maxDigits, 64)
	if _, fraction, _ := strings.Cut(exact, "."); len(fraction) > maxDigits {
		r.c.Count(1, input.Note{Noun: "weight", Text: "rounded to 9 digits after the point"})
	}
	whole, fraction, _ = strings.Cut(rounded, ".")
	fraction = strings.TrimRight(fraction, "0")
	weight, err = strconv.ParseInt(whole+fraction, 10, 64)
	return weight, len(fraction), err == nil
}

// exactDigits is how many digits of any decimal number a float64 keeps.
const exactDigits = 15

// largeWeight reads a number beyond 2^53 with an exponent, or with digits behind the point: 2.4e17.
func (r *foldedReader) largeWeight(text []byte, value float64) (weight int64, digits int, ok bool) {
	mantissa, _, _ := bytes.Cut(bytes.ToLower(text), []byte("e"))
	if len(bytes.Trim(mantissa, "-+.0")) > exactDigits+1 { // with the point, perhaps
		r.c.Count(1, input.Note{Noun: "weight", Text: "rounded to 15 digits"})
	}
	weight, err := strconv.ParseInt(strconv.FormatFloat(value, 'f', -1, 64), 10, 64)
	return weight, 0, err == nil
}
