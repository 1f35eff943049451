package input

import (
	"bytes"
	"math"
)

// Int returns the number that comes next, also one in quotes, rounded to an integer. Anything else, null and
// NaN too, is skipped, and ok false. A number beyond 64 bits is an error.
func (j *JSON) Int() (n int64, ok bool) { return j.Decimal(0) }

// Decimal is Int for a number times 10 to the power of places: microseconds with 3 places are nanoseconds.
// It is made from the digits, never through a float64, and rounded half away from zero.
func (j *JSON) Decimal(places int) (n int64, ok bool) {
	if mantissa, fraction, length := j.short(); length > 0 {
		if n, ok = shift(mantissa, places-fraction); ok {
			j.pos += length
			j.pending = false
			return n, true
		}
	}
	switch j.Kind() {
	case JSONNumber:
		if text, _, ok := j.number(); ok {
			if n, ok = j.decimal(text, places); ok {
				j.pos += len(text)
				j.pending = false
				return n, true
			}
		}
		return 0, false
	case JSONString:
		text, ok := j.string()
		if text = bytes.TrimSpace(text); ok && isNumber(text) {
			return j.decimal(text, places)
		}
		return 0, false
	}
	j.Skip()
	return 0, false
}

// Exact returns the number that comes next as an integer and the count of its last digits that stand after the
// point: 2.50 is 25 and 1. What is finer than most digits is rounded.
func (j *JSON) Exact(most int) (n int64, digits int, ok bool) {
	kind := j.Kind()
	if kind != JSONNumber && kind != JSONString {
		j.Skip()
		return 0, 0, false
	}
	text, ok := j.Text()
	if text = bytes.TrimSpace(text); !ok || !isNumber(text) {
		return 0, 0, false
	}
	digits = min(fractionDigits(text), most)
	n, ok = j.decimal(text, digits)
	return n, digits, ok
}

// fractionDigits returns how many digits after the point a number needs.
func fractionDigits(text []byte) int {
	shift := 0
	if e := bytes.IndexAny(text, "eE"); e >= 0 {
		shift = exponent(text[e+1:])
		text = text[:e]
	}
	whole, fraction, _ := bytes.Cut(text, []byte{'.'})
	fraction = bytes.TrimRight(fraction, "0")
	if len(fraction) == 0 && shift < 0 {
		return max(0, -shift-(len(whole)-len(bytes.TrimRight(whole, "0"))))
	}
	return max(0, len(fraction)-shift)
}

// short reads the number that begins at the current byte in one go if it is as most are: at most 18 digits,
// no exponent, all of it in the buffer. Mantissa is its digits, fraction how many of them stand after the
// point; length 0: it is something else.
func (j *JSON) short() (mantissa int64, fraction, length int) {
	text := j.buf[j.pos:j.end]
	if !j.pending || len(text) < 2 {
		return 0, 0, 0
	}
	i, point := 0, -1
	if text[0] == '-' {
		i++
	}
	first := i
	for ; i < len(text); i++ {
		digit := text[i] - '0'
		if digit <= 9 {
			mantissa = 10*mantissa + int64(digit)
			continue
		}
		if text[i] != '.' || point >= 0 {
			break
		}
		point = i
		if i > first+18 {
			return 0, 0, 0
		}
	}
	end := i
	if point >= 0 {
		fraction = end - point - 1
		i-- // without the point
	}
	digits := i - first
	switch {
	case end == len(text), numberBytes[text[end]], digits == 0, digits > 18, point == first, point >= 0 && fraction == 0,
		text[first] == '0' && digits > 1 && point != first+1:
		return 0, 0, 0
	case first > 0:
		mantissa = -mantissa
	}
	return mantissa, fraction, end
}

// Shift returns n times 10 to the power of places, rounded half away from zero; not ok: it is beyond 64 bits.
func Shift(n int64, places int) (shifted int64, ok bool) {
	switch {
	case n == 0 || places < -18:
		return 0, true
	default:
		return shift(n, places)
	}
}

// shift returns a mantissa times 10 to the power of places, rounded half away from zero; not ok: it may not
// fit.
func shift(mantissa int64, places int) (n int64, ok bool) {
	switch {
	case places == 0:
		return mantissa, true
	case places > 0:
		if places > 18 {
			return 0, false
		}
		n = mantissa * powers[places]
		return n, n/powers[places] == mantissa
	case places < -18:
		return 0, false
	}
	power := powers[-places]
	n, rest := mantissa/power, mantissa%power
	switch {
	case rest >= power-rest:
		n++
	case -rest >= power+rest:
		n--
	}
	return n, true
}

// powers are the powers of ten.
var powers = [19]int64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
}

