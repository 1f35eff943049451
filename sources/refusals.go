package sources

import (
	"bytes"

	"fold/sources/dump"
	"fold/sources/input"
)

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

// annotateFormat is what callgrind_annotate and cg_annotate print.
var annotateFormat = Format{
	Name: "callgrind_annotate", Title: "the text of callgrind_annotate and cg_annotate",
	Sniff: func(h *input.Head) bool {
		return h.Contains("Profile data file '") && h.Contains("\nEvents recorded:") ||
			h.Contains("\nEvents recorded:") && h.Contains("\nEvents shown:")
	},
	Hint: "this is the text of callgrind_annotate or cg_annotate: give fold the file that it was made of, callgrind.out.PID or cachegrind.out.PID",
}

// msPrintFormat is what ms_print prints.
var msPrintFormat = Format{
	Name: "ms_print", Title: "the text of ms_print",
	Sniff: func(h *input.Head) bool {
		return h.Contains("\nMassif arguments: ") && h.Contains("\nms_print arguments: ")
	},
	Hint: "this is the text of ms_print: give fold the file that it was made of, massif.out.PID",
}

// heaptrackFormat is what heaptrack records, and the report that heaptrack_print makes of it by default.
var heaptrackFormat = Format{
	Name: "heaptrack", Title: "heaptrack's recording and report",
	Sniff: func(h *input.Head) bool {
		line, _ := h.Lines().Next()
		return isHeaptrackVersion(line) && h.Contains("\nX ") ||
			h.Contains("MOST CALLS TO ALLOCATION FUNCTIONS") || h.Contains("\nDebuggee command was: ")
	},
	Hint: "this is heaptrack's recording, or a report of its ten first places: run `heaptrack_print -f FILE -F out.txt --flamegraph-cost-type peak` and give fold out.txt",
}

// isHeaptrackVersion recognises heaptrack's first line: "v 10400 3".
func isHeaptrackVersion(line []byte) bool {
	words := bytes.Fields(line)
	if len(words) < 2 || string(words[0]) != "v" {
		return false
	}
	for _, word := range words[1:] {
		if _, ok := input.ParseHex(word); !ok {
			return false
		}
	}
	return true
}

// bloatyTableFormat is bloaty's output without --csv.
var bloatyTableFormat = Format{
	Name: "bloaty-table", Title: "bloaty's text table",
	Sniff: func(h *input.Head) bool {
		lines := h.Lines()
		for range 3 {
			line, _ := lines.Next()
			if words := string(bytes.Join(bytes.Fields(line), []byte{' '})); words == "FILE SIZE VM SIZE" || words == "VM SIZE FILE SIZE" {
				return true
			}
		}
		return false
	},
	Hint: "this is bloaty's text table, which is rounded and leaves rows out: run `bloaty --csv -n 0 PROGRAM`",
}

// eflameFormat is what eflame writes for Erlang: one line for each sample, the process first.
var eflameFormat = Format{
	Name: "eflame", Title: "eflame's samples of Erlang",
	Sniff: func(h *input.Head) bool {
		line, _ := h.Lines().Next()
		pid, stack, found := bytes.Cut(line, []byte(");"))
		return found && len(pid) > 1 && (pid[0] == '(' || pid[0] == '<') && len(bytes.Trim(pid[1:], "0123456789.<>")) == 0 &&
			bytes.IndexByte(stack, ' ') < 0 && bytes.IndexByte(stack, ':') > 0
	},
	Hint: "this is eflame's output, one line for each sample and no weight: run `sort FILE | uniq -c | sed -E 's/^ *([0-9]+) (.*)/\\2 \\1/'` and give fold what that prints",
}

// nodeReportFormat is a diagnostic report of Node.js.
var nodeReportFormat = Format{
	Name: "node-report", Title: "a diagnostic report of Node.js",
	Sniff: func(h *input.Head) bool {
		key, value, inside := dump.FirstKey(h)
		return !inside && key == "header" && bytes.Contains(value[:min(len(value), 200)], []byte(`"reportVersion"`))
	},
	Hint: "this is a diagnostic report of Node.js, which holds one stack and no samples: run `node --cpu-prof` and give fold what that writes",
}
