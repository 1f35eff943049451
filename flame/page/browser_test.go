package page

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestBrowser tries the page in a Chromium: one process for all tests, a tab for each.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	ctx := startBrowser(t)
	for _, tt := range browserTests {
		t.Run(tt.name, func(t *testing.T) { tt.run(newTab(t, ctx)) })
	}
}

// patience is how long a test waits for what should come at once. Machines that test are busy.
const patience = 30 * time.Second

// startBrowser starts a Chromium that ends with the test. Where there is none the test is skipped, unless
// FOLD_REQUIRE_BROWSER is set.
func startBrowser(t *testing.T) context.Context {
	path := os.Getenv("CHROME")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); path == "" && err == nil {
			path = found
		}
	}
	if path == "" {
		const why = "no Chromium found: install one, or set CHROME to its path"
		if os.Getenv("FOLD_REQUIRE_BROWSER") != "" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()), chromedp.WSURLReadTimeout(2*patience),
	)
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	t.Cleanup(func() {
		ending, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		chromedp.Cancel(ending) // before its folder is removed
	})
	return ctx
}

// tab is a tab of the browser, in which one test looks at pages.
type tab struct {
	*testing.T
	ctx    context.Context
	server *httptest.Server

	mu       sync.Mutex
	pages    map[string]served
	troubles []string // errors that the pages wrote to the console, and uncaught exceptions
}

type served struct{ content, policy string }

// newTab opens a tab of 1280 x 800 pixels. The test fails if a page has trouble.
func newTab(t *testing.T, browser context.Context) *tab {
	ctx, cancel := chromedp.NewContext(browser)
	p := &tab{T: t, ctx: ctx, pages: map[string]served{}}
	p.server = httptest.NewServer(http.HandlerFunc(p.serve))
	t.Cleanup(func() {
		cancel()
		p.server.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, trouble := range p.troubles {
			t.Errorf("the page has trouble: %s", trouble)
		}
	})
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	p.resize(1280, 800)
	command(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	command(p, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: probe})
	return p
}

// probe is a script in each page that finds things in it.
const probe = `
const probe = {
	page: () => document.getElementById("app").fold,
	text: (selector) => document.querySelector(selector)?.textContent ?? null,
	texts: (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent),
	frames: () => probe.page().picture.drawn(),
	names: () => probe.frames().map((f) => f.name + " " + f.weight),
	rows: () => probe.page().table.rows.map((r) => [r.text ?? probe.page().view.profile.names[r.name], r.self, r.total ?? r.self]),
	// Where to click on an element of such a text, or a frame of such a name.
	element: (selector, text) => {
		const found = [...document.querySelectorAll(selector)].filter((e) => !text || e.textContent.includes(text));
		const b = found[0].getBoundingClientRect();
		return [b.left + b.width / 2, b.top + b.height / 2];
	},
	frame: (name) => {
		const f = probe.frames().filter((f) => f.name === name)[0];
		return [f.x + f.w / 2, f.y + 9];
	},
	// Whether the page has drawn all that follows from its state.
	rested: () => new Promise((done) => {
		const look = () => {
			const { waiting, picture, view } = probe.page();
			if (!waiting && picture.from === view.from && picture.to === view.to) setTimeout(() => done(true), 5);
			else setTimeout(look, 10);
		};
		look();
	}),
};
`

func (p *tab) serve(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	page, known := p.pages[r.URL.Path]
	p.mu.Unlock()
	if !known {
		w.WriteHeader(http.StatusNoContent) // the icon of the site
		return
	}
	w.Header().Set("Content-Type", "text/html")
	if page.policy != "" {
		w.Header().Set("Content-Security-Policy", page.policy)
	}
	w.Write([]byte(page.content))
}

func (p *tab) listen(event any) {
	trouble := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		trouble = "exception: " + e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			trouble += " " + x.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			trouble = "console.error"
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.EntryLevelError && !strings.Contains(e.Entry.Text, "Content Security Policy") {
			trouble = e.Entry.Text
		}
	}
	if trouble == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.troubles = append(p.troubles, trouble)
}

// put makes the server have a page, and returns its address.
func (p *tab) put(name, content, policy string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pages["/"+name] = served{content, policy}
	return p.server.URL + "/" + name
}

