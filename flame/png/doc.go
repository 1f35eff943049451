// Package png draws a profile as an image, for chats and slides, which do not take SVG.
//
// [Write] draws what [flame.WriteSVG] draws without a script, with two pixels for each of the picture's:
//
//	_, err := png.Write(w, p, flame.SVGOptions{Title: "parse, 30 s"})
package png
