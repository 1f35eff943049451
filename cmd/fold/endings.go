package main

import (
	"fmt"
	"slices"
	"strings"
)

// endings are the endings of file names that say what -o writes, longer ones first.
var endings = []struct{ ending, format string }{
	{".speedscope.json", "speedscope"},
	{".cpuprofile", "cpuprofile"},
	{".pprof.gz", "pprof"},
	{".pb.gz", "pprof"},
	{".pprof", "pprof"},
	{".pb", "pprof"},
	{".folded", "folded"},
	{".collapsed", "folded"},
	{".markdown", "markdown"},
	{".md", "markdown"},
	{".json", "json"},
	{".jsonl", "jsonl"},
	{".tsv", "tsv"},
	{".csv", "csv"},
	{".html", "html"},
	{".htm", "html"},
	{".svg", "svg"},
	{".png", "png"},
	{".gz", "gzip"},
	{".zst", "zstd"},
}

// formatOf returns the format that the ending of a file's name asks for, or nothing.
func formatOf(file string) string {
	for _, e := range endings {
		if strings.HasSuffix(strings.ToLower(file), e.ending) {
			return e.format
		}
	}
	return ""
}

// outputFormat returns the format in which a command writes: the one that was chosen, or the one that the name of the
// output file asks for, or nothing. It is an error if the command cannot write that, or if the two contradict.
func outputFormat(command, file, chosen string, can ...string) (string, error) {
	asked := formatOf(file)
	if isStdout(file) || asked == "" || isKindOf(chosen, asked) {
		return chosen, nil
	}
	switch {
	case !slices.Contains(can, asked):
		return "", usageError(fmt.Sprintf("%s: fold %s does not write %s%s", file, command, asked, whoWrites(asked)))
	case chosen != "" && chosen != asked:
		return "", usageError(fmt.Sprintf("%s: the name says %s, and the flags %s", file, asked, chosen))
	}
	return asked, nil
}

// isKindOf reports whether a format is a special kind of what a name asks for: files of speedscope are JSON.
func isKindOf(format, asked string) bool {
	switch asked {
	case "json":
		return format == "speedscope" || format == "cpuprofile" || format == "firefox"
	case "gzip":
		return format == "pprof"
	}
	return false
}

// whoWrites says which command writes a format.
func whoWrites(format string) string {
	switch format {
	case "svg", "html", "png":
		return ": write fold svg"
	case "csv", "markdown":
		return ": write fold top"
	case "folded":
		return ": write fold collapse"
	case "json":
		return ": write fold top, or fold convert for the call tree"
	case "gzip", "zstd":
		return ": pipe the output through it"
	}
	if slices.Contains(convertible(), format) {
		return ": write fold convert --to " + format
	}
	return ""
}
