package main

import (
	"errors"
	"fmt"
	"strings"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
)

// tally adds up messages about many files: each is told once, with the number of files that it is about.
type tally struct {
	file    string // the one that messages are about now
	entries []*tallied
	known   map[string]*tallied
}

// tallied is a message about several files.
type tallied struct {
	name  string // the first file that it is about
	files int
	text  string        // what is said about it
	sum   input.Counted // what the numbers of all files come to, of which text is made; the zero value: text has none
	more  string        // goes after text
}

// find returns the message with the given key, which is new if no file had it.
func (t *tally) find(key string) *tallied {
	if t.known == nil {
		t.known = make(map[string]*tallied)
	}
	e := t.known[key]
	if e == nil {
		e = &tallied{}
		t.known[key] = e
		t.entries = append(t.entries, e)
	}
	return e
}

// add adds a message about a file. Those that differ in their digits alone are one.
func (t *tally) add(name, text string) {
	e := t.find(strings.Map(withoutDigit, text))
	if e.files++; e.files == 1 {
		e.name, e.text = name, text
	}
}

func withoutDigit(r rune) rune {
	if '0' <= r && r <= '9' {
		return -1
	}
	return r
}

// note adds a message that may begin with the name of the file that is being read.
func (t *tally) note(message string) {
	text, found := strings.CutPrefix(message, t.file+": ")
	if !found {
		text = message
	}
	t.add(t.file, text)
}

// report adds what the report about a file says.
func (t *tally) report(name string, report *sources.Report) {
	t.file = name
	t.lines(name, report, "unreadable line", "left out", report.Skips-report.Doubts)
	t.lines(name, report, "doubtful line", "counted as written", report.Doubts)
	for _, c := range report.Counts {
		t.count(name, c)
	}
	for _, note := range report.Notes[len(report.Counts):] {
		t.add(name, note)
	}
}

// lines adds n lines of a file that make no sense, of which the first one is shown.
func (t *tally) lines(name string, report *sources.Report, noun, text string, n int) {
	if n == 0 {
		return
	}
	e := t.count(name, input.Counted{Note: input.Note{Noun: noun, Text: text}, N: int64(n)})
	if first := report.Skipped[0]; e.files == 1 {
		e.more = fmt.Sprintf(", as %s:%d: %s", name, first.Line, first.Why)
	}
}

// count adds a number to what other files have of the same.
func (t *tally) count(name string, c input.Counted) *tallied {
	e := t.find("\x00" + c.Note.Noun + "\x00" + c.Note.Text)
	if e.files++; e.files == 1 {
		e.name, e.sum.Note = name, c.Note
	}
	e.sum.N, _ = collapse.AddWeights(e.sum.N, c.N)
	e.text = e.sum.String()
	return e
}

// leave adds a file that was left out.
func (t *tally) leave(name string, why error) {
	reason := strings.TrimPrefix(why.Error(), name+": ")
	var bad *input.Error
	if errors.As(why, &bad) {
		reason = bad.Why // without its line
	}
	t.add(name, "left out: "+reason)
}

// tell prints all messages in the order in which they came up first.
func (t *tally) tell(m messages) {
	if t == nil {
		return
	}
	for _, e := range t.entries {
		about := e.name
		if e.files > 1 {
			about += " and " + input.Plural(int64(e.files-1), "more file")
		}
		m.note("%s: %s%s", about, e.text, e.more)
	}
}
