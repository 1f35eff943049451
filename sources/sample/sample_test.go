package sample_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"fold/collapse"
	"fold/sources"
	"fold/sources/input"
	"fold/sources/sourcestest"
)

// topRow is the self weight of one function of one module.
type topRow struct {
	Function, Module string
	Self             int64
}

func compareTopRows(a, b topRow) int {
	return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(a.Function, b.Function), cmp.Compare(a.Module, b.Module))
}

// topOf returns the self weights of a profile without its thread entries, the heaviest first.
func topOf(p *collapse.Profile) []topRow {
	self := make(map[topRow]int64)
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		if f := p.Frame(p.FrameOf(n)); f.Kind != collapse.KindThread && p.Self(0, n) > 0 {
			self[topRow{Function: f.Name, Module: f.Module}] += p.Self(0, n)
		}
	}
	rows := []topRow{}
	for row, weight := range self {
		row.Self = weight
		rows = append(rows, row)
	}
	slices.SortFunc(rows, compareTopRows)
	return rows
}

// TestSampleTop compares self weights with NAME.top.json.
func TestSampleTop(t *testing.T) {
	tables, err := filepath.Glob("../../testdata/sample/*.top.json")
	if err != nil || len(tables) == 0 {
		t.Fatal("no tables", err)
	}
	for _, table := range tables {
		t.Run(filepath.Base(table), func(t *testing.T) {
			var want struct {
				Samples int64
				Hidden  int64 `json:"idle_hidden"`
				Rows    []topRow
			}
			if err := json.Unmarshal(sourcestest.ReadFile(t, table), &want); err != nil {
				t.Fatal(err)
			}
			data := sourcestest.ReadFile(t, strings.TrimSuffix(table, ".top.json")+".txt")
			p, _ := sourcestest.MustRead(t, data, sources.Options{})
			all, _ := sourcestest.MustRead(t, data, sources.Options{Idle: true})
			if got := topOf(p); !slices.Equal(got, want.Rows) {
				t.Errorf("got  %v\nwant %v", got, want.Rows)
			}
			if p.Total(0) != want.Samples || all.Total(0)-p.Total(0) != want.Hidden {
				t.Errorf("got %d of %d samples, want %d and %d hidden", p.Total(0), all.Total(0), want.Samples, want.Hidden)
			}
		})
	}
}

// TestSampleSelfCheck compares the self weights of whole reports with the table that sample itself puts
// below the call graph, and their sum with that of the thread entries.
func TestSampleSelfCheck(t *testing.T) {
	files, err := filepath.Glob("../../testdata/sample/[0-9]*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { checkSelf(t, sourcestest.ReadFile(t, file)) })
	}
	t.Run("large", func(t *testing.T) {
		packed, err := os.Open(filepath.Join(sourcestest.Shared("peers"), "inferno/collapse-sample/large.txt.gz"))
		if err != nil {
			t.Skip("the fixtures of other projects are not here: ", err)
		}
		defer packed.Close()
		unpacked, err := gzip.NewReader(packed)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(unpacked)
		if err != nil {
			t.Fatal(err)
		}
		if rows := checkSelf(t, data); rows != 167 {
			t.Errorf("compared %d rows, want 167", rows)
		}
	})
}

// checkSelf returns how many rows the report's own table has. It lists functions of at least five samples,
// those without a name once for each address.
func checkSelf(t *testing.T, data []byte) (rows int) {
	t.Helper()
	p, _ := sourcestest.MustRead(t, data, sources.Options{Idle: true})
	if got, want := p.Total(0), sumOfThreads(data); got != want {
		t.Errorf("%d samples, want %d", got, want)
	}
	want, unnamed := ownTop(t, string(data))
	got := topOf(p)
	for _, row := range got {
		if most := unnamed[row.Module]; row.Function == "???" && row.Self < most {
			t.Errorf("%s: %d samples of functions without a name, want %d or more", row.Module, row.Self, most)
		}
	}
	got = slices.DeleteFunc(got, func(row topRow) bool { return row.Function == "???" || row.Self < 5 })
	named := slices.DeleteFunc(slices.Clone(want), func(row topRow) bool { return row.Function == "???" })
	slices.SortFunc(named, compareTopRows)
	if !slices.Equal(got, named) {
		t.Errorf("got  %v\nwant %v", got, named)
	}
	return len(want)
}

