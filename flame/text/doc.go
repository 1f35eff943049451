// Package text writes weights, units, numbers and names the way people read them.
//
// It has no main type. Weights are [Weight] and [GroupedWeight], whose units [KindOf] knows. Numbers are
// [GroupDigits], [Count] and [Points] for people, [Exact] and [Decimal] for programs. Names may hold any byte:
// [Visible] makes them safe for a terminal, [Clean] and [AppendXML] for a picture, [Markdown] for an issue;
// [ShortForms] and [CutMiddle] make them fit.
//
//	text.Weight(4_510_000_000, 0, "nanoseconds")  // 4.51s
//	text.Count(1200, "row")                       // 1,200 rows
//	text.Visible("a\x1b[2J")                      // a\x1b[2J, which no terminal obeys
package text
