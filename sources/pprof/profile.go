package pprof

import (
	"errors"
	"fmt"
)

// profile is what a profile.proto holds, but for its samples: these stay in its bytes, and are read one after the other
// by [samples]. Texts are known by their number in the table of texts, and everything else by its place in its list,
// whatever ids the file uses.
type profile struct {
	data []byte

	types       []valueType
	defaultType string
	drop, keep  string // regular expressions: drop_frames and keep_frames
	start       int64  // nanoseconds since 1970
	duration    int64  // nanoseconds
	sampled     valueType
	period      int64 // so many of the unit of sampled lie between two samples
	comments    []string

	spans     []span   // spans[t]: where text t is in data
	texts     []string // texts[t]: text t, if it was asked for and is not empty
	mappings  []mapping
	functions []function
	locations []location
	lines     []line // of all locations
	mostLines int    // of one location; 1 at least

	places ids // of the locations
}

type valueType struct{ name, unit string }

// span is a piece of data, which has less than 4 GB: [input.Format] reads no more in one piece.
type span struct{ start, end uint32 }

type mapping struct {
	id, start, limit, offset uint64
	file, buildID            uint64 // texts
	module                   string // how frames name it
}

type function struct {
	id                 uint64
	name, system, file uint64 // texts
}

// location is an address. The lines from first to end are the functions there: the innermost inlined one first, and the one
// that the compiler laid out last.
type location struct {
	id, address uint64
	mapping     uint64 // its place plus one; 0: none
	first, end  uint32
}

type line struct {
	function uint64 // its place
	number   uint64
}

// What is wrong with a profile whose messages are well formed, in the words of google/pprof.
var (
	errConcatenated = errors.New("concatenated profiles detected")
	errFirstText    = errors.New("string_table[0] must be ''")
	errNoText       = errors.New("malformed profile format")
	errNoTypes      = errors.New("missing sample type information")
	errNoLocation   = errors.New("sample has nil location")
	errTooMany      = fmt.Errorf("the profile holds over %d million records: give fold several smaller ones", maxRecords/1_000_000)
)

// maxRecords bounds the memory that decoding takes: an empty record has two bytes in the file and up to forty in memory. A
// profile of a million samples has under two million records.
const maxRecords = 20_000_000
