package main

import (
	"bytes"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// peerFlag is a flag as another program takes it, and what it must do in fold: the same as the flags in same, or end
// with the error in advice.
type peerFlag struct {
	flag   string // as people write it, its value after a blank
	same   string
	advice string
}

// The flags of the programs whose work fold does: all of them, from their own help texts. cmd is the command of fold
// that is tried.
var peers = []struct {
	program, cmd, file string
	flags              []peerFlag
}{
	{"stackcollapse-perf.pl", "collapse", "perf/31-annotate.txt", []peerFlag{
		{flag: "--pid", same: "--pid"},
		{flag: "--tid", same: "--tid"},
		{flag: "--all", same: "--annotate kernel,jit"},
		{flag: "--kernel", same: "--annotate kernel"},
		{flag: "--jit", same: "--annotate jit"},
		{flag: "--addrs", same: "--addresses"},
		{flag: "--event-filter=cycles", same: "--event cycles"},
		{flag: "--inline", advice: "no flag --inline: perf script already expands inlined functions; its --no-inline leaves them out"},
		{flag: "--context", advice: "no flag --context: write perf script -F +srcline, and read it with --lines"},
		{flag: "--srcline", same: "--lines"},
	}},
	{"inferno-collapse-perf", "collapse-perf", "perf/31-annotate.txt", []peerFlag{
		{flag: "--addrs", same: "--addresses"},
		{flag: "--all", same: "--annotate kernel,jit"},
		{flag: "--jit", same: "--annotate jit"},
		{flag: "--kernel", same: "--annotate kernel"},
		{flag: "--pid", same: "--pid"},
		{flag: "--tid", same: "--tid"},
		{flag: "--quiet", same: "--quiet"},
		{flag: "-q", same: "--quiet"},
		{flag: "--verbose"},
		{flag: "-v"},
		{flag: "-vvv"},
		{flag: "--event-filter cycles", same: "--event cycles"},
		{flag: "--nthreads 2", same: "--jobs 2"},
		{flag: "-n 2", same: "--jobs 2"},
		{flag: "-n2", same: "--jobs 2"},
		{flag: "--skip-after main", same: "--skip-after main"},
	}},
	{"difffolded.pl", "diff-folded", "folded/unsorted.txt FILE", []peerFlag{
		{flag: "-n", same: "--normalize"},
		{flag: "-s", same: "--strip-hex"},
	}},
	{"inferno-diff-folded", "diff --format folded", "folded/unsorted.txt FILE", []peerFlag{
		{flag: "--normalize", same: "-n"},
		{flag: "--strip-hex", same: "-s"},
		{flag: "--quiet", same: "-q"},
		{flag: "--verbose"},
		{flag: "-v"},
	}},
	{"go tool pprof", "top", "pprof/go-heap.pb.gz", []peerFlag{
		{flag: "-top"},
		{flag: "-text"},
		{flag: "-callgrind", advice: "no flag -callgrind: write fold convert --to pprof, and go tool pprof -callgrind on that"},
		{flag: "-comments", advice: "no flag -comments: write go tool pprof -comments"},
		{flag: "-disasm main", advice: "no flag -disasm: write go tool pprof -disasm"},
		{flag: "-dot", advice: "no flag -dot: fold draws flame graphs: write fold svg"},
		{flag: "-eog", advice: "no flag -eog: fold draws flame graphs: write fold svg"},
		{flag: "-evince", advice: "no flag -evince: fold draws flame graphs: write fold svg"},
		{flag: "-gif", advice: "no flag -gif: fold draws flame graphs: write fold svg"},
		{flag: "-gv", advice: "no flag -gv: fold draws flame graphs: write fold svg"},
		{flag: "-kcachegrind", advice: "no flag -kcachegrind: write fold convert --to pprof, and go tool pprof -kcachegrind on that"},
		{flag: "-list=main", advice: "no flag -list: write go tool pprof -list; --lines has one row for each line of the source"},
		{flag: "-pdf", advice: "no flag -pdf: fold draws flame graphs: write fold svg, and print it from a browser"},
		{flag: "-png", advice: "no flag -png: fold draws flame graphs: write fold svg"},
		{flag: "-proto", advice: "no flag -proto: write fold convert --to pprof"},
		{flag: "-ps", advice: "no flag -ps: fold draws flame graphs: write fold svg"},
		{flag: "-raw", advice: "no flag -raw: write go tool pprof -raw"},
		{flag: "-svg", advice: "no flag -svg: write fold svg"},
		{flag: "-tags", advice: "no flag -tags: write go tool pprof -tags; --tagroot KEY puts labels into the stacks"},
		{flag: "-topproto", advice: "no flag -topproto: write fold convert --to pprof"},
		{flag: "-traces", advice: "no flag -traces: write fold collapse: one line for each stack"},
		{flag: "-tree", advice: "no flag -tree: fold top --peek REGEXP shows callers and callees; fold svg draws the tree"},
		{flag: "-web", advice: "no flag -web: write fold svg, and open the file in a browser"},
		{flag: "-weblist main", advice: "no flag -weblist: write go tool pprof -weblist; --lines has one row for each line of the source"},
		{flag: "-call_tree"},
		{flag: "-compact_labels"},
		{flag: "-divide_by 2", advice: "no flag -divide_by: fold svg --factor scales a picture; fold diff compares shares, which need no scaling"},
		{flag: "-drop_negative", advice: "no flag -drop_negative: fold collapse leaves out stacks of negative weight: pipe it into fold top"},
		{flag: "-edgefraction 0.1"},
		{flag: "-focus main", same: "--focus main"},
		{flag: "-hide main", same: "--hide main"},
		{flag: "-ignore main", same: "--ignore main"},
		{flag: "-intel_syntax"},
		{flag: "-mean", advice: "no flag -mean: fold shows sums: --metric picks each part of the mean"},
		{flag: "-nodecount=3", same: "-n 3"},
		{flag: "-nodefraction 0.1", advice: "no flag -nodefraction: rows stand in order of weight: -n N keeps the first ones"},
		{flag: "-noinlines", same: "--no-inlines"},
		{flag: "-normalize", advice: "no flag -normalize: fold diff BEFORE AFTER compares shares"},
		{flag: "-prune_from main", same: "--prune-from main"},
		{flag: "-sample_index=alloc_space", same: "--metric alloc_space"},
		{flag: "-sample_index 0", same: "--metric 0"},
		{flag: "-show main", same: "--show main"},
		{flag: "-show_from main", same: "--show-from main"},
		{flag: "-showcolumns", advice: "no flag -showcolumns: fold shows lines, not columns: --lines"},
		{flag: "-source_path /src"},
		{flag: "-tagfocus 1kb:", same: "--tagfocus 1kb:"},
		{flag: "-taghide bytes"},
		{flag: "-tagignore 1kb:", same: "--tagignore 1kb:"},
		{flag: "-tagleaf bytes", same: "--tagleaf bytes"},
		{flag: "-tagroot bytes", same: "--tagroot bytes"},
		{flag: "-tagshow bytes"},
		{flag: "-trim"},
		{flag: "-trim=false"},
		{flag: "-trim_path /src"},
		{flag: "-unit MB", advice: "no flag -unit: fold picks the unit; --format csv has plain numbers in the profile's own"},
		{flag: "-functions"},
		{flag: "-filefunctions", advice: "no flag -filefunctions: fold adds up functions of one name and module; go tool pprof -filefunctions keeps files apart"},
		{flag: "-files", advice: "no flag -files: fold top --by module adds up modules; go tool pprof -files adds up files"},
		{flag: "-lines", same: "--lines"},
		{flag: "-addresses", same: "--addresses"},
		{flag: "-cum", same: "--sort total"},
		{flag: "-flat", same: "--sort self"},
		{flag: "-buildid 12ab"},
		{flag: "-add_comment text", advice: "no flag -add_comment: write go tool pprof -add_comment"},
		{flag: "-diff_base old.pb.gz", advice: "no flag -diff_base: write fold diff old.pb.gz PROFILE"},
		{flag: "-base=old.pb.gz", advice: "no flag -base: write fold diff old.pb.gz PROFILE"},
		{flag: "-symbolize=none"},
		{flag: "-tls_cert f", advice: "no flag -tls_cert: fetch the profile with curl --cert and pipe it into fold"},
		{flag: "-tls_key f", advice: "no flag -tls_key: fetch the profile with curl --key and pipe it into fold"},
		{flag: "-tls_ca f", advice: "no flag -tls_ca: fetch the profile with curl --cacert and pipe it into fold"},
		{flag: "-http :8080", advice: "no flag -http: write fold svg --format html, and open the file in a browser"},
		{flag: "-no_browser", advice: "no flag -no_browser: fold never opens a browser: write fold svg"},
		{flag: "-tools /bin"},
		{flag: "-inuse_space", same: "--metric inuse_space"},
		{flag: "-inuse_objects", same: "--metric inuse_objects"},
		{flag: "-alloc_space", same: "--metric alloc_space"},
		{flag: "-alloc_objects", same: "--metric alloc_objects"},
	}},
	{"go tool pprof", "top", "pprof/go-block.pb.gz", []peerFlag{
		{flag: "-total_delay", same: "--metric delay"},
		{flag: "-contentions", same: "--metric contentions"},
		{flag: "-mean_delay", advice: "no flag -mean_delay: fold shows sums: --metric delay and --metric contentions are the two parts of the mean"},
	}},
}

// TestPeerFlags tries the flags of other programs.
func TestPeerFlags(t *testing.T) {
	for _, p := range peers {
		file := "../../testdata/" + strings.Fields(p.file)[0]
		for _, f := range p.flags {
			tail := []string{file}
			if strings.HasSuffix(p.file, " FILE") {
				tail = append(tail, file)
			}
			cmd := strings.Fields(p.cmd)
			got := outcomeOf(slices.Concat(cmd, strings.Fields(f.flag), tail))
			want := outcomeOf(slices.Concat(cmd, strings.Fields(f.same), tail))
			if f.advice != "" {
				want = outcome{statusUsage, "", "fold: " + f.advice + "\nfold: see fold " + cmd[0] + " --help\n"}
			}
			if got != want {
				t.Errorf("%s %s: got %d\n%s%s\nwant %d\n%s%s", p.program, f.flag, got.status, got.stdout, got.stderr, want.status, want.stdout, want.stderr)
			}
		}
	}
}

// outcome is what a command line does.
type outcome struct {
	status         int
	stdout, stderr string
}

func outcomeOf(args []string) outcome {
	var stdout, stderr bytes.Buffer
	status := run(args, nil, &stdout, &stderr)
	return outcome{status, stdout.String(), stderr.String()}
}

// TestAllPprofFlags asks go tool pprof for its flags, where it is found, so that none is missing above.
func TestAllPprofFlags(t *testing.T) {
	long(t)
	help, err := exec.Command("go", "tool", "pprof", "-h").CombinedOutput()
	if err != nil && len(help) == 0 {
		t.Skip("no go tool pprof")
	}
	tried := map[string]bool{"output": true, "relative_percentages": true, "peek": true, "seconds": true, "timeout": true} // fold's own flags
	for _, p := range peers {
		for _, f := range p.flags {
			name, _, _ := cutFlag(strings.Fields(f.flag)[0])
			tried[name] = true
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^ +-([a-z_]+)`).FindAllSubmatch(help, -1) {
		if name := string(m[1]); !tried[name] {
			t.Errorf("go tool pprof takes -%s, and no test tries it", name)
		}
	}
}

// TestPrograms calls the commands by the names of the programs whose work they do.
func TestPrograms(t *testing.T) {
	file := "../../testdata/folded/unsorted.txt"
	for name, same := range map[string]string{
		"flamegraph": "svg", "flamegraph.pl": "svg", "inferno-flamegraph": "svg",
		"stackcollapse": "collapse", "collapse-guess": "collapse", "inferno-collapse-guess": "collapse",
		"stackcollapse-perf": "collapse-perf", "stackcollapse-perf.pl": "collapse-perf", "inferno-collapse-perf": "collapse-perf",
		"stackcollapse-sample.awk": "collapse-sample",
	} {
		if got, want := outcomeOf([]string{name, file}), outcomeOf([]string{same, file}); got.stdout != want.stdout {
			t.Errorf("%s and %s differ", name, same)
		}
	}
	for _, name := range []string{"diff-folded", "difffolded.pl", "inferno-diff-folded"} {
		got, want := outcomeOf([]string{name, file, file}), outcomeOf([]string{"diff", "--format", "folded", file, file})
		if got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	for _, arg := range []string{"version", "-V"} {
		if got, want := outcomeOf([]string{arg}), outcomeOf([]string{"--version"}); got != want {
			t.Errorf("%s: got %v, want %v", arg, got, want)
		}
	}
}

// TestSuggestions misspells commands and flags.
func TestSuggestions(t *testing.T) {
	const posix = "this fold reads profiles; the one that wraps lines is /usr/bin/fold, or command -p fold"
	for args, want := range map[string]string{
		"tpo":             `no command "tpo"; did you mean top?`,
		"colapse-perf x":  `no command "colapse-perf"; did you mean collapse-perf?`,
		"frobnicate":      `no command "frobnicate"`,
		"top --foccus a":  "no flag --foccus; did you mean --focus?",
		"top -out b":      "no flag -out; did you mean --output?",
		"top -open":       "no flag -open",
		"top --frobnicat": "no flag --frobnicat",
		"svg --colours a": "no flag --colours; did you mean --colors?",
		"svg -cjava":      "no flag -cjava",
		"-w 80 x":         posix,
		"-w80 x":          posix,
		"-80 x":           posix,
		"-sw 80":          posix,
		"--width=80 x":    posix,
	} {
		var stderr bytes.Buffer
		status := run(strings.Fields(args), nil, io.Discard, &stderr)
		got, _, _ := strings.Cut(stderr.String(), "\n")
		if status != statusUsage || got != "fold: "+want {
			t.Errorf("fold %s: got %d, %s, want %s", args, status, got, want)
		}
	}
}

// TestBrief checks that what -h prints fits a screen.
func TestBrief(t *testing.T) {
	const most = 40
	for _, c := range append(newApp(streams{}, "").Commands, nil) {
		args := []string{"-h"}
		if c != nil {
			args = []string{c.Name, "-h"}
		}
		got := outcomeOf(args)
		if lines := strings.Count(got.stdout, "\n"); lines > most || got.status != statusDone {
			t.Errorf("fold %q: %d lines, status %d", args, lines, got.status)
		}
	}
	for _, name := range essentials {
		if !slices.ContainsFunc(newApp(streams{}, "").Commands, func(c *cli.Command) bool { return flagNamed(c.Flags, name) != nil }) {
			t.Errorf("no command has the flag %s", name)
		}
	}
}
