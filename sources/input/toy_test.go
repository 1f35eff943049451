package input_test

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources/input"
)

// Format is what the profiler "tally" writes, one function and its count a line:
//
//	tally 1.0
//	parse 12
//	draw 3
var Format = input.Format{
	Name: "tally", Title: "counts of functions from tally",
	Sniff: func(h *input.Head) bool { return h.HasPrefix("tally 1.") },
	Split: input.SplitLines,
	Parse: parse,
}

func parse(c *input.Chunk, b *collapse.Builder) error {
	calls := c.Metric(b, collapse.Metric{Name: "calls", Unit: "count"})
	for line, ok := c.Next(); ok; line, ok = c.Next() {
		if bytes.HasPrefix(line, []byte("tally ")) {
			continue
		}
		name, count, _ := bytes.Cut(line, []byte(" "))
		n, err := strconv.ParseInt(string(count), 10, 64)
		if err != nil {
			c.Skip("not a function and its count: %q", input.Shorten(line))
			continue
		}
		b.Add(b.CallSymbol(collapse.Root, b.Intern(name, frames)), calls, n)
	}
	return nil
}

func frames(name []byte) []collapse.Frame { return []collapse.Frame{{Name: string(name)}} }

// Example reads a format that is put together from its functions.
func Example() {
	p, _, err := input.Read(strings.NewReader("tally 1.0\nparse 12\ndraw 3\nparse 1\n"), Format, input.Options{})
	if err != nil {
		panic(err)
	}
	_ = collapse.WriteFolded(os.Stdout, p, collapse.FoldedOptions{})
	// Output:
	// draw 3
	// parse 13
}

// TestContributing checks that the format of docs/contributing.md is the one above, so that it compiles and reads.
func TestContributing(t *testing.T) {
	page, err := os.ReadFile("../../docs/contributing.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("toy_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(page), "```go\n")
	shown, _, found := strings.Cut(after, "```")
	if !found || !strings.Contains(string(source), shown) {
		t.Errorf("the format of docs/contributing.md is not the one of toy_test.go:\n%s", shown)
	}
}

// TestToy reads the format with several workers and small chunks.
func TestToy(t *testing.T) {
	const text = "tally 1.0\nparse 12\nwrong\ndraw 3\nparse 1\n"
	if !Format.Sniff(input.NewHead([]byte(text))) {
		t.Error("not recognised")
	}
	for _, o := range []input.Options{{Workers: 1}, {Workers: 3, ChunkSize: 5}} {
		p, report, err := input.Read(strings.NewReader(text), Format, o)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{}); err != nil {
			t.Fatal(err)
		}
		if got, want := out.String(), "draw 3\nparse 13\n"; got != want {
			t.Errorf("with %d workers: got %q, want %q", o.Workers, got, want)
		}
		if got, want := strings.Join(report.Lines("in"), "\n"), "in:3: not a function and its count: \"wrong\"\nin: 1 line made no sense and was left out"; got != want {
			t.Errorf("with %d workers: got %q, want %q", o.Workers, got, want)
		}
	}
}
