package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHeaders asks a server that wants a token, posts as Pyroscope wants it, and is sent on to other servers, which must
// not see the token.
func TestHeaders(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "other;%q;%q 1\n", r.Header.Get("X-Token"), r.Header.Get("Authorization"))
	}))
	defer other.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch {
		case r.URL.Path == "/away":
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		case r.URL.Path == "/near":
			http.Redirect(w, r, "/x", http.StatusTemporaryRedirect)
		case r.Header.Get("X-Token") != "secret":
			http.Error(w, "no token", http.StatusUnauthorized)
		default:
			fmt.Fprintf(w, "%s;%s;%s 1\n", r.Method, r.Header.Get("Content-Type"), body)
		}
	}))
	defer server.Close()
	dir := t.TempDir()
	token, query := filepath.Join(dir, "token"), filepath.Join(dir, "query")
	for file, text := range map[string]string{token: "secret\n", query: "what"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		arguments      string
		status         int
		stdout, stderr string
	}{
		{"URL/x", 1, "", "fold: URL/x: the server answers 401 Unauthorized: no token\n"},
		{"URL/x --header X-Token:secret", 0, "GET 1\n", ""},
		{"URL/x --header X-Token:@TOKEN --header Content-Type:application/proto --post QUERY", 0, "POST;application/proto;what 1\n", ""},
		{"URL/near --header X-Token:@TOKEN --post QUERY", 0, "POST;;what 1\n", ""},
		{"URL/away --header X-Token:secret --header Authorization:secret", 0, `other;"";"" 1` + "\n", ""},
		{"URL/away --header X-Token:secret --post QUERY", 1, "", "fold: URL/away: the server redirects to OTHER, which is not sent what --post names: give that address\n"},
		{"URL/x --header secret", 2, "", "fold: URL/x: --header: write 'Name: value', or 'Name: @FILE' for a value that stands in a file\nfold: see fold collapse --help\n"},
	} {
		places := strings.NewReplacer("URL", server.URL, "TOKEN", token, "QUERY", query, "OTHER", strings.TrimPrefix(other.URL, "http://"))
		var stdout, stderr bytes.Buffer
		status := run(append([]string{"collapse"}, strings.Fields(places.Replace(tt.arguments))...), nil, &stdout, &stderr)
		if want := places.Replace(tt.stderr); status != tt.status || stdout.String() != tt.stdout || stderr.String() != want {
			t.Errorf("%s: got %d\n%s%s\nwant %d\n%s%s", tt.arguments, status, stdout.String(), stderr.String(), tt.status, tt.stdout, want)
		}
	}
}
