package browsertest

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Patience is how long a test waits for what should come at once. Machines that test are busy.
const Patience = 30 * time.Second

// Browser is a running browser, and a server of the pages that it shows.
type Browser struct {
	// Stop ends the browser. The end of its test does so, too.
	Stop func()

	open   func(probe string, trouble func(string)) (driver, error) // opens a tab
	server *httptest.Server

	mu    sync.Mutex
	pages map[string]Page
}

// Page is a page that a [Browser] serves.
type Page struct {
	Content      []byte
	Kind, Policy string // values of Content-Type and Content-Security-Policy; "": by the page's name, and none
}

// driver does something with a tab of some browser, and returns when the browser says that it is done.
type driver interface {
	navigate(url string) error
	reload() error
	resize(width, height int) error
	mouse(event mouseEvent) error
	key(r rune, modifiers ...modifier) error
	evaluate(source string) (string, error) // of an expression for the promise of a string
	close() error
}

// newBrowser returns a browser that runs.
func newBrowser(t testing.TB, open func(string, func(string)) (driver, error), stop func()) *Browser {
	b := &Browser{open: open, pages: map[string]Page{}}
	b.server = httptest.NewServer(http.HandlerFunc(b.serve))
	b.Stop = sync.OnceFunc(func() {
		stop() // before its folder is removed
		b.server.Close()
	})
	t.Cleanup(b.Stop)
	return b
}

// Find returns the path of the first of some programs that is there, "" for none. The environment may name another one.
func Find(variable string, names ...string) string {
	if path := os.Getenv(variable); path != "" {
		return path
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// skip skips a test that lacks something, unless FOLD_REQUIRE_BROWSER is set: then it fails.
func skip(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("FOLD_REQUIRE_BROWSER") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}

func (b *Browser) serve(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	page, known := b.pages[r.URL.Path]
	b.mu.Unlock()
	if !known {
		w.WriteHeader(http.StatusNoContent) // the icon of the site
		return
	}
	w.Header().Set("Content-Type", page.Kind)
	if page.Policy != "" {
		w.Header().Set("Content-Security-Policy", page.Policy)
	}
	w.Write(page.Content)
}

// Put makes the server have a page, and returns its address. Pages of a test that have the same name replace each other.
func (b *Browser) Put(t testing.TB, name string, page Page) string {
	path := "/" + strings.ReplaceAll(t.Name(), "#", "-") + "/" + name
	page.Kind = cmp.Or(page.Kind, map[string]string{".svg": "image/svg+xml", ".html": "text/html"}[filepath.Ext(name)])
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pages[path] = page
	return b.server.URL + path
}

// NewTab opens a tab of 1280 x 900 pixels. Probe is a script that runs in each page before the page's own. The test fails
// if a page has trouble that nobody took.
func (b *Browser) NewTab(t testing.TB, probe string) *Tab {
	t.Helper()
	p := &Tab{TB: t, Browser: b}
	d, err := b.open(probe, p.addTrouble)
	if err != nil {
		t.Fatal(err)
	}
	p.driver = d
	if c, is := d.(chromiumTab); is {
		p.Chromium = c.ctx
	}
	p.Close = sync.OnceFunc(func() {
		for _, trouble := range p.TakeTroubles() {
			t.Errorf("the page has trouble: %s", trouble)
		}
		if err := d.close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(p.Close)
	p.Resize(1280, 900)
	return p
}
