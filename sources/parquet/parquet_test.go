package parquet_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"fold/sources/input"
	"fold/sources/parquet"
	"fold/sources/sourcestest"
)

// TestCut cuts a file at each byte: what is left is refused.
func TestCut(t *testing.T) {
	data := sourcestest.ReadFile(t, sourcestest.Testdata()+"/parquet/duckdb-two.parquet")
	for n := 4; n < len(data); n++ {
		if _, _, err := input.Read(bytes.NewReader(data[:n]), parquet.Format, input.Options{}); err == nil {
			t.Errorf("%d of %d bytes were read as a whole file", n, len(data))
		}
	}
}

// TestClaims reads files that claim to be larger than they are.
func TestClaims(t *testing.T) {
	const damaged = "the parquet file is damaged: what it says of itself makes no sense"
	footer := func(claims string) []byte {
		return append(binary.LittleEndian.AppendUint32([]byte("PAR1"+claims), uint32(len(claims))), "PAR1"...)
	}
	long := "\xff\xff\xff\xff\x0f" // 2^32-1
	for _, claims := range []string{
		"",                              // nothing
		"\x29\xfc" + long,               // a schema of so many elements
		"\x18" + long,                   // a text of so many bytes
		"\x2b" + long + "\x88",          // a map of so many texts
		strings.Repeat("\x1c", 100_000), // structures in structures
		strings.Repeat("\x19\x19", 100_000),
	} {
		if _, _, err := input.Read(bytes.NewReader(footer(claims)), parquet.Format, input.Options{}); err == nil || err.Error() != damaged {
			t.Errorf("%.20q: got %v", claims, err)
		}
	}
	data := footer("\x00")
	binary.LittleEndian.PutUint32(data[len(data)-8:], 1<<31)
	if _, _, err := input.Read(bytes.NewReader(data), parquet.Format, input.Options{}); err == nil || err.Error() != damaged {
		t.Errorf("a footer of 2 GB: got %v", err)
	}
}
