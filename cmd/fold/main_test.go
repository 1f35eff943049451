package main

import (
	"bytes"
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// TestClosedPipe writes more than a pipe holds to one that nobody reads.
func TestClosedPipe(t *testing.T) {
	var in strings.Builder
	for range 200_000 {
		in.WriteString("main;work 1\n")
	}
	for _, args := range [][]string{{"collapse"}, {"top"}, {"formats"}, {"--help"}, {"help", "top"}, {"--version"}, {"completion", "zsh"}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		var stderr bytes.Buffer
		if status := run(args, strings.NewReader(in.String()), w, &stderr); status != statusDone {
			t.Errorf("fold %v: exit status %d", args, status)
		}
		if stderr.Len() > 0 {
			t.Errorf("fold %v: %s", args, stderr.String())
		}
		w.Close()
	}
}

func TestVersionLine(t *testing.T) {
	for _, tt := range []struct {
		info *debug.BuildInfo
		ok   bool
		want string
	}{
		{&debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"}}, true, "fold v1.2.3 go1.26.8"},
		{&debug.BuildInfo{GoVersion: "go1.26.8"}, true, "fold (devel) go1.26.8"},
		{nil, false, "fold (unknown version)"},
	} {
		if got := versionLine(tt.info, tt.ok); got != tt.want {
			t.Errorf("versionLine(%v, %v) = %q, want %q", tt.info, tt.ok, got, tt.want)
		}
	}
}

// TestRunsApart runs several command lines at the same time, as only a program without global state can.
func TestRunsApart(t *testing.T) {
	for _, tt := range []struct {
		args   []string
		stdin  string
		status int
		stdout string
		stderr string
	}{
		{[]string{"collapse"}, "a;b 1\n", statusDone, "a;b 1\n", ""},
		{[]string{"collapse", "--focus", "b"}, "a 1\na;b 1\n", statusDone, "a;b 1\n", "fold: filters keep 1 of 2 (50.00%)\n"},
		{[]string{"collapse", "--nosuch"}, "", statusUsage, "", "fold: no flag --nosuch\nfold: see fold collapse --help\n"},
		{[]string{"collapse", "--strict"}, "a;b 1\nx\n", statusFailed, "", "fold: stdin:2: not a stack and a weight: \"x\"\n"},
	} {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			status := run(tt.args, strings.NewReader(tt.stdin), &stdout, &stderr)
			if status != tt.status || stdout.String() != tt.stdout || stderr.String() != tt.stderr {
				t.Errorf("got %d\n%s\n%s\nwant %d\n%s\n%s", status, stdout.String(), stderr.String(), tt.status, tt.stdout, tt.stderr)
			}
		})
	}
}
