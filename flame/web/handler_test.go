package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"fold/collapse"
	"fold/flame"
	"fold/flame/doctor"
	"fold/flame/page"
	"fold/sources"
)

// recorded returns a capture that gives a profile at once.
func recorded(text string) Capture {
	return func(context.Context, string, time.Duration) (*collapse.Profile, error) { return readProfile(text) }
}

// readProfile reads a profile.
func readProfile(text string) (*collapse.Profile, error) {
	p, _, err := sources.Read(strings.NewReader(text), sources.Options{})
	return p, err
}

// foldedOf returns a profile as folded stacks.
func foldedOf(t *testing.T, profile string) string {
	t.Helper()
	p, err := readProfile(profile)
	var out strings.Builder
	if err == nil {
		err = collapse.WriteFolded(&out, p, collapse.FoldedOptions{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// get asks a handler and returns the answer with its body.
func get(t *testing.T, h http.Handler, query string) (*http.Response, string) {
	t.Helper()
	out := httptest.NewRecorder()
	h.ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/debug/flame"+query, nil))
	answer := out.Result()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

// TestHandlerViews checks the whole answer in each view.
func TestHandlerViews(t *testing.T) {
	const text = "main;work 3\nmain;runtime.selectgo;runtime.gopark 5\n"
	h := Handler(recorded(text), HandlerOptions{Title: "demo"})
	for _, tt := range []struct{ query, contentType, disposition, hidden, body string }{
		{"?view=folded", "text/plain; charset=utf-8", `inline; filename="wall.folded"`, "5 of waiting for work", "main;work 3\n"},
		{"?view=folded&state=all", "text/plain; charset=utf-8", `inline; filename="wall.folded"`, "", "main;runtime.selectgo;runtime.gopark 5\nmain;work 3\n"},
		{"?view=folded&kind=cpu", "text/plain; charset=utf-8", `inline; filename="cpu.folded"`, "", "main;runtime.selectgo;runtime.gopark 5\nmain;work 3\n"},
		{"?view=folded&kind=goroutine", "text/plain; charset=utf-8", `inline; filename="goroutine.folded"`, "5 of waiting for work", "main;work 3\n"},
		{"?view=pprof&kind=heap", "application/octet-stream", `attachment; filename="heap.pb.gz"`, "", "main;runtime.selectgo;runtime.gopark 5\nmain;work 3\n"},
		{"?view=top", "text/plain; charset=utf-8", `inline; filename="wall.txt"`, "5 of waiting for work", `samples: 3 in total, 2 functions
self    self%     sum%  total   total%  function
   3  100.00%  100.00%      3  100.00%  work
   0    0.00%  100.00%      3  100.00%  main
`},
	} {
		answer, body := get(t, h, tt.query)
		if answer.Header.Get("Content-Type") == "application/octet-stream" {
			body = foldedOf(t, body)
		}
		if answer.StatusCode != http.StatusOK || body != tt.body {
			t.Errorf("%s: %s\n%s\nwant\n%s", tt.query, answer.Status, body, tt.body)
		}
		for name, want := range map[string]string{
			"Content-Type": tt.contentType, "Content-Disposition": tt.disposition, "Fold-Hidden": tt.hidden,
			"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
		} {
			if got := answer.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", tt.query, name, got, want)
			}
		}
	}
}

// writePage writes the page that the handler shows.
func writePage(w io.Writer, p *collapse.Profile, o flame.SVGOptions) (flame.Drawing, error) {
	findings := doctor.Diagnose(p, doctor.Options{Format: "pprof"}).Findings
	return flame.Drawing{}, page.Write(w, p, page.Options{Recordings: recordings(), Recording: page.Recording{Kind: "wall", Seconds: 0.5}, Title: o.Title, Note: o.Subtitle, Findings: findings})
}

// TestHandlerPictures checks that a picture is the one of the profile, with what was recorded above it.
func TestHandlerPictures(t *testing.T) {
	number := regexp.MustCompile(`\d+ goroutines|<script type="application/x-fold">[^<]*`) // the data says how many goroutines there are, too
	for _, tt := range []struct {
		query, contentType string
		write              func(io.Writer, *collapse.Profile, flame.SVGOptions) (flame.Drawing, error)
	}{
		{"?seconds=0.5", "image/svg+xml", flame.WriteSVG},
		{"?seconds=.5&view=html", "text/html; charset=utf-8", writePage},
	} {
		answer, body := get(t, Handler(recorded("main;work 3\nmain;time.Sleep 4\n"), HandlerOptions{}), tt.query)
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != tt.contentType {
			t.Errorf("%s: %s, %s", tt.query, answer.Status, answer.Header.Get("Content-Type"))
		}
		var want bytes.Buffer
		o := flame.SVGOptions{Title: "Wall clock of all goroutines", Subtitle: "500ms, samples 3, 0 goroutines; not shown: 4 of waiting for work"}
		p, err := readProfile("main;work 3\n")
		if err == nil {
			_, err = tt.write(&want, p, o)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := number.ReplaceAllString(body, "0 goroutines"); got != number.ReplaceAllString(want.String(), "0 goroutines") {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.query, got, want.String())
		}
	}
}

// TestHandlerRefusals checks that errors come as text, before anything is recorded where that is possible.
func TestHandlerRefusals(t *testing.T) {
	full := errors.New("the program has 30000 goroutines")
	failing := func(context.Context, string, time.Duration) (*collapse.Profile, error) { return nil, full }
	for _, tt := range []struct {
		query   string
		capture Capture
		status  int
		body    string
	}{
		{"?seconds=0.09", nil, 400, "seconds: it must be a number from 0.1 to 60\n"},
		{"?seconds=61", nil, 400, "seconds: it must be a number from 0.1 to 60\n"},
		{"?seconds=NaN", nil, 400, "seconds: it must be a number from 0.1 to 60\n"},
		{"?seconds=", nil, 400, "seconds: it must be a number from 0.1 to 60\n"},
		{"?seconds=1&seconds=2", nil, 400, "seconds is given 2 times\n"},
		{"?second=1", nil, 400, "unknown parameter \"second\": the parameters are seconds, kind, view and state\n"},
		{"?seconds=%zz", nil, 400, "query: invalid URL escape \"%zz\"\n"},
		{"?kind=threads", nil, 400, "kind: it must be one of allocs, block, cpu, goroutine, heap, mutex, wall\n"},
		{"?view=png", nil, 400, "view: it must be one of svg, html, top, folded, pprof\n"},
		{"?state=idle", nil, 400, "state: it must be one of busy, all\n"},
		{"", failing, 503, "nothing recorded: the program has 30000 goroutines\n"},
		{"", recorded("a 0\n"), 422, "no samples to draw: nothing happened that kind=wall shows\n"},
		{"", recorded("a;time.Sleep 3\n"), 422, "no samples to draw: nothing happened that kind=wall shows (state=all shows 3 of waiting for work)\n"},
		{"?view=folded", recorded("a 0\n"), 200, ""},
	} {
		answer, body := get(t, Handler(tt.capture, HandlerOptions{}), tt.query)
		if answer.StatusCode != tt.status || body != tt.body {
			t.Errorf("%s: got %d %q, want %d %q", tt.query, answer.StatusCode, body, tt.status, tt.body)
		}
	}
	out := httptest.NewRecorder()
	Handler(nil, HandlerOptions{}).ServeHTTP(out, httptest.NewRequest(http.MethodPost, "/debug/flame", nil))
	if out.Code != http.StatusMethodNotAllowed || out.Header().Get("Allow") != "GET" {
		t.Errorf("POST: got %d, Allow: %s", out.Code, out.Header().Get("Allow"))
	}
}

// TestHandlerOneAtATime checks that a second request is told to wait, and a later one is served.
func TestHandlerOneAtATime(t *testing.T) {
	started, finish := make(chan bool), make(chan bool)
	h := Handler(func(context.Context, string, time.Duration) (*collapse.Profile, error) {
		started <- true
		<-finish
		return readProfile("a 1\n")
	}, HandlerOptions{})
	first := make(chan int)
	ask := func() {
		out := httptest.NewRecorder()
		h.ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/?view=folded", nil))
		first <- out.Code
	}
	go ask()
	<-started
	answer, body := get(t, h, "?view=folded")
	if answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") != "5" || body != "another recording is running: try again when it is done\n" {
		t.Errorf("got %s, Retry-After: %s, %q", answer.Status, answer.Header.Get("Retry-After"), body)
	}
	finish <- true
	if got := <-first; got != http.StatusOK {
		t.Errorf("the first request: %d", got)
	}
	go ask()
	<-started
	finish <- true
	if got := <-first; got != http.StatusOK {
		t.Errorf("a later request: %d", got)
	}
}

// TestHandlerDisconnect checks over a real connection that a recording ends when the client goes away, and
// that the next request is served.
func TestHandlerDisconnect(t *testing.T) {
	started, ended := make(chan bool, 1), make(chan error, 1)
	server := httptest.NewServer(Handler(func(ctx context.Context, _ string, _ time.Duration) (*collapse.Profile, error) {
		started <- true
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	}, HandlerOptions{}))
	defer server.Close()
	for range 2 {
		ctx, cancel := context.WithCancel(context.Background())
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			<-started
			cancel()
		}()
		if _, err := http.DefaultClient.Do(request); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the recording ended with %v", err)
		}
	}
}

// TestHandlerWriteTimeout checks that no recording begins whose answer the server would not send.
func TestHandlerWriteTimeout(t *testing.T) {
	server := httptest.NewUnstartedServer(Handler(recorded("a 1\n"), HandlerOptions{}))
	server.Config.WriteTimeout = 2 * time.Second
	server.Start()
	defer server.Close()
	for query, want := range map[string]string{
		"?view=folded&seconds=2": "seconds: the server ends each answer after 2s, its WriteTimeout\n",
		"?view=folded&seconds=1": "a 1\n",
	} {
		answer, err := http.Get(server.URL + query)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || string(body) != want {
			t.Errorf("%s: got %q, %v, want %q", query, body, err, want)
		}
	}
}

func TestWithoutIdle(t *testing.T) {
	for _, tt := range []struct {
		name, stack string
		idle        bool
	}{
		{"works", "main;parse", false},
		{"waits for a lock", "main;sync.(*Mutex).Lock;runtime.semacquire1;runtime.gopark", false},
		{"reads a connection", "main;io.ReadFull;net.(*conn).Read;internal/poll.(*FD).Read;runtime.netpollblock;runtime.gopark", false},
		{"sends to a full channel", "main;runtime.chansend;runtime.gopark", false},
		{"receives", "main;runtime.chanrecv1;runtime.chanrecv;runtime.gopark", true},
		{"select", "main;runtime.selectgo;runtime.gopark", true},
		{"sleeps", "main;time.Sleep;runtime.gopark", true},
		{"accepts", "net/http.(*Server).Serve;net.(*netFD).accept;internal/poll.(*FD).Accept;runtime.gopark", true},
		{"an open connection without a request", "net/http.(*conn).serve;bufio.(*Reader).Peek;bufio.(*Reader).fill;net/http.(*connReader).Read", true},
		{"the body of a request", "net/http.(*conn).serve;main.handle;bufio.(*Reader).Peek;net/http.(*connReader).Read", false},
		{"awaits the answer to a request", "main;net/http.(*persistConn).roundTrip;runtime.selectgo;runtime.gopark", false},
	} {
		p, err := readProfile(tt.stack + " 7\n")
		if err != nil {
			t.Fatal(err)
		}
		busy, hidden := withoutIdle(p)
		if idle := busy.Total(0) == 0; idle != tt.idle || busy.Total(0)+hidden != 7 {
			t.Errorf("%s: idle is %v; %d shown, %d hidden", tt.name, idle, busy.Total(0), hidden)
		}
	}
}

// TestForeignRequests: a page of another site cannot make the program record, and its readers can follow a link.
func TestForeignRequests(t *testing.T) {
	handler := Handler(recorded("a 1\n"), HandlerOptions{Hosts: []string{"example.com"}})
	for _, tt := range []struct {
		host, site, mode, dest, user string
		status                       int
	}{
		{"example.com", "", "", "", "", 200},
		{"example.com", "same-origin", "cors", "empty", "", 200},
		{"example.com", "none", "navigate", "document", "?1", 200},
		{"example.com", "cross-site", "no-cors", "image", "", 403},
		{"example.com", "same-site", "no-cors", "script", "", 403},
		{"example.com", "cross-site", "navigate", "iframe", "?1", 403},
		{"example.com", "cross-site", "navigate", "document", "", 403},
		{"example.com", "cross-site", "navigate", "document", "?1", 200},
		{"rebound.evil", "same-origin", "cors", "empty", "", 421},
	} {
		r := httptest.NewRequest(http.MethodGet, "http://"+tt.host+"/?seconds=0.1", nil)
		for name, value := range map[string]string{"Site": tt.site, "Mode": tt.mode, "Dest": tt.dest, "User": tt.user} {
			if value != "" {
				r.Header.Set("Sec-Fetch-"+name, value)
			}
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("%+v: got %d %s", tt, w.Code, w.Body)
		}
	}
}

// TestContextEnds: who waited for a recording that a timeout of the server's cut off is told so.
func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	waiting := func(ctx context.Context, _ string, _ time.Duration) (*collapse.Profile, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}
	w := httptest.NewRecorder()
	Handler(waiting, HandlerOptions{}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx))
	if got := fmt.Sprint(w.Code, " ", w.Body); got != "503 nothing recorded: context canceled\n" {
		t.Errorf("got %q", got)
	}
}
