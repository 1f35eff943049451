package flame

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	cdplog "github.com/chromedp/cdproto/log"
)

// TestBrowser tries the picture in a Chromium: one process for all tests, a tab for each.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	b := startBrowser(t)
	for _, tt := range slices.Concat(
		browserLookTests, browserZoomTests, browserSearchTests, browserKeyTests, browserViewTests, browserPageTests,
		browserDeltaTests, browserHostileTests,
	) {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, b) })
	}
}

// browserTest is one of the tests of [TestBrowser].
type browserTest struct {
	name string
	run  func(t *testing.T, b *browser)
}

// patience is how long a test waits for what should come at once. Machines that test are busy.
const patience = 30 * time.Second

// browser is a Chromium and a server of the pages that it shows.
type browser struct {
	ctx    context.Context
	server *httptest.Server
	stop   func()

	mu    sync.Mutex
	pages map[string]servedPage
}

type servedPage struct {
	kind, policy string // values of Content-Type and Content-Security-Policy
	content      []byte
}

// startBrowser starts a Chromium that ends with the test. Where there is none the test is skipped, unless
// FOLD_REQUIRE_BROWSER is set.
func startBrowser(t testing.TB) *browser {
	path := findBrowser()
	if path == "" {
		const why = "no Chromium found: install one, or set CHROME to its path"
		if os.Getenv("FOLD_REQUIRE_BROWSER") != "" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WSURLReadTimeout(2*patience),
	)
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	b := &browser{ctx: ctx, pages: map[string]servedPage{}}
	b.server = httptest.NewServer(http.HandlerFunc(b.serve))
	b.stop = sync.OnceFunc(func() {
		ending, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		chromedp.Cancel(ending) // before its folder is removed
		b.server.Close()
	})
	t.Cleanup(b.stop)
	return b
}

// findBrowser returns the path of a Chromium, or "".
func findBrowser() string {
	if path := os.Getenv("CHROME"); path != "" {
		return path
	}
	for _, name := range []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func (b *browser) serve(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	page, known := b.pages[r.URL.Path]
	b.mu.Unlock()
	if !known {
		w.WriteHeader(http.StatusNoContent) // the icon of the site
		return
	}
	w.Header().Set("Content-Type", page.kind)
	if page.policy != "" {
		w.Header().Set("Content-Security-Policy", page.policy)
	}
	w.Write(page.content)
}

// put makes the server have a page, and returns its address. Pages of the same name replace each other.
func (b *browser) put(t testing.TB, name string, page servedPage) string {
	path := "/" + strings.ReplaceAll(t.Name(), "#", "-") + "/" + name
	page.kind = cmp.Or(page.kind, map[string]string{".svg": "image/svg+xml", ".html": "text/html"}[filepath.Ext(name)])
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pages[path] = page
	return b.server.URL + path
}

// tab is a tab of the browser, in which one test looks at pages.
type tab struct {
	testing.TB
	ctx   context.Context
	b     *browser
	close func()

	mu       sync.Mutex
	troubles []string // errors and warnings that the pages wrote to the console, and uncaught exceptions
}

// newTab opens a tab of 1280 x 900 pixels. The test fails if a page has trouble that nobody took.
func (b *browser) newTab(t testing.TB) *tab {
	ctx, cancel := chromedp.NewContext(b.ctx)
	p := &tab{TB: t, ctx: ctx, b: b}
	p.close = sync.OnceFunc(func() {
		for _, trouble := range p.takeTroubles() {
			t.Errorf("the page has trouble: %s", trouble)
		}
		cancel()
	})
	t.Cleanup(p.close)
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.EmulateViewport(1280, 900))
	call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	call(p, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: probe})
	return p
}

// listen collects what a page writes to the console.
func (p *tab) listen(event any) {
	trouble := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		trouble = "exception: " + e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			trouble += " " + x.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type != runtime.ConsoleAPICalledTypeError && e.Type != runtime.ConsoleAPICalledTypeWarning && e.Type != runtime.ConsoleAPICalledTypeAssert {
			return
		}
		trouble = fmt.Sprintf("console.%s:", e.Type)
		for _, arg := range e.Args {
			trouble += " " + arg.Description + string(arg.Value)
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level != cdplog.EntryLevelError && e.Entry.Level != cdplog.EntryLevelWarning {
			return
		}
		trouble = fmt.Sprintf("%s: %s", e.Entry.Source, e.Entry.Text)
	default:
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.troubles = append(p.troubles, trouble)
}

// takeTroubles returns the troubles so far, and forgets them.
func (p *tab) takeTroubles() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	troubles := p.troubles
	p.troubles = nil
	return troubles
}
