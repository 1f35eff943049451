package pyspy

import (
	"strconv"

	"fold/sources/input"
)

// json reads what py-spy dump --json prints, one array of threads after the other.
func (r *reader) json() error {
	j := input.NewJSON(r.s)
	for more := true; more; more = j.Another() {
		r.threads.NewMoment()
		r.gil.Forget()
		for in := j.Array(); in && j.Element(); {
			r.jsonThread(j)
		}
	}
	if err := j.Err(); err != nil {
		return err
	}
	r.threads.Done()
	return nil
}

// jsonThread reads an element of an array.
func (r *reader) jsonThread(j *input.JSON) {
	r.threads.Begin(nil)
	r.name = ""
	active, gil := false, false
	var pid, thread []byte
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "pid":
			pid = appendID(pid, j)
		case "thread_id":
			thread = appendID(thread, j)
		case "thread_name":
			name, _ := j.Text()
			r.name = string(name)
		case "active":
			active = j.Bool()
		case "owns_gil":
			gil = j.Bool()
		case "frames":
			for in := j.Array(); in && j.Element(); {
				r.jsonFrame(j)
			}
		}
	}
	if j.Err() != nil {
		return
	}
	r.threads.Identify(append(append(pid, ' '), thread...))
	r.state = stateWord(active, gil)
	r.Finish()
}

func appendID(id []byte, j *input.JSON) []byte {
	text, _ := j.ID()
	return append(id[:0], text...)
}

// stateWord returns the word that the text form has.
func stateWord(active, gil bool) string {
	switch {
	case active && gil:
		return "active+gil"
	case active:
		return "active"
	}
	return "idle"
}

// jsonFrame reads one frame of a thread, from the leaf on:
//
//	{"name": "count", "filename": "/srv/kiosk/main.py", "short_filename": "kiosk/main.py", "line": 6}
func (r *reader) jsonFrame(j *input.JSON) {
	if !r.threads.HasRoom(j) {
		return
	}
	f := &r.jsonParts
	f.name, f.file, f.short = f.name[:0], f.file[:0], f.short[:0]
	var line int64
	for in := j.Object(); in && j.Member(); {
		switch string(j.Name()) {
		case "name":
			f.name = appendText(f.name, j)
		case "filename":
			f.file = appendText(f.file, j)
		case "short_filename":
			f.short = appendText(f.short, j)
		case "line":
			line, _ = j.Int()
		}
	}
	r.threads.PushPython(f.name, f.file, f.short, strconv.AppendInt(nil, line, 10))
}

func appendText(to []byte, j *input.JSON) []byte {
	text, _ := j.Text()
	return append(to[:0], text...)
}
