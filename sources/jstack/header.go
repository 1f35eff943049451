package jstack

import (
	"bytes"

	"fold/sources/dump"
	"fold/sources/input"
)

// header is the first line of a thread.
type header struct {
	start int // how long the prefix of the log is
	name  []byte
	id    []byte // what tells the thread from others
	state []byte // the word of ThreadInfo; empty: it stands on a line of its own
	owner []byte // the thread that holds what this one wants, as ThreadInfo says
}

// findHeader reads the header of a thread. A name may hold quotes and what looks like attributes, so it ends
// at the last quote that attributes follow:
//
//	"reader "north" #4 prio=9" #29 prio=5 os_prio=0 tid=0x1 nid=0x2 in Object.wait()  [0x3]
//
// ThreadInfo names another thread after its own, so there it is the first:
//
//	"till-7" daemon prio=5 Id=12 BLOCKED on shop.Till@1b2c owned by "till-8" Id=13
func findHeader(line []byte) (h header, found bool) {
	open := bytes.IndexByte(line, '"')
	if open < 0 || !dump.IsPrefix(line[:open]) {
		return h, false
	}
	text := line[open+1:]
	for end := len(text); ; {
		if end = bytes.LastIndexByte(text[:end], '"'); end < 0 {
			break
		}
		if hasAttributes(text[end+1:]) {
			return header{start: open, name: text[:end], id: idOf(text[end+1:])}, true
		}
	}
	for end := 0; ; end++ {
		next := bytes.IndexByte(text[end:], '"')
		if next < 0 {
			return h, false
		}
		end += next
		if state, ok := threadInfo(text[end+1:]); ok {
			return header{open, text[:end], idOf(text[end+1:]), state, ownerOf(text[end+1:])}, true
		}
	}
}

// ownerOf returns the name of the thread at the end of "BLOCKED on shop.Till@1b2c owned by "till-8" Id=13", or nil.
func ownerOf(text []byte) []byte {
	_, name, found := bytes.Cut(text, []byte(` owned by "`))
	end := bytes.LastIndex(name, []byte(`" Id=`))
	if !found || end < 0 {
		return nil
	}
	return name[:end]
}

// attributes are the words of which at least one follows a name.
var attributes = []string{"os_prio=", "cpu=", "elapsed=", "allocated=", "defined_classes=", "tid=", "nid="}

// hasAttributes reports whether text is what follows a thread's name:
//
//	#31 [4711] daemon prio=5 os_prio=31 cpu=0.46ms elapsed=4.13s tid=0x1 nid=4711 runnable  [0x3]
func hasAttributes(text []byte) bool {
	text, _ = cutNumber(text, " #", "")
	text, _ = cutNumber(text, " [", "]")
	text = bytes.TrimPrefix(text, []byte(" daemon"))
	text, _ = cutNumber(text, " prio=", "")
	for _, word := range attributes {
		if len(text) > 0 && text[0] == ' ' && bytes.HasPrefix(text[1:], []byte(word)) {
			return true
		}
	}
	return false
}

// idOf returns what tells a thread from others in what follows its name: its number and its address.
func idOf(attributes []byte) (id []byte) {
	for _, word := range []string{" #", " tid=", " Id="} {
		if at := bytes.Index(attributes, []byte(word)); at >= 0 {
			value, _, _ := bytes.Cut(attributes[at+1:], []byte{' '})
			id = append(id, value...)
		}
	}
	return id
}

// cutNumber takes a number in front of text off, with what stands before and after it.
func cutNumber(text []byte, before, after string) (rest []byte, found bool) {
	rest, found = bytes.CutPrefix(text, []byte(before))
	digits := 0
	for digits < len(rest) && '0' <= rest[digits] && rest[digits] <= '9' {
		digits++
	}
	if !found || digits == 0 || !bytes.HasPrefix(rest[digits:], []byte(after)) {
		return text, false
	}
	return rest[digits+len(after):], true
}

// threadInfo reads what follows the name where ThreadInfo wrote the header, and returns the state.
func threadInfo(text []byte) (state []byte, ok bool) {
	text = bytes.TrimPrefix(text, []byte(" daemon"))
	text, _ = cutNumber(text, " prio=", "")
	if text, ok = cutNumber(text, " Id=", " "); !ok {
		return nil, false
	}
	state, _, _ = bytes.Cut(text, []byte{' '})
	return input.TrimBlanks(state), len(state) > 0 && 'A' <= state[0] && state[0] <= 'Z'
}
