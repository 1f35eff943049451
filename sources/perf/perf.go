package perf

import (
	"bytes"
	"math"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/perfevent"
)

// Format is the text of perf script, whatever fields it was asked for, and of simpleperf. Its grammar
// is that of perf's builtin-script.c and evsel_fprintf.c, and of files found in the wild. A sample is a
// header, its frames from the leaf to the root, and a blank line:
//
//	tmux: server  4101/4107  [003]   812.000100:     400000       cycles:u:
//		          401a20 post_entry+0x20 (/opt/ledger/ledgerd)
//		ffffffff81a4c010 copy_user_generic+0x10 ([kernel.kallsyms])
//		    7f21aa02b0c4 [unknown] (/usr/lib/libz.so.1.3)
//
// Without call graphs the frame stands on the header's line. Every field may be absent, and so may the
// blank line, so headers are recognised wherever they stand.
var Format = input.Format{
	Name: "perf", Title: "Linux perf script text, Android simpleperf",
	Uses:  input.UsesLabels | input.UsesLines | input.UsesIDs | input.UsesAddresses | input.UsesAnnotate | input.UsesInlineSplit,
	Sniff: sniffPerf,
	Split: splitPerf,
	Parse: parsePerf, Finish: joinDeferred, Ordered: true, Facts: factsOf,
}

// sniffPerf looks for a header or a frame with its module among the first lines.
func sniffPerf(h *input.Head) bool {
	if !h.IsText() || h.Contains("  (in ") || h.Contains("#-----------\nsnapshot=") {
		return false // a call graph of macOS sample or a tree of massif, both of which may look like frames
	}
	headers, frames := 0, 0
	for c := h.Lines(); headers+frames < 20; {
		line, ok := c.Next()
		if !ok {
			break
		}
		if len(line) > 0 && line[0] == '@' && bytes.IndexByte(line, '[') > 0 {
			return false // a map of bpftrace, whose ustack(perf) looks like frames
		}
		if h, ok := sniffHeader(line); ok && (h.event != nil || isPerfFrame(c.Peek()) || len(input.TrimBlanks(c.Peek())) == 0) {
			headers++
		} else if _, text, ok := cutPerfAddress(line); ok && line[0] == '\t' || ok && endsInModule(text) {
			frames++
		}
	}
	return headers > 0 || frames > 2
}

// sniffHeader reads a header. The time or the event of each ends in a colon, which most lines of other formats lack.
func sniffHeader(line []byte) (perfHeader, bool) {
	for rest := line; ; {
		at := bytes.IndexByte(rest, ':')
		if at < 0 {
			return perfHeader{}, false
		}
		if rest = rest[at+1:]; len(rest) == 0 || input.IsBlank(rest[0]) {
			return parsePerfHeader(line, perfStrict)
		}
	}
}

// splitPerf cuts behind the blank line that ends the frames of a sample or, where samples have none,
// before a header that is one whatever stands around it.
func splitPerf(data []byte) int {
	end := bytes.LastIndexByte(data, '\n') + 1
	for end > 0 {
		start := bytes.LastIndexByte(data[:end-1], '\n') + 1
		line := input.TrimBlanks(data[start : end-1])
		switch {
		case len(line) == 0:
			above := bytes.LastIndexByte(data[:max(start-1, 0)], '\n') + 1
			if above < start && data[above] == '\t' && isPerfFrame(bytes.TrimRight(data[above:start], "\r\n")) {
				return end
			}
		case data[start] != '\t' && start > 0 && isFreeHeader(data[start:end-1]):
			return start
		}
		end = start
	}
	return 0
}

// isFreeHeader says whether a line is a header whatever stands around it. It must say no where otherLine
// and sampleLine take the line for something else first.
func isFreeHeader(line []byte) bool {
	text := input.TrimBlanks(line)
	if isPerfComment(line) || len(text) == 0 || isPerfNoise(text) || isSimpleperfFrame(line) {
		return false
	}
	h, ok := parsePerfHeader(line, perfStrict)
	return ok && !h.isRecord()
}

