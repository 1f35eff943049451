package xctrace

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
)

// kind is what an element is, as far as fold reads it.
type kind uint8

const (
	none      kind = iota
	missing        // a reference to an element that the file does not hold
	measure        // weight, cycle-weight, ...: number is the weight
	backtrace      // number is a place in the trie
	sentinel       // stands for a value that is not there
	owned          // process: number is its index
	threaded       // thread: number is the index of its process
	framed         // frame: number is a symbol
	binary         // number is an index into names.modules
	source         // number is an index into names.modules: a file
)

// value is an element, as long as references may name it.
type value struct {
	kind    kind
	measure uint8 // index into measures
	number  int64
}

// measures are the elements that weigh a row. Of several the one with the lowest rank counts.
var measures = [...]struct {
	element string
	rank    int
	metric  collapse.Metric
}{
	{"weight", 0, collapse.Metric{Name: "time", Unit: "nanoseconds"}},
	{"cycle-weight", 1, collapse.Metric{Name: "cycles", Unit: "count"}},
	{"pmc-event", 2, collapse.Metric{Name: "events", Unit: "count"}},
	{"duration", 3, collapse.Metric{Name: "duration", Unit: "nanoseconds", Sampling: collapse.Measured}},
}

// process is who a sample was taken of, and on which thread.
type process struct{ name, pid, thread, tid string }

// next reads the next child of the element that is open, whole; more is false at its end.
func (r *reader) next() (child value, more bool, err error) {
	tag, err := r.x.Next()
	switch {
	case err != nil:
		return value{}, false, err
	case tag == input.NoTag:
		return value{}, false, r.x.Cut()
	case tag == input.EndTag:
		return value{}, false, nil
	}
	child, err = r.value(string(r.x.Name()), 0)
	return child, true, err
}

// maxDepth bounds how deep elements nest. Xctrace's do not go beyond six.
const maxDepth = 64

// value reads the element whose start tag was the last.
func (r *reader) value(name string, depth int) (value, error) {
	if depth > maxDepth {
		return value{}, r.errorf("elements nest over %d deep: is this an export of xctrace?", maxDepth)
	}
	if ref, ok := input.ParseCount(r.x.Attr("ref")); ok {
		known, found := r.ids[ref]
		if !found && isRead(name) {
			known = value{kind: missing}
		}
		return known, r.x.Skip()
	}
	id, hasID := input.ParseCount(r.x.Attr("id"))
	v, err := r.define(name, depth)
	if err == nil && hasID && v.kind != none {
		r.ids[id] = v
	}
	return v, err
}

// isRead reports whether fold needs what an element says.
func isRead(name string) bool {
	switch name {
	case "process", "thread", "backtrace", "tagged-backtrace", "frame", "binary":
		return true
	}
	_, ok := measureNamed(name)
	return ok
}

func measureNamed(name string) (uint8, bool) {
	for i, m := range measures {
		if m.element == name {
			return uint8(i), true
		}
	}
	return 0, false
}

// define reads an element that is no reference.
func (r *reader) define(name string, depth int) (value, error) {
	if m, ok := measureNamed(name); ok {
		return r.weight(m)
	}
	switch name {
	case "sentinel":
		return value{kind: sentinel}, r.x.Skip()
	case "process":
		return r.processValue(depth)
	case "thread":
		return r.thread(depth)
	case "backtrace", "tagged-backtrace":
		return r.backtrace(depth)
	case "frame":
		return r.frame(depth)
	case "binary":
		return value{kind: binary, number: r.names.text(r.x.Attr("name"))}, r.children(depth, nil)
	case "path":
		return r.path()
	case "kperf-bt":
		return value{}, r.errorf("the table %s has addresses only: export the table time-profile", r.schema)
	case "text-addresses":
		return value{}, r.errorf("Xcode before 14.3 exports addresses without names: export with a newer Xcode, xctrace opens old traces")
	}
	return value{}, r.children(depth, nil)
}

