package jthreads

import (
	"encoding/json"
	"io"
	"strconv"

	"fold/sources/dump"
)

// jsonThread is one thread of either JSON form.
type jsonThread struct {
	ID      json.RawMessage `json:"tid"` // 1, or "1"
	Name    string          `json:"name"`
	State   string          `json:"state"`
	Virtual json.RawMessage `json:"virtual"` // true, or "true"
	Stack   []string        `json:"stack"`

	ThreadID    int64       `json:"threadId"`
	ThreadName  string      `json:"threadName"`
	ThreadState string      `json:"threadState"`
	StackTrace  []jsonFrame `json:"stackTrace"`
}

// jsonFrame is a frame as Spring Boot writes it.
type jsonFrame struct {
	ClassName  string `json:"className"`
	MethodName string `json:"methodName"`
	FileName   string `json:"fileName"`
	LineNumber int    `json:"lineNumber"`
}

// json reads the threads of each dump one by one.
func (r *reader) json() error {
	d := json.NewDecoder(r.s)
	var err error
	for err == nil {
		r.threads.NewMoment()
		err = dump.EachElement(d, "threads", r.decodeThread)
	}
	if err != io.EOF {
		return dump.JSONError(err)
	}
	r.threads.Done()
	return nil
}

func (r *reader) decodeThread(d *json.Decoder) error {
	var t jsonThread
	if err := d.Decode(&t); err != nil {
		return err
	}
	return r.jsonThread(&t)
}

func (r *reader) jsonThread(t *jsonThread) error {
	virtual := string(t.Virtual) == "true" || string(t.Virtual) == `"true"`
	id := t.ID
	if t.ThreadID != 0 {
		id = strconv.AppendInt(nil, t.ThreadID, 10)
	}
	r.begin(id, t.Name+t.ThreadName, t.State+t.ThreadState, virtual)
	for _, frame := range t.Stack {
		r.frame([]byte(frame))
	}
	for _, frame := range t.StackTrace {
		r.jsonFrame(frame)
	}
	err := r.threads.CheckDepth()
	r.Finish()
	return err
}

// jsonFrame adds a frame of Spring Boot, written as the text form has it.
func (r *reader) jsonFrame(f jsonFrame) {
	r.key = append(append(append(r.key[:0], f.ClassName...), '.'), f.MethodName...)
	r.key = append(append(r.key, '('), f.FileName...)
	if f.LineNumber > 0 {
		r.key = strconv.AppendInt(append(r.key, ':'), int64(f.LineNumber), 10)
	}
	r.frame(append(r.key, ')'))
}
