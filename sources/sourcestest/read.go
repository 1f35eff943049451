package sourcestest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"fold/collapse"
	"fold/sources"
)

// MustRead reads an input or fails the test.
func MustRead(t testing.TB, data []byte, o sources.Options) (*collapse.Profile, *sources.Report) {
	t.Helper()
	p, report, err := sources.Read(bytes.NewReader(data), o)
	if err != nil {
		t.Fatal(err)
	}
	return p, report
}

// ReadFile returns the content of a file or fails the test.
func ReadFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// ColumnText writes a profile as folded stacks: the default column, or the one called metric of the
// default column's event.
func ColumnText(t testing.TB, p *collapse.Profile, metric string) string {
	t.Helper()
	column := p.Default
	if metric != "" {
		column = -1
		for i, m := range p.Metrics {
			if m.Name == metric && m.Event == p.Metrics[p.Default].Event {
				column = i
			}
		}
		if column < 0 {
			t.Fatalf("no metric %q among %v", metric, p.Metrics)
		}
	}
	if len(p.Metrics) == 0 {
		return ""
	}
	p, _, _ = p.DropNegative(column)
	var out bytes.Buffer
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// AllColumns returns the folded stacks of all columns, each behind its name, weights below zero included.
func AllColumns(t testing.TB, p *collapse.Profile) string {
	t.Helper()
	var out bytes.Buffer
	for metric := range p.Metrics {
		fmt.Fprintf(&out, "%d\n", metric)
		if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{Columns: []int{metric}}); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// Warnings returns the messages of a report, one a line.
func Warnings(p *collapse.Profile, report *sources.Report) string {
	var text strings.Builder
	for _, s := range report.Skipped {
		fmt.Fprintf(&text, "%d: %s\n", s.Line, s.Why)
	}
	if more := report.Skips - len(report.Skipped); more > 0 {
		fmt.Fprintf(&text, "and %d more lines\n", more)
	}
	for _, note := range report.Notes {
		fmt.Fprintln(&text, note)
	}
	if p.Saturated {
		fmt.Fprintln(&text, "sums beyond 64 bits stand at the largest value")
	}
	if p.Rounded {
		fmt.Fprintln(&text, "fractions are rounded: their sums would not fit")
	}
	return text.String()
}

// Gzip returns data compressed.
func Gzip(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Zstd returns data compressed.
func Zstd(t testing.TB, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}

func FromFolded(t testing.TB, text string) *collapse.Profile {
	t.Helper()
	p, _, err := sources.Read(strings.NewReader(text), sources.Options{Format: "folded"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
