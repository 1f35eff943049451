package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"fold/collapse"
	"fold/flame"
	"fold/flame/doctor"
	"fold/flame/page"
	"fold/flame/table"
	"fold/flame/text"
	"fold/sources/pprof"
)

// Capture records the running program for a time, or until ctx ends. Kind is one that [Handler] knows.
type Capture func(ctx context.Context, kind string, d time.Duration) (*collapse.Profile, error)

// HandlerOptions say what [Handler] serves. The zero value serves every view.
type HandlerOptions struct {
	Title string // of pictures; "": what was recorded
	// Hosts are the names that requests may use for this server, "localhost:8080"; none: any. A list keeps out pages of
	// other sites that give a name of theirs to this machine's address.
	Hosts []string
}

// Handler returns a page that records the program that serves it and shows what it did. Those who may see
// it see the names of the program's functions, and each request costs the program time.
//
//	http.Handle("/debug/flame", web.Handler(live.Record, web.HandlerOptions{}))
//
// The query chooses: seconds=5 (0.1 to 60), kind=wall, cpu, allocs, mutex, block, heap or goroutine,
// view=svg, html, top, folded or pprof, and for the kinds wall and goroutine state=busy, which hides
// goroutines that wait for work, or state=all. The first of each is what a request without it gets.
//
// One request is served at a time; others get the status 429. When its client disconnects, a recording
// ends. Errors are answered before the first byte of a view.
func Handler(capture Capture, o HandlerOptions) http.Handler {
	return &handler{capture: capture, options: o}
}

type handler struct {
	capture Capture
	options HandlerOptions
	busy    sync.Mutex
}

// refusal is an error with its status.
type refusal struct {
	status int
	err    error
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", answerPolicy)
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	a, refused := h.record(r)
	if err := context.Cause(r.Context()); err != nil { // the client is gone, or a timeout of the server's has come
		refused = &refusal{http.StatusServiceUnavailable, fmt.Errorf("nothing recorded: %w", err)}
	}
	if refused != nil {
		if refused.status == http.StatusTooManyRequests {
			header.Set("Retry-After", "5")
		}
		if refused.status == http.StatusMethodNotAllowed {
			header.Set("Allow", http.MethodGet)
		}
		http.Error(w, refused.err.Error(), refused.status)
		return
	}
	header.Set("Content-Type", a.view.contentType)
	header.Set("Content-Disposition", a.view.disposition+`; filename="`+a.kind+a.view.extension+`"`)
	header.Set("Content-Length", strconv.Itoa(a.body.Len()))
	if a.hidden != "" {
		header.Set("Fold-Hidden", a.hidden)
	}
	_, _ = a.body.WriteTo(w) // an error means that the client is gone
}

// answerPolicy lets pages and pictures run what they hold themselves, and nothing else.
const answerPolicy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

var errForeign = errors.New("another site asks for this: open the address yourself")

// isForeign reports whether a page of another site makes the request, as browsers say: an image there must not cost this
// program a recording. A link that its reader followed is theirs.
func isForeign(r *http.Request) bool {
	get := r.Header.Get
	if site := get("Sec-Fetch-Site"); site == "" || site == "same-origin" || site == "none" {
		return false
	}
	return get("Sec-Fetch-Mode") != "navigate" || get("Sec-Fetch-Dest") != "document" || get("Sec-Fetch-User") != "?1"
}

var errBusy = errors.New("another recording is running: try again when it is done")

