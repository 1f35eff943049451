// Package table makes the table of a profile's functions: how much weight each has itself and together with what it
// calls.
//
// The main type is [Table]. [Top] makes one from a profile; its methods print it as text, Markdown, JSON or CSV, or as
// an element of an HTML page.
//
//	top := table.Top(p, table.Options{N: 20})
//	err := top.WriteText(os.Stdout, table.TextOptions{})
//
// Rows of other profiles, such as those that are compared, are weighed with [Numbering], [AddSelfs] and [AddTotals].
package table
