// Package sources turns what profilers write into a [collapse.Profile].
//
// [Read] finds out what an input is and reads it:
//
//	p, report, err := sources.Read(os.Stdin, sources.Options{})
//
// Each format is one file here and one [Format] in the list that [Formats] returns.
package sources

import (
	"io"

	"fold/collapse"
)

// Format is a kind of file: how to know it, how to read it and how to write it.
type Format struct {
	Name  string // the word in "collapse-NAME" and in messages
	Title string // one line for people: what writes it

	// Sniff says whether an input that begins with head looks like this format. Head is at most
	// [HeadSize] bytes of the decompressed text, and all of a shorter input. Of all formats at most one
	// may claim an input.
	Sniff func(head []byte) bool

	// Split returns the length of the whole records at the start of data, so that they can be parsed
	// apart from the rest; 0 if there is no place to cut. Nil: the input is parsed in one piece.
	Split func(data []byte) int

	// Parse reads a chunk into b. Lines that make no sense are reported with [Chunk.Skip]; an error ends
	// the reading. Nil: fold knows the format but cannot read it, see Hint.
	Parse func(c *Chunk, b *collapse.Builder) error

	// Ordered says that samples stand in the order in which they were taken, or may do.
	Ordered bool

	// Write writes a profile; metric is the column to write, or to show first where the format holds all
	// of them. Nil: fold cannot write it.
	Write func(w io.Writer, p *collapse.Profile, metric int) error

	// Hint tells users what to do with a file that fold cannot read.
	Hint string
}

// HeadSize is how much of an input a format's Sniff sees.
const HeadSize = 64 << 10

// Formats returns the known formats in the order in which they are tried. Those without Parse can only be
// recognised.
func Formats() []Format {
	return []Format{
		perfDataFormat,
		perfReportFormat,
		executableFormat,
		perfFormat,
		sampleFormat,
		pprofFormat,
		speedscopeFormat,
		foldedFormat,
		treeFormat,
	}
}

// FormatNamed returns the format with the given name, or false.
func FormatNamed(name string) (Format, bool) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// detect returns the format that claims head, or false.
func detect(head []byte) (Format, bool) {
	for _, f := range Formats() {
		if f.Sniff(head) {
			return f, true
		}
	}
	return Format{}, false
}
