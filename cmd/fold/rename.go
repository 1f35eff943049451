package main

import (
	"errors"
	"regexp"
	"strings"

	"fold/collapse"
)

// renaming says that what a regular expression matches in names of frames becomes another text.
type renaming struct {
	from *regexp.Regexp
	to   string // with $1 for the first group
}

// renamings is the value of --rename: REGEXP=NAME. It may be given several times.
type renamings struct{ to *[]renaming }

func (renamings) String() string { return "" }

// Set adds one. The name begins after the last "=".
func (r renamings) Set(text string) error {
	at := strings.LastIndexByte(text, '=')
	if at <= 0 {
		return errors.New("write REGEXP=NAME")
	}
	re, err := regexp.Compile(text[:at])
	if err != nil {
		return regexpError(err)
	}
	*r.to = append(*r.to, renaming{re, text[at+1:]})
	return nil
}

// rename returns the profile with its frames renamed, before any filter sees them, and reports what matches nothing. A
// name of which nothing would be left stays.
func (r *request) rename(p *collapse.Profile, m messages) *collapse.Profile {
	if len(r.renames) == 0 {
		return p
	}
	used := make([]bool, len(r.renames))
	renamed := p.MapFrames(func(f collapse.Frame) collapse.Frame {
		for i, n := range r.renames {
			if !n.from.MatchString(f.Name) {
				continue
			}
			used[i] = true
			if name := n.from.ReplaceAllString(f.Name, n.to); name != "" {
				f.Name = name
			}
		}
		return f
	})
	for i, n := range r.renames {
		if !used[i] {
			m.note("--rename: no name matches %q", n.from)
		}
	}
	m.tellGivenLost(p, renamed)
	return renamed
}
