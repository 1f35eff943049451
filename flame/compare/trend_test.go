package compare_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fold/collapse"
	"fold/flame/compare"
)

// fleet is a simulated program: 300 functions of falling shares, and from night 14 on one that weighs 1.6 times as much
// as before, from night 10 on one that has another name.
type fleet struct {
	functions int
	changes   bool
	each      int64 // what a sample weighs
}

func (f fleet) history(t *testing.T, nights, runs, samples int, seed uint64) compare.Trend {
	t.Helper()
	var h compare.History
	for night := range nights {
		random := rand.New(rand.NewPCG(seed, uint64(night)))
		for range runs {
			b := collapse.NewBuilder()
			column := b.Metric(collapse.Metric{Name: "cpu", Unit: "nanoseconds"})
			for range samples {
				n := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: f.draw(random, night)}))
				b.AddSample(n, column, f.each)
			}
			if err := h.Add(fmt.Sprintf("2026-09-%02d", night+1), compare.Run{Name: "run", Profile: b.Profile()}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return h.Trend()
}

func (f fleet) draw(random *rand.Rand, night int) string {
	for {
		// The inverse of the distribution 1/i^0.75.
		i := int(float64(f.functions) * math.Pow(random.Float64(), 4))
		accept := 0.6
		switch {
		case f.changes && night >= 14 && i == 8:
			accept = 0.96
		case f.changes && night >= 10 && i == 12:
			if random.Float64() < accept {
				return "encodeV2"
			}
			continue
		case i == 12:
			if random.Float64() < accept {
				return "encodeV1"
			}
			continue
		}
		if random.Float64() < accept {
			return fmt.Sprint("f", i)
		}
	}
}

// changed returns what a trend says changed, and when.
func changed(t compare.Trend) []string {
	var names []string
	for _, r := range t.Rows {
		if r.Beyond() {
			names = append(names, r.Function+" "+t.Nights[r.Night].Name+" "+r.Renamed)
		}
	}
	slices.Sort(names)
	return names
}

// TestTrendFinds: ten runs a night find what changed, in the right night, and nothing else, however much a sample
// weighs.
func TestTrendFinds(t *testing.T) {
	want := []string{"encodeV1 2026-09-11 encodeV2", "encodeV2 2026-09-11 encodeV1", "f8 2026-09-15 "}
	for _, each := range []int64{1, 10_000_000} {
		trend := fleet{300, true, each}.history(t, 20, 10, 1000, 1)
		if got := changed(trend); !slices.Equal(got, want) {
			t.Errorf("samples of %d: got %q, want %q", each, got, want)
		}
		if trend.Splits != 15 || trend.Tested < 250 || trend.Noise != compare.NoiseBetween {
			t.Errorf("got %d splits, %d tested, noise %v", trend.Splits, trend.Tested, trend.Noise)
		}
	}
}

// TestTrendSteady: nights without a change raise no alarm, with one run a night or several.
func TestTrendSteady(t *testing.T) {
	for seed := range uint64(8) {
		for _, runs := range []int{1, 3} {
			if got := changed((fleet{300, false, 1}).history(t, 12, runs, 500, seed)); got != nil {
				t.Errorf("seed %d, %d runs: %q", seed, runs, got)
			}
		}
	}
}

// TestTrendUntested: what cannot be tested is not, and the trend says why.
func TestTrendUntested(t *testing.T) {
	trend := fleet{300, true, 1}.history(t, 5, 2, 100, 1)
	if want := "a change needs 3 nights before it and 3 after"; trend.Why != want || changed(trend) != nil || trend.Noise.Tested() {
		t.Errorf("got %q, %q, want %q", trend.Why, changed(trend), want)
	}
	var h compare.History
	if empty := h.Trend(); len(empty.Rows) != 0 || len(empty.Nights) != 0 {
		t.Errorf("got %+v", empty)
	}
}

// TestTrendForPrograms reads what is written for programs.
func TestTrendForPrograms(t *testing.T) {
	trend := fleet{300, true, 1}.history(t, 20, 3, 1000, 1)
	var data bytes.Buffer
	if err := trend.WriteJSON(&data); err != nil {
		t.Fatal(err)
	}
	var decoded struct {
		Nights []struct {
			Name    string
			Runs    int
			Samples float64
		}
		Rows []struct {
			Function, Since string
			Shares          []float64
		}
	}
	if err := json.Unmarshal(data.Bytes(), &decoded); err != nil {
		t.Fatal(err)
	}
	data.Reset()
	if err := trend.WriteCSV(&data, true); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&data).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(decoded.Rows) != len(trend.Rows) || len(records) != len(trend.Rows)+1 || len(decoded.Nights) != 20 || decoded.Nights[3].Samples != 3000 {
		t.Fatalf("got %d and %d rows, %d nights, want %d", len(decoded.Rows), len(records), len(decoded.Nights), len(trend.Rows))
	}
	for i, r := range trend.Rows {
		if got := decoded.Rows[i]; got.Function != r.Function || len(got.Shares) != 20 || records[i+1][7] != r.Function || records[i+1][3] != got.Since {
			t.Errorf("row %d: got %+v and %q", i, got, records[i+1])
		}
	}
}
