package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"fold/flame/text"
)

// mostFetched bounds what is read of an answer.
const mostFetched = 1 << 30

// urlScheme returns the "http" of "http://localhost:6060/debug/pprof/heap", in lower case; "" for a file.
func urlScheme(file string) string {
	scheme, _, found := strings.Cut(file, "://")
	if !found || strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz0123456789+.-") != "" {
		return ""
	}
	return strings.ToLower(scheme)
}

// isURL reports whether a file is one that must be fetched.
func isURL(file string) bool {
	scheme := urlScheme(file)
	if scheme == "" || scheme == "http" || scheme == "https" {
		return scheme != ""
	}
	_, err := os.Stat(file)
	return err != nil
}

// isHost reports whether a file has a name as a URL without its beginning has: "localhost:6060/debug/pprof/heap".
func isHost(file string) bool {
	u, err := url.Parse("http://" + file)
	return err == nil && (u.Port() != "" || strings.Contains(file, "/debug/pprof") || strings.Contains(file, "/debug/flame"))
}

// fetch asks a server for a profile and returns the answer and its size, -1 if that is not known. Most
// servers of profiles record first and answer then, which is shown if shown is true.
func (s streams) fetch(file string, r *request, shown bool) (io.ReadCloser, int64, error) {
	u, err := url.Parse(escapeURL(strings.TrimSpace(file)))
	if err != nil || u.Host == "" {
		return nil, 0, usageError("the URL has no host: write http://localhost:6060/debug/pprof/heap")
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, 0, usageError("fold fetches http and https only")
	}
	r.addSeconds(u)
	seconds := recordingTime(u)
	patience := seconds*3/2 + 10*time.Second
	if r.timeout > 0 {
		patience = time.Duration(r.timeout) * time.Second
	}
	a := newAnswer(patience)
	if shown {
		defer showWaiting(s.stderr, u.Host, seconds)()
	}
	size, err := a.ask(u, r)
	a.timer.Stop()
	if err != nil {
		a.Close()
		return nil, 0, err
	}
	return a, size, nil
}

// addSeconds asks the server to record for as long as --seconds says.
func (r *request) addSeconds(u *url.URL) {
	if r.seconds > 0 {
		query := u.Query()
		query.Set("seconds", strconv.Itoa(r.seconds))
		u.RawQuery = query.Encode()
	}
}

// recordingTime returns for how long a server will record before it answers: what the query says, or what
// the page of a well-known name takes for granted.
func recordingTime(u *url.URL) time.Duration {
	const most = 24 * 60 * 60
	text := u.Query().Get("seconds")
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, most) * float64(time.Second))
	}
	switch path.Base(u.Path) {
	case "profile", "fgprof":
		return 30 * time.Second
	case "flame":
		return 5 * time.Second
	}
	return 0
}

// answer is what a server sends. When nothing comes for a time, it ends with an error.
type answer struct {
	patience time.Duration
	ctx      context.Context
	cancel   context.CancelCauseFunc
	timer    *time.Timer
	body     io.ReadCloser // nil: there is none yet
	in       *bufio.Reader // reads body
	read     int64
}

func newAnswer(patience time.Duration) *answer {
	a := &answer{patience: patience}
	a.ctx, a.cancel = context.WithCancelCause(context.Background())
	a.timer = time.AfterFunc(patience, func() { a.cancel(fmt.Errorf("nothing came for %v: the server is too slow or hangs", patience)) })
	return a
}

// ask sends the request and looks at what comes back.
func (a *answer) ask(u *url.URL, r *request) (size int64, err error) {
	request, err := r.newRequest(u)
	if err != nil {
		return 0, err
	}
	c := client()
	r.keepFromOthers(c)
	response, err := c.Do(request.WithContext(a.ctx))
	if err != nil {
		return 0, a.explain(err, u)
	}
	a.body, a.in = response.Body, bufio.NewReaderSize(response.Body, 64<<10)
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("the server answers %s%s", response.Status, a.firstLine())
	}
	head, err := a.in.Peek(512)
	if err != nil && err != io.EOF {
		return 0, a.explain(err, u)
	}
	if kind := http.DetectContentType(head); strings.HasPrefix(kind, "text/html") {
		return 0, errors.New("a web page, not a profile: give the address of the profile itself, as in /debug/pprof/profile?seconds=5")
	}
	return response.ContentLength, nil
}

// client returns a client that keeps no connection for more requests: goroutines would wait there, and what
// arrives meanwhile would be written to standard error.
func client() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableKeepAlives = true
	return &http.Client{Transport: transport}
}

// firstLine returns ": " and the first line of the answer, which says what is wrong; "" if that is a web page
// or nothing.
func (a *answer) firstLine() string {
	head, _ := a.in.Peek(200)
	line, _, _ := strings.Cut(strings.TrimSpace(string(head)), "\n")
	if line == "" || strings.HasPrefix(line, "<") {
		return ""
	}
	return ": " + strings.TrimSpace(line)
}

// explain returns an error of the network in words that help.
func (a *answer) explain(err error, u *url.URL) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var lookup *net.DNSError
	switch {
	case a.ctx.Err() != nil:
		return context.Cause(a.ctx)
	case errors.As(err, &lookup) && lookup.IsNotFound:
		return fmt.Errorf("no host is called %q", lookup.Name)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("nothing answers at %s: does the program run, and serve its profiles there?", u.Host)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return errors.New("the connection ended before the answer did: try again")
	}
	return err
}

// Read reads on and bounds what comes.
func (a *answer) Read(data []byte) (int, error) {
	a.timer.Reset(a.patience) // what fold itself needs for what came does not count
	n, err := a.in.Read(data)
	a.timer.Stop()
	if a.read += int64(n); a.read > mostFetched {
		return 0, fmt.Errorf("an answer of over %d MB: save it to a file and give fold that", mostFetched>>20)
	}
	if err != nil && err != io.EOF {
		err = a.explain(err, &url.URL{})
	}
	return n, err
}

// Close ends the connection.
func (a *answer) Close() error {
	a.timer.Stop()
	a.cancel(nil)
	if a.body == nil {
		return nil
	}
	return a.body.Close()
}

// showWaiting tells on a terminal how long a server has been recording, until stop is called:
//
//	fold: localhost:6060 records: 3 s of 5 s
func showWaiting(w io.Writer, host string, expected time.Duration) (stop func()) {
	of := ""
	if expected > 0 {
		of = fmt.Sprintf(" of %v s", expected.Seconds())
	}
	done := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for second := 1; ; second++ {
			select {
			case <-tick.C:
				fmt.Fprintf(w, "\rfold: %s records: %d s%s", text.Visible(host), second, of)
			case <-done:
				if second > 1 {
					fmt.Fprint(w, "\r\x1b[K")
				}
				return
			}
		}
	})
	return func() {
		close(done)
		running.Wait()
	}
}
