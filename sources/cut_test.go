package sources_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"fold/sources"
	"fold/sources/sourcestest"
)

// flushed compresses data in pieces, each of which a decompressor can read as soon as it is there.
func flushed(t *testing.T, data []byte) (packed []byte, flushes []int) {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	for piece := range bytes.Lines(data) {
		if _, err := w.Write(piece); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		flushes = append(flushes, out.Len())
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), flushes
}

// checksummed compresses data with zstd as its command does, with a checksum at the end.
func checksummed(t *testing.T, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(true))
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}

const tooEarly = "the compressed data ends too early: the file is cut short, record or copy it again"

// TestCutCompressed cuts an input of each format, compressed in each way, at 1, 50 and 99% and at its last bytes:
// what is left is never taken for a whole.
func TestCutCompressed(t *testing.T) {
	for _, format := range sources.Formats() {
		if !format.Reads() {
			continue
		}
		data := aFixture(t, format.Name)
		long, _ := flushed(t, data)
		for name, packed := range map[string][]byte{
			"gzip": sourcestest.Gzip(t, data), "zstd": checksummed(t, data), "gzip in pieces": long,
			"gzip in zstd": checksummed(t, sourcestest.Gzip(t, data)), "zstd in gzip": sourcestest.Gzip(t, checksummed(t, data)),
		} {
			n := len(packed)
			for _, at := range []int{max(n/100, 10), n / 2, n * 99 / 100, n - 8, n - 7, n - 6, n - 5, n - 4, n - 3, n - 2, n - 1} {
				_, _, err := sources.Read(bytes.NewReader(packed[:at]), sources.Options{Format: format.Name})
				if err == nil || err.Error() != tooEarly {
					t.Errorf("%s, %s cut at %d of %d: got %v", format.Name, name, at, n, err)
				}
			}
		}
	}
}

// aFixture returns the content of the smallest input of a format that reads without a note.
func aFixture(t *testing.T, format string) []byte {
	t.Helper()
	var smallest []byte
	entries, err := os.ReadDir(filepath.Join(sourcestest.Testdata(), format))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.IsDir() || strings.HasSuffix(entry.Name(), ".folded") || strings.HasSuffix(entry.Name(), ".warnings") || strings.HasSuffix(entry.Name(), ".error") {
			continue
		}
		data := sourcestest.ReadFile(t, filepath.Join(sourcestest.Testdata(), format, entry.Name()))
		if zip, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
			if data, err = io.ReadAll(zip); err != nil {
				t.Fatal(err)
			}
		}
		if p, _, err := sources.Read(bytes.NewReader(data), sources.Options{Format: format}); err != nil || p.Len() == 1 {
			continue
		}
		if smallest == nil || len(data) < len(smallest) {
			smallest = data
		}
	}
	if smallest == nil {
		t.Fatalf("%s has no fixture that can be read", format)
	}
	return smallest
}

// TestCutAtFlushes cuts where a decompressor has just read a whole piece.
func TestCutAtFlushes(t *testing.T) {
	data := []byte(strings.Repeat("main;parse 1\nmain;draw 2\n", 20))
	packed, flushes := flushed(t, data)
	for _, at := range flushes {
		_, _, err := sources.Read(bytes.NewReader(packed[:at]), sources.Options{})
		if err == nil || err.Error() != tooEarly {
			t.Errorf("cut at %d: got %v", at, err)
		}
	}
}

// TestBehindGzip checks what stands after the compressed data: zeros are padding, other bytes are noted, another member
// goes on with the text.
func TestBehindGzip(t *testing.T) {
	member := string(sourcestest.Gzip(t, []byte("main 1\n")))
	empty := string(sourcestest.Gzip(t, nil))
	for _, tt := range []struct{ name, input, want string }{
		{"zeros", member + strings.Repeat("\x00", 5000), "main 1\n"},
		{"garbage", member + "\x00garbage", "main 1\n8 bytes after the end of the compressed data left out: it is no gzip\n"},
		{"another member", member + member, "main 2\n"},
		{"many empty members", member + strings.Repeat(empty, 10_000) + member, "main 2\n"},
		{"the start of a member", member + "\x1f\x8b\x08", tooEarly},
	} {
		p, report, err := sources.Read(strings.NewReader(tt.input), sources.Options{})
		got := fmt.Sprint(err)
		if err == nil {
			got = sourcestest.ColumnText(t, p, "") + sourcestest.Warnings(p, report)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestFlippedByte changes each byte of the compressed data in turn: what is read then is the same or refused as damaged.
func TestFlippedByte(t *testing.T) {
	const text = "main;parse 123\nmain;draw 456\n"
	packed := sourcestest.Gzip(t, []byte(text))
	for at := 10; at < len(packed); at++ {
		broken := bytes.Clone(packed)
		broken[at] ^= 0x55
		_, _, err := sources.Read(bytes.NewReader(broken), sources.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), "the compressed data is damaged (") && err.Error() != tooEarly {
			t.Errorf("byte %d: got %v", at, err)
		}
	}
}
