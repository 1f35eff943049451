package compare_test

import (
	"os"

	"fold/collapse"
	"fold/flame/compare"
)

// profileOf returns a profile of two functions with these samples.
func profileOf(parse, write int64) *collapse.Profile {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
	b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "parse"})), samples, parse)
	b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "write"})), samples, write)
	return b.Profile()
}

func ExampleRuns() {
	c := compare.Runs([]compare.Run{
		{Name: "monday", Profile: profileOf(600, 400)},
		{Name: "tuesday", Profile: profileOf(450, 550)},
	}, compare.Options{})
	c.WriteText(os.Stdout, compare.TextOptions{})
	// Output:
	// samples by self: 1000 before, 1000 after; 2 of 2 functions changed beyond the noise of sampling
	// 1,000 and 1,000 samples, one run a side; how much runs differ is not known: give several runs a side
	// before   after  points  change      95% interval  function
	// 40.00%  55.00%  +15.00    +150  +10.64 to +19.28  write
	// 60.00%  45.00%  -15.00    -150  -19.28 to -10.64  parse
}

func ExampleGuard() {
	limit, err := compare.ParseLimit("^parse$=50%", false)
	if err != nil {
		panic(err)
	}
	now := compare.Side{Name: "monday", Runs: []compare.Run{{Profile: profileOf(600, 400)}}}
	findings := compare.Guard{Limits: []compare.Limit{limit}}.Check(now)
	findings.WriteText(os.Stdout)
	// Output:
	// broken: ^parse$ is 60.00% of at most 50.00%
	//   60.00%  parse
}
