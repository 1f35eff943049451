package packed

import (
	"bytes"
	"testing"
)

// TestBase91: what the script starts with unpacks what the file holds, for any number of bytes.
func TestBase91(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{"", ""},
		{"\x00", "!!"},
		{"\x5b", "!\""},           // 91
		{"\xff", "j#"},            // 255 = 73 + 2×91
		{"\xff\x1f", "\"{!"},      // 8191 = 1 + 90×91, and 3 bits of zeros in one character
		{"\xff\xff", "\"{("},      // 8191, and 3 bits that are 7
		{"\xff\xff\xff", "\"{N7"}, // 8191, and 11 bits that are 2047 = 45 + 22×91
	} {
		if got := string(Base91([]byte(tt.data))); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.data, got, tt.want)
		}
	}
}

func TestFrontCode(t *testing.T) {
	tests := []struct {
		texts    []string
		prefixes []byte
		suffixes string
	}{
		{nil, nil, ""},
		{[]string{""}, []byte{0}, ""},
		{[]string{"", "a", "ab", "abc", "b"}, []byte{0, 0, 1, 2, 0}, "\na\nb\nc\nb"},
		// The smileys differ in the last of four bytes and in the second of two code units: they share nothing.
		{[]string{"x😀y", "x😁y", "x😁z"}, []byte{0, 1, 4 - 1}, "x😀y\n😁y\nz"},
		{[]string{"é", "è"}, []byte{0, 0}, "é\nè"},
		{[]string{"\ufeffa", "\ufeffb"}, []byte{0, 1}, "\ufeffa\nb"},
	}
	for _, tt := range tests {
		prefixes, suffixes := FrontCode(tt.texts)
		if !bytes.Equal(prefixes, tt.prefixes) || string(suffixes) != tt.suffixes {
			t.Errorf("%q: got %d %q, want %d %q", tt.texts, prefixes, suffixes, tt.prefixes, tt.suffixes)
		}
	}
}
