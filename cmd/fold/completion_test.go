package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestComplete(t *testing.T) {
	for _, tt := range []struct {
		words []string
		want  string
	}{
		{[]string{"to"}, "top\n"},
		{[]string{"--v"}, "--version\n"},
		{[]string{"nosuch", ""}, ""},
		{[]string{"top", "--so"}, "--sort\n"},
		{[]string{"top", "--sort", ""}, "self\ntotal\n"},
		{[]string{"top", "--sort", "t"}, "total\n"},
		{[]string{"top", "--sort=self", ""}, ""},
		{[]string{"top", "--sort=t"}, "--sort=total\n"},
		{[]string{"top", "--sort", "=", "t"}, "total\n"}, // as bash cuts it
		{[]string{"top", "--sort", "="}, "self\ntotal\n"},
		{[]string{"top", "--focus="}, ""},
		{[]string{"top", "--idle="}, ""},
		{[]string{"collapse-perf", "--chunk"}, ""}, // hidden
		{[]string{"collapse", "--focus", "-"}, ""}, // any text may follow
		{[]string{"collapse", "--idle", "prof"}, ""},
		{[]string{"collapse", "--annotate", ""}, "kernel\njit\ninlined\nall\n"},
		{[]string{"top", "--focus-category", "h"}, "hashing\n"},
		{[]string{"completion", ""}, "bash\nzsh\nfish\n"},
		{[]string{"help", "to"}, "top\n"},
	} {
		var got, stderr bytes.Buffer
		if status := run(append(tt.words, completionFlag), nil, &got, &stderr); status != statusDone {
			t.Errorf("%q: exit status %d", tt.words, status)
		}
		if got.String() != tt.want || stderr.Len() > 0 {
			t.Errorf("%q: got %q, %q, want %q", tt.words, got.String(), stderr.String(), tt.want)
		}
	}
}

// TestBashCompletion loads the script into a real bash and asks for completions as it would on TAB.
func TestBashCompletion(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	for _, tt := range []struct{ words, want string }{
		{"fold to", "top\n"},
		{"fold top --sort ''", "self\ntotal\n"},
		{"fold top prof.folded --so", "--sort\n"},
		{"fold top --sort = t", "total\n"},
		{"fold top --ignore-category r", "regular\\ expressions\n"},
		{"fold top ''", "\n"},
	} {
		script := `source <(fold completion bash); COMP_WORDS=(` + tt.words + `)
			COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _fold; printf '%s\n' "${COMPREPLY[@]}"`
		got, err := exec.Command("bash", "-c", script).CombinedOutput()
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.words, got, err, tt.want)
		}
	}
}

// TestZshCompletion loads the script into a real zsh, which completes without a terminal if what it calls to show
// words and files is replaced.
func TestZshCompletion(t *testing.T) {
	if _, err := exec.LookPath("zsh"); err != nil {
		t.Skip("no zsh")
	}
	for _, tt := range []struct{ words, want string }{
		{"fold to", "top\n"},
		{"fold top --sort ''", "self\ntotal\n"},
		{"fold top --sort=t", "--sort=total\n"},
		{"fold top ''", "files\n"},
	} {
		script := `compdef() { [[ "$*" == "_fold fold" ]] || print "compdef $*"; }
			source <(fold completion zsh)
			compadd() { [[ "$*" == "-a found" ]] && print -rl -- $found; }
			_files() { print files; }
			words=(` + tt.words + `); CURRENT=$#words; _fold`
		got, err := exec.Command("zsh", "-f", "-c", script).CombinedOutput()
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.words, got, err, tt.want)
		}
	}
}

// TestFishCompletion loads the script into a real fish and asks it.
func TestFishCompletion(t *testing.T) {
	if _, err := exec.LookPath("fish"); err != nil {
		t.Skip("no fish")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "prof.folded"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ line, want string }{
		{"fold to", "top\n"},
		{"fold top --sort ", "self\ntotal\n"},
		{"fold top --sort=t", "--sort=total\n"},
		{"fold top --focus \"a b\" --so", "--sort\n"},
		{"fold top pr", "prof.folded\n"},
	} {
		command := exec.Command("fish", "--no-config", "-c", "fold completion fish | source; complete -C '"+tt.line+"'")
		command.Dir = dir
		got, err := command.CombinedOutput()
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.line, got, err, tt.want)
		}
	}
}
