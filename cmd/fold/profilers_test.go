package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestProfilers runs the commands of docs/live.md for continuous profilers on a server that answers as theirs do.
func TestProfilers(t *testing.T) {
	docs, err := os.ReadFile("../../docs/live.md")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(standIn(t))
	defer server.Close()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"token": "Bearer secret\n", "request.bin": "select"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, section, _ := strings.Cut(string(docs), "## From continuous profilers\n")
	section, _, _ = strings.Cut(section, "\n## ")
	wants := []string{
		"main;slow 7\n",           // Pyroscope's render
		"main;work 10000000000\n", // and its profiles
		"main;work 10000000000\n", // Parca
		"main;work 10000000000\n", // Polar Signals
		"main;work 20000000000\n", // Google Cloud, two
	}
	commands := regexp.MustCompile(`(?m)^    fold (?:svg|top) (.*)$`).FindAllStringSubmatch(section, -1)
	if len(commands) != len(wants) {
		t.Fatalf("%d commands, want %d", len(commands), len(wants))
	}
	host := regexp.MustCompile(`https://[a-z.]+`)
	for i, command := range commands {
		arguments := []string{"collapse"}
		line, _, _ := strings.Cut(command[1], " > ")
		for _, word := range regexp.MustCompile(`'[^']*'|[^ ]+`).FindAllString(line, -1) {
			arguments = append(arguments, host.ReplaceAllLiteralString(strings.Trim(word, "'"), server.URL))
		}
		var stdout, stderr bytes.Buffer
		if status := run(arguments, nil, &stdout, &stderr); status != statusDone || stdout.String() != wants[i] || stderr.Len() > 0 {
			t.Errorf("%s: got %d, %s%s", command[0], status, stdout.String(), stderr.String())
		}
	}
}

// standIn answers as the servers do: Parca's gateway writes int64 as texts, Google's API lists, Pyroscope's querier takes a
// POST of a protobuf alone.
func standIn(t *testing.T) http.Handler {
	profile, err := os.ReadFile(filepath.Join("../../testdata/merge/r100.pb.gz"))
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(profile))
	if err != nil {
		t.Fatal(err)
	}
	bare, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	inBase64 := base64.StdEncoding.EncodeToString(profile)
	mux := http.NewServeMux()
	wanted := func(w http.ResponseWriter, r *http.Request, name, value string) bool {
		if r.Header.Get(name) == value {
			return true
		}
		http.Error(w, `{"code":"unauthenticated"}`, http.StatusUnauthorized)
		return false
	}
	mux.HandleFunc("/pyroscope/render", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if !wanted(w, r, "X-Scope-OrgID", "team") {
			return
		}
		if q.Get("query") != `process_cpu:cpu:nanoseconds:cpu:nanoseconds{service_name="checkout"}` || q.Get("format") != "json" || q.Get("from") == "" {
			http.Error(w, "bad query", http.StatusBadRequest)
			return
		}
		io.WriteString(w, `{"version":1,"flamebearer":{"names":["total","main","slow"],"levels":[[0,7,0,0],[0,7,0,1],[0,7,7,2]],"numTicks":7,"maxSelf":7},"metadata":{"format":"single","spyName":"","sampleRate":1000000000,"units":"samples","name":"cpu"},"timeline":null,"groups":null}`)
	})
	mux.HandleFunc("/querier.v1.QuerierService/SelectMergeProfile", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch {
		case r.Method != http.MethodPost:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case !wanted(w, r, "X-Scope-OrgID", "team"):
		case r.Header.Get("Content-Type") != "application/proto" || string(body) != "select":
			w.WriteHeader(http.StatusUnsupportedMediaType)
		default:
			w.Header().Set("Content-Type", "application/proto")
			w.Write(bare)
		}
	})
	mux.HandleFunc("/api/profiles/query", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if q.Get("mode") != "MODE_MERGE" || q.Get("reportType") != "REPORT_TYPE_PPROF" || q.Get("merge.start") == "" || q.Get("merge.end") == "" ||
			q.Get("merge.query") != `parca_agent:samples:count:cpu:nanoseconds:delta{comm="checkout"}` {
			http.Error(w, `{"code":3,"message":"bad query"}`, http.StatusBadRequest)
			return
		}
		if sent := r.Header.Get("Authorization"); sent != "" && !wanted(w, r, "Authorization", "Bearer secret") {
			return
		}
		json.NewEncoder(w).Encode(map[string]string{"pprof": inBase64, "total": "10000000000", "filtered": "0"})
	})
	mux.HandleFunc("/v2/projects/till/profiles", func(w http.ResponseWriter, r *http.Request) {
		if !wanted(w, r, "Authorization", "Bearer secret") {
			return
		}
		one := map[string]any{"name": "projects/till/profiles/a", "profileType": "CPU", "duration": "30s", "profileBytes": inBase64}
		json.NewEncoder(w).Encode(map[string]any{"profiles": []any{one, one}})
	})
	return mux
}
