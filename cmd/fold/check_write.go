package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// write writes the findings in the format that was asked for.
func (k *checkFlags) write(w io.Writer, findings []finding) error {
	switch k.format {
	case "json":
		return writeFindingsJSON(w, findings)
	case "github":
		return writeFindingsGithub(w, findings)
	}
	return writeFindings(w, findings)
}

// writeFindings writes a line for each limit, and below broken ones the stacks that weigh most:
//
//	ok: main.parse is 12.40% of at most 15.00%
//	broken: malloc|free is 18.20% of at most 15.00%
//	   9.10%  main;parse;malloc
func writeFindings(w io.Writer, findings []finding) error {
	var out strings.Builder
	for _, f := range findings {
		if !f.broken {
			out.WriteString("ok: " + f.sentence() + "\n")
			continue
		}
		out.WriteString("broken: " + f.sentence() + "\n")
		for _, line := range f.stackLines() {
			out.WriteString("  " + line + "\n")
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// sentence says what a limit is and what the profile has.
func (f finding) sentence() string {
	what := printable(f.what)
	if f.kind == "stack" {
		what = shortStack(what)
	}
	if f.module != "" {
		what += " (" + printable(f.module) + ")"
	}
	switch {
	case f.kind == "max":
		digits := 2
		if f.broken && fmt.Sprintf("%.2f", f.share) == fmt.Sprintf("%.2f", f.allowed) {
			digits = 4 // else it would look as if the limit were kept
		}
		return fmt.Sprintf("%s is %.*f%% of at most %.*f%%", what, digits, f.share, digits, f.allowed)
	case what == "":
		return fmt.Sprintf("no %s grew by more than %.2f points and the noise", f.kind, f.allowed)
	case !f.broken && exceeds(f.share-f.before, f.allowed):
		return fmt.Sprintf("%s went from %.2f%% to %.2f%%, which may be noise: by at most %.2f points", what, f.before, f.share, f.allowed)
	}
	return fmt.Sprintf("%s went from %.2f%% to %.2f%%, by %s of at most %.2f points", what, f.before, f.share, signed(f.share-f.before), f.allowed)
}

// signed returns a number of points with its sign, but zero without: "+1.25".
func signed(points float64) string {
	text := fmt.Sprintf("%+.2f", points)
	if text == "+0.00" || text == "-0.00" {
		return "0.00"
	}
	return text
}

// longStack is how many letters of a stack people get to see. Programs get all of it.
const longStack = 160

// stackLines returns the stacks with their shares, the heaviest first.
func (f finding) stackLines() []string {
	var lines []string
	for _, s := range f.stacks {
		lines = append(lines, fmt.Sprintf("%5.2f%%  %s", s.share, shortStack(printable(s.text))))
	}
	return lines
}

// shortStack leaves out callers where a stack is long, but for the first: "main;…;decode;malloc".
func shortStack(stack string) string {
	frames := strings.Split(stack, ";")
	room := longStack - len(frames[0])
	keep := len(frames)
	for keep > 1 && room >= len(frames[keep-1])+1 {
		keep--
		room -= len(frames[keep]) + 1
	}
	if keep <= 1 {
		return stack
	}
	keep = min(keep, len(frames)-1) // the last frame at least
	return frames[0] + ";…;" + strings.Join(frames[keep:], ";")
}

// writeFindingsGithub writes an annotation for each broken limit, see "Workflow commands" in GitHub's manual:
//
//	::error title=fold check::malloc|free is 18.20%25 of at most 15.00%25%0A 9.10%25  main;parse;malloc
func writeFindingsGithub(w io.Writer, findings []finding) error {
	var out strings.Builder
	for _, f := range findings {
		if f.broken {
			text := strings.Join(append([]string{f.sentence()}, f.stackLines()...), "\n")
			out.WriteString("::error title=fold check::" + githubEscape.Replace(text) + "\n")
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

var githubEscape = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

type jsonFindings struct {
	OK     bool          `json:"ok"`
	Checks []jsonFinding `json:"checks"`
}

type jsonFinding struct {
	Check   string       `json:"check"`
	What    string       `json:"what"`
	Module  string       `json:"module,omitempty"`
	OK      bool         `json:"ok"`
	Percent *json.Number `json:"percent,omitempty"`
	Before  *json.Number `json:"before_percent,omitempty"`
	Allowed json.Number  `json:"allowed"`
	Stacks  []jsonStack  `json:"stacks"`
}

type jsonStack struct {
	Stack   string      `json:"stack"`
	Percent json.Number `json:"percent"`
}

// writeFindingsJSON writes one JSON object with an entry for each limit.
func writeFindingsJSON(w io.Writer, findings []finding) error {
	all := jsonFindings{OK: true, Checks: []jsonFinding{}}
	for _, f := range findings {
		all.OK = all.OK && !f.broken
		check := jsonFinding{
			Check: f.kind, What: f.what, Module: f.module, OK: !f.broken,
			Allowed: shortNumber(f.allowed), Stacks: []jsonStack{},
		}
		if f.what != "" {
			share, before := shortNumber(f.share), shortNumber(f.before)
			check.Percent = &share
			if f.kind != "max" {
				check.Before = &before
			}
		}
		for _, s := range f.stacks {
			check.Stacks = append(check.Stacks, jsonStack{s.text, shortNumber(s.share)})
		}
		all.Checks = append(all.Checks, check)
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(all)
}

// shortNumber returns a number with at most four decimals.
func shortNumber(value float64) json.Number {
	text := strconv.FormatFloat(value, 'f', 4, 64)
	return json.Number(strings.TrimRight(strings.TrimRight(text, "0"), "."))
}