// decimal is parseDecimal, with an error for a number that does not fit.
func (j *JSON) decimal(text []byte, places int) (n int64, ok bool) {
	n, fits := parseDecimal(text, places)
	if fits == numberTooLarge {
		j.damaged("the number " + Shorten(text) + " is beyond 64 bits")
		return 0, false
	}
	return n, true
}

// ParseDecimal is [JSON.Decimal] for a text that is one number; ok is false for anything else.
func ParseDecimal(text []byte, places int) (n int64, ok bool) {
	if !isNumber(text) {
		return 0, false
	}
	n, fits := parseDecimal(text, places)
	return n, fits != numberTooLarge
}

// number returns the text of the number that begins at the current byte, and has all of it in the buffer;
// plain: it is an integer without an exponent.
func (j *JSON) number() (text []byte, plain, ok bool) {
	n := 0
	for {
		for ; numberBytes[j.buf[j.pos+n]]; n++ {
		}
		if j.pos+n < j.end || !j.more() {
			break
		}
	}
	if j.err != nil {
		return nil, false, false
	}
	text = j.buf[j.pos : j.pos+n]
	length, plain := scanNumber(text)
	if length != n {
		j.damaged("the number " + Shorten(text))
		return nil, false, false
	}
	return text, plain, true
}

// numberBytes are the bytes that numbers are made of.
var numberBytes = [256]bool{
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'-': true, '+': true, '.': true, 'e': true, 'E': true,
}

func isNumber(text []byte) bool {
	n, _ := scanNumber(text)
	return n > 0 && n == len(text)
}

// scanNumber returns the length of the number at the start of text, 0 if there is none, and whether it has
// neither fraction nor exponent.
func scanNumber(text []byte) (n int, plain bool) {
	i := 0
	if i < len(text) && text[i] == '-' {
		i++
	}
	digits := countDigits(text[i:])
	if digits == 0 || digits > 1 && text[i] == '0' {
		return 0, false
	}
	i += digits
	if i == len(text) {
		return i, true
	}
	plain = true
	if text[i] == '.' {
		digits = countDigits(text[i+1:])
		if digits == 0 {
			return 0, false
		}
		i += 1 + digits
		plain = false
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		digits = countDigits(text[i:])
		if digits == 0 {
			return 0, false
		}
		i += digits
		plain = false
	}
	return i, plain
}

func countDigits(text []byte) int {
	n := 0
	for n < len(text) && text[n]-'0' <= 9 {
		n++
	}
	return n
}

// fit says how well an integer stands for a decimal number.
type fit uint8

const (
	numberExact fit = iota
	numberRounded
	numberTooLarge
)

// parseDecimal returns a number that scanNumber accepts, times 10 to the power of places, rounded half away
// from zero.
func parseDecimal(text []byte, places int) (int64, fit) {
	negative := text[0] == '-'
	if negative {
		text = text[1:]
	}
	mantissa := text
	if e := bytes.IndexAny(text, "eE"); e >= 0 {
		mantissa = text[:e]
		places += exponent(text[e+1:])
	}
	n, kind := scaleDigits(mantissa, places)
	switch {
	case kind == numberTooLarge, n > math.MaxInt64 && !(negative && n == 1<<63):
		return 0, numberTooLarge
	case negative:
		return -int64(n), kind
	}
	return int64(n), kind
}

// scaleDigits returns digits with or without a point, times 10 to the power of places.
func scaleDigits(mantissa []byte, places int) (n uint64, kind fit) {
	whole := bytes.IndexByte(mantissa, '.')
	if whole < 0 {
		whole = len(mantissa)
	}
	keep := whole + places // how many digits stand before the point in the result
	seen := 0
	for _, c := range mantissa {
		if c == '.' {
			continue
		}
		digit := uint64(c - '0')
		switch {
		case seen < keep:
			if n > (math.MaxUint64-digit)/10 {
				return 0, numberTooLarge
			}
			n = 10*n + digit
		case seen == keep && digit >= 5:
			n++
			kind = numberRounded
		case digit > 0:
			kind = numberRounded
		}
		seen++
	}
	for ; seen < keep && n > 0; seen++ {
		if n > math.MaxUint64/10 {
			return 0, numberTooLarge
		}
		n *= 10
	}
	return n, kind
}

// exponent returns the number after e, at most a billion either way.
func exponent(text []byte) int {
	const most = 1_000_000_000
	negative := text[0] == '-'
	if text[0] == '-' || text[0] == '+' {
		text = text[1:]
	}
	n := 0
	for _, c := range text {
		n = min(10*n+int(c-'0'), most)
	}
	if negative {
		return -n
	}
	return n
}
