package doctor

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fold/flame/compare"
	"fold/flame/table"
	"fold/flame/text"
)

// WriteText writes the diagnosis for people:
//
//	cycles: 48,210,553 in 1,315 samples, Java
//	at 95% confidence, a share of 10% lies between 8.5 and 11.7%, and functions never sampled take less than 0.23%
//
//	problem  truncated: 12.4% of the weight is in stacks that lost their root, …
//	           they are exactly as deep as the limit of perf (kernel.perf_event_max_stack), …
//	           34 (2.6%)  java;Interpreter;…;vfs_write
//	         → sudo sysctl kernel.perf_event_max_stack=1024 before perf record
//
// What a name holds that does not print is written as Go spells it.
func (d Diagnosis) WriteText(w io.Writer, o table.TextOptions) error {
	out := bufio.NewWriter(w)
	out.WriteString(d.summary() + "\n")
	if line := d.resolution(); line != "" {
		out.WriteString(line + "\n")
	}
	for _, f := range d.Findings {
		out.WriteByte('\n')
		d.writeFinding(out, f, o)
	}
	if len(d.Findings) == 0 {
		out.WriteString("\n" + d.nothingFound() + "\n")
	}
	return out.Flush()
}

func (d Diagnosis) nothingFound() string {
	if d.Census {
		return "no lock, no pool and no pile of threads stands out"
	}
	return "no problems found"
}

func (d Diagnosis) writeFinding(out *bufio.Writer, f Finding, o table.TextOptions) {
	const column = "         " // the widest severity and two blanks
	o.WriteLine(out, fmt.Sprintf("%-*s%s: %s", len(column), f.Severity, f.Check, f.Says), table.Bold)
	for _, line := range f.Evidence {
		o.WriteLine(out, fit(column+"  "+line, o.Width), table.Normal)
	}
	for _, s := range f.Stacks {
		line := fmt.Sprintf("%s  %s (%s)  %s", column, d.human(s.Weight), sharePercent(s.Percent/100), shortStack(s.Frames))
		o.WriteLine(out, fit(line, o.Width), table.Dim)
	}
	for _, line := range f.Remedy {
		out.WriteString(column + "→ " + line + "\n")
	}
}

// fit cuts a line to the columns of a terminal; 0 is no terminal.
func fit(line string, width int) string {
	if width == 0 {
		return line
	}
	return text.CutMiddle(line, max(width, 4*table.LeastRoom))
}

// shortStack joins the frames of a stack, without the middle of long ones: what begins it and what ends it
// tell more.
func shortStack(frames []string) string {
	const head, tail = 3, 3
	if len(frames) > head+tail+1 {
		left := len(frames) - head - tail
		return strings.Join(frames[:head], ";") + ";… " + strconv.Itoa(left) + " frames …;" + strings.Join(frames[len(frames)-tail:], ";")
	}
	return strings.Join(frames, ";")
}

// summary is the first line: "cycles: 48,210,553 in 1,315 samples, Java".
func (d Diagnosis) summary() string {
	line := text.MetricTitle(d.Metric) + ": " + text.GroupedWeight(d.Total, d.Metric)
	switch {
	case d.Census && d.Dumps > 1:
		line += fmt.Sprintf(" in the last of %d dumps", d.Dumps)
	case d.Census:
		line += " in 1 dump"
	case d.Samples > 0 && d.Samples == float64(d.Total) && d.Metric.Name == "samples":
	case d.Samples > 0 && d.Samples == float64(d.Total):
		line = text.MetricTitle(d.Metric) + ": " + compare.CountText(d.Samples)
	case d.Samples > 0:
		line += " in " + compare.CountText(d.Samples)
		if d.InEffect {
			line += " in effect"
		}
	default:
		line += "; the profile does not say how many samples that is"
	}
	if d.Language != "" {
		line += ", " + d.Language
	}
	return line
}

func (d Diagnosis) human(weight int64) string {
	return text.Weight(weight, d.Metric.Scale, d.Metric.Unit)
}

// WriteJSON writes the diagnosis as one JSON object. Samples is 0 where the profile does not tell.
func (d Diagnosis) WriteJSON(w io.Writer) error {
	report := jsonDiagnosis{
		Metric: d.Metric.Name, Unit: d.Metric.Unit, Total: text.Exact(d.Total, d.Metric.Scale),
		Samples: text.Decimal(d.Samples), Language: d.Language, Findings: make([]jsonFinding, len(d.Findings)),
	}
	for i, f := range d.Findings {
		finding := jsonFinding{Check: f.Check, Severity: f.Severity, Says: f.Says, Evidence: noNil(f.Evidence), Remedy: noNil(f.Remedy), Stacks: []jsonStack{}}
		for _, s := range f.Stacks {
			finding.Stacks = append(finding.Stacks, jsonStack{s.Frames, text.Exact(s.Weight, d.Metric.Scale), json.Number(strconv.FormatFloat(s.Percent, 'f', 2, 64))})
		}
		report.Findings[i] = finding
	}
	return text.WriteJSON(w, report)
}

// noNil returns lines that are written as [] and not as null.
func noNil(lines []string) []string { return append([]string{}, lines...) }

type jsonDiagnosis struct {
	Metric   string        `json:"metric"`
	Unit     string        `json:"unit"`
	Total    json.Number   `json:"total"`
	Samples  json.Number   `json:"samples"`
	Language string        `json:"language"`
	Findings []jsonFinding `json:"findings"`
}

type jsonFinding struct {
	Check    string      `json:"check"`
	Severity Severity    `json:"severity"`
	Says     string      `json:"says"`
	Evidence []string    `json:"evidence"`
	Stacks   []jsonStack `json:"stacks"`
	Remedy   []string    `json:"remedy"`
}

type jsonStack struct {
	Frames  []string    `json:"frames"`
	Weight  json.Number `json:"weight"`
	Percent json.Number `json:"percent"`
}
