// Package flame draws a profile, or what changed between two, as a flame graph in an SVG file.
//
// The main function is [WriteSVG]; [SVGOptions] choose colours, sizes and what the file holds besides the picture:
//
//	_, err := flame.WriteSVG(os.Stdout, p, flame.SVGOptions{Title: "parse, 30 s"})
//
// The file is complete without scripts; where scripts run, it can be zoomed and searched. A [Delta] colours frames by
// what changed between two columns. Where each box is decides [NewLayout], which is pure geometry: weights and rows, no
// pixels and no names.
//
// The other rooms are packages of their own: flame/text, flame/table, flame/compare and flame/doctor below this one,
// flame/page and flame/web above it.
package flame
