package input

import (
	"math/bits"
	"unicode/utf8"
)

// Decimal is a number as a table prints it: Value divided by 10^Scale.
type Decimal struct {
	Value int64
	Scale int // digits after the decimal separator
}

// maxDecimal is how many digits a Decimal holds.
const maxDecimal = 18

// PrintedDecimal reads a number in any country's writing:
//
//	1,234.5   1.234,5   1 234,5   1'234.5   -12   —
//
// Of two different separators the last is the decimal one. A comma alone is one if comma is set, as some other
// number of the row shows, or if it does not stand between groups of three digits. Blanks of all widths and
// apostrophes are left out. A dash and an empty text are 0. ok is false for anything else, and for more than 18
// digits.
func PrintedDecimal(text []byte, comma bool) (d Decimal, ok bool) {
	var buf [2 * maxDecimal]byte
	number, negative, ok := digitsAndMarks(buf[:0], text)
	if !ok || len(number) == 0 {
		return Decimal{}, ok
	}
	mark := decimalMark(number, comma)
	for i, c := range number {
		switch {
		case i == mark:
			d.Scale = len(number) - 1 - i
		case c == ',' || c == '.': // between thousands
			if i > mark && mark >= 0 {
				return Decimal{}, false
			}
		default:
			d.Value = d.Value*10 + int64(c-'0')
		}
	}
	if negative {
		d.Value = -d.Value
	}
	return d, true
}

// digitsAndMarks copies the digits, commas and points of a number. None, and ok: it is 0.
func digitsAndMarks(number, text []byte) (copied []byte, negative, ok bool) {
	digits := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		switch {
		case r >= '0' && r <= '9':
			digits++
			number = append(number, byte(r))
		case r == ',' || r == '.':
			number = append(number, byte(r))
		case IsAnyBlank(r) || r == '\'' || r == '’':
		case (r == '-' || r == '−' || r == '—' || r == '–') && len(number) == 0 && !negative:
			negative = true
		default:
			return nil, false, false
		}
		if digits > maxDecimal || len(number) == cap(number) {
			return nil, false, false
		}
	}
	return number, negative, digits > 0 || len(number) == 0
}

// decimalMark returns the place of the decimal separator in digits, commas and points, or -1.
func decimalMark(number []byte, comma bool) int {
	last, kinds, count := -1, 0, [2]int{}
	for i, c := range number {
		if c == ',' || c == '.' {
			kind := int(c-',') / 2
			if count[kind]++; count[kind] == 1 {
				kinds++
			}
			last = i
		}
	}
	switch {
	case last < 0:
		return -1
	case kinds == 2:
		return last
	case count[0]+count[1] > 1:
		return -1 // 1,234,567
	case number[last] == '.':
		if comma && inThousands(number) {
			return -1
		}
		return last
	case comma || !inThousands(number):
		return last
	}
	return -1
}

// inThousands reports whether the only separator stands as in 1,234.
func inThousands(number []byte) bool {
	n := len(number)
	return n >= 5 && n <= 7 && (number[n-4] == ',' || number[n-4] == '.')
}

// IsAnyBlank reports whether r is a blank: TAB, no-break, figure, thin or narrow.
func IsAnyBlank(r rune) bool {
	return r == ' ' || r == '\t' || r == '\u00a0' || r == '\u202f' || r >= '\u2000' && r <= '\u200a'
}

// Times returns the number times a positive factor, rounded half up; false if it does not fit into 64 bits.
func (d Decimal) Times(factor int64) (product int64, ok bool) {
	magnitude := uint64(d.Value)
	if d.Value < 0 {
		magnitude = -magnitude
	}
	divisor := uint64(1)
	for range d.Scale {
		divisor *= 10
	}
	high, low := bits.Mul64(magnitude, uint64(factor))
	low, carry := bits.Add64(low, divisor/2, 0)
	high += carry
	if high >= divisor {
		return 0, false
	}
	quotient, _ := bits.Div64(high, low, divisor)
	if quotient > 1<<63-1 {
		return 0, false
	}
	if d.Value < 0 {
		return -int64(quotient), true
	}
	return int64(quotient), true
}

// Slack returns by how much the number times factor may be off: half a unit of its last digit. A whole number of
// single units is exact.
func (d Decimal) Slack(factor int64) float64 {
	if d.Scale == 0 && factor == 1 {
		return 0
	}
	slack := float64(factor) / 2
	for range d.Scale {
		slack /= 10
	}
	return slack
}

// CutIndent splits the blanks of all widths off the start of a text and returns how many there are.
func CutIndent(text []byte) (indent int, rest []byte) {
	for len(text) > 0 {
		if text[0] > ' ' && text[0] < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeRune(text)
		if !IsAnyBlank(r) {
			break
		}
		text = text[size:]
		indent++
	}
	return indent, text
}

// ParseCount reads a number that is all digits; false for anything else, and beyond 64 bits.
func ParseCount(text []byte) (n int64, ok bool) {
	const most = (1<<63 - 1) / 10
	for _, c := range text {
		digit := int64(c - '0')
		if c < '0' || c > '9' || n > most || n == most && digit > 7 {
			return 0, false
		}
		n = n*10 + digit
	}
	return n, len(text) > 0
}

// ParseHex reads a number of hexadecimal digits of either case; false for anything else, and beyond 64 bits.
func ParseHex(text []byte) (n int64, ok bool) {
	for _, c := range text {
		digit := int64(0)
		switch {
		case c >= '0' && c <= '9':
			digit = int64(c - '0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			digit = int64(c|0x20-'a') + 10
		default:
			return 0, false
		}
		if n >= 1<<59 {
			return 0, false
		}
		n = n<<4 | digit
	}
	return n, len(text) > 0
}