// ownTop reads the rows of a report's "Sort by top of stack":
//
//	fsync  (in libsystem_kernel.dylib)        940
//	???  (in quillbox)  load address 0x10a3c0000 + 0x20a10  [0x10a3e0a10]        700
//
// Unnamed has the sums of the functions without a name, by module.
func ownTop(t *testing.T, text string) (rows []topRow, unnamed map[string]int64) {
	t.Helper()
	unnamed = make(map[string]int64)
	_, table, _ := strings.Cut(text, "Sort by top of stack, same collapsed (when >= 5):")
	table, _, _ = strings.Cut(table, "Binary ")
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		cut := strings.LastIndex(line, "        ")
		weight, err := strconv.ParseInt(line[cut+8:], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		row := topRow{Function: line[:cut], Self: weight}
		if at := strings.LastIndex(row.Function, "  (in "); at >= 0 {
			row.Module = row.Function[at+len("  (in ") : strings.LastIndex(row.Function, ")")]
			row.Function, row.Module = row.Function[:at], strings.TrimSuffix(row.Module, ".dylib")
		}
		if row.Function == "???" {
			unnamed[row.Module] += weight
		}
		rows = append(rows, row)
	}
	return rows, unnamed
}

var threadEntry = regexp.MustCompile(`(?m)^([ +!:|]*)(\d+) Thread_(\d|<)`)

// sumOfThreads adds up the counts of the thread entries of a report, which stand in the column of the first.
func sumOfThreads(text []byte) int64 {
	var sum int64
	var column int
	for i, match := range threadEntry.FindAllSubmatch(text, -1) {
		if i == 0 {
			column = len(match[1])
		}
		if len(match[1]) == column {
			count, _ := strconv.ParseInt(string(match[2]), 10, 64)
			sum += count
		}
	}
	return sum
}

