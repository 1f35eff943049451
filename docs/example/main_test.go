package main

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
)

// The functions that can be seen at work, and those that wait.
const (
	computing = "main.collatz"
	locked    = "main.(*work).waitForLock"
	reading   = "main.waitForAnswer"
)

// TestLive asks the running example over HTTP. On the wall clock all of its goroutines can be seen, and on
// the CPU the one that computes.
func TestLive(t *testing.T) {
	w, err := newWork()
	if err != nil {
		t.Fatal(err)
	}
	defer w.stop()
	server := httptest.NewServer(routes())
	defer server.Close()
	for _, tt := range []struct {
		query string
		want  []string
	}{
		{"kind=wall&seconds=0.5", []string{locked, computing, reading}},
		{"kind=wall&seconds=0.5&state=all", []string{locked, computing, reading}},
		{"kind=cpu&seconds=1", []string{computing}},
	} {
		for _, view := range []string{"pprof", "folded"} {
			p := ask(t, server.URL+"/debug/flame?view="+view+"&"+tt.query)
			if got := seen(p, computing, locked, reading); !slices.Equal(got, tt.want) {
				t.Errorf("%s&view=%s: got %q, want %q", tt.query, view, got, tt.want)
			}
			// What serves the request must not be part of the answer.
			if got := seen(p, "web.(*handler).ServeHTTP", "live.Record", "live.Recorder.Record"); len(got) > 0 {
				t.Errorf("%s&view=%s: it shows %q", tt.query, view, got)
			}
		}
	}
}

func ask(t *testing.T, url string) *collapse.Profile {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		t.Fatalf("%s: %s: %s", url, answer.Status, text)
	}
	p, _, err := sources.Read(answer.Body, sources.Options{})
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	return p
}

// seen returns those of the functions that are in stacks of some weight. Package paths do not count: in a
// test, main is called by the path of its folder.
func seen(p *collapse.Profile, functions ...string) []string {
	found := make(map[string]bool)
	totals := p.Totals(p.Default)
	for i := 1; i < p.Len(); i++ {
		n := collapse.NodeID(i)
		name := path.Base(p.Frame(p.FrameOf(n)).Name)
		name = strings.Replace(name, "example.", "main.", 1)
		if totals[n] != 0 && slices.Contains(functions, name) {
			found[name] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}
