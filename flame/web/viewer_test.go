package web

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// serveViewer returns a viewer of a page, and its server.
func serveViewer(t *testing.T) (*Viewer, *httptest.Server) {
	server := httptest.NewUnstartedServer(nil)
	v := NewViewer(server.Listener.Addr().String())
	server.Config.Handler = v
	server.Start()
	t.Cleanup(server.Close)
	v.Set([]byte("<p>one"))
	return v, server
}

// TestViewerRefusals: who does not know the address, or reaches the server by another name, gets nothing.
func TestViewerRefusals(t *testing.T) {
	v, server := serveViewer(t)
	calls := 0
	v.Again = func(context.Context) error { calls++; return errors.New("no profile there") }
	path := strings.TrimPrefix(v.URL(), server.URL)
	for _, tt := range []struct {
		method, path, host, site string
		status                   int
		body                     string
	}{
		{"GET", path, "", "", 200, "<p>one"},
		{"GET", path, "localhost:" + server.URL[strings.LastIndex(server.URL, ":")+1:], "cross-site", 200, "<p>one"}, // a link elsewhere
		{"GET", path, "evil.example", "", 421, "wrong host\n"},
		{"GET", "/", "", "", 404, "404 page not found\n"},
		{"GET", "/" + strings.Repeat("A", 26) + "/", "", "", 404, "404 page not found\n"},
		{"GET", path + "other", "", "", 404, "404 page not found\n"},
		{"POST", path, "", "", 404, "404 page not found\n"},
		{"GET", path + "again", "", "", 404, "404 page not found\n"},
		{"POST", path + "again", "", "cross-site", 404, "404 page not found\n"},
		{"POST", path + "again", "", "same-origin", 502, "no profile there\n"},
	} {
		r, err := http.NewRequest(tt.method, server.URL+tt.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = tt.host
		if tt.site != "" {
			r.Header.Set("Sec-Fetch-Site", tt.site)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != tt.status || string(body) != tt.body {
			t.Errorf("%s %s of %q: got %d %q %v, want %d %q", tt.method, tt.path, tt.host, answer.StatusCode, body, err, tt.status, tt.body)
		}
		if policy := answer.Header.Get("Content-Security-Policy"); tt.status == 200 && policy != pagePolicy {
			t.Errorf("%s %s: got the policy %q", tt.method, tt.path, policy)
		}
	}
	if calls != 1 {
		t.Errorf("recorded %d times, want once", calls)
	}
}

// TestViewerFollows: an open page hears of a new one.
func TestViewerFollows(t *testing.T) {
	v, _ := serveViewer(t)
	answer, err := http.Get(v.URL() + "changes")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	if !lines.Scan() || lines.Text() != ": open" {
		t.Fatalf("got %q", lines.Text())
	}
	v.Set([]byte("<p>two"))
	var got []string
	for lines.Scan() {
		got = append(got, lines.Text())
	}
	if strings.Join(got, "|") != "|data: changed|" {
		t.Errorf("got %q", got)
	}
}
