package pprof

import (
	"bytes"
	"cmp"
	"math"
	"strconv"
	"strings"

	google "github.com/google/pprof/profile"

	"fold/sources/input"
)

// goText adds to a profile what Go writes into the comments of the text form, /debug/pprof/NAME?debug=1.
// The decoder reads the numbers of a sample and its addresses, and no comments:
//
//	2 @ 0x48754e 0x41820e 0x417d52 0x57fb99 0x4f6eec 0x57fb67 0x48e621
//	# labels: {"n":"0", "role":"waiter"}
//	#	0x57fb98	main.main.func3.1+0x18	/home/dev/demo/gen/main.go:177
//	#	0x4f6eeb	runtime/pprof.Do+0x8b	/usr/local/go/src/runtime/pprof/runtime.go:57
//	#	0x57fb66	main.main.func3+0x106	/home/dev/demo/gen/main.go:177
//
// An address is where a call returns to, and its comment names the byte before. Go leaves out the comments
// of runtime functions at the leaf and of runtime.goexit at the root.
type goText struct {
	c         *input.Chunk
	p         *google.Profile
	samples   int      // sample lines read
	at        int      // number of the last of them
	calls     []goCall // the comments below it
	ends      []int    // used by fit
	functions map[goFunction]*google.Function
	hidden    *google.Location // stands for an address without comment among others that have one
	named     bool             // some address has a name
}

// goCall is one comment that names an address.
type goCall struct {
	pc   uint64
	line google.Line // its Function is nil where the comment has no name
}

type goFunction struct{ name, file string }

// nameGoText gives the addresses of a text profile their names, and its samples their labels. It says
// whether there are names.
func nameGoText(c *input.Chunk, p *google.Profile) bool {
	t := goText{c: c, p: p, functions: make(map[goFunction]*google.Function)}
	c.Next() // the header, which may look like a sample
	for {
		line, ok := c.Next()
		if !ok || bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("MAPPED_LIBRARIES:")) {
			break
		}
		t.line(line)
	}
	t.finishSample()
	if t.named {
		// The decoder adds lists that are meant for C++: they would drop what Go's own profile.proto keeps.
		p.DropFrames, p.KeepFrames = "", ""
	}
	return t.named
}

func (t *goText) line(line []byte) {
	switch {
	case bytes.HasPrefix(line, []byte("#\t0x")):
		t.calls = append(t.calls, t.call(line))
	case bytes.HasPrefix(line, []byte("# labels: {")):
		t.labels(line[len("# labels: {"):])
	case len(line) > 0 && line[0] != '#' && bytes.Contains(line, []byte(" @")):
		t.finishSample()
		t.samples++
		t.at = t.c.LineNumber()
	}
}

// sample returns the sample whose line was read last, or nil before the first.
func (t *goText) sample() *google.Sample {
	if t.samples == 0 || t.samples > len(t.p.Sample) {
		return nil
	}
	return t.p.Sample[t.samples-1]
}

// call reads a comment with an address:
//
//	#	0x5800af	main.(*Stack[...]).Push+0x4f	/home/dev/demo/gen/main.go:37
//	#	0x0
func (t *goText) call(line []byte) goCall {
	address, rest, _ := strings.Cut(strings.TrimLeft(string(line[1:]), "\t"), "\t")
	pc, err := strconv.ParseUint(address, 0, 64)
	name, file, _ := strings.Cut(strings.TrimLeft(rest, "\t"), "\t")
	if err != nil {
		t.c.Skip("not an address and its function: %q", input.Shorten(line))
	}
	if at := strings.LastIndex(name, "+0x"); at > 0 {
		name = name[:at]
	}
	if name == "" {
		return goCall{pc: pc}
	}
	file, number := cutLineNumber(strings.TrimLeft(file, "\t"))
	return goCall{pc, google.Line{Function: t.function(goFunction{name, file}), Line: number}}
}

// cutLineNumber splits "proc.go:290".
func cutLineNumber(text string) (file string, line int64) {
	at := strings.LastIndexByte(text, ':')
	if at < 0 {
		return text, 0
	}
	line, err := strconv.ParseInt(text[at+1:], 10, 64)
	if err != nil || line > math.MaxInt32 {
		return text, 0
	}
	return text[:at], line
}

