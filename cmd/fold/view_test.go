package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestView: the report of a file is served at the address that is printed, and follows the file.
func TestView(t *testing.T) {
	file := filepath.Join(t.TempDir(), "prof.folded")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("main;first 3\n")
	out, stdout := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		s := streams{stdin: strings.NewReader(""), stdout: stdout, stderr: io.Discard, self: &selfRecording{}}
		ended <- s.view(ctx, []string{file}, &request{}, &viewFlags{noOpen: true})
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	get := func() string {
		t.Helper()
		answer, err := http.Get(strings.TrimSpace(address))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	until := func(text string) {
		t.Helper()
		for deadline := time.Now().Add(30 * time.Second); !strings.Contains(get(), "<bdi>"+text+"</bdi>"); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s does not come", text)
			}
		}
	}
	until("first")
	write("main;") // half of it: the report stays
	time.Sleep(3 * watchTime)
	until("first")
	write("main;second 30\n")
	until("second")
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestHasBrowser: no browser is opened where nobody would see it.
func TestHasBrowser(t *testing.T) {
	for _, tt := range []struct {
		variables string
		want      bool
	}{
		{"DISPLAY", true},
		{"WAYLAND_DISPLAY", true},
		{"DISPLAY SSH_TTY", false},
		{"DISPLAY SSH_CONNECTION", false},
		{"DISPLAY CI", false},
	} {
		got := hasBrowser(func(name string) string {
			if strings.Contains(" "+tt.variables+" ", " "+name+" ") {
				return "1"
			}
			return ""
		})
		if got != tt.want {
			t.Errorf("%s: got %v", tt.variables, got)
		}
	}
}
