package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestEscapeURL(t *testing.T) {
	for file, want := range map[string]string{
		"http://h/debug/pprof/heap":                        "http://h/debug/pprof/heap",
		"http://h/x?query=SELECT%20a%2Bb":                  "http://h/x?query=SELECT%20a%2Bb",
		"http://h/x?query=a+b":                             "http://h/x?query=a+b",
		"http://h/x?query=SELECT a+b LIKE '%go%' OR '%2B'": "http://h/x?query=SELECT%20a%2Bb%20LIKE%20'%25go%25'%20OR%20'%2B'",
		"http://h/x?query=SELECT\n\t\"é\" FROM s":          "http://h/x?query=SELECT%0A%09%22%C3%A9%22%20FROM%20s",
		"http://h/x?query={service=\"api\"}":               "http://h/x?query=%7Bservice=%22api%22%7D",
		"http://h/my file?seconds=1":                       "http://h/my%20file?seconds=1",
		"http://[::1]:8123/?query=SELECT stack[-1] AS f":   "http://[::1]:8123/?query=SELECT%20stack[-1]%20AS%20f",
		"http://h/x?query=SELECT '?' AS q":                 "http://h/x?query=SELECT%20'?'%20AS%20q",
	} {
		if got := escapeURL(file); got != want {
			t.Errorf("%s: got %s, want %s", file, got, want)
		}
	}
}

// TestFetchQuery asks a server with a query as people write it, which must arrive as written.
func TestFetchQuery(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "main;%q\t3\n", r.URL.Query().Get("query"))
	}))
	defer server.Close()
	const query = `SELECT stack[-1], a+b FROM s WHERE f LIKE '%go%' AND g != "é"`
	var stdout, stderr bytes.Buffer
	status := run([]string{"collapse", server.URL + "/?query=" + query}, nil, &stdout, &stderr)
	if want := fmt.Sprintf("main;%q 3\n", query); status != statusDone || stdout.String() != want || stderr.Len() > 0 {
		t.Errorf("got %d\n%s%s\nwant\n%s", status, stdout.String(), stderr.String(), want)
	}
}