// children reads the children of an element up to its end tag.
func (r *reader) children(depth int, take func(name string, child value)) error {
	for {
		tag, err := r.x.Next()
		switch {
		case err != nil:
			return err
		case tag == input.NoTag:
			return r.x.Cut()
		case tag == input.EndTag:
			return nil
		}
		name := string(r.x.Name())
		child, err := r.value(name, depth+1)
		if err != nil {
			return err
		}
		if take != nil {
			take(name, child)
		}
	}
}

// text reads an element that holds nothing but text; valid until the next tag.
func (r *reader) text() ([]byte, error) {
	tag, err := r.x.Next()
	switch {
	case err != nil:
		return nil, err
	case tag == input.NoTag:
		return nil, r.x.Cut()
	case tag == input.StartTag:
		return nil, r.errorf("an element inside a number: is this an export of xctrace?")
	}
	return bytes.TrimSpace(r.x.Text()), nil
}

// weight reads "<weight fmt="1.00 ms">1000000</weight>".
func (r *reader) weight(m uint8) (value, error) {
	text, err := r.text()
	if err != nil {
		return value{}, err
	}
	number, ok := input.ParseCount(text)
	if !ok {
		return value{}, r.errorf("not a number: %q", input.Shorten(text))
	}
	return value{measure, m, number}, nil
}

// path reads the file of a frame.
func (r *reader) path() (value, error) {
	text, err := r.text()
	if err != nil {
		return value{}, err
	}
	return value{kind: source, number: r.names.text(text)}, nil
}

// processValue reads "<process fmt="kettle (77)">".
func (r *reader) processValue(depth int) (value, error) {
	name, pid := cutProcess(string(r.x.Attr("fmt")))
	r.process = append(r.process, process{name: name, pid: pid})
	return value{kind: owned, number: int64(len(r.process) - 1)}, r.children(depth, nil)
}

// thread reads "<thread fmt="worker 0x20 (tea pot, pid: 5)">" and the process in it.
func (r *reader) thread(depth int) (value, error) {
	format := string(r.x.Attr("fmt"))
	name, pid := cutThread(format)
	p := process{name: name, pid: pid, thread: threadName(format, name), tid: threadNumber(format)}
	err := r.children(depth, func(_ string, child value) {
		if child.kind == owned {
			p.name, p.pid = r.process[child.number].name, r.process[child.number].pid
		}
	})
	r.process = append(r.process, p)
	return value{kind: threaded, number: int64(len(r.process) - 1)}, err
}

// backtrace reads frames, leaf first, or a backtrace in a tagged one.
func (r *reader) backtrace(depth int) (value, error) {
	var frames []int64
	inner := value{}
	err := r.children(depth, func(_ string, child value) {
		switch child.kind {
		case framed:
			frames = append(frames, child.number)
		case backtrace, missing:
			if inner.kind != missing {
				inner = child
			}
		}
	})
	if inner.kind != none {
		return inner, err
	}
	at := int64(0)
	for i := len(frames) - 1; i >= 0; i-- {
		at = r.stacks.call(at, collapse.Symbol(frames[i]))
	}
	return value{kind: backtrace, number: at}, err
}

// frame reads "<frame name="boil" addr="0x11"><binary/><source line="3"><path/></source></frame>".
func (r *reader) frame(depth int) (value, error) {
	name := append([]byte(nil), r.x.Attr("name")...)
	if len(name) == 0 {
		name = append(name, r.x.Attr("addr")...)
	}
	module, file := int64(0), int64(0)
	err := r.children(depth, func(_ string, child value) {
		switch child.kind {
		case binary:
			module = child.number
		case source:
			file = child.number
		}
	})
	symbol := r.b.Intern(r.names.frameKey(name, module, file), r.names.frame)
	return value{kind: framed, number: int64(symbol)}, err
}
