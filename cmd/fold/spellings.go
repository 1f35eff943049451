package main

import (
	"slices"
	"strings"
)

// spelling is a flag of another program that does the job of a command of fold: people's scripts and fingers know it.
type spelling struct {
	name   string   // without dashes, as the other program writes it
	value  bool     // it has a value
	means  []string // flags of fold with the same effect; VALUE stands for the value. None: fold always works so
	advice string   // for what no flag of fold does: what to do instead
}

// collapseSpellings are the flags of stackcollapse-perf.pl and inferno-collapse-perf that fold calls otherwise.
var collapseSpellings = []spelling{
	{name: "all", means: []string{"--annotate=kernel,jit"}},
	{name: "kernel", means: []string{"--annotate=kernel"}},
	{name: "jit", means: []string{"--annotate=jit"}},
	{name: "addrs", means: []string{"--addresses"}},
	{name: "event-filter", value: true, means: []string{"--event=VALUE"}},
	{name: "nthreads", value: true, means: []string{"--jobs=VALUE"}},
	{name: "n", value: true, means: []string{"--jobs=VALUE"}},
	{name: "srcline", means: []string{"--lines"}},
	{name: "inline", advice: "perf script already expands inlined functions; its --no-inline leaves them out"},
	{name: "context", advice: "write perf script -F +srcline, and read it with --lines"},
	{name: "verbose"},
	{name: "v"},
	{name: "vv"},
	{name: "vvv"},
}

// diffSpellings are the flags of inferno-diff-folded that difffolded.pl does not have.
var diffSpellings = []spelling{
	{name: "verbose"},
	{name: "v"},
	{name: "vv"},
	{name: "vvv"},
}

// metricSpellings are the flags of go tool pprof that pick a column.
var metricSpellings = []spelling{
	{name: "sample_index", value: true, means: []string{"--metric=VALUE"}},
	{name: "inuse_space", means: []string{"--metric=inuse_space"}},
	{name: "inuse_objects", means: []string{"--metric=inuse_objects"}},
	{name: "alloc_space", means: []string{"--metric=alloc_space"}},
	{name: "alloc_objects", means: []string{"--metric=alloc_objects"}},
	{name: "total_delay", means: []string{"--metric=delay"}},
	{name: "contentions", means: []string{"--metric=contentions"}},
	{name: "mean_delay", advice: "fold shows sums: --metric delay and --metric contentions are the two parts of the mean"},
	{name: "mean", advice: "fold shows sums: --metric picks each part of the mean"},
}

// pprofSpellings are the other flags of go tool pprof.
var pprofSpellings = []spelling{
	{name: "top"},
	{name: "text"},
	{name: "flat", means: []string{"--sort=self"}},
	{name: "nodecount", value: true, means: []string{"-n=VALUE"}},
	{name: "nodefraction", value: true, advice: "rows stand in order of weight: -n N keeps the first ones"},
	{name: "functions"},
	{name: "filefunctions", advice: "fold adds up functions of one name and module; go tool pprof -filefunctions keeps files apart"},
	{name: "files", advice: "fold top --by module adds up modules; go tool pprof -files adds up files"},
	{name: "addresses", means: []string{"--addresses"}},
	{name: "showcolumns", advice: "fold shows lines, not columns: --lines"},
	{name: "divide_by", value: true, advice: "fold svg --factor scales a picture; fold diff compares shares, which need no scaling"},
	{name: "drop_negative", advice: "fold collapse leaves out stacks of negative weight: pipe it into fold top"},
	{name: "unit", value: true, advice: "fold picks the unit; --format csv has plain numbers in the profile's own"},
	{name: "normalize", advice: "fold diff BEFORE AFTER compares shares"},
	{name: "base", value: true, advice: "write fold diff VALUE PROFILE"},
	{name: "diff_base", value: true, advice: "write fold diff VALUE PROFILE"},
	{name: "proto", advice: "write fold convert --to pprof"},
	{name: "topproto", advice: "write fold convert --to pprof"},
	{name: "raw", advice: "write go tool pprof -raw"},
	{name: "traces", advice: "write fold collapse: one line for each stack"},
	{name: "tree", advice: "fold top --peek REGEXP shows callers and callees; fold svg draws the tree"},
	{name: "tags", advice: "write go tool pprof -tags; --tagroot KEY puts labels into the stacks"},
	{name: "comments", advice: "write go tool pprof -comments"},
	{name: "list", value: true, advice: "write go tool pprof -list; --lines has one row for each line of the source"},
	{name: "weblist", value: true, advice: "write go tool pprof -weblist; --lines has one row for each line of the source"},
	{name: "disasm", value: true, advice: "write go tool pprof -disasm"},
	{name: "svg", advice: "write fold svg"},
	{name: "web", advice: "write fold svg, and open the file in a browser"},
	{name: "http", value: true, advice: "write fold svg --format html, and open the file in a browser"},
	{name: "no_browser", advice: "fold never opens a browser: write fold svg"},
	{name: "dot", advice: "fold draws flame graphs: write fold svg"},
	{name: "gif", advice: "fold draws flame graphs: write fold svg"},
	{name: "pdf", advice: "fold draws flame graphs: write fold svg, and print it from a browser"},
	{name: "png", advice: "fold draws flame graphs: write fold svg"},
	{name: "ps", advice: "fold draws flame graphs: write fold svg"},
	{name: "eog", advice: "fold draws flame graphs: write fold svg"},
	{name: "evince", advice: "fold draws flame graphs: write fold svg"},
	{name: "gv", advice: "fold draws flame graphs: write fold svg"},
	{name: "callgrind", advice: "write fold convert --to pprof, and go tool pprof -callgrind on that"},
	{name: "kcachegrind", advice: "write fold convert --to pprof, and go tool pprof -kcachegrind on that"},
	{name: "call_tree"},
	{name: "compact_labels"},
	{name: "edgefraction", value: true},
	{name: "trim"},
	{name: "intel_syntax"},
	{name: "source_path", value: true},
	{name: "trim_path", value: true},
	{name: "tagshow", value: true},
	{name: "taghide", value: true},
	{name: "tools", value: true},
	{name: "symbolize", value: true},
	{name: "buildid", value: true},
	{name: "add_comment", value: true, advice: "write go tool pprof -add_comment"},
	{name: "tls_cert", value: true, advice: "fetch the profile with curl --cert and pipe it into fold"},
	{name: "tls_key", value: true, advice: "fetch the profile with curl --key and pipe it into fold"},
	{name: "tls_ca", value: true, advice: "fetch the profile with curl --cacert and pipe it into fold"},
}

