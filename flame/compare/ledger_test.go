package compare_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/compare"
)

// TestLedger adds nights one by one, each to what was written before: the trend finds what it finds in all of them at once.
func TestLedger(t *testing.T) {
	program := fleet{300, true, 10_000_000}
	written := ""
	for night := range 20 {
		l := read(t, written)
		random := rand.New(rand.NewPCG(1, uint64(night)))
		for run := range 10 {
			b := collapse.NewBuilder()
			column := b.Metric(collapse.Metric{Name: "cpu", Unit: "nanoseconds"})
			for range 1000 {
				b.AddSample(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: program.draw(random, night)})), column, program.each)
			}
			r := compare.Run{Name: fmt.Sprint("host-", run), Profile: b.Profile()}
			for range 1 + run%2 { // once more changes nothing
				if err := l.Add(fmt.Sprintf("2026-09-%02d", night+1), r); err != nil {
					t.Fatal(err)
				}
			}
		}
		written = write(t, l)
	}
	trend := read(t, written).History("").Trend()
	want := []string{"encodeV1 2026-09-11 encodeV2", "encodeV2 2026-09-11 encodeV1", "f8 2026-09-15 "}
	if got := changed(trend); !slices.Equal(got, want) || trend.Nights[3].Runs != 10 || trend.Nights[3].Samples != 10_000 {
		t.Errorf("got %q of %+v", got, trend.Nights[3])
	}
	if again := write(t, read(t, written)); again != written {
		t.Error("a ledger that was read is written otherwise")
	}
}

func read(t *testing.T, ledger string) *compare.Ledger {
	t.Helper()
	l := &compare.Ledger{}
	if ledger == "" {
		return l
	}
	if err := l.Read(strings.NewReader(ledger)); err != nil {
		t.Fatal(err)
	}
	return l
}

func write(t *testing.T, l *compare.Ledger) string {
	t.Helper()
	var out bytes.Buffer
	if err := l.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
