// Package compare says what changed between profiles, and whether it is more than the noise of sampling.
//
// The main type is [Comparison]: for each function, module or stack its weight in two or more runs, with the
// interval and the test of each change. [Runs] makes one; its methods print it as text, Markdown, JSON or CSV.
//
//	c := compare.Runs([]compare.Run{
//		{Name: "monday", Profile: before, Samples: 0},
//		{Name: "tuesday", Profile: after, Samples: 0},
//	}, compare.Options{})
//	err := c.WriteText(os.Stdout, compare.TextOptions{})
//
// The tests themselves are the methods of [Counts], and [Adjust] corrects them for their number.
package compare