// open shows a page, with such a fragment.
func (p *tab) open(content, fragment string) {
	p.Helper()
	p.do(chromedp.Navigate("about:blank"))
	p.do(chromedp.Navigate(p.put("page.html", content, "") + fragment))
	until(p, "ready", `() => document.getElementById("app")?.dataset.state`)
	p.rest()
}

// rest waits until the page has drawn all that follows from its state.
func (p *tab) rest() {
	p.Helper()
	is(p, true, `() => probe.rested()`)
}

func (p *tab) resize(width, height int64) {
	p.Helper()
	p.do(chromedp.EmulateViewport(width, height))
}

// do runs actions in the tab.
func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// command sends a command to the browser.
func command[P, R any](p *tab, command cdp.Command[P, R], params P) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, command, params); err != nil {
		p.Fatal(err)
	}
}

// eval returns what a function of the language of the page returns for some arguments.
func eval[T any](p *tab, function string, args ...any) T {
	p.Helper()
	v, err := tryEval[T](p, function, args...)
	if err != nil {
		p.Fatalf("%s: %v", function, err)
	}
	return v
}

func tryEval[T any](p *tab, function string, args ...any) (v T, err error) {
	texts := make([]string, len(args))
	for i, arg := range args {
		text, err := json.Marshal(arg)
		if err != nil {
			return v, err
		}
		texts[i] = string(text)
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	// As text, since values that are nothing are errors otherwise.
	source := "Promise.resolve((" + function + ")(" + strings.Join(texts, ",") + ")).then((v) => JSON.stringify(v ?? null))"
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](source, chromedp.EvalAwaitPromise))
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal([]byte(text), &v)
}

func (p *tab) run(function string, args ...any) {
	p.Helper()
	eval[any](p, function, args...)
}

// until waits until a function returns what is wanted.
func until[T any](p *tab, want T, function string, args ...any) {
	p.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		got, err := tryEval[T](p, function, args...)
		if err == nil && reflect.DeepEqual(got, want) {
			return
		}
		if time.Now().After(deadline) {
			p.Fatalf("%s: got %v %v, want %v", function, got, err, want)
		}
	}
}

// is checks what a function returns now.
func is[T any](p *tab, want T, function string, args ...any) {
	p.Helper()
	if got := eval[T](p, function, args...); !reflect.DeepEqual(got, want) {
		p.Errorf("%s: got\n%v, want\n%v", function, got, want)
	}
}

// click clicks on the first element that a selector finds and that has a text.
func (p *tab) click(selector, text string, options ...chromedp.MouseOption) {
	p.Helper()
	at := eval[[2]float64](p, `(selector, text) => probe.element(selector, text)`, selector, text)
	p.do(chromedp.MouseClickXY(at[0], at[1], options...))
	p.rest()
}

// clickFrame clicks on a frame of the picture.
func (p *tab) clickFrame(name string, options ...chromedp.MouseOption) {
	p.Helper()
	at := eval[[2]float64](p, `(name) => probe.frame(name)`, name)
	p.do(chromedp.MouseClickXY(at[0], at[1], options...))
	p.rest()
}

// press presses keys one after the other, and waits for what follows.
func (p *tab) press(keys string, modifiers ...chromedp.Modifier) {
	p.Helper()
	for _, r := range keys {
		events := kb.Encode(r)
		down, up := events[0], events[len(events)-1]
		for _, m := range modifiers {
			down.Modifiers |= int64(m)
			up.Modifiers |= int64(m)
		}
		if len(events) == 3 {
			down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
		}
		command(p, input.DispatchKeyEvent, *down)
		command(p, input.DispatchKeyEvent, *up)
	}
	p.rest()
}

// back goes back in the history.
func (p *tab) back() {
	p.Helper()
	before := eval[string](p, `() => location.hash`)
	p.run(`() => history.back()`)
	until(p, true, `(before) => location.hash !== before`, before)
	p.rest()
}

// page returns the page of a text in a format that fold reads.
func (p *tab) page(text string, o Options) string {
	p.Helper()
	o.Title = cmp.Or(o.Title, "test")
	return write(p, read(p, text), o)
}
