// Package bloat reads what cargo bloat prints.
package bloat

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/sizes"
)

// Format is the table of cargo bloat, of functions or of crates, or its JSON (--message-format json), which is exact. The
// table's sizes are rounded. Cargo's own lines may stand above either.
//
//	 File  .text     Size      Crate Name
//	 0.9%  50.0%  10.0KiB     kettle kettle::main
//	 0.3%   2.4%     500B  [Unknown] read_line_info
//	 0.2%  10.1%   2.0KiB            And 42 smaller methods. Use -n N to show more.
//	 5.0% 100.0%  20.0KiB            .text section size, the file size is 400.0KiB
//
//	{"file-size":465736,"text-section-size":20000,"functions":[{"crate":"std","name":"alloc::raw_vec::finish_grow","size":9364}]}
var Format = input.Format{
	Name: "bloat", Title: "cargo bloat: size of a Rust program by crate and function",
	Sniff:  sniff,
	Stream: read,
}

func sniff(h *input.Head) bool {
	if !h.Contains(".text") && !h.Contains("text-section-size") {
		return false // which is quicker than looking at each line
	}
	for lines := h.Lines(); ; {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		if _, ok := layoutOf(line); ok || isJSON(line) {
			return true
		}
	}
}

// isJSON recognises the one line of JSON.
func isJSON(line []byte) bool {
	return len(line) > 0 && line[0] == '{' && bytes.Contains(line, []byte(`"text-section-size":`)) &&
		(bytes.Contains(line, []byte(`"functions":`)) || bytes.Contains(line, []byte(`"crates":`)))
}

// layout is what a table has a column of beside the sizes.
type layout struct{ crate, name bool }

// layoutOf reads a heading; false: the line is none.
func layoutOf(line []byte) (layout, bool) {
	switch string(bytes.Join(bytes.Fields(line), []byte(" "))) {
	case "File .text Size Crate Name":
		return layout{crate: true, name: true}, true
	case "File .text Size Crate":
		return layout{crate: true}, true
	case "File .text Size Name":
		return layout{name: true}, true
	}
	return layout{}, false
}

type reader struct {
	s       *input.Stream
	b       *collapse.Builder
	size    int // the metric
	path    func(key []byte) []collapse.Frame
	key     []byte
	rest    sizes.Rest
	omitted int64 // bytes in rows that stand for others
	cropped int64 // names that are cut to the width of the terminal
}

func read(s *input.Stream, b *collapse.Builder) error {
	r := &reader{s: s, b: b, path: paths(s.Options)}
	for found := false; !found; {
		line := s.Peek()
		if line == nil {
			return input.Errorf("neither a table nor JSON of cargo bloat: see fold formats")
		}
		if isJSON(line) {
			r.size = s.MetricAt(b, sizeMetric, s.LineNumber()+1)
			if err := r.json(); err != nil {
				return err
			}
			break
		}
		_, _ = s.Next()
		if columns, ok := layoutOf(line); ok {
			r.size = s.Metric(b, sizeMetric)
			r.table(columns)
			break
		}
	}
	if left := r.rest.Add(b, r.size) + r.omitted; left > 0 {
		s.Count(left, input.Note{Noun: "byte", Text: "shown as [not listed]: cargo bloat -n 0 lists all functions"})
	}
	s.Count(r.cropped, input.Note{Noun: "name", Text: "cut to the width of the terminal: run cargo bloat with -w"})
	return nil
}

var sizeMetric = collapse.Metric{Name: "size", Unit: "bytes", Sampling: collapse.Exact}

// notListed adds the bytes of a row that stands for others.
func (r *reader) notListed(size int64) {
	r.omitted += size
	r.b.Add(r.b.Call(collapse.Root, r.b.Frame(collapse.Frame{Name: sizes.NotListed})), r.size, size)
}

// add adds a function, or a crate if name is nil.
func (r *reader) add(crate, name []byte, size int64) {
	crate = bytes.TrimSuffix(crate, []byte{'?'}) // guessed
	if len(crate) == 0 {
		crate = []byte("[Unknown]")
	}
	if bytes.HasSuffix(name, []byte("...")) || bytes.HasSuffix(name, []byte("…")) {
		r.cropped++
	}
	r.rest.Take(size)
	r.key = append(append(append(r.key[:0], crate...), '\n'), name...)
	r.b.Add(r.b.CallSymbol(collapse.Root, r.b.Intern(r.key, r.path)), r.size, size)
}

