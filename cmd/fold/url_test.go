package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

// TestFetch reads profiles from a server, and what a server may answer instead.
func TestFetch(t *testing.T) {
	cpu, err := os.ReadFile("../../testdata/pprof/go-cpu.pb.gz")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	answer := func(path string, write func(w http.ResponseWriter)) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { write(w) })
	}
	answer("/cpu", func(w http.ResponseWriter) { w.Write(cpu) })
	answer("/folded", func(w http.ResponseWriter) { io.WriteString(w, "main;work 3\n") })
	answer("/moved", func(w http.ResponseWriter) {
		w.Header().Set("Location", "/closed")
		w.WriteHeader(http.StatusFound)
	})
	mux.HandleFunc("/closed", func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "closed;%v 1\n", r.Close) })
	answer("/page", func(w http.ResponseWriter) { io.WriteString(w, "<!DOCTYPE html>\n<title>profiles</title>") })
	answer("/empty", func(http.ResponseWriter) {})
	answer("/busy", func(w http.ResponseWriter) {
		http.Error(w, "another recording is running: try again when it is done", http.StatusTooManyRequests)
	})
	answer("/hostile", func(w http.ResponseWriter) { http.Error(w, "\x1b[31mred\nmore", http.StatusInternalServerError) })
	answer("/cut", func(w http.ResponseWriter) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, "main;work 3\n")
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	const one = "main;work 3\n"
	for _, tt := range []struct {
		path           string
		status         int
		stdout, stderr string
	}{
		{"/folded", 0, one, ""},
		{"/folded?seconds=1", 0, one, ""},
		{"/moved", 0, "closed;true 1\n", ""}, // no connection waits for more
		{"/page", 1, "", "URL: a web page, not a profile: give the address of the profile itself, as in /debug/pprof/profile?seconds=5"},
		{"/empty", 1, "", "URL: the input is empty: did the profiler record anything?"},
		{"/busy", 1, "", "URL: the server answers 429 Too Many Requests: another recording is running: try again when it is done"},
		{"/hostile", 1, "", `URL: the server answers 500 Internal Server Error: \x1b[31mred`},
		{"/cut", 1, "", "URL: the connection ended before the answer did: try again"},
		{"/nothing", 1, "", "URL: the server answers 404 Not Found: 404 page not found"},
	} {
		var stdout, stderr bytes.Buffer
		status := run([]string{"collapse", server.URL + tt.path}, nil, &stdout, &stderr)
		want := tt.stderr
		if want != "" {
			want = "fold: " + strings.Replace(want, "URL", server.URL+tt.path, 1) + "\n"
		}
		if status != tt.status || stdout.String() != tt.stdout || stderr.String() != want {
			t.Errorf("%s: got %d\n%s\n%s\nwant %d\n%s\n%s", tt.path, status, stdout.String(), stderr.String(), tt.status, tt.stdout, want)
		}
	}
	sameAsFile(t, server.URL+"/cpu", "../../testdata/pprof/go-cpu.pb.gz")
}

// sameAsFile checks that a command prints the same for a URL and for a file.
func sameAsFile(t *testing.T, fromURL, file string) {
	t.Helper()
	var outputs [2]bytes.Buffer
	for i, name := range []string{fromURL, file} {
		if status := run([]string{"top", name}, nil, &outputs[i], io.Discard); status != statusDone {
			t.Errorf("%s: exit status %d", name, status)
		}
	}
	if outputs[0].String() != outputs[1].String() || outputs[0].Len() == 0 {
		t.Errorf("got\n%s\nwant\n%s", outputs[0].String(), outputs[1].String())
	}
}

// TestFetchRefused asks where nobody listens, and with a password that no message may show.
func TestFetchRefused(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := listener.Addr().String()
	listener.Close()
	var stderr bytes.Buffer
	status := run([]string{"top", "http://me:secret@" + host + "/x"}, nil, io.Discard, &stderr)
	want := fmt.Sprintf("fold: http://me:xxxxx@%s/x: nothing answers at %s: does the program run, and serve its profiles there?\n", host, host)
	if status != statusFailed || stderr.String() != want {
		t.Errorf("got %d, %s want %s", status, stderr.String(), want)
	}
}

// TestFetchTimeout asks servers that say nothing, and that stop in the middle.
func TestFetchTimeout(t *testing.T) {
	stop := make(chan bool)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/half" {
			io.WriteString(w, strings.Repeat("main;work 3\n", 100))
			w.(http.Flusher).Flush()
		}
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	}))
	defer server.Close()
	defer close(stop)
	const want = "nothing came for 50ms: the server is too slow or hangs"
	for _, path := range []string{"/silent", "/half"} {
		u, err := url.Parse(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		a := newAnswer(50 * time.Millisecond)
		_, err = a.ask(u, &request{})
		if err == nil {
			_, err = io.Copy(io.Discard, a)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
		a.Close()
	}
}

// TestFetchTooMuch reads an answer without an end.
func TestFetchTooMuch(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, strings.Repeat("main;work 3\n", 100))
	}))
	defer server.Close()
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	a := newAnswer(time.Minute)
	defer a.Close()
	if _, err := a.ask(u, &request{}); err != nil {
		t.Fatal(err)
	}
	a.read = mostFetched - 10 // as if so much had come
	const want = "an answer of over 1024 MB: save it to a file and give fold that"
	if _, err := io.Copy(io.Discard, a); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestRecordingTime(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"http://h/debug/pprof/profile?seconds=5": 5 * time.Second,
		"http://h/debug/pprof/profile":           30 * time.Second,
		"http://h/debug/flame?seconds=0.5":       500 * time.Millisecond,
		"http://h/debug/flame":                   5 * time.Second,
		"http://h/debug/pprof/heap":              0,
		"http://h/x?seconds=1e300":               24 * time.Hour,
		"http://h/x?seconds=-1":                  0,
		"http://h/x?seconds=NaN":                 0,
	} {
		u, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := recordingTime(u); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

func TestIsURL(t *testing.T) {
	for file, want := range map[string]bool{
		"http://localhost:6060/x": true, "HTTPS://h": true, "ftp://h/x": true,
		"-": false, "prof.folded": false, "a b://c": false, "./http:/x": false, "http:": false,
	} {
		if got := isURL(file); got != want {
			t.Errorf("%s: got %v", file, got)
		}
	}
}

// TestShowWaiting checks what a terminal shows, and that it is taken away.
func TestShowWaiting(t *testing.T) {
	long(t)
	var out bytes.Buffer
	stop := showWaiting(&out, "h", 2*time.Second)
	time.Sleep(1200 * time.Millisecond)
	stop()
	if want := "\rfold: h records: 1 s of 2 s\r\x1b[K"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
