package sources

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"

	"fold/collapse"
)

// writeFolded writes one column as folded stacks.
func writeFolded(w io.Writer, p *collapse.Profile, metric int) error {
	return collapse.WriteFolded(w, p, collapse.FoldedOptions{Metric: metric})
}

// errNegative is what writers return whose format has no weights below zero.
var errNegative = errors.New("weights below zero cannot be written: leave them out first")

// hasNegative says whether a column has a weight below zero.
func hasNegative(p *collapse.Profile, metric int) bool {
	for n := range p.Len() {
		if p.Self(metric, collapse.NodeID(n)) < 0 {
			return true
		}
	}
	return false
}

// treeWalk goes through a call tree, callers before callees. Callees stand in the order of their frames'
// texts, so what is written does not depend on how the profile was built. It never recurses.
type treeWalk struct {
	children collapse.Children
	totals   []int64           // if set, nodes with a total of zero are passed over
	path     []collapse.NodeID // the current node and its callers, the one behind the root first
	levels   [][]uint32        // levels[i]: what is still to come beside path[i]
}

func newTreeWalk(p *collapse.Profile) *treeWalk {
	children := p.Children(collapse.Ranks(p.Frames(), func(i, j int) int {
		return compareFrames(p.Frame(collapse.FrameID(i)), p.Frame(collapse.FrameID(j)))
	}))
	return &treeWalk{children: children, levels: [][]uint32{children.Of(collapse.Root)}}
}

// compareFrames tells any two frames apart that are not equal.
func compareFrames(a, b collapse.Frame) int {
	return cmp.Or(
		cmp.Compare(a.Module, b.Module), cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line), cmp.Compare(a.Kind, b.Kind),
	)
}

// next goes to the next node, which is the last of path. It returns false behind the last one.
func (w *treeWalk) next() bool {
	for len(w.levels) > 0 {
		depth := len(w.levels) - 1
		here := w.levels[depth]
		if len(here) == 0 {
			w.levels = w.levels[:depth]
			continue
		}
		w.levels[depth] = here[1:]
		n := collapse.NodeID(here[0])
		if w.totals != nil && w.totals[n] == 0 {
			continue
		}
		w.path = append(w.path[:depth], n)
		w.levels = append(w.levels, w.children.Of(n))
		return true
	}
	return false
}

// node returns the current node.
func (w *treeWalk) node() collapse.NodeID { return w.path[len(w.path)-1] }

// jsonText returns a text as a string of JSON. Bytes that are not UTF-8 become U+FFFD.
func jsonText(text string) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string can always be encoded
	return bytes.TrimSuffix(out.Bytes(), newline)
}
