package ghcprof

import (
	"fold/collapse"
	"fold/sources/input"
)

// readJSON reads what +RTS -pj writes:
//
//	{"program": "kettle", "rts_arguments": ["-pj"], "total_ticks": 10,
//	 "cost_centres": [{"id": 7, "label": "boil", "module": "Tea", "src_loc": "Tea.hs:9:1-20", "is_caf": false}],
//	 "profile": {"id": 2, "entries": 0, "alloc": 40, "ticks": 1, "children": [{"id": 7, "entries": 12, ...}]}}
func readJSON(s *input.Stream, b *collapse.Builder) error {
	r := &jsonReader{s: s, b: b, j: input.NewJSON(s), centres: map[int64]collapse.Symbol{}}
	for i, metric := range exactMetrics {
		r.metrics[i] = s.MetricAt(b, metric, 1)
	}
	for in := r.j.Object(); in && r.j.Member(); {
		switch string(r.j.Name()) {
		case "program":
			text, _ := r.j.Text()
			s.Fact(input.Command, string(text))
		case "tick_interval":
			interval, _ := r.j.Text()
			s.Fact(input.Rate, input.EachSample(string(interval)+" µs"))
		case "cost_centres":
			for in := r.j.Array(); in && r.j.Element(); {
				r.centre()
			}
		case "profile":
			r.profile()
		}
	}
	if err := r.j.Err(); err != nil {
		return err
	}
	if !r.seen {
		return input.Errorf("no profile in the JSON: the file is cut short, run the program again with +RTS -pj")
	}
	s.Count(r.unknown, input.Note{Noun: "cost centre", Text: "without a name, shown as [unknown]"})
	return nil
}

type jsonReader struct {
	s       *input.Stream
	b       *collapse.Builder
	j       *input.JSON
	metrics [3]int
	centres map[int64]collapse.Symbol
	open    []call
	key     []byte
	unknown int64
	seen    bool
}

// call is an object of the tree that is open.
type call struct {
	id       int64
	weights  [3]int64
	node     collapse.NodeID
	placed   bool // node is known
	children bool // its list of children is open, too
}

// centre reads a cost centre.
func (r *jsonReader) centre() {
	id, module, label := int64(0), "", ""
	for in := r.j.Object(); in && r.j.Member(); {
		switch string(r.j.Name()) {
		case "id":
			id, _ = r.j.Int()
		case "label":
			text, _ := r.j.Text()
			label = string(text)
		case "module":
			text, _ := r.j.Text()
			module = string(text)
		}
	}
	r.key = append(append(append(r.key[:0], module...), '.'), label...)
	r.centres[id] = r.b.Intern(r.key, frame)
}

// profile reads the tree without recursion: it may be as deep as it likes.
func (r *jsonReader) profile() {
	r.seen = true
	if !r.j.Object() {
		return
	}
	r.open = append(r.open[:0], call{})
	for len(r.open) > 0 {
		at := &r.open[len(r.open)-1]
		switch {
		case at.children:
			r.child(at)
		case r.j.Member():
			r.member(at)
		default:
			r.close(at)
			r.open = r.open[:len(r.open)-1]
		}
	}
}

// child enters the next child of a call, or leaves the list.
func (r *jsonReader) child(at *call) {
	if !r.j.Element() {
		at.children = false
		return
	}
	if r.j.Object() {
		r.open = append(r.open, call{})
	}
}

// member reads a member of a call. Children need to know where they belong, and the run-time system writes them last.
func (r *jsonReader) member(at *call) {
	switch string(r.j.Name()) {
	case "id":
		at.id, _ = r.j.Int()
	case "ticks":
		at.weights[0], _ = r.j.Int()
	case "alloc":
		at.weights[1], _ = r.j.Int()
	case "entries":
		at.weights[2], _ = r.j.Int()
	case "children":
		r.place(at)
		at.children = r.j.Array()
	}
}

// place finds the node of a call.
func (r *jsonReader) place(at *call) {
	if at.placed {
		return
	}
	at.placed = true
	parent := collapse.Root
	if n := len(r.open); n > 1 {
		parent = r.open[n-2].node
	}
	symbol, known := r.centres[at.id]
	if !known {
		r.unknown++
		symbol = r.b.Intern([]byte("[unknown]"), frame)
	}
	at.node = r.b.CallSymbol(parent, symbol)
}

// close adds the weights of a call.
func (r *jsonReader) close(at *call) {
	r.place(at)
	addWeights(r.b, at.node, r.metrics, at.weights, true)
}
