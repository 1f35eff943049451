package flame

import (
	"fold/collapse"
	"fold/flame/table"
)

// dataDiff says in the header of a data layer that it holds two profiles: the column of selfs is followed by one
// of what the other profile's selfs are more or less.
type dataDiff struct {
	Shown    string `json:"shown"` // the profile of the column of selfs: "before" or "after"
	By       string `json:"by"`    // the change that gives the colour: "self" or "total"
	Absolute bool   `json:"absolute,omitempty"`
	Function bool   `json:"function,omitempty"` // a frame has the colour of its function's change
	// Beyond are the names whose change of self, and of total, is more than noise; nil: it is not known of which.
	Beyond *dataBeyond `json:"beyond,omitempty"`
}

type dataBeyond struct {
	Self  []int `json:"self"`
	Total []int `json:"total"`
}

// dataDiff returns nil for pictures of one profile.
func (pic *picture) dataDiff(names dataNames) *dataDiff {
	if pic.Delta == nil {
		return nil
	}
	diff := &dataDiff{Shown: "after", By: "self", Absolute: pic.Delta.Absolute, Function: pic.Delta.ByFunction}
	if pic.column == pic.Delta.Before {
		diff.Shown = "before"
	}
	if pic.Delta.By == table.ByTotal {
		diff.By = "total"
	}
	if pic.Delta.Beyond.Self != nil {
		diff.Beyond = &dataBeyond{pic.beyond(names, table.BySelf), pic.beyond(names, table.ByTotal)}
	}
	return diff
}

// beyond returns the names whose change is more than noise.
func (pic *picture) beyond(names dataNames, by table.Order) []int {
	beyond := []int{}
	for name, f := range names.order {
		if pic.isBeyond(collapse.FrameID(f), by) {
			beyond = append(beyond, name)
		}
	}
	return beyond
}

// weighs reports whether a node is part of the data layer: whether it weighs anything, before or after.
func (pic *picture) weighs(n int) bool {
	if pic.Delta != nil {
		return pic.changes[0][n] > 0 || pic.changes[1][n] > 0
	}
	return pic.plan.totals[n] > 0
}

// otherSelf returns the self weight of a node in the profile that does not give the widths.
func (pic *picture) otherSelf(n collapse.NodeID) int64 {
	if pic.column == pic.Delta.Before {
		return pic.p.Self(pic.Delta.After, n)
	}
	return pic.p.Self(pic.Delta.Before, n)
}
