package jthreads

import (
	"strconv"

	"fold/sources/input"
)

// json reads one dump after the other.
func (r *reader) json() error {
	j := input.NewJSON(r.s)
	for more := true; more; more = j.Another() {
		r.threads.NewMoment()
		r.object(j)
	}
	if err := j.Err(); err != nil {
		return err
	}
	r.threads.Done()
	return nil
}

// object reads a dump of either form, or the threadDump of the JDK's, or one of its containers: whatever has arrays
// of threads does so under one of these names.
func (r *reader) object(j *input.JSON) {
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "threads":
			for in := j.Array(); in && j.Element(); {
				r.jsonThread(j)
			}
		case "threadDump":
			r.threadDump(j)
		}
	}
}

// threadDump reads {"threadContainers": [{"threads": […]}]}.
func (r *reader) threadDump(j *input.JSON) {
	for in := j.Object(); in && j.Member(); {
		if string(j.Name()) != "threadContainers" {
			continue
		}
		for in := j.Array(); in && j.Element(); {
			r.object(j)
		}
	}
}

// jsonThread reads one thread of either form. Its frames may stand before its name.
func (r *reader) jsonThread(j *input.JSON) {
	r.begin(nil, "", "", false)
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "tid", "threadId":
			if id, ok := j.ID(); ok {
				r.threads.Identify(id)
			}
		case "name", "threadName":
			r.name = jsonText(j)
		case "state", "threadState":
			r.state = jsonText(j)
		case "virtual": // true, or "true"
			r.virtual = r.isTrue(j) || r.virtual
		case "stack":
			for in := j.Array(); in && j.Element(); {
				if text, ok := j.Text(); ok {
					r.jsonPush(j, text)
				}
			}
		case "stackTrace":
			for in := j.Array(); in && j.Element(); {
				r.jsonPush(j, r.springFrame(j))
			}
		}
	}
	if j.Err() == nil {
		r.Finish()
	}
}

// jsonPush adds a frame, written as the text form has it.
func (r *reader) jsonPush(j *input.JSON, text []byte) {
	if !r.threads.HasRoom(j) {
		return
	}
	r.frame(text)
}

func jsonText(j *input.JSON) string {
	text, _ := j.Text()
	return string(text)
}

func (r *reader) isTrue(j *input.JSON) bool {
	if j.Kind() == input.JSONString {
		return jsonText(j) == "true"
	}
	return j.Bool()
}

// springFrame reads a frame of Spring Boot and writes it as the text form has it:
//
//	{"className": "shop.Kiosk", "methodName": "main", "fileName": "Kiosk.java", "lineNumber": 21}
func (r *reader) springFrame(j *input.JSON) []byte {
	var class, method, file string
	var line int64
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "className":
			class = jsonText(j)
		case "methodName":
			method = jsonText(j)
		case "fileName":
			file = jsonText(j)
		case "lineNumber":
			line, _ = j.Int()
		}
	}
	r.key = append(append(append(r.key[:0], class...), '.'), method...)
	r.key = append(append(r.key, '('), file...)
	if line > 0 {
		r.key = strconv.AppendInt(append(r.key, ':'), line, 10)
	}
	return append(r.key, ')')
}
