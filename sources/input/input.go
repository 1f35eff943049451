// Package input is what every format is given and gives back, and the loop that reads one known format.
//
// A format is a [Format]: a value of functions that recognise an input by its [Head], say where it may be cut, and
// parse it. A reader gets the input as one of
//
//   - [Chunk]: a piece of a text that can be cut, parsed by several workers at the same time
//   - [Stream]: the whole input, once from front to back
//   - [File]: the whole input, readable at any place
//
// each with a [Task], which holds the [Options] and takes what is to be reported: lines that make no sense, facts
// with numbers, columns, labels. [Read] does the rest: it decompresses, decodes, cuts, deals the pieces out to
// workers and merges what they made. It returns a profile and a [Report].
//
//	p, report, err := input.Read(os.Stdin, perf.Format, input.Options{})
//
// Most callers want package sources, which finds out the format first.
package input
