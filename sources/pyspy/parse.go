package pyspy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"fold/collapse"
	"fold/sources/dump"
	"fold/sources/input"
)

// reader reads the threads of an input.
type reader struct {
	s           *input.Stream
	threads     *dump.Threads
	state, name string
}

func parse(s *input.Stream, b *collapse.Builder) error {
	r := reader{s: s, threads: dump.NewThreads(s, b, "threads", "thread")}
	if isJSON(s.Head) {
		return r.json()
	}
	return r.threads.Read(&r)
}

// Line reads a line of the text form.
func (r *reader) Line(line []byte) {
	if h, found := findHeader(line); found {
		r.Finish()
		r.threads.Begin(h.id)
		r.state, r.name = string(h.state), string(h.name)
		return
	}
	switch text, isFrame := frameText(line); {
	case bytes.HasPrefix(line, []byte("Process ")):
		r.Finish()
		r.threads.NewMoment()
	case !r.threads.Open():
	case isFrame:
		r.frame(text)
	case !bytes.HasPrefix(line, []byte("    ")):
		r.Finish()
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
	r.threads.PushPython(input.TrimBlanks(head), place, place, line)
}

func isNumber(text []byte) bool {
	return len(text) > 0 && len(bytes.Trim(text, "0123456789")) == 0
}

// Finish adds the thread that was read.
func (r *reader) Finish() {
	if !r.threads.Open() {
		return
	}
	state := dump.Running
	if r.state == "idle" {
		state = dump.Waiting
	}
	var labels []input.Label
	if r.s.WantsLabels() {
		labels = dump.Label(dump.Label(nil, "state", r.state), "thread", r.name)
	}
	r.threads.End(state, labels)
}

// jsonThread is one element of what py-spy dump --json prints.
type jsonThread struct {
	ID      uint64 `json:"thread_id"`
	PID     uint64 `json:"pid"`
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

// json reads arrays of threads, one for each dump.
func (r *reader) json() error {
	d := json.NewDecoder(r.s)
	var err error
	for err == nil {
		r.threads.NewMoment()
		err = r.array(d)
	}
	if err != io.EOF {
		return dump.JSONError(err)
	}
	r.threads.Done()
	return nil
}

// array reads the threads of an array one by one. The error is io.EOF where there is none.
func (r *reader) array(d *json.Decoder) error {
	_, err := d.Token()
	if err != nil {
		return err
	}
	for d.More() {
		var t jsonThread
		if err := d.Decode(&t); err != nil {
			return cutShort(err)
		}
		if err := r.jsonThread(&t); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return cutShort(err)
}

// cutShort returns an error within an array.
func cutShort(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (r *reader) jsonThread(t *jsonThread) error {
	r.threads.Begin(fmt.Appendf(nil, "%d %d", t.PID, t.ID))
	r.state, r.name = t.state(), t.Name
	for _, f := range t.Frames {
		r.threads.PushPython([]byte(f.Name), []byte(f.Filename), []byte(f.Short), strconv.AppendInt(nil, int64(f.Line), 10))
	}
	err := r.threads.CheckDepth()
	r.Finish()
	return err
}
