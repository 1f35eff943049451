package input

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// TestWords checks the functions that look at eight bytes at a time against loops over single bytes, on
// texts in which each byte is one that they look for, one next to those, or any.
func TestWords(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	near := []byte("'()*/09:`afg\x00\x7f\x80\xa8\xa9\xb0\xe1\xff")
	for range 100_000 {
		text := make([]byte, 8+random.IntN(12))
		for i := range text {
			text[i] = "0123456789abcdef"[random.IntN(16)]
		}
		for range random.IntN(4) {
			text[random.IntN(len(text))] = near[random.IntN(len(near))]
		}
		if got, want := LastParenthesis(text), bytes.LastIndexAny(text, "()"); got != want {
			t.Fatalf("%q: last parenthesis at %d, want %d", text, got, want)
		}
		want := true
		for _, c := range text[:8] {
			want = want && IsHex(c)
		}
		if got := AreHex(binary.LittleEndian.Uint64(text)); got != want {
			t.Fatalf("%q: hexadecimal %v, want %v", text[:8], got, want)
		}
	}
}
