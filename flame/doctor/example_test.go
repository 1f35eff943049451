package doctor_test

import (
	"os"

	"fold/collapse"
	"fold/flame/doctor"
	"fold/flame/table"
)

func ExampleDiagnose() {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	main := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main"}))
	b.Add(b.Call(main, b.Frame(collapse.Frame{Name: "work"})), samples, 90)

	d := doctor.Diagnose(b.Profile(), doctor.Options{Format: "perf"})
	d.WriteText(os.Stdout, table.TextOptions{})
	// Output:
	// samples: 90
	// at 95% confidence, a share of 10% lies between 5.4 and 17.9%, and functions never sampled take less than 3.3%
	//
	// problem  few-samples: only 90 samples
	//            shares below 18.9% mean nothing: with fewer than 17 samples the 95% interval is wider than the share
	//          → record longer or more often (perf record -F 999 -g -- sleep 30), or add up several runs: fold reads many files
}