// perfReader parses one chunk. A sample is open from its header, or from a frame without one, until a
// blank line behind its frames, the next header, a comment, a record line or the end.
type perfReader struct {
	c     *input.Chunk
	b     *collapse.Builder
	names perfNames

	open    bool              // a sample is open
	header  perfHeader        // its header; its texts lie in the chunk
	java    bool              // its command is java
	line    int               // the line that it begins on
	stack   []collapse.Symbol // its frames, leaf first; behind them the command
	pending []byte            // the frame on the header's line, which counts if no other follows
	branch  bool              // pending is the side that a branch leaves

	far       bool         // its leaf stands far behind the symbol that names it
	lines     bool         // lines of the source are asked for
	frameText []byte       // if so, the text of the last frame
	last      *perfColumns // the columns of the last sample
	columns   map[perfEvent]*perfColumns
	memo      *memo         // nil: nothing is remembered
	key       []byte        // room for the text of a symbol
	labels    []input.Label // room for those of a sample
	err       error
}

func parsePerf(c *input.Chunk, b *collapse.Builder) error {
	r := perfReader{c: c, b: b, names: newPerfNames(c.Options), lines: c.Options.Lines, memo: keptMemo(c)}
	return r.parse()
}

func (r *perfReader) parse() error {
	for {
		line, ok := r.c.Next()
		if !ok {
			break
		}
		if len(line) > 0 && line[0] == '\t' {
			r.tabLine(line)
			continue
		}
		if h, ok := usualHeader(line); ok {
			r.start(h)
		} else {
			r.otherLine(line)
		}
		if r.mayRepeat() {
			r.frames()
		}
	}
	if r.open && len(r.stack) == 0 && r.pending == nil && r.cutInHeader() {
		r.truncated()
	}
	r.finish()
	return r.err
}

// perfShape says what the samples of an input have: what the last one lacks was cut off.
type perfShape struct {
	frames  bool // frames on lines of their own
	flat    bool // a frame on the header's line
	modules bool // frames name their modules
	noEvent bool // headers without an event
}

// shape looks at the head of the input, but for its last line. It is asked for only on a line that ends
// without a line end, as the last one of a file that was cut.
func (r *perfReader) shape() perfShape {
	var s perfShape
	for head := r.c.Head.Lines(); ; {
		line, ok := head.Next()
		if !ok || head.AtEnd() {
			return s
		}
		if isPerfFrame(line) {
			s.frames = true
			s.modules = s.modules || endsInModule(line)
		} else if h, ok := parsePerfHeader(line, perfStrict); ok && !h.isRecord() {
			s.flat = s.flat || isPerfFrame(h.post)
			s.noEvent = s.noEvent || h.event == nil
		}
	}
}

// cutInHeader says whether the input ends within the header of the open sample, which has no frames.
func (r *perfReader) cutInHeader() bool {
	if !r.c.Unterminated() {
		return false
	}
	s := r.shape()
	return s.frames || s.flat || r.header.event == nil && !s.noEvent
}

// lacksModule says whether the input ends within a frame's text, before the module that others name.
func (r *perfReader) lacksModule(text []byte) bool {
	return r.c.Unterminated() && !endsInModule(text) && r.shape().modules
}

// tabLine reads a line that begins with a TAB: a frame, or what perf prints behind a sample. It says whether it is a
// frame, of which no more is to be known.
//
//	          401a20 post_entry+0x20 (/opt/ledger/ledgerd)
//	... not reaching sample ...
func (r *perfReader) tabLine(line []byte) (isFrame bool) {
	address, text, ok := cutPerfAddress(line)
	switch {
	case !ok && len(input.TrimBlanks(line)) == 0 && len(r.stack) > 0 && r.c.Unterminated():
		r.truncated() // no sample ends so: it is the indent of a frame
		return false
	case !ok && len(input.TrimBlanks(line)) == 0:
		r.blank()
		return false
	case !ok && isBPFRow(line):
		r.chatter()
		return false
	case !ok && !isBranchNote(line):
		r.c.Skip("not the frame of a sample: %q", input.Shorten(input.TrimBlanks(line)))
		return false
	case !ok, isBranchLine(address, text):
		return false
	}
	if r.lacksModule(text) {
		r.truncated()
		return false
	}
	if len(text) > 0 && text[0] == '(' && bytes.HasPrefix(text, cookieFrame) {
		r.cookie(address)
		return false
	}
	r.frame(line, len(line)-len(text))
	return true
}