func (t *goText) function(f goFunction) *google.Function {
	known := t.functions[f]
	if known == nil {
		known = &google.Function{ID: uint64(len(t.p.Function) + 1), Name: f.name, Filename: f.file}
		t.functions[f] = known
		t.p.Function = append(t.p.Function, known)
	}
	return known
}

// labels reads the labels of a sample as Go quotes them: "n":"0", "role":"waiter"}
func (t *goText) labels(text []byte) {
	labels := make(map[string][]string)
	rest := string(text)
	for !strings.HasPrefix(rest, "}") {
		key, afterKey, keyOK := cutQuoted(rest)
		value, afterValue, valueOK := cutQuoted(strings.TrimPrefix(afterKey, ":"))
		if !keyOK || !valueOK {
			t.c.Skip("labels that make no sense: %q", input.Shorten(text))
			return
		}
		labels[key] = append(labels[key], cmp.Or(value, emptyText))
		rest = strings.TrimPrefix(afterValue, ", ")
	}
	if s := t.sample(); s != nil {
		s.Label = labels
	}
}

// cutQuoted splits off a quoted text at the start of another.
func cutQuoted(text string) (value, rest string, ok bool) {
	quoted, err := strconv.QuotedPrefix(text)
	if err != nil {
		return "", "", false
	}
	value, err = strconv.Unquote(quoted)
	return value, text[len(quoted):], err == nil
}

// finishSample gives the addresses of the last sample the names that stood below it.
func (t *goText) finishSample() {
	s, calls := t.sample(), t.calls
	t.calls = t.calls[:0]
	if s == nil || len(calls) == 0 {
		return
	}
	ends, fit := t.fit(s, calls)
	if !fit {
		t.c.SkipAt(t.at, "the functions below do not fit the addresses of this sample, which keeps its addresses")
		return
	}
	start := 0
	for i, l := range s.Location {
		s.Location[i] = t.name(l, calls[start:ends[i]])
		start = ends[i]
	}
}

// fit finds the calls of each address: those of address i end at ends[i]. They stand in the order of the
// addresses. Recursion repeats an address and its call; before Go 1.21 an address had several calls where
// functions are inlined.
func (t *goText) fit(s *google.Sample, calls []goCall) (ends []int, fit bool) {
	t.ends = t.ends[:0]
	end := 0
	for rest := s.Location; len(rest) > 0; {
		same := 1
		for same < len(rest) && rest[same] == rest[0] {
			same++
		}
		n := matching(calls[end:], rest[0].Address)
		if next := rest[same:]; n == 0 && (len(next) == 0 || next[0].Address != rest[0].Address+1) {
			n = matching(calls[end:], rest[0].Address+1) // a signal interrupted this frame: it is no call
		}
		if isPadding(rest[0].Address, fileOf(rest[0].Mapping)) { // many zeros, one comment
			end, n = end+n, 0
		}
		if n%same != 0 {
			return nil, false
		}
		for range same {
			end += n / same
			t.ends = append(t.ends, end)
		}
		rest = rest[same:]
	}
	return t.ends, end == len(calls)
}

// fileOf returns the name of a mapping's file, if there is one.
func fileOf(m *google.Mapping) string {
	if m == nil {
		return ""
	}
	return mappingName(m.File)
}

// matching returns how many of the first calls are of one address.
func matching(calls []goCall, pc uint64) int {
	n := 0
	for n < len(calls) && calls[n].pc == pc {
		n++
	}
	return n
}

// name returns the location with the names of its calls, or the hidden one where there are none.
func (t *goText) name(l *google.Location, calls []goCall) *google.Location {
	if len(calls) == 0 {
		return t.hiddenLocation()
	}
	if len(l.Line) > 0 {
		return l
	}
	for _, call := range calls {
		if call.line.Function != nil {
			l.Line = append(l.Line, call.line)
			t.named = true
		}
	}
	return l
}

// hiddenLocation returns a location that the reader leaves out as padding.
func (t *goText) hiddenLocation() *google.Location {
	if t.hidden == nil {
		t.hidden = &google.Location{ID: uint64(len(t.p.Location) + 1)}
		t.p.Location = append(t.p.Location, t.hidden)
	}
	return t.hidden
}
