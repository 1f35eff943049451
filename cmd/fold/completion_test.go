package main

import (
	"bytes"
	"os/exec"
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
		{[]string{"collapse-perf", "--chunk"}, ""}, // hidden
		{[]string{"collapse", "--focus", "-"}, ""}, // any text may follow
		{[]string{"collapse", "--idle", "prof"}, ""},
		{[]string{"collapse", "--annotate", ""}, "kernel\njit\ninlined\nall\n"},
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
