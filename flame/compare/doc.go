// Package compare says what changed between profiles, and whether it is more than the noise of sampling.
//
// The main type is [Comparison]: for each function, module or stack its weight in two or more runs, with the
// interval and the test of each change. [Runs] makes one; its methods print it as text, Markdown, JSON or CSV.
//
//	monday := compare.NewRun("monday", before, before.Default)
//	tuesday := compare.NewRun("tuesday", after, after.Default)
//	c := compare.Runs([]compare.Run{monday, tuesday}, compare.Options{})
//	err := c.WriteText(os.Stdout, compare.TextOptions{})
//
// [BeyondOf] tells views that draw all functions of which the change is more than noise.
//
// A [Guard] holds a profile to limits, and to a baseline, as fold check does in CI; what comes of it are [Findings].
//
// The tests themselves are the methods of [Counts], and [Adjust] corrects them for their number.
package compare
