// Package packed puts columns of numbers and texts into few bytes, as the files that fold writes for browsers hold
// them.
//
// [FrontCode] and [Sized] make bytes of texts, [Deflate] packs columns into one stream, and [Base91] makes a text of
// what a file of text is to hold:
//
//	prefixes, suffixes := packed.FrontCode(names)
//	text := packed.Base91(packed.Deflate(prefixes, packed.Sized(suffixes)))
//
// [ReadPicture] reads the profile back from a flame graph:
//
//	p, left, err := packed.ReadPicture(file)
package packed
