// Package flame turns a [collapse.Profile] into pictures and tables.
//
// [WriteSVG] draws a flamegraph; [table.Top] makes the table of functions, and its methods write it. What a
// picture shows, and where, is [NewLayout]'s part: it is pure geometry, in weights and not in pixels.
//
//	flame.WriteSVG(os.Stdout, p, flame.SVGOptions{Title: "parse, 30 s"})
package flame
