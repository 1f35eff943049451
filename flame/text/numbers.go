package text

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"fold/collapse"
)

// Count returns a number with its noun: "1 row", "1,200 rows", "2 categories".
func Count(n int, noun string) string {
	if stem, found := strings.CutSuffix(noun, "y"); found && n != 1 {
		noun = stem + "ies"
	} else if n != 1 {
		noun += "s"
	}
	return GroupDigits(strconv.Itoa(n)) + " " + noun
}

// GroupDigits sets commas into a number: "-1234567.25" becomes "-1,234,567.25".
func GroupDigits(number string) string {
	digits, isNegative := strings.CutPrefix(number, "-")
	whole, fraction := digits, ""
	if point := strings.IndexByte(digits, '.'); point >= 0 {
		whole, fraction = digits[:point], digits[point:]
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if isNegative {
		whole = "-" + whole
	}
	return whole + fraction
}

// Points returns a difference of percentages with its sign: "+1.25".
func Points(difference float64) string {
	text := strconv.FormatFloat(difference, 'f', 2, 64)
	switch {
	case text == "-0.00":
		return "0.00"
	case difference > 0 && text != "0.00":
		return "+" + text
	}
	return text
}

// Exact returns a weight, which is stored times 10^scale, as an exact decimal number.
func Exact(w int64, scale int) json.Number {
	return json.Number(collapse.AppendWeight(nil, w, scale))
}

// Decimal returns a number rounded to four decimals and without zeros at the end.
func Decimal(value float64) json.Number {
	text := strconv.FormatFloat(value, 'f', 4, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		text = "0"
	}
	return json.Number(text)
}

// WriteJSON writes a value as JSON that people can read, too: indented, and with <, > and & as they are.
func WriteJSON(w io.Writer, value any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(value)
}
