// Package dtrace reads what dtrace prints of aggregations whose keys are stacks.
package dtrace

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
)

// Format is what dtrace prints of an aggregation by stack, "profile-997 { @[ustack()] = count(); }":
//
//	CPU     ID                    FUNCTION:NAME
//	  3  20142                       :tick-60s
//
//	              libkettle.dylib`boil+0x21
//	              kettle`main+0x10
//	                7
//
// The leaf stands first, a number below closes the stack. Keys beside the stack, "@[execname, pid, ustack()]",
// stand above it and are frames at its root; stack() and ustack() are two parts of one stack:
//
//	tea pot                                                          4411
//	            unix`lock_try+0x8
//
//	            libc.so.1`__read+0xa
//	              4
//
// quantize() prints a table instead of a number, and weighs the sum of its counts:
//
//	value  ------------- Distribution ------------- count
//	    8 |                                         0
//	   16 |@@@@@@@@@@@@@@@                          3
var Format = input.Format{
	Name: "dtrace", Title: "DTrace stacks: @[ustack()] = count()",
	Sniff: sniff,
	Split: split,
	Parse: parse,
}

// sniff looks for a frame and for a number on a line of its own, or the heading of a distribution, all indented.
func sniff(h *input.Head) bool {
	const most = 400
	frame, count := false, false
	for lines := h.Lines(); lines.LineNumber() < most; {
		line, ok := lines.Next()
		if !ok {
			break
		}
		if len(line) == 0 {
			continue
		}
		if line[0] == '@' || line[0] == '{' {
			return false // bpftrace, JSON
		}
		frame = frame || sniffFrame(line)
		count = count || input.IsBlank(line[0]) && (isCount(line) || isDistributionHeading(line))
	}
	return frame && count
}

func sniffFrame(line []byte) bool {
	text := input.TrimBlanks(line)
	if !input.IsBlank(line[0]) || len(text) == 0 || bytes.IndexByte(text, ';') >= 0 || !isFrameText(text) {
		return false
	}
	last := text[bytes.LastIndexByte(text, ' ')+1:]
	return len(last) == len(text) || !isDigits(last)
}

// split cuts after the last number that closes a stack. Whether it does shows on the line after it.
func split(data []byte) int {
	end := bytes.LastIndexByte(data, '\n') + 1
	next := []byte(nil)
	for end > 0 {
		start := bytes.LastIndexByte(data[:end-1], '\n') + 1
		line := data[start : end-1]
		if next != nil && isCount(line) && !isKeyBefore(line, next) {
			return end
		}
		if next != nil && len(input.TrimBlanks(next)) == 0 && isDistributionRow(line) {
			return end
		}
		next, end = line, start
	}
	return 0
}

// isCount reports whether a line holds a number and nothing else.
func isCount(line []byte) bool { return isDigits(input.TrimBlanks(line)) }

func isDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) > 0
}

// isKeyBefore reports whether a number alone on its line is a key and no weight: a frame follows, or a number that
// ends further right. Keys of 32 bits end in column 9, counts in column 17.
func isKeyBefore(line, next []byte) bool {
	if isCount(next) {
		return len(bytes.TrimRight(next, " \t\r")) > len(bytes.TrimRight(line, " \t\r"))
	}
	return isFrame(next)
}

// frameIndent is how far frames are indented at least; keys are less.
const frameIndent = 10

// isFrame reports whether a line is a frame: indented far, or with a backtick, or an address.
func isFrame(line []byte) bool {
	indent, text := input.CutIndent(line)
	if len(text) == 0 || text[0] == '[' || isCount(line) {
		return false
	}
	return indent >= frameIndent && !isDistribution(line) || isFrameText(text)
}

func isFrameText(text []byte) bool {
	return bytes.IndexByte(text, '`') > 0 || isAddress(input.TrimBlanks(text))
}

// isAddress reports whether text is "0x104d08831".
func isAddress(text []byte) bool {
	if len(text) < 3 || text[0] != '0' || text[1] != 'x' {
		return false
	}
	for _, c := range text[2:] {
		if !input.IsHex(c) && (c < 'A' || c > 'F') {
			return false
		}
	}
	return true
}

// isDistribution reports whether a line is of a table that quantize() prints.
func isDistribution(line []byte) bool {
	return isDistributionHeading(line) || isDistributionRow(line)
}

func isDistributionHeading(line []byte) bool {
	return bytes.Contains(line, []byte("- Distribution -"))
}

// isDistributionRow reports whether a line is "16 |@@@@@   3".
func isDistributionRow(line []byte) bool {
	_, ok := distributionCount(line)
	return ok
}

// distributionCount returns the count at the end of a row.
func distributionCount(line []byte) (count []byte, ok bool) {
	text := input.TrimBlanks(line)
	bar := bytes.IndexByte(text, '|')
	if bar < 0 {
		return nil, false
	}
	count = text[bytes.LastIndexByte(text, ' ')+1:]
	return count, isDigits(count) && bytes.IndexByte(text[bar:], ' ') > 0
}

type parser struct {
	c     *input.Chunk
	b     *collapse.Builder
	count int // the metric
	names names

	keys    []collapse.Symbol // root first
	stack   []collapse.Symbol // leaf first
	started int               // line of the first key or frame that waits for its weight
}

