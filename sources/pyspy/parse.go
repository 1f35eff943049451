package pyspy

import (
	"bytes"
	"encoding/json"
	"strconv"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// reader reads the threads of an input.
type reader struct {
	s           *input.Stream
	b           *collapse.Builder
	threads     *dump.Threads
	open        bool
	state, name string
	stack       []collapse.Symbol // leaf first
	key         []byte
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, b: b, threads: dump.NewThreads(s, b, "threads", "thread")}
	if isJSON(s.Head) {
		return r.json()
	}
	for {
		line, ok := s.Next()
		if !ok {
			r.finish()
			return nil
		}
		r.line(line)
		if err := r.threads.CheckDepth(len(r.stack)); err != nil {
			return err
		}
	}
}

func (r *reader) line(line []byte) {
	if h, found := findHeader(line); found {
		r.finish()
		r.open, r.state, r.name, r.stack = true, string(h.state), string(h.name), r.stack[:0]
		return
	}
	switch text, isFrame := frameText(line); {
	case !r.open:
	case isFrame:
		r.frame(text)
	case !bytes.HasPrefix(line, []byte("    ")):
		r.finish()
	}
}

// frame reads "count (kiosk/main.py:6)".
func (r *reader) frame(text []byte) {
	head, found := dump.CutGroup(text)
	if !found {
		r.s.Skip("a frame without its file, left out: %q", input.Shorten(text))
		return
	}
	place := text[len(head)+1 : len(text)-1]
	var line []byte
	if colon := bytes.LastIndexByte(place, ':'); colon >= 0 && isNumber(place[colon+1:]) {
		place, line = place[:colon], place[colon+1:]
	}
	r.add(input.TrimBlanks(head), place, place, line)
}

func isNumber(text []byte) bool {
	return len(text) > 0 && len(bytes.Trim(text, "0123456789")) == 0
}

// add adds a frame: path is the file, short how it is shown.
func (r *reader) add(function, path, short, line []byte) {
	r.key = append(append(append(r.key[:0], function...), 0), path...)
	r.key = append(append(r.key, 0), short...)
	if r.s.Options.Lines {
		r.key = append(append(r.key, 0), line...)
	}
	r.stack = append(r.stack, r.b.Intern(r.key, newFrame))
}

// newFrame makes the frame of a key: function, path, short path and, if lines are asked for, the line.
func newFrame(key []byte) []collapse.Frame {
	function, rest, _ := bytes.Cut(key, []byte{0})
	path, rest, _ := bytes.Cut(rest, []byte{0})
	short, line, lines := bytes.Cut(rest, []byte{0})
	return []collapse.Frame{dump.PythonFrame(string(function), string(path), string(short), string(line), lines)}
}

// finish adds the thread that was read.
func (r *reader) finish() {
	if !r.open {
		return
	}
	r.open = false
	state := dump.Running
	if r.state == "idle" {
		state = dump.Waiting
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(dump.Label(nil, "state", r.state), "thread", r.name)
	}
	r.threads.Add(r.stack, state, labels)
}

// jsonThread is one element of what py-spy dump --json prints.
type jsonThread struct {
	Name    string `json:"thread_name"`
	Active  bool   `json:"active"`
	OwnsGIL bool   `json:"owns_gil"`
	Frames  []struct {
		Name     string `json:"name"`
		Filename string `json:"filename"`
		Short    string `json:"short_filename"`
		Line     int    `json:"line"`
	} `json:"frames"`
}

// state returns the word that the text form has.
func (t *jsonThread) state() string {
	switch {
	case t.OwnsGIL:
		return "active+gil"
	case t.Active:
		return "active"
	}
	return "idle"
}

// json reads an array of threads, one by one.
func (r *reader) json() error {
	d := json.NewDecoder(r.s)
	_, err := d.Token()
	for err == nil && d.More() {
		var t jsonThread
		if err = d.Decode(&t); err == nil {
			r.jsonThread(&t)
		}
	}
	if err == nil {
		_, err = d.Token()
	}
	if err != nil {
		return dump.JSONError(err)
	}
	return nil
}

func (r *reader) jsonThread(t *jsonThread) {
	r.open, r.state, r.name, r.stack = true, t.state(), t.Name, r.stack[:0]
	for _, f := range t.Frames {
		short := f.Short
		if short == "" {
			short = dump.ShortPath(f.Filename)
		}
		r.add([]byte(f.Name), []byte(f.Filename), []byte(short), strconv.AppendInt(nil, int64(f.Line), 10))
	}
	r.finish()
}
