package sources

import (
	"strings"

	"fold/sources/input"
)

// ownTableFormat is a table that fold itself printed: of functions, of changes, as text, CSV, Markdown or JSON.
var ownTableFormat = Format{
	Name: "table", Title: "fold's tables",
	Sniff: func(h *input.Head) bool {
		lines := h.Lines()
		for range 5 {
			line, ok := lines.Next()
			if !ok {
				break
			}
			if isTableHead(strings.Fields(strings.NewReplacer("|", " ", ",", " ").Replace(string(line)))) {
				return true
			}
		}
		return h.HasPrefix("{\n  \"metric\": ")
	},
	Hint: "this is a table that fold printed, which has no stacks: give fold the profile that it was made from",
}

// isTableHead says whether the words are the heads of a table's columns.
func isTableHead(words []string) bool {
	text := strings.Join(words, " ")
	for _, head := range []string{
		"self self% sum% total total% function", "self self_percent sum_percent total total_percent function",
		"before after points change", "before before_percent after after_percent",
	} {
		if strings.HasPrefix(text, head) {
			return true
		}
	}
	return false
}

// packedFormat is what compresses or packs files and fold does not unpack.
var packedFormat = Format{
	Name: "packed", Title: "files packed with xz, bzip2, lz4 or zip",
	Sniff: func(h *input.Head) bool {
		return h.HasPrefix("\xfd7zXZ\x00", "BZh1", "BZh2", "BZh3", "BZh4", "BZh5", "BZh6", "BZh7", "BZh8", "BZh9", "\x04\x22\x4d\x18", "PK\x03\x04", "7z\xbc\xaf")
	},
	Hint: "this is packed with xz, bzip2, lz4 or zip, and fold unpacks gzip and zstd: unpack it first, as in `xz -dc FILE | fold top`",
}

// memoryReportFormat is a report of macOS on memory: leaks, vmmap, heap, malloc_history.
var memoryReportFormat = Format{
	Name: "memory-report", Title: "reports of leaks, vmmap and heap",
	Sniff: func(h *input.Head) bool {
		for _, tool := range []string{"leaks", "vmmap", "heap", "malloc_history", "footprint"} {
			if h.Contains("/usr/bin/"+tool+"\n") && h.Contains("Analysis Tool:") {
				return true
			}
		}
		return h.Contains("leaks Report Version: ")
	},
	Hint: "this is a report of leaks, vmmap or heap, which has no samples: run `sample PID`, or xctrace with the template Allocations",
}
