package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestHideSecrets(t *testing.T) {
	for text, want := range map[string]string{
		"http://h/x":                                "http://h/x",
		"http://h/pkg@v1":                           "http://h/pkg@v1",
		"http://me@h/x":                             "http://me@h/x",
		"http://me:secret@h/x":                      "http://me:xxxxx@h/x",
		"http://me:sec@ret@h/x":                     "http://me:xxxxx@h/x",
		"http://me:se/cret@h/x":                     "http://xxxxx@h/x",
		"http://me:se%cret@h/x":                     "http://xxxxx@h/x",
		"http://me:secret@h:port/x":                 "http://xxxxx@h:port/x",
		"http://me:se cret@h/x":                     "http://xxxxx@h/x",
		"http://:secret@h":                          "http://:xxxxx@h",
		"http://h/x?seconds=5&token=abc":            "http://h/x?seconds=5&token=xxxxx",
		"http://h/x?Access_Token=abc&seconds=5":     "http://h/x?Access_Token=xxxxx&seconds=5",
		"https://h/x?X-Amz-Signature=abc#api_key=1": "https://h/x?X-Amz-Signature=xxxxx#api_key=xxxxx",
		"prof.folded":                               "prof.folded",
	} {
		if got := hideSecrets(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestNoSecrets gives URLs where they do not belong and where nobody listens. No message may tell the password.
func TestNoSecrets(t *testing.T) {
	for _, secret := range []string{"http://me:hunter2@127.0.0.1:1/x", "http://me:hunter2@h:port/x", "http://127.0.0.1:1/x?token=hunter2", "http://me:hun/ter2@h", "http://me:hunter2@", "ftp://me:hunter2@h/x"} {
		for _, args := range [][]string{
			{"URL"},
			{"top", "URL"},
			{"top", "-URL"},
			{"top", "--nosuch=URL"},
			{"top", "--sort", "URL"},
			{"top", "--base", "URL"},
			{"top", "--n=URL"},
			{"help", "URL"},
			{"completion", "URL"},
			{"svg", "--nameattr", "URL", "URL"},
			{"diff", "URL", "URL"},
			{"top", "-o", "URL/a.svg", "URL"},
			{"check", "--against", "URL", "URL"},
			{"check", "--budget", "URL", "URL"},
			{"check", "--max", "URL", "URL"},
			{"top", "--focus", "URL(", "URL"},
			{"top", "-", "-", "URL"},
			{"collapse", "--record-self", "URL", "URL"},
			{"--URL"},
		} {
			var stdout, stderr bytes.Buffer
			words := strings.Split(strings.ReplaceAll(strings.Join(args, "\n"), "URL", secret), "\n")
			run(words, strings.NewReader("a 1\n"), &stdout, io.MultiWriter(&stderr))
			for _, out := range []string{stdout.String(), stderr.String()} {
				if strings.Contains(out, "hunter2") || strings.Contains(out, "ter2@") {
					t.Errorf("fold %q prints %s", words, out)
				}
			}
		}
	}
}
