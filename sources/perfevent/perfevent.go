// Package perfevent holds what perf's text and perf's binary recordings have in common: how the functions,
// commands and events of Linux perf are written, and what users must know about samples.
//
//	perfevent.Function{Name: "_ZN2ns1fEi", Module: "/opt/ledger/ledgerd"}.Frames(options)   // ns::f
package perfevent

import "fold/sources/input"

// Notes about samples.
var (
	NoteNoStack = input.Note{Noun: "sample", Text: "without a stack, counted under the command alone: was it recorded without -g?"}
	NoteNothing = input.Note{Noun: "sample", Text: "without command and stack left out"}
	NoteLost    = input.Note{Noun: "event", Text: "lost while recording: perf could not keep up, try a lower -F or a larger -m"}
	NoteTooLong = input.Note{Noun: "sample", Text: "with a period beyond 63 bits, counted as the largest that fits"}
)
