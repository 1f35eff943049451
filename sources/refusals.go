package sources

import "fold/sources/input"

// The formats of this file are recognised only to tell users what to do.

// perfReportFormat is the text of perf report, which holds percentages and no stacks.
var perfReportFormat = Format{
	Name: "perf-report", Title: "perf report text",
	Sniff: func(h *input.Head) bool {
		return h.Contains("# To display the perf.data header info") ||
			h.Contains("# Overhead  ") && h.Contains("# Samples: ")
	},
	Hint: "this is the text of perf report, which has no stacks to add up: run `perf script` instead",
}

// executableFormat is a program: ELF, Mach-O (thin, fat, either endianness) or Windows PE.
var executableFormat = Format{
	Name: "executable", Title: "a program or library",
	Sniff: func(h *input.Head) bool {
		return h.HasPrefix("\x7fELF", "\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xca\xfe\xba\xbe", "MZ\x90\x00")
	},
	Hint: "this is a program, not a profile of one: run it under a profiler and give fold what that writes",
}
