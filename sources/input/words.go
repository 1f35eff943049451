package input

import (
	"encoding/binary"
	"math/bits"
)

// The functions here look at eight bytes at a time, as one number in which the first byte is the lowest.
// They stand in for loops over a few bytes, the end of which a processor cannot foresee.

// Patterns of bits in each of eight bytes.
const (
	EachByte = 0x0101010101010101 // times n: n in each byte
	HighBits = 0x80 * EachByte
)

// ZeroBytes returns a number that has the high bit set in the bytes that are zero in word, and no other bit.
func ZeroBytes(word uint64) uint64 {
	return ^((word &^ HighBits) + 0x7f*EachByte | word | 0x7f*EachByte)
}

// AreHex says whether all eight bytes are lower-case hexadecimal digits.
func AreHex(word uint64) bool {
	// A sum has the high bit set where the byte is at least as large as what is taken off 0x80.
	digits := (word + (0x80-'0')*EachByte) &^ (word + (0x80-'9'-1)*EachByte)
	letters := (word + (0x80-'a')*EachByte) &^ (word + (0x80-'f'-1)*EachByte)
	return word&HighBits == 0 && (digits|letters)&HighBits == HighBits
}

// LastParenthesis returns where the last "(" or ")" stands in text, or -1.
func LastParenthesis(text []byte) int {
	i := len(text)
	for ; i >= 8; i -= 8 {
		word := binary.LittleEndian.Uint64(text[i-8:])
		if found := ZeroBytes((word | EachByte) ^ ')'*EachByte); found != 0 { // "(" and ")" differ in the last bit
			return i - 1 - bits.LeadingZeros64(found)/8
		}
	}
	for i--; i >= 0 && text[i] != '(' && text[i] != ')'; i-- {
	}
	return i
}

// block is how many bytes are compared at once, as fast as memory is read.
const block = 128

// CommonPrefix returns how many bytes a and b have in common at their start.
func CommonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i+block <= n && string(a[i:i+block]) == string(b[i:i+block]) {
		i += block
	}
	for ; i+8 <= n; i += 8 {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)/8
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}
