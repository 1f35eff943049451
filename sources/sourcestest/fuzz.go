package sourcestest

import (
	"bytes"
	"math/big"
	"testing"

	"fold/collapse"
	"fold/sources"
)

// SameForAnyChunks reads an input whole and in small pieces by several workers, and checks that the
// stacks, the messages and the errors are the same. It returns nil if the input was refused.
func SameForAnyChunks(t *testing.T, format string, data []byte) *collapse.Profile {
	t.Helper()
	whole, wholeReport, wholeErr := sources.Read(bytes.NewReader(data), sources.Options{Format: format, Workers: 1})
	for _, o := range []sources.Options{{Workers: 1, ChunkSize: 1}, {Workers: 3, ChunkSize: 40}} {
		o.Format = format
		p, report, err := sources.Read(bytes.NewReader(data), o)
		if (err == nil) != (wholeErr == nil) || err != nil && err.Error() != wholeErr.Error() {
			t.Fatalf("in chunks of %d: got error %v, want %v", o.ChunkSize, err, wholeErr)
		}
		if err != nil {
			continue
		}
		if got, want := everything(t, p, report), everything(t, whole, wholeReport); got != want {
			t.Fatalf("in chunks of %d: %s", o.ChunkSize, Difference(got, want))
		}
	}
	if wholeErr != nil {
		return nil
	}
	return whole
}

// everything writes all columns of a profile and its messages.
func everything(t *testing.T, p *collapse.Profile, report *sources.Report) string {
	t.Helper()
	var out bytes.Buffer
	for i, m := range p.Metrics {
		out.WriteString(m.Event + " " + m.Name + "\n")
		if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{Columns: []int{i}}); err != nil {
			t.Fatal(err)
		}
	}
	return out.String() + Warnings(p, report)
}

// CheckSums checks that what is written of each column adds up to its total.
func CheckSums(t *testing.T, p *collapse.Profile) {
	t.Helper()
	for i, m := range p.Metrics {
		var out bytes.Buffer
		if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{Columns: []int{i}}); err != nil {
			t.Fatal(err)
		}
		sum, want := new(big.Rat), new(big.Rat)
		for line := range bytes.Lines(out.Bytes()) {
			line = bytes.TrimSuffix(line, []byte("\n"))
			weight, ok := new(big.Rat).SetString(string(line[bytes.LastIndexByte(line, ' ')+1:]))
			if !ok {
				t.Fatalf("no weight in %q", line)
			}
			sum.Add(sum, weight)
		}
		want.SetString(string(collapse.AppendWeight(nil, p.Total(i), m.Scale)))
		if !p.Saturated && sum.Cmp(want) != 0 {
			t.Errorf("%s: wrote %v, want %v", m.Name, sum, want)
		}
	}
}