// TestSampleSniff offers all files that are at hand: exactly the sample reports are claimed.
func TestSampleSniff(t *testing.T) {
	format, _ := sources.FormatNamed("sample")
	for _, folder := range []string{sourcestest.Shared("formats"), sourcestest.Shared("cases"), sourcestest.Shared("peers")} {
		if _, err := os.Stat(folder); err != nil {
			continue
		}
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			in, err := os.Open(path)
			if err != nil {
				return err
			}
			defer in.Close()
			opened, err := input.Open(in)
			if err != nil {
				return nil // not a file that can be unpacked
			}
			if got, want := format.Sniff(opened.Head), isSampleReport(path); got != want {
				t.Errorf("%s: claimed %v, want %v", path, got, want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func isSampleReport(path string) bool {
	switch filepath.Base(filepath.Dir(path)) {
	case "sample":
		return filepath.Ext(path) == ".txt"
	case "collapse-sample":
		return true
	case "macos-sample":
		return filepath.Base(path) == "sample.txt"
	}
	return false
}

// TestSampleSniffRelatives offers texts that look alike.
func TestSampleSniffRelatives(t *testing.T) {
	format, _ := sources.FormatNamed("sample")
	for name, text := range map[string]string{
		"spindump": "Thread 0x123    DispatchQueue \"com.apple.main-thread\"(1)    20 samples (1-20)    priority 31\n" +
			"  20  start + 6076 (dyld + 24180) [0x18f3b0274] 1-20\n",
		"leaks": "Process 71: 2 leaks for 96 total leaked bytes.\n\n    2 (96 bytes) ROOT LEAK: <malloc in main 0x600> [48]\n",
		"prose": "Call graph:\n\nmain calls swim\n",
		"fence": "Call graph:\n```\n10 main\n",
		"empty": "",
	} {
		if format.Sniff(input.NewHead([]byte(text))) {
			t.Errorf("%s: claimed", name)
		}
	}
}

// TestSampleRandomTrees reads reports of random call trees and compares the stacks with those of the tree.
func TestSampleRandomTrees(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		tree := randomCalls(random, 0)
		var report, want bytes.Buffer
		report.WriteString("Call graph:\n")
		tree.report(&report, nil, 0)
		report.WriteString("\nTotal number in stack (recursive counted multiple, when >=5):\n")
		stacks := make(map[string]int64)
		tree.fold(stacks, "")
		for _, stack := range slices.Sorted(maps.Keys(stacks)) {
			fmt.Fprintf(&want, "%s %d\n", stack, stacks[stack])
		}
		for _, o := range []sources.Options{{Workers: 1}, {Workers: 1, ChunkSize: 90}, {Workers: 2, ChunkSize: 1}, {Workers: 3, ChunkSize: 200}} {
			p, messages := sourcestest.MustRead(t, report.Bytes(), o)
			sourcestest.Same(t, sourcestest.ColumnText(t, p, "")+sourcestest.Warnings(p, messages), want.String())
		}
		if t.Failed() {
			t.Fatalf("%s", report.Bytes())
		}
	}
}

// calls is a call tree as sample has it; the root of all threads has no name.
type calls struct {
	name    string
	count   int64 // at least the sum of the callees'
	callees []calls
}

func randomCalls(random *rand.Rand, depth int) calls {
	node := calls{name: string(rune('a' + random.IntN(4)))}
	if depth == 1 {
		node.name = fmt.Sprintf("Thread_%d", random.IntN(5))
	}
	for range random.IntN(4) {
		if depth < 9 {
			callee := randomCalls(random, depth+1)
			node.count += callee.count
			node.callees = append(node.callees, callee)
		}
	}
	if len(node.callees) == 0 || depth > 0 && random.IntN(4) == 0 {
		node.count += 1 + random.Int64N(9)
	}
	return node
}

// report writes what a node calls with sample's bars: one below each callee but the last of several, of a
// kind that turns with the number of such branch points above.
func (n calls) report(out *bytes.Buffer, indent []byte, branches int) {
	branching := len(n.callees) > 1
	for i, callee := range n.callees {
		fmt.Fprintf(out, "    %s%d %s", indent, callee.count, callee.name)
		if len(callee.name) == 1 {
			offset := []string{"", " + 1", " + 480", " + 480,52"}[i%4]
			fmt.Fprintf(out, "  (in lib%s.dylib)%s  [0x%x]", callee.name, offset, 1<<(20*(i%3))+i)
		}
		out.WriteByte('\n')
		bar, below := byte(' '), branches
		if branching {
			below++
			if i < len(n.callees)-1 {
				bar = "+!:|"[branches%4]
			}
		}
		callee.report(out, append(slices.Clone(indent), bar, ' '), below)
	}
}

// fold adds the self weights of what a node calls to stacks.
func (n calls) fold(stacks map[string]int64, path string) {
	for _, callee := range n.callees {
		text := callee.name
		if len(text) == 1 {
			text = "lib" + text + "`" + text
		}
		self := callee.count
		for _, c := range callee.callees {
			self -= c.count
		}
		if self > 0 {
			stacks[path+text] += self
		}
		callee.fold(stacks, path+text+";")
	}
}

// FuzzSample checks that hidden samples are all that Idle adds, and that a call graph without damage has
// as many samples as its thread entries.
func FuzzSample(f *testing.F) {
	sourcestest.AddFixtures(f, "sample")
	f.Fuzz(func(t *testing.T, data []byte) {
		p := sourcestest.SameForAnyChunks(t, "sample", data)
		if p == nil {
			return
		}
		sourcestest.CheckSums(t, p)
		_, report := sourcestest.MustRead(t, data, sources.Options{Format: "sample"})
		all, undamaged := sourcestest.MustRead(t, data, sources.Options{Format: "sample", Idle: true})
		notes := undamaged.Notes
		if hidden := all.Total(0) - p.Total(0); hidden != 0 {
			notes = append(notes, input.Plural(hidden, "sample")+" hidden: threads parked in waiting calls (--idle shows them)")
		}
		slices.Sort(notes)
		slices.Sort(report.Notes)
		if !slices.Equal(report.Notes, notes) {
			t.Errorf("got  %q\nwant %q", report.Notes, notes)
		}
		if undamaged.Skips+len(undamaged.Notes) > 0 || !isWholeGraph(data) {
			return
		}
		if want := sumOfThreads(data); all.Total(0) != want {
			t.Errorf("%d samples, want %d", all.Total(0), want)
		}
	})
}

var wholeGraph = regexp.MustCompile(`^Call graph:\n(    \d{1,15} Thread_\d+\n(    [ +!:|]+\d{1,15} [a-z]+\n)*)+\n*$`)

// isWholeGraph says whether an input is a call graph alone, so plain that sumOfThreads can be trusted.
func isWholeGraph(data []byte) bool { return wholeGraph.Match(data) }