// isBranchLine recognises instructions of -F brstackinsn: 16 digits with leading zeros, then a TAB.
func isBranchLine(address, text []byte) bool {
	return len(address) == 16 && len(text) > 0 && text[0] == '\t'
}

// isBranchNote recognises the other lines of -F brstackinsn: "weave+29:", "... not reaching sample ...".
func isBranchNote(line []byte) bool {
	text := input.TrimBlanks(line)
	return text[len(text)-1] == ':' || bytes.HasPrefix(text, []byte("..."))
}

// frame adds the frame whose text begins at the given place of a line to the open sample, or opens one
// without a header (-F ip,sym).
func (r *perfReader) frame(line []byte, at int) {
	if !r.open {
		r.start(perfHeader{})
	}
	if r.names.options.Addresses {
		at = len(line) - len(input.TrimLeft(line)) // the name of an unknown function holds its address
	}
	if r.java {
		line, at = markJava(line, at)
	}
	if len(r.stack) == 0 {
		r.far = isFar(line[at:])
	}
	text := cutOffset(line[at:])
	if r.lines {
		r.frameText = text
	}
	r.stack = append(r.stack, r.symbol(text))
}

// symbol returns the symbol of the text behind an address.
func (r *perfReader) symbol(text []byte) collapse.Symbol {
	if r.memo == nil || len(text) < leastText {
		return r.b.Intern(text, r.names.parse)
	}
	id := r.memo.id(text, 0)
	symbol := r.memo.texts.get(&id)
	if symbol == unknown {
		symbol = uint32(r.b.Intern(text, r.names.parse))
		r.memo.texts.put(&id, symbol)
	}
	return collapse.Symbol(symbol)
}

// markJava puts javaMark in front of the text of a frame, in place of a blank if there is one.
func markJava(line []byte, at int) (marked []byte, start int) {
	if at == 0 {
		return append([]byte{javaMark}, line...), 0
	}
	line[at-1] = javaMark
	return line, at - 1
}

// otherLine reads a line that does not begin with a TAB.
func (r *perfReader) otherLine(line []byte) {
	text := input.TrimBlanks(line)
	switch {
	case len(text) == 0:
		r.blank()
	case isPerfComment(line):
		r.finish()
	case isPerfNoise(text):
		r.chatter()
	default:
		r.sampleLine(line)
	}
}

// chatter counts a line that perf or its helpers are known to print between the samples.
func (r *perfReader) chatter() {
	r.c.Count(1, input.Note{Noun: "line", Text: "of other output between the samples left out"})
}

// blank ends the open sample, unless it has no frames yet: those that follow directly are its own.
func (r *perfReader) blank() {
	if len(r.stack) > 0 || r.pending != nil {
		r.finish()
	}
}

// sampleLine reads a header, a frame that is not indented by a TAB, or what belongs to neither.
func (r *perfReader) sampleLine(line []byte) {
	_, text, isAddress := cutPerfAddress(line)
	if isAddress && isSimpleperfFrame(line) {
		if r.lacksModule(text) {
			r.truncated()
			return
		}
		r.frame(line, len(line)-len(text)+1)
		return
	}
	h, isHeader := timedHeader(line)
	if !isHeader {
		h, isHeader = untimedHeader(line, r.hint(line))
	}
	switch {
	case isHeader:
		r.startAt(h, line)
	case bytes.Contains(line, perfRecord):
		r.finish()
		r.record(line)
	case isPerfComment(input.TrimBlanks(line)):
		r.finish()
	case isAddress && r.open && endsInModule(text):
		r.frame(line, len(line)-len(input.TrimLeft(text)))
	case isAddress && r.open && r.lacksModule(text):
		r.truncated()
	case r.open && isSourceLine(line, r.c.Options):
		r.addLine(input.TrimBlanks(line))
	case r.open && (line[0] == ' ' || line[0] == '|'):
		// Source lines, registers, instructions, branch stacks: not asked for.
	case !r.open && isPerfFrame(r.c.Peek()):
		r.start(perfHeader{comm: trimLastNumber(input.TrimBlanks(line))}) // -F comm,ip,sym
	default:
		r.c.Skip("neither the header nor a frame of a sample: %q", input.Shorten(input.TrimBlanks(line)))
	}
}

