package sources

import (
	"encoding/binary"
	"math/bits"
)

// The functions here look at eight bytes at a time, as one number in which the first byte is the lowest.
// They stand in for loops over a few bytes, the end of which a processor cannot foresee.

const (
	eachByte = 0x0101010101010101 // times n: n in each byte
	highBits = 0x80 * eachByte
)

// zeroBytes returns a number that has the high bit set in the bytes that are zero in word, and no other bit.
func zeroBytes(word uint64) uint64 {
	return ^((word &^ highBits) + 0x7f*eachByte | word | 0x7f*eachByte)
}

// areHex says whether all eight bytes are lower-case hexadecimal digits.
func areHex(word uint64) bool {
	// A sum has the high bit set where the byte is at least as large as what is taken off 0x80.
	digits := (word + (0x80-'0')*eachByte) &^ (word + (0x80-'9'-1)*eachByte)
	letters := (word + (0x80-'a')*eachByte) &^ (word + (0x80-'f'-1)*eachByte)
	return word&highBits == 0 && (digits|letters)&highBits == highBits
}

// lastParenthesis returns where the last "(" or ")" stands in text, or -1.
func lastParenthesis(text []byte) int {
	i := len(text)
	for ; i >= 8; i -= 8 {
		word := binary.LittleEndian.Uint64(text[i-8:])
		if found := zeroBytes((word | eachByte) ^ ')'*eachByte); found != 0 { // "(" and ")" differ in the last bit
			return i - 1 - bits.LeadingZeros64(found)/8
		}
	}
	for i--; i >= 0 && text[i] != '(' && text[i] != ')'; i-- {
	}
	return i
}
