package input

// OpenRows holds the open rows of a tree that is printed by indent: the row that was added last and its callers.
//
//	main
//	 parse        open: main, parse
//	  read        open: main, parse, read
//	 draw         open: main, draw
//
// A row that is indented by several levels more than the one before is that row's child.
type OpenRows[Row any] struct {
	rows    []Row
	indents []int
}

// Add opens a row. Rows that are indented as far as it or further are over, and closed is called for each, the
// innermost first, while its callers are still open; nil: nobody wants to know.
func (o *OpenRows[Row]) Add(indent int, row Row, closed func(row *Row)) {
	o.close(indent, closed)
	o.rows, o.indents = append(o.rows, row), append(o.indents, indent)
}

// Close closes all rows.
func (o *OpenRows[Row]) Close(closed func(row *Row)) { o.close(-1, closed) }

func (o *OpenRows[Row]) close(indent int, closed func(row *Row)) {
	for n := len(o.rows); n > 0 && o.indents[n-1] >= indent; n-- {
		if closed != nil {
			closed(&o.rows[n-1])
		}
		o.rows, o.indents = o.rows[:n-1], o.indents[:n-1]
	}
}

// Rows returns the open rows, outermost first.
func (o *OpenRows[Row]) Rows() []Row { return o.rows }

// Parent returns the row that a row with this indent would hang under; nil if it would be a root. It closes no row.
func (o *OpenRows[Row]) Parent(indent int) *Row {
	for n := len(o.rows); n > 0; n-- {
		if o.indents[n-1] < indent {
			return &o.rows[n-1]
		}
	}
	return nil
}

// Skips reports whether a row with this indent stands more than step further in than the row before, so that a
// level seems to be missing.
func (o *OpenRows[Row]) Skips(indent, step int) bool {
	n := len(o.indents)
	return n > 0 && indent > o.indents[n-1]+step
}

// Share is a row's weight in a tree that prints totals only: what its callees leave of its total is its own.
type Share struct {
	Total int64
	Slack float64 // how far Total may be off, being rounded: see [Decimal.Slack]

	callees int64
	slack   float64
	inner   bool
}

// Take takes a callee's total off the row's own weight.
func (s *Share) Take(callee Share) {
	s.callees += callee.Total
	s.slack += callee.Slack
	s.inner = true
}

// Self returns the row's own weight. What lies within the rounding is 0. Missing is by how much the callees exceed
// the row where that is more than rounding explains.
func (s *Share) Self() (self, missing int64) {
	self = s.Total - s.callees
	switch {
	case s.inner && float64(max(self, -self)) <= s.Slack+s.slack:
		return 0, 0
	case self < 0:
		return 0, -self
	}
	return self, 0
}