// hint says how much of a header may be missing, which depends on the line that follows.
func (r *perfReader) hint(line []byte) perfHint {
	next := r.c.Peek()
	switch {
	case isPerfFrame(next):
		if r.open && bytes.IndexByte(input.TrimBlanks(line), ' ') >= 0 {
			return perfNoTime
		}
		return perfEventOnly
	case next != nil && len(input.TrimBlanks(next)) == 0:
		return perfNoTime
	}
	return perfStrict
}

// startAt opens a sample, unless the line is a record or repeats a header in front of a metric of perf stat.
func (r *perfReader) startAt(h perfHeader, line []byte) {
	if h.isRecord() {
		r.finish()
		r.record(line)
		return
	}
	if bytes.Equal(h.event, []byte("metric")) && bytes.Contains(line, []byte("\tmetric:")) {
		r.finish()
		return
	}
	r.start(h)
}

func (r *perfReader) start(h perfHeader) {
	r.finish()
	r.open, r.header, r.line = true, h, r.c.LineNumber()
	r.java = string(h.comm) == "java"
	if len(h.post) > 0 {
		r.postFrame()
	}
}

// postFrame looks for a frame on the line of the open sample's header.
func (r *perfReader) postFrame() {
	post, isBranch := cutBranch(r.header.post)
	if !isBranch {
		post = r.header.post
	}
	r.pending, r.branch = trailingFrame(post), isBranch
}

// truncated drops the open sample: its root frames are missing, and a leaf would hang under the command.
func (r *perfReader) truncated() {
	r.close()
	r.c.Skip("the input ends inside a sample, which was left out: is the file cut short?")
}

// close forgets the open sample.
func (r *perfReader) close() {
	r.open, r.stack, r.pending, r.frameText, r.far = false, r.stack[:0], nil, nil, false
}

// finish adds the open sample to the tree.
func (r *perfReader) finish() {
	if !r.open {
		return
	}
	if cookie, ok := r.header.deferredCookie(); ok {
		r.finishDeferred(cookie)
		r.close()
		return
	}
	if len(r.stack) == 0 && r.pending != nil {
		if r.branch {
			r.c.Count(1, branchNote)
		}
		_, text, _ := cutPerfAddress(r.pending)
		r.frame(r.pending, len(r.pending)-len(text))
	}
	if len(r.stack) > input.MaxDepth && r.err == nil {
		r.err = r.c.Errorf("a sample of over %d frames: is this perf script text?", input.MaxDepth)
		r.close()
		return
	}
	noStack := len(r.stack) == 0
	if comm, ok := r.command(); ok {
		r.stack = append(r.stack, comm)
	}
	switch {
	case len(r.stack) == 0:
		r.c.Count(1, perfevent.NoteNothing)
	default:
		r.addStack(noStack)
	}
	r.close()
}

// addStack adds the stack of the open sample, unless its labels leave it out.
func (r *perfReader) addStack(noStack bool) {
	if r.c.WantsLabels() {
		r.labels = r.header.appendLabels(r.labels[:0])
	}
	node, keep := r.c.Stack(r.b, r.stack, r.labels)
	if !keep {
		return
	}
	r.countFar()
	if noStack {
		r.c.Count(1, perfevent.NoteNoStack)
	}
	r.add(node)
}

// add adds the weights of the open sample to a node.
func (r *perfReader) add(node collapse.NodeID) {
	columns := r.event()
	weight := int64(1)
	if r.header.hasPeriod {
		weight = r.header.period
	}
	if weight == math.MaxInt64 {
		r.c.Count(1, perfevent.NoteTooLong)
	}
	if columns.weight >= 0 {
		r.b.AddSample(node, columns.weight, weight)
	}
	r.b.AddSample(node, columns.samples, 1)
	if r.c.Options.Samples {
		r.seen()
	}
}

// trimLastNumber takes a process id off the end of a command: "tmux: server 4101".
func trimLastNumber(text []byte) []byte {
	i := bytes.LastIndexByte(text, ' ')
	if i > 0 && len(trimDigits(text[i+1:])) == 0 {
		return input.TrimBlanks(text[:i])
	}
	return text
}

// trimDigits takes decimal digits off the start.
func trimDigits(text []byte) []byte {
	for len(text) > 0 && text[0] >= '0' && text[0] <= '9' {
		text = text[1:]
	}
	return text
}