// spellingsFor returns the spellings that a command takes besides its own flags.
func spellingsFor(command string) []spelling {
	switch {
	case strings.HasPrefix(command, "collapse"):
		return slices.Concat(collapseSpellings, metricSpellings)
	case command == "diff":
		return slices.Concat(diffSpellings, metricSpellings)
	case command == "top":
		return slices.Concat(metricSpellings, pprofSpellings)
	}
	return metricSpellings
}

// programs are the names of other programs that do the job of a command, without "inferno-" and ".pl".
var programs = map[string][]string{
	"flamegraph":           {"svg"},
	"collapse-guess":       {"collapse"},
	"stackcollapse":        {"collapse"},
	"stackcollapse-perf":   {"collapse-perf"},
	"stackcollapse-sample": {"collapse-sample"},
	"diff-folded":          {"diff", "--format=folded"},
	"difffolded":           {"diff", "--format=folded"},
	"-V":                   {"version"},
}

// programNamed returns the command that the first word of a command line means, and the flags that go with it.
func programNamed(word string) (command string, flags []string) {
	name := strings.TrimPrefix(word, "inferno-")
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".pl"), ".awk")
	if means, known := programs[name]; known {
		return means[0], slices.Clone(means[1:])
	}
	return word, nil
}

// foreign takes a flag that is not fold's own.
func (s *splitter) foreign(arg string) error {
	name, value, hasValue := cutFlag(arg)
	if letter, number, glued := cutNumber(arg); glued {
		name, value, hasValue = letter, number, true
	}
	at := slices.IndexFunc(s.spellings, func(p spelling) bool { return plainName(p.name) == plainName(name) })
	if at < 0 {
		return noFlag(s.known, arg)
	}
	p := s.spellings[at]
	if p.value && !hasValue {
		if len(s.args) == 0 {
			return usageError(arg + " needs a value")
		}
		value = s.next()
	}
	isOff := !p.value && hasValue && (value == "false" || value == "0")
	switch {
	case isOff:
		return nil // as if it were not there
	case p.advice != "":
		return usageError("no flag " + strings.TrimSuffix(arg, "="+value) + ": " + strings.ReplaceAll(p.advice, "VALUE", value))
	}
	for _, flag := range p.means {
		s.flags = append(s.flags, strings.ReplaceAll(flag, "VALUE", value))
	}
	return nil
}

// posixFold is the error about a command line that is meant for another fold, the one that wraps lines:
//
//	fold -w 80 letter.txt
//	fold -s
//	fold -80
func posixFold(args []string) error {
	flag := strings.TrimLeft(args[0], "-")
	letters := strings.TrimRight(flag, "0123456789")
	name, _, _ := strings.Cut(flag, "=")
	if letters != "" && strings.Trim(letters, "wsb") != "" && !slices.Contains([]string{"width", "spaces", "bytes"}, name) || flag == "" {
		return nil
	}
	return usageError("this fold reads profiles; the one that wraps lines is " + posixFoldPath)
}

const posixFoldPath = "/usr/bin/fold, or command -p fold"
