package input

import (
	"io"

	"fold/collapse"
)

// Format is one kind of file: how to recognise it, how to read it and how to write it. Exactly one of Parse,
// Stream and ReadAt is set; a format without any of them is only recognised, and Hint is the error.
type Format struct {
	Name  string // the word in "collapse-NAME" and in messages
	Title string // one line for people: what writes it

	// BinaryOf is the name of the format that this is another form of: who asks for that one gets this one, too.
	BinaryOf string

	// Sniff reports whether an input that begins with h looks like this format. Of all formats at most one may
	// claim an input.
	Sniff func(h *Head) bool

	// Split returns the length of the whole records at the start of data, so that they can be parsed apart from
	// the rest; 0 if there is no place to cut. With Parse only; nil: the input is held in memory and parsed in
	// one piece.
	Split func(data []byte) int

	// Parse reads a chunk into b. Several workers call it at the same time, each with a builder of its own.
	// Lines that make no sense are reported with [Chunk.Skip]; an error ends the reading.
	Parse func(c *Chunk, b *collapse.Builder) error

	// Resumes says that Parse can go on in the middle of a record: see [Chunk.Resumed]. An input that one worker reads
	// need not be searched for places to cut then.
	Resumes bool

	// Finish completes what no chunk can know by itself, once, on the merged profile. Nil: there is nothing like that.
	Finish func(p *collapse.Profile, t *Task) *collapse.Profile

	// Stream reads the whole input into b, once, front to back, without holding it: JSON, XML, call trees.
	Stream func(s *Stream, b *collapse.Builder) error

	// ReadAt reads an input that needs an index: perf.data, JFR. An input that is no file is spooled, see
	// [Options].
	ReadAt func(f *File, b *collapse.Builder) error

	// Write writes a profile; metric is the column to write, or to show first where the format holds all
	// of them. Nil: fold cannot write it.
	Write func(w io.Writer, p *collapse.Profile, metric int) error
	// Loses says in a sentence what of a column Write cannot write as it is, empty where that is nothing. Nil: never.
	Loses func(p *collapse.Profile, metric int) string
	// AllColumns says that Write writes all columns.
	AllColumns bool

	// Ordered says that samples stand in the order in which they were taken, or may do.
	Ordered bool

	// Timed says that an input may tell when samples were taken, or when calls began.
	Timed bool

	// Facts returns what the head says about the machine and the recording. Nil: nothing, or a reader reports it with
	// [Task.Fact].
	Facts func(h *Head) []Fact

	// Census says that the input is a snapshot of all threads and holds no samples: nothing about it is
	// random, so nothing is tested and it cannot be too short.
	Census bool

	// Uses are the options that the format uses, of those that not all do.
	Uses Uses

	// Hint says what to do with a file that fold cannot read.
	Hint string
}

// Uses is a set of [Options] that some formats use, and that do nothing for the others.
type Uses uint16

// The options that not all formats use.
const (
	UsesLabels      Uses = 1 << iota // TagRoot, TagLeaf, TagFocus, TagIgnore
	UsesLines                        // Lines
	UsesIdle                         // Idle
	UsesIDs                          // PID, TID
	UsesAddresses                    // Addresses
	UsesAnnotate                     // Annotate
	UsesInlines                      // Inlines
	UsesInlineSplit                  // NoInlineSplit
	UsesGenerics                     // Generics
	UsesAllFrames                    // AllFrames
	UsesProfile                      // Profile
)

// Reads reports whether fold can read the format, and not only recognise or write it.
func (f Format) Reads() bool { return f.Parse != nil || f.Stream != nil || f.ReadAt != nil }

// SplitLines is the Split of formats in which every line is a record.
func SplitLines(data []byte) int { return lastLineEnd(data) }
