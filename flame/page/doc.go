// Package page writes a profile as one HTML page: the picture, and beside it the table of functions.
//
// It has no type of its own. [WriteHTML] takes a profile and the options of the picture:
//
//	_, err := page.WriteHTML(w, p, flame.SVGOptions{Title: "parse, 30 s"})
//
// The page refers to nothing outside of itself, so it can be mailed, or attached to an issue.
package page
