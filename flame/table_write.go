package flame

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"fold/collapse"
)

// What the two tables for people, text and markdown, have in common.

// numbers are the columns in front of the function, in the order of "go tool pprof -top".
var numbers = cells{"self", "self%", "sum%", "total", "total%"}

type cells [5]string

// cells returns the numbers of each row, in human units.
func (t Table) cells() []cells {
	rows := make([]cells, len(t.Rows))
	var sum int64
	for i, r := range t.Rows {
		sum, _ = collapse.AddWeights(sum, r.Self)
		rows[i] = cells{t.human(r.Self), t.share(r.Self), t.share(sum), t.human(r.Total), t.share(r.Total)}
	}
	return rows
}

// of returns what a row is.
func (t Table) of() string { return cmp.Or(t.Of, "function") }

func (t Table) human(weight int64) string { return HumanWeight(weight, t.Metric.Scale, t.Metric.Unit) }

func (t Table) share(weight int64) string {
	return strconv.FormatFloat(t.Percent(weight), 'f', 2, 64) + "%"
}

// hasModules says whether a row has a module to show.
func (t Table) hasModules() bool {
	for _, r := range t.Rows {
		if r.Module != "" {
			return true
		}
	}
	return false
}

// summary is the line above the rows: "samples: 4,800 in total, the first 20 of 132 functions".
func (t Table) summary() string {
	signs, first := "", ""
	if t.Signed {
		signs = " without signs"
	}
	if t.Hidden > 0 {
		first = "the first " + groupDigits(strconv.Itoa(len(t.Rows))) + " of "
	}
	total := t.human(t.Total)
	if steps, _ := unitSteps(t.Metric.Unit); steps == nil {
		total = groupDigits(total)
	}
	return fmt.Sprintf("%s: %s in total%s, %s%s", t.metric(), total, signs, first, count(len(t.Rows)+t.Hidden, t.of()))
}

// metric names what was measured: "samples", "samples of cycles:u", "delay (ticks)".
func (t Table) metric() string {
	m := t.Metric
	text := cmp.Or(m.Name, "weight")
	if m.Event != "" && m.Event != m.Name {
		text += " of " + m.Event
	}
	if steps, _ := unitSteps(m.Unit); steps == nil && m.Unit != "" && m.Unit != "count" && m.Unit != m.Name {
		text += " (" + m.Unit + ")"
	}
	return visible(text)
}

// rest is the line behind the rows: "… 112 more rows, 3.20%". It is empty if nothing is hidden.
func (t Table) rest() string {
	if t.Hidden == 0 {
		return ""
	}
	return "… " + count(t.Hidden, "more row") + ", " + t.share(t.HiddenSelf)
}

// count returns a number with its noun: "1 row", "1,200 rows", "2 categories".
func count(n int, noun string) string {
	if stem, found := strings.CutSuffix(noun, "y"); found && n != 1 {
		noun = stem + "ies"
	} else if n != 1 {
		noun += "s"
	}
	return groupDigits(strconv.Itoa(n)) + " " + noun
}

// groupDigits sets commas into a number that is not negative: "1234567.25" becomes "1,234,567.25".
func groupDigits(number string) string {
	whole, fraction := number, ""
	if point := strings.IndexByte(number, '.'); point >= 0 {
		whole, fraction = number[:point], number[point:]
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	return whole + fraction
}

// visible returns a name with everything that does not print, such as control characters, changes of the
// writing direction and bytes that are not UTF-8, as Go spells it: "\x1b", "\u202e", "\xff". Names come
// from anywhere; they must not reach a terminal as commands.
func visible(name string) string {
	if strings.IndexFunc(name, hidden) < 0 {
		return name
	}
	var out strings.Builder
	for len(name) > 0 {
		r, size := utf8.DecodeRuneInString(name)
		if hidden(r) {
			quoted := strconv.Quote(name[:size])
			out.WriteString(quoted[1 : len(quoted)-1])
		} else {
			out.WriteString(name[:size])
		}
		name = name[size:]
	}
	return out.String()
}

// hidden says whether a character does not print. U+FFFD may stand for a byte that is not UTF-8.
func hidden(r rune) bool { return r == utf8.RuneError || !strconv.IsPrint(r) }
