package page

import (
	"encoding/binary"

	"fold/collapse"
	"fold/collapse/category"
)

// asCaller says that a function has its caller's category: sort.Slice works for whoever calls it.
const asCaller category.Category = 0xff

// looks returns the category of each frame of the profile, and the column that holds it for each name: 0 for a
// caller's, else the category's number and 1 more, twice, and 1 more for a thread.
func (l *layout) looks() (predicted []category.Category, column []byte) {
	predicted = l.predict()
	for _, f := range l.order {
		look := 0
		if c := predicted[f]; c != asCaller {
			look = 2 * (int(c) + 1)
		}
		if l.p.Frame(f).Kind == collapse.KindThread {
			look++
		}
		column = binary.AppendUvarint(column, uint64(look))
	}
	return predicted, column
}

// predict returns for each frame the category that most of its calls have. Frames whose calls have several
// categories, each that of the caller, have none of their own.
func (l *layout) predict() []category.Category {
	type votes struct {
		of     [category.Unknown + 1]int
		unlike int // calls that have another category than their caller
	}
	all := make([]votes, l.p.Frames())
	for _, n := range l.nodes[1:] {
		v := &all[l.p.FrameOf(n)]
		v.of[l.cats[n]]++
		if up := l.p.Parent(n); up == collapse.Root || l.cats[up] != l.cats[n] {
			v.unlike++
		}
	}
	predicted := make([]category.Category, len(all))
	for f, v := range all {
		kinds := 0
		for c, n := range v.of {
			if n > 0 {
				kinds++
			}
			if n > v.of[predicted[f]] {
				predicted[f] = category.Category(c)
			}
		}
		if kinds > 1 && v.unlike == 0 {
			predicted[f] = asCaller
		}
	}
	return predicted
}