func parse(c *input.Chunk, b *collapse.Builder) error {
	b.SetModules(true)
	p := &parser{c: c, b: b, names: newNames(c.Options)}
	p.count = c.Metric(b, collapse.Metric{Name: "count", Unit: "count"})
	for {
		line, ok := c.Next()
		if !ok {
			break
		}
		p.line(line)
	}
	if len(p.stack) > 0 || len(p.keys) > 0 {
		c.SkipAt(p.started, "a stack without a count: the output is cut short")
	}
	return nil
}

// line takes one line: whatever is no count, no key and no frame is what else dtrace prints.
func (p *parser) line(line []byte) {
	text := input.TrimBlanks(line)
	switch {
	case len(text) == 0: // between the parts of a stack
	case bytes.HasPrefix(line, []byte("dtrace: ")):
		p.message(text)
	case isDigits(text):
		p.number(line, text)
	case isDistributionHeading(line):
		p.distribution()
	case text[0] == '[' && text[len(text)-1] == ']' && len(p.stack) > 0: // what a helper says of the frame above
	case isProbe(line, text):
	case isFrame(line):
		p.begin()
		p.stack = append(p.stack, p.b.Intern(cutOffset(text), p.names.frames))
	case !input.IsBlank(line[0]): // a message, a heading
	case len(p.stack) > 0:
		p.keysAfter(text)
	default:
		p.begin()
		p.addKeys(text)
	}
}

// message reads what dtrace says about itself. Drops are samples that are missing.
func (p *parser) message(text []byte) {
	if !bytes.Contains(text, []byte("drop")) {
		return
	}
	words := bytes.Fields(text)
	n, ok := input.ParseCount(words[1])
	if !ok {
		n = 1
	}
	p.c.Count(n, input.Note{Noun: "drop", Text: "reported by dtrace: samples are missing, give it larger buffers (-x bufsize, aggsize, dynvarsize)"})
}

// number reads a number alone on its line: a key if a frame follows or a number further right, else the weight.
func (p *parser) number(line, text []byte) {
	if len(p.stack) == 0 && isKeyBefore(line, p.c.Peek()) {
		p.begin()
		p.addKeys(text)
		return
	}
	p.weigh(text)
}

// distribution reads the rows of a table.
func (p *parser) distribution() {
	sum := int64(0)
	for {
		count, ok := distributionCount(p.c.Peek())
		if !ok {
			break
		}
		p.c.Next()
		n, ok := input.ParseCount(count)
		next, exact := collapse.AddWeights(sum, n)
		if !ok || !exact {
			p.c.Skip("the count %q does not fit into 64 bits", input.Shorten(count))
			continue
		}
		sum = next
	}
	p.add(sum)
}

func (p *parser) weigh(text []byte) {
	weight, ok := input.ParseCount(text)
	if !ok {
		p.c.Skip("the count %q does not fit into 64 bits", input.Shorten(text))
		p.clear()
		return
	}
	p.add(weight)
}

// add gives the stack its weight. A count without a stack is that of samples whose stack dtrace could not walk.
func (p *parser) add(weight int64) {
	if len(p.stack) == 0 && len(p.keys) == 0 {
		p.stack = append(p.stack, p.b.Intern([]byte("[unknown]"), plainFrame))
	}
	for i := len(p.keys) - 1; i >= 0; i-- {
		p.stack = append(p.stack, p.keys[i])
	}
	p.b.Add(p.b.Stack(p.stack), p.count, weight)
	p.clear()
}

func (p *parser) clear() { p.keys, p.stack = p.keys[:0], p.stack[:0] }

func (p *parser) begin() {
	if len(p.keys) == 0 && len(p.stack) == 0 {
		p.started = p.c.LineNumber()
	}
}

// addKeys cuts a line at two blanks or more.
func (p *parser) addKeys(text []byte) {
	for len(text) > 0 {
		key := text
		if at := bytes.Index(text, []byte("  ")); at >= 0 {
			key = text[:at]
		}
		text = input.TrimLeft(text[len(key):])
		p.keys = append(p.keys, p.b.Intern(keyText(key), p.names.key))
	}
}

// keysAfter reads keys below a stack, "@[ustack(), execname]": the count stands on their line.
func (p *parser) keysAfter(text []byte) {
	at := bytes.LastIndexByte(text, ' ')
	if at < 1 || text[at-1] != ' ' || !isDigits(text[at+1:]) {
		p.addKeys(text)
		return
	}
	p.addKeys(input.TrimBlanks(text[:at]))
	p.weigh(text[at+1:])
}

// isProbe reports whether a line is the heading or what fired:
//
//	CPU     ID                    FUNCTION:NAME
//	  3  20142                       :tick-60s
func isProbe(line, text []byte) bool {
	words := 0
	for rest := text; words < 2; words++ {
		end := bytes.IndexByte(rest, ' ')
		if end < 0 {
			return false
		}
		if !isDigits(rest[:end]) {
			return words == 0 && bytes.HasPrefix(text, []byte("CPU ")) && bytes.Contains(text, []byte("FUNCTION:NAME"))
		}
		if rest = input.TrimLeft(rest[end:]); words == 1 {
			return input.IsBlank(line[0]) && bytes.IndexByte(rest, ':') >= 0 && bytes.IndexByte(rest, '`') < 0
		}
	}
	return false
}