// record records what r asks for and draws it.
func (h *handler) record(r *http.Request) (*answer, *refusal) {
	if r.Method != http.MethodGet {
		return nil, &refusal{http.StatusMethodNotAllowed, errors.New("only GET is supported")}
	}
	if len(h.options.Hosts) > 0 && !slices.Contains(h.options.Hosts, r.Host) {
		return nil, &refusal{http.StatusMisdirectedRequest, fmt.Errorf("wrong host %q", r.Host)}
	}
	if isForeign(r) {
		return nil, &refusal{http.StatusForbidden, errForeign}
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, &refusal{http.StatusBadRequest, fmt.Errorf("query: %w", err)}
	}
	a, err := parse(query)
	if err == nil {
		err = checkWriteTimeout(r, a.duration)
	}
	if err != nil {
		return nil, &refusal{http.StatusBadRequest, err}
	}
	if !h.busy.TryLock() {
		return nil, &refusal{http.StatusTooManyRequests, errBusy}
	}
	defer h.busy.Unlock()
	p, err := h.capture(r.Context(), a.kind, a.duration)
	if err != nil {
		return nil, &refusal{http.StatusServiceUnavailable, fmt.Errorf("nothing recorded: %w", err)}
	}
	err = a.draw(p.Filter(collapse.Filter{Ignore: ownStack()}), h.options.Title)
	if errors.Is(err, flame.ErrNoSamples) {
		return nil, &refusal{http.StatusUnprocessableEntity, fmt.Errorf("%w: nothing happened that kind=%s shows%s", err, a.kind, a.elsewhere())}
	}
	if err != nil {
		return nil, &refusal{http.StatusInternalServerError, err}
	}
	return a, nil
}

// ownStack matches the frame of whoever waits for the recording, whatever the module is called that holds this package.
var ownStack = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^" + regexp.QuoteMeta(reflect.TypeFor[handler]().PkgPath()+".(*handler).ServeHTTP") + "$")
})

// checkWriteTimeout refuses what the server would cut off before it is there.
func checkWriteTimeout(r *http.Request, d time.Duration) error {
	server, ok := r.Context().Value(http.ServerContextKey).(*http.Server)
	if ok && server.WriteTimeout > 0 && d >= server.WriteTimeout {
		return fmt.Errorf("seconds: the server ends each answer after %v, its WriteTimeout", server.WriteTimeout)
	}
	return nil
}

// draw fills the body.
func (a *answer) draw(p *collapse.Profile, title string) error {
	if len(p.Metrics) == 0 {
		return flame.ErrNoSamples
	}
	if a.hidesIdle() {
		p = a.hideIdle(p)
	}
	metric := p.Default
	picture := flame.SVGOptions{Title: a.title(title), Subtitle: a.subtitle(p, metric)}
	var err error
	switch a.view.name {
	case "svg":
		_, err = flame.WriteSVG(&a.body, p, picture)
	case "html":
		err = page.Write(&a.body, p, page.Options{
			Recordings: recordings(), Recording: a.recording(), Title: picture.Title, Note: picture.Subtitle, Findings: doctor.Diagnose(p, doctor.Options{Format: "pprof"}).Findings,
		})
	case "top":
		err = table.Top(p, table.Options{}).WriteText(&a.body, table.TextOptions{})
	case "folded":
		err = collapse.WriteFolded(&a.body, p, collapse.FoldedOptions{})
	case "pprof":
		err = pprof.Write(&a.body, p, metric)
	}
	return err
}

// hideIdle takes the stacks of goroutines that wait for work out of p and remembers how much that is.
func (a *answer) hideIdle(p *collapse.Profile) *collapse.Profile {
	busy, hidden := withoutIdle(p)
	if hidden > 0 {
		m := p.Metrics[p.Default]
		a.hidden = text.Weight(hidden, m.Scale, m.Unit) + " of waiting for work"
	}
	return busy
}

// title says what is shown.
func (a *answer) title(program string) string {
	if program == "" {
		return handlerKinds[a.kind]
	}
	return program + ": " + handlerKinds[a.kind]
}

// subtitle says how it came about: "5s, time 4.90s, 12 goroutines; not shown: 40.1s of waiting for work".
func (a *answer) subtitle(p *collapse.Profile, metric int) string {
	m := p.Metrics[metric]
	line := fmt.Sprintf("%s %s, %d goroutines", m.Name, text.Weight(p.Total(metric), m.Scale, m.Unit), runtime.NumGoroutine())
	if a.takesTime() {
		line = a.duration.String() + ", " + line
	}
	if a.hidden != "" {
		line += "; not shown: " + a.hidden
	}
	return line
}

// answer is what was asked for, and what is sent.
type answer struct {
	kind     string
	view     handlerView
	state    string
	duration time.Duration

	body   bytes.Buffer
	hidden string // what state=busy left out; "": nothing
}
