package input

import "bytes"

// Outline is what the beginning of a JSON text looks like, for formats to recognise theirs whatever the
// order of its keys. A value is known by its path: "" is the whole text, "meta.version" a member of a member,
// "threads[]" the first element of an array and "threads[].name" a member of the first object in it.
type Outline struct{ values map[string]outlineValue }

type outlineValue struct {
	kind JSONKind
	text string // of a string or a number
}

const (
	outlineDepth = 5   // how deep an outline goes
	outlineText  = 256 // how much of a string it keeps
)

// Kind returns what kind of value stands at a path; JSONNone: there is none, or it is not JSON.
func (o *Outline) Kind(path string) JSONKind { return o.values[path].kind }

// Text returns the string or the digits at a path, or the beginning of it; empty: there is none.
func (o *Outline) Text(path string) string { return o.values[path].text }

// Has says whether there is any value at one of the paths.
func (o *Outline) Has(paths ...string) bool {
	for _, path := range paths {
		if o.values[path].kind != JSONNone {
			return true
		}
	}
	return false
}

// newOutline reads the beginning of a text, which may be cut anywhere.
func newOutline(head []byte) *Outline {
	o := &Outline{values: map[string]outlineValue{}}
	if start := bytes.TrimLeft(head, " \t\r\n"); len(start) == 0 || start[0] != '{' && start[0] != '[' {
		return o
	}
	walk := outlineWalk{Outline: o, j: NewJSON(bytes.NewReader(head))}
	walk.value("", true)
	for walk.next() {
	}
	return o
}

// outlineWalk is on its way through a text.
type outlineWalk struct {
	*Outline
	j    *JSON
	open []outlineContainer
}

type outlineContainer struct {
	path   string
	object bool
	seen   bool // array: its first element has been seen
	inside bool // array: its first object has been seen
}

// next reads one member or element, or leaves a container; false: nothing is left.
func (w *outlineWalk) next() bool {
	if len(w.open) == 0 {
		return false
	}
	in := &w.open[len(w.open)-1]
	switch {
	case in.object && w.j.Member():
		w.value(joinPath(in.path, string(w.j.Name())), true)
	case !in.object && w.j.Element():
		first := !in.seen
		in.seen = true
		if w.j.Kind() == JSONObject && !in.inside {
			in.inside = true
			w.enter(in.path+"[]", first)
		} else if first {
			w.value(in.path+"[]", true)
		}
	default:
		w.open = w.open[:len(w.open)-1]
	}
	return true
}

// value notes the value that comes next, and enters it if it is a container.
func (w *outlineWalk) value(path string, note bool) {
	kind := w.j.Kind()
	if kind == JSONObject || kind == JSONArray {
		w.enter(path, note)
		return
	}
	v := outlineValue{kind: kind}
	if kind == JSONString || kind == JSONNumber {
		text, _ := w.j.Text()
		v.text = string(text[:min(len(text), outlineText)])
	}
	if kind == JSONNone { // the text is cut before the value: that a member of this name is there counts
		v.kind = JSONNull
	}
	w.values[path] = v
}

// enter enters the container that comes next; note: its kind counts.
func (w *outlineWalk) enter(path string, note bool) {
	kind := w.j.Kind()
	if note {
		w.values[path] = outlineValue{kind: kind}
	}
	if len(w.open) == outlineDepth {
		return // skipped by whoever reads on
	}
	if kind == JSONObject {
		w.j.Object()
	} else {
		w.j.Array()
	}
	w.open = append(w.open, outlineContainer{path: path, object: kind == JSONObject})
}

func joinPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
