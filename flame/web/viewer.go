package web

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"strings"
	"sync"
)

// pagePolicy lets a page run what it holds itself and talk to the server it came from, and nothing else.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Viewer serves one page to the browsers of this machine, at a path that nobody can guess. Open pages follow when
// [Viewer.Set] replaces it. Make one with [NewViewer].
//
//	v := web.NewViewer(listener.Addr().String())
//	v.Set(page)
//	fmt.Println(v.URL())
//	err := http.Serve(listener, v)
type Viewer struct {
	// Again makes a new page at the request of a reader, who is told the error; nil: there is no such request.
	Again func(ctx context.Context) error

	address, token string
	busy           sync.Mutex // of Again

	mu      sync.Mutex
	page    []byte
	changed chan struct{} // closed when the page changes
}

// NewViewer returns a Viewer for a server that listens at an address of this machine, "127.0.0.1:4711".
func NewViewer(address string) *Viewer {
	return &Viewer{address: address, token: rand.Text(), changed: make(chan struct{})}
}

// URL returns the address of the page.
func (v *Viewer) URL() string { return "http://" + v.address + "/" + v.token + "/" }

// Set replaces the page, and makes all that are open load it.
func (v *Viewer) Set(page []byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.page != nil {
		close(v.changed)
		v.changed = make(chan struct{})
	}
	v.page = page
}

func (v *Viewer) current() (page []byte, changed chan struct{}) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.page, v.changed
}

// ServeHTTP answers requests for the page and for what it asks for. A request must name the address that the server
// listens at, or a page elsewhere could give a name of its own to this machine, and know the token.
func (v *Viewer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, port, _ := strings.Cut(v.address, ":")
	if r.Host != v.address && r.Host != "localhost:"+port {
		http.Error(w, "wrong host", http.StatusMisdirectedRequest)
		return
	}
	token, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(v.token)) == 0 {
		http.NotFound(w, r)
		return
	}
	setHeaders(w)
	switch {
	case name == "" && (r.Method == http.MethodGet || r.Method == http.MethodHead):
		page, _ := v.current()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	case name == "changes" && r.Method == http.MethodGet:
		v.tellChanges(w, r)
	case name == "again" && r.Method == http.MethodPost && v.Again != nil && isOwn(r):
		v.answerAgain(w, r)
	default:
		http.NotFound(w, r)
	}
}

// setHeaders sets what keeps a page to itself.
func setHeaders(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// isOwn reports whether a request comes from the page itself, or from no page at all. Browsers say so.
func isOwn(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "" || site == "same-origin" || site == "none"
}

// tellChanges keeps a connection open, and sends an event when the page changes.
func (v *Viewer) tellChanges(w http.ResponseWriter, r *http.Request) {
	_, changed := v.current()
	w.Header().Set("Content-Type", "text/event-stream")
	flush := http.NewResponseController(w).Flush
	w.Write([]byte(": open\n\n"))
	flush()
	select {
	case <-changed:
		w.Write([]byte("data: changed\n\n"))
		flush()
	case <-r.Context().Done():
	}
}

// answerAgain makes a new page, one request at a time.
func (v *Viewer) answerAgain(w http.ResponseWriter, r *http.Request) {
	if !v.busy.TryLock() {
		http.Error(w, "already at it", http.StatusTooManyRequests)
		return
	}
	defer v.busy.Unlock()
	if err := v.Again(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
