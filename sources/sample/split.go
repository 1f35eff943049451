package sample

import (
	"bytes"

	"fold/sources/input"
)

// splitSample cuts before the last thread entry, so that each chunk but the first begins with one. A
// parser that starts there must not differ from one that has read all before: the entry must stand in the
// base column of its call graph, and where it is in doubt which one the parser takes, there is no cut.
func splitSample(data []byte) int {
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	cut, pos, base := 0, 0, anyColumn
	for {
		title, end := sampleLineWith(data, pos, "Call graph:")
		cut = max(cut, lastSampleThread(data[:title], pos, base))
		if title == len(data) {
			return cut
		}
		pos, base = end, sampleGraphColumn(data[title:])
	}
}

const (
	anyColumn = -1 // the first thread entry decides
	noColumn  = -2 // nothing can be said
)

// sampleLineWith returns start and end of the first line from pos on that holds text, or the end of data.
func sampleLineWith(data []byte, pos int, text string) (start, end int) {
	at := bytes.Index(data[pos:], []byte(text))
	if at < 0 {
		return len(data), len(data)
	}
	at += pos
	return bytes.LastIndexByte(data[:at], '\n') + 1, at + bytes.IndexByte(data[at:], '\n') + 1
}

// sampleGraphColumn returns the base column of the call graph whose title is the first line of data, or
// noColumn if that is no title or nothing follows it.
func sampleGraphColumn(data []byte) int {
	c := input.NewLines(data)
	title, _ := c.Next()
	if kindOfSampleText(title) != sampleGraph {
		return noColumn
	}
	for {
		text, ok := c.Next()
		if !ok {
			return noColumn
		}
		if line := cutSampleLine(text); line.ok {
			next, ok := c.Next()
			if !ok {
				return noColumn
			}
			return sampleBase(sampleTitleColumn(title), line, cutSampleLine(next))
		}
		if kindOfSampleText(text) != sampleBlank {
			return noColumn
		}
	}
}

// lastSampleThread returns where the last thread entry in column base begins, from pos on; 0 if there is
// none.
func lastSampleThread(data []byte, pos, base int) int {
	cut := 0
	for base != noColumn {
		start, end := sampleLineWith(data, pos, "Thread_")
		if start == len(data) {
			break
		}
		pos = end
		text, _ := input.NewLines(data[start:end]).Next()
		line := cutSampleLine(text)
		if !line.isThread() {
			continue
		}
		if base == anyColumn {
			base = line.column
		}
		switch {
		case line.column == base && text[0] != '`':
			cut = start
		case line.column <= base+1:
			base = noColumn
		}
	}
	return cut
}
