package folded

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources/input"
)

// TestOpenSorted checks what is read line by line, and what is left to the parser.
func TestOpenSorted(t *testing.T) {
	long := "a;" + strings.Repeat("b", sortedBuffer)
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"sorted", "main 1\nmain;a 2\nmain;b 3\n", true},
		{"no line end", "main 1\nmain;a 2", true},
		{"a weight of zero", "main 0\nmain;a 2\n", true},
		{"names with blanks", "main 1\nmain (copy) 1\nmain;a b 2\n", true},
		{"empty frames", ";main 1\n;main;;a 2\n", true},
		{"modules", "`a 1\nlib`a;lib`b 2\n", true},
		{"no ASCII", "main\xff;\u65e5\u672c~ 1\n", true},
		{"out of order", "main;b 1\nmain;a 2\n", false},
		{"in order of lines only", "main (copy) 2\nmain 1\n", false},
		{"twice", "main 1\nmain 2\n", false},
		{"shorter", "main;a 1\nmain 2\n", false},
		{"nothing", "main 0\n", false},
		{"a fraction", "main 1.5\n", false},
		{"below zero", "main -1\n", false},
		{"19 digits", "main 1000000000000000000\n", false},
		{"two weights", "main 1 2\nmain;a 2 3\n", false},
		{"two weights later", "main 1\nmain;a 2 3\n", true},
		{"a comment", "# fold\nmain 1\n", false},
		{"a comment later", "! 1\n# fold 2\nmain 1\n", false},
		{"an empty line", "main 1\n\nmain;a 2\n", false},
		{"a carriage return", "main 1\r\n", false},
		{"a byte-order mark", "\ufeffmain 1\n", false},
		{"a blank before", " main 1\n", false},
		{"two blanks after", "main  1\n", false},
		{"an empty last frame", "main; 1\n", false},
		{"a control byte", "main;a\x01 1\n", false},
		{"a control byte among many", "main;abcdefghi\x1fjklmnopqrst 1\n", false},
		{"DEL", "main;a\x7f 1\n", false},
		{"DEL after 0xff", "main;abc\xff\x7fdefghi 1\n", false},
		{"a control byte, first in what is new", "main;a\x08 1\nmain;a\x09 1\n", false},
		{"a semicolon in brackets", "main;[u8; 2];a 1\n", false},
		{"a semicolon in brackets, where two part", "main;[u8;\x1f]a 1\nmain;[u8; 2]a 1\n", false},
		{"a semicolon in brackets, after an empty frame", "main;[u8; 1\nmain;[u8; 2]a 1\n", false},
		{"an array", "['main','a'] 1\n", true},
		{"an array and a tab", "['main','a']\t1\n", false},
		{"a long line", long + " 1\n", false},
	} {
		s := openSorted(t, tt.text)
		if got := s != nil; got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
		if s != nil {
			checkSorted(t, tt.text, s)
		}
	}
}

// TestSorted compares random stacks, read line by line, with what is written of their tree.
func TestSorted(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	opened := 0
	for range 3000 {
		lines := make([]string, 1+random.IntN(8))
		for i := range lines {
			lines[i] = fmt.Sprintf("%s %d\n", strings.TrimRight(randomStack(random), "; "), random.IntN(3))
		}
		slices.SortFunc(lines, func(a, b string) int { return strings.Compare(stackOf(a), stackOf(b)) })
		text := strings.Join(lines, "")
		if s := openSorted(t, text); s != nil {
			opened++
			checkSorted(t, text, s)
		}
	}
	if opened < 300 || opened == 3000 {
		t.Errorf("%d of 3000 are sorted: the test shows nothing", opened)
	}
}

// TestSortedChanged changes a file between the two times that it is read.
func TestSortedChanged(t *testing.T) {
	for _, changed := range []string{"main 1\nmain 2\n", "main 1\nabcd 2\n", "main 1\nmain;a\n", "main 1\nmain;aaa"} {
		file := bytes.NewReader([]byte("main 1\nmain;a 2\n"))
		in, err := input.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		s := OpenSorted(in)
		file.Reset([]byte(changed))
		var got []string
		for stack, weight, more := s.Next(); more; stack, weight, more = s.Next() {
			got = append(got, fmt.Sprintf("%s %d", stack, weight))
		}
		if want := []string{"main 1"}; !slices.Equal(got, want) || s.Err() != errNotSorted {
			t.Errorf("%q: got %q and the error %v, want %q and %v", changed, got, s.Err(), want, errNotSorted)
		}
	}
}

func openSorted(t testing.TB, text string) *Sorted {
	in, err := input.Open(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return OpenSorted(in)
}

// checkSorted compares stacks with what is written of the tree of their file.
func checkSorted(t testing.TB, text string, s *Sorted) {
	t.Helper()
	p, report, err := input.Read(strings.NewReader(text), Format, input.Options{Strict: true, Workers: 1})
	if err != nil || len(report.Notes) > 0 {
		t.Fatalf("%q: %v, notes %v", text, err, report.Notes)
	}
	var got, want strings.Builder
	if err := collapse.WriteFolded(&want, p, collapse.FoldedOptions{}); err != nil {
		t.Fatal(err)
	}
	for stack, weight, more := s.Next(); more; stack, weight, more = s.Next() {
		fmt.Fprintf(&got, "%s %d\n", stack, weight)
	}
	if s.Err() != nil || got.String() != want.String() {
		t.Fatalf("%q: got\n%s\nand the error %v, want\n%s", text, got.String(), s.Err(), want.String())
	}
}

func FuzzSorted(f *testing.F) {
	f.Add([]byte("main;a [b;c 1\nmain;a [b;d 2\nmain;b 0"))
	f.Add([]byte("main 1\nmain (copy) 1\nmain;a\x7f;b 2\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if in, err := input.Open(bytes.NewReader(data)); err == nil {
			if s := OpenSorted(in); s != nil {
				checkSorted(t, string(data), s)
			}
		}
	})
}
