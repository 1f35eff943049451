package perf

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources/input"
)

// pieces are lines that samples are made of at random: most are usual, all may stand behind each other.
var pieces = []string{
	"work 12/13 [001] 100.000100: 400 cycles: \n",
	"work 12/14 [001] 100.000100: 500 cycles: \n",
	"java 12/13 [001] 100.000200: 400 cycles: \n",
	"work 12/13 [001] 100.000300: 300 faults: \n",
	"work 12 100.000300: 7 cycles: ffff8000 at (/bin/w)\n",
	"work 12/13 100.000300: DEFERRED CALLCHAIN [cookie: b00000006]\n",
	"\t          401a20 parse+0x20 (/opt/work)\n",
	"\t          401b20 parse+0x8020 (/opt/work)\n",
	"\t          401c20 Lorg/Work;::run+0x20 (/tmp/perf-12.map)\n",
	"\t          401d20 [unknown] ([unknown])\n",
	"\t          401e20 draw+0x1 (inlined)\n",
	"\tffffffff8168a1b5 main+0x95 (/opt/work)\n",
	"\tffffffff8168a1b5 main+0x95 (/opt/work)\r\n",
	"\t       b00000006 (cookie) ([unknown])\n",
	"\t a f (w)\n",
	"\t... not reaching sample ...\n",
	"\tno frame\n",
	"\t\n",
	"\n", "\n", "\n",
	"# a comment\n",
}

// TestRepeats reads samples with what is remembered of lines and tails, and without.
func TestRepeats(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 150 {
		var text strings.Builder
		sample := func() { // the last of the lines are the same each time, or the same calls at other addresses
			text.WriteString(pieces[random.IntN(4)] + pieces[6+random.IntN(4)])
			callers := pieces[6] + pieces[6] + pieces[10] + pieces[11] + pieces[7+random.IntN(2)] + "\n"
			if random.IntN(2) > 0 {
				callers = strings.ReplaceAll(callers, "\t          40", "\t          50")
			}
			text.WriteString(callers)
		}
		for range 20 {
			if random.IntN(4) > 0 {
				sample()
				continue
			}
			for range random.IntN(5) {
				text.WriteString(pieces[random.IntN(len(pieces))])
			}
		}
		for _, o := range []input.Options{{}, {Addresses: true}, {PID: true}} {
			got, want := parsed(t, text.String(), o, true), parsed(t, text.String(), o, false)
			if got != want {
				t.Fatalf("%s: got\n%s\nwant\n%s", text.String(), got, want)
			}
		}
	}
}

// parsed returns all that is read of a text, remembered or not.
func parsed(t *testing.T, text string, o input.Options, remember bool) string {
	t.Helper()
	format := Format
	format.Parse = func(c *input.Chunk, b *collapse.Builder) error {
		r := perfReader{c: c, b: b, names: newPerfNames(c.Options), memo: keptMemo(c)}
		if !remember {
			r.memo = nil
		}
		return r.parse()
	}
	p, report, err := input.Read(strings.NewReader(text), format, o)
	if err != nil {
		return err.Error()
	}
	var out bytes.Buffer
	for m := range p.Metrics {
		out.WriteString(p.Metrics[m].Name + "\n")
		if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{Columns: []int{m}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, skipped := range report.Skipped {
		fmt.Fprintln(&out, skipped)
	}
	out.WriteString(strings.Join(report.Notes, "\n"))
	return out.String()
}

// TestUsualHeader compares the short way of reading headers with the long one, on the headers of all fixtures and on
// what becomes of them when bytes are changed.
func TestUsualHeader(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	files, _ := filepath.Glob("../../testdata/perf/*.txt")
	usual := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.Split(data, []byte("\n"))
		for _, line := range lines[:min(len(lines), 2000)] {
			if len(line) == 0 || line[0] == '\t' {
				continue
			}
			for range 5 {
				if h, ok := usualHeader(line); ok {
					usual++
					if want, ok := timedHeader(line); !ok || fmt.Sprintf("%+v", h) != fmt.Sprintf("%+v", want) || !isFreeHeader(line) {
						t.Fatalf("%q: got %+v, want %+v", line, h, want)
					}
				}
				line = bytes.Clone(line)
				line[random.IntN(len(line))] = " \t-0#7:/[].aVM"[random.IntN(14)]
			}
		}
	}
	if usual < 50 {
		t.Errorf("only %d headers are usual", usual)
	}
}
