package compare

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"fold/flame/text"
)

// WriteText writes a line for each limit, and below broken ones the stacks that weigh most. Where growth was tested with
// one run a side, a last line says what that cannot tell:
//
//	ok: main.parse is 12.40% of at most 15.00%
//	broken: malloc|free is 18.20% of at most 15.00%
//	   9.10%  main;parse;malloc
//	ok: no function grew by more than 1.00 points and the noise of sampling
//	note: how much runs differ is not known: give several runs a side
func (findings Findings) WriteText(w io.Writer) error {
	var out strings.Builder
	for _, f := range findings {
		if !f.Broken {
			out.WriteString("ok: " + f.sentence() + "\n")
			continue
		}
		out.WriteString("broken: " + f.sentence() + "\n")
		for _, line := range f.stackLines() {
			out.WriteString("  " + line + "\n")
		}
	}
	if findings.ofOneRun() {
		out.WriteString("note: " + oneRunASide + "\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// ofOneRun reports whether growth was tested, with one run a side.
func (findings Findings) ofOneRun() bool {
	return slices.ContainsFunc(findings, Finding.ofOneRun)
}

func (f Finding) ofOneRun() bool { return f.Noise == NoiseSampling || f.Noise == NoiseWithin }

// sentence says what a limit is and what the profile has.
func (f Finding) sentence() string {
	what := text.Visible(f.What)
	if f.Kind == "stack" {
		what = shortStack(what)
	}
	if f.Module != "" {
		what += " (" + text.Visible(f.Module) + ")"
	}
	switch {
	case f.Kind == "max":
		digits := 2
		if f.Broken && fmt.Sprintf("%.2f", f.Share) == fmt.Sprintf("%.2f", f.Allowed) {
			digits = 4 // else it would look as if the limit were kept
		}
		return fmt.Sprintf("%s is %.*f%% of at most %.*f%%", what, digits, f.Share, digits, f.Allowed)
	case what == "":
		return fmt.Sprintf("no %s grew by more than %.2f points%s", f.Kind, f.Allowed, f.noise())
	case !f.Broken && exceeds(f.Share-f.Before, f.Allowed):
		return fmt.Sprintf("%s went from %.2f%% to %.2f%%, which may be noise: it may grow by %.2f points", what, f.Before, f.Share, f.Allowed)
	}
	sentence := fmt.Sprintf("%s went from %.2f%% to %.2f%%, by %s of at most %.2f points", what, f.Before, f.Share, text.Points(f.Share-f.Before), f.Allowed)
	if f.Broken && f.Noise.Tested() {
		sentence += ", beyond " + strings.TrimPrefix(f.noise(), " and ")
	}
	return sentence
}

// noise says what growth was tested against: " and the noise of sampling".
func (f Finding) noise() string {
	switch f.Noise {
	case NoiseUnknown, NoNoise:
		return ""
	case NoiseWithin:
		return " and the noise within the runs"
	case NoiseBetween:
		return " and the noise between runs"
	}
	return " and the noise of sampling"
}

// longStack is how many letters of a stack people get to see. Programs get all of it.
const longStack = 160

// stackLines returns the stacks with their shares, the heaviest first.
func (f Finding) stackLines() []string {
	var lines []string
	for _, s := range f.Stacks {
		lines = append(lines, fmt.Sprintf("%5.2f%%  %s", s.Share, shortStack(text.Visible(s.Text))))
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

// WriteGithub writes an annotation for each broken limit, see "Workflow commands" in GitHub's manual:
//
//	::error title=fold check::malloc|free is 18.20%25 of at most 15.00%25%0A 9.10%25  main;parse;malloc
func (findings Findings) WriteGithub(w io.Writer) error {
	var out strings.Builder
	for _, f := range findings {
		if f.Broken {
			lines := append([]string{f.sentence()}, f.stackLines()...)
			if f.ofOneRun() {
				lines = append(lines, oneRunASide)
			}
			annotation := strings.Join(lines, "\n")
			out.WriteString("::error title=fold check::" + githubEscape.Replace(annotation) + "\n")
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

var githubEscape = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

type jsonCheck struct {
	OK     bool        `json:"ok"`
	Noise  string      `json:"noise,omitempty"` // where something was compared
	Checks []jsonLimit `json:"checks"`
}

type jsonLimit struct {
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

// WriteJSON writes one JSON object with an entry for each limit.
func (findings Findings) WriteJSON(w io.Writer) error {
	all := jsonCheck{OK: true, Checks: []jsonLimit{}}
	for _, f := range findings {
		all.OK = all.OK && !f.Broken
		if f.Kind != "max" {
			all.Noise = f.Noise.String()
		}
		check := jsonLimit{
			Check: f.Kind, What: f.What, Module: f.Module, OK: !f.Broken,
			Allowed: text.Decimal(f.Allowed), Stacks: []jsonStack{},
		}
		if f.What != "" {
			share, before := text.Decimal(f.Share), text.Decimal(f.Before)
			check.Percent = &share
			if f.Kind != "max" {
				check.Before = &before
			}
		}
		for _, s := range f.Stacks {
			check.Stacks = append(check.Stacks, jsonStack{s.Text, text.Decimal(s.Share)})
		}
		all.Checks = append(all.Checks, check)
	}
	return text.WriteJSON(w, all)
}
