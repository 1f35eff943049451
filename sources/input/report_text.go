package input

import (
	"fmt"
	"strings"
)

// Lines returns what the report says about an input, for people: each line begins with the input's name.
//
//	in.txt:12: no weight in "main;parse"
//	in.txt: 1 line made no sense and was left out
//	in.txt: 3 samples without a stack left out
func (r *Report) Lines(name string) []string {
	var lines []string
	for _, skipped := range r.Skipped {
		lines = append(lines, fmt.Sprintf("%s:%d: %s", name, skipped.Line, skipped.Why))
	}
	switch leftOut := r.Skips - r.Doubts; leftOut {
	case 0:
	case 1:
		lines = append(lines, name+": 1 line made no sense and was left out")
	default:
		lines = append(lines, fmt.Sprintf("%s: %d lines made no sense and were left out", name, leftOut))
	}
	for _, note := range r.Notes {
		lines = append(lines, name+": "+note)
	}
	return lines
}

// String returns the title of the format that was read and, on further lines, what [Report.Lines] has to say.
func (r *Report) String() string {
	return strings.Join(append([]string{r.Format.Title}, r.Lines("input")...), "\n")
}