// paths returns what reads a key: a crate and the path of a function, which mostly begins with the crate, too.
func paths(o input.Options) func(key []byte) []collapse.Frame {
	path := sizes.Frames(o)
	return func(key []byte) []collapse.Frame {
		crate, name, _ := bytes.Cut(key, []byte{'\n'})
		frames := sizes.Plain(crate)
		if len(name) == 0 {
			return frames
		}
		within := path(name)
		if len(within) > 1 && within[0].Name == string(bytes.ReplaceAll(crate, []byte{'-'}, []byte{'_'})) {
			within = within[1:]
		}
		return append(frames, within...)
	}
}

// table reads the rows of a table. The row of the sum ends it.
func (r *reader) table(columns layout) {
	for {
		line, ok := r.s.Next()
		if !ok {
			return
		}
		text := input.TrimBlanks(line)
		if len(text) == 0 || bytes.HasPrefix(text, []byte("Note: ")) {
			continue
		}
		size, rest, ok := parseRow(text)
		if !ok {
			r.s.Skip("no size in %q", input.Shorten(line))
			continue
		}
		switch {
		case bytes.Contains(rest, []byte(", the file size is ")): // the sum
		case isOthers(rest):
			r.notListed(size)
		case columns.crate && columns.name:
			crate, name, _ := bytes.Cut(rest, []byte{' '})
			if name = input.TrimLeft(name); len(name) == 0 {
				crate, name = nil, crate
			}
			r.add(crate, name, size)
		case columns.crate:
			r.add(rest, nil, size)
		default:
			r.add(nil, rest, size)
		}
	}
}

// isOthers reports whether a row stands for what is not listed.
func isOthers(text []byte) bool {
	if number, found := bytes.CutPrefix(text, []byte("And ")); found {
		_, rest, _ := bytes.Cut(number, []byte{' '})
		return bytes.HasPrefix(rest, []byte("smaller methods")) || bytes.HasPrefix(rest, []byte("more crates"))
	}
	return len(text) > 2 && text[0] == '[' && bytes.HasSuffix(text, []byte(" Others]"))
}

// parseRow splits "0.9%  50.0%  10.0KiB     kettle kettle::main".
func parseRow(text []byte) (size int64, rest []byte, ok bool) {
	for range 2 {
		word, after, _ := bytes.Cut(text, []byte{' '})
		if len(word) == 0 || word[len(word)-1] != '%' {
			return 0, nil, false
		}
		text = input.TrimLeft(after)
	}
	word, rest, _ := bytes.Cut(text, []byte{' '})
	size, ok = parseSize(word)
	return size, input.TrimLeft(rest), ok
}

// parseSize reads "500B", "10.0KiB" or "2.8MiB".
func parseSize(word []byte) (int64, bool) {
	number := bytes.TrimRight(word, "KMGTiB")
	factor := int64(0)
	switch string(word[len(number):]) {
	case "B":
		factor = 1
	case "KiB":
		factor = 1 << 10
	case "MiB":
		factor = 1 << 20
	case "GiB":
		factor = 1 << 30
	}
	d, ok := input.PrintedDecimal(number, false)
	if factor == 0 || !ok || len(number) == 0 {
		return 0, false
	}
	return d.Times(factor)
}

// json reads the object that --message-format json writes.
func (r *reader) json() error {
	j := input.NewJSON(r.s)
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "text-section-size":
			r.rest.Total, _ = j.Int()
		case "functions", "crates":
			isCrate := string(j.Name()) == "crates"
			for in := j.Array(); in && j.Element(); {
				r.element(j, isCrate)
			}
		}
	}
	return j.Err()
}

// element reads one function, or one crate.
func (r *reader) element(j *input.JSON, isCrate bool) {
	var crate, name []byte
	size, ok := int64(0), false
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "crate":
			text, _ := j.Text()
			crate = append([]byte(nil), text...)
		case "name":
			text, _ := j.Text()
			name = append([]byte(nil), text...)
		case "size":
			size, ok = j.Int()
		}
	}
	switch {
	case !ok:
		if j.Err() == nil {
			r.s.SkipAt(r.s.LineNumber()+1, "no size of %q", input.Shorten(name))
		}
	case isCrate:
		r.add(name, nil, size)
	default:
		r.add(crate, name, size)
	}
}
