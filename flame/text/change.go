package text

import "strconv"

// ChangeInBrackets says what became of a whole, after a blank: " (−34%)". It is empty where nothing was before.
func ChangeInBrackets(before, after int64) string {
	if before <= 0 {
		return ""
	}
	change := strconv.FormatFloat(100*(float64(after)/float64(before)-1), 'f', 0, 64)
	switch {
	case change == "-0":
		change = "0"
	case change[0] == '-':
		change = "−" + change[1:]
	case change != "0":
		change = "+" + change
	}
	return " (" + change + "%)"
}
