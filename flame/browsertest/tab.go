package browsertest

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Tab is a tab of a browser, in which one test looks at pages.
type Tab struct {
	testing.TB
	*Browser
	Chromium context.Context // for what only chromedp can do; nil: the browser is another one
	Close    func()          // closes the tab; the end of the test does so, too

	driver driver

	mu       sync.Mutex
	troubles []string // errors and warnings that the pages wrote to the console, and uncaught exceptions
}

type (
	mouseEvent = input.DispatchMouseEventParams
	modifier   = chromedp.Modifier
)

func (p *Tab) addTrouble(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.troubles = append(p.troubles, text)
}

// TakeTroubles returns the troubles of the pages so far, and forgets them.
func (p *Tab) TakeTroubles() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	troubles := p.troubles
	p.troubles = nil
	return troubles
}

func (p *Tab) check(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// Navigate shows a page.
func (p *Tab) Navigate(url string) {
	p.Helper()
	p.check(p.driver.navigate(url))
}

// Reload loads the page anew.
func (p *Tab) Reload() {
	p.Helper()
	p.check(p.driver.reload())
}

// Resize makes the window so large, in CSS pixels.
func (p *Tab) Resize(width, height int) {
	p.Helper()
	p.check(p.driver.resize(width, height))
}

// Mouse does something with the mouse, as Chromium's protocol says it.
func (p *Tab) Mouse(event input.DispatchMouseEventParams) {
	p.Helper()
	p.check(p.driver.mouse(event))
}

// MouseAt presses, moves or releases the mouse at a place of the window.
func (p *Tab) MouseAt(kind input.DispatchMouseEventType, x, y float64, options ...chromedp.MouseOption) {
	p.Helper()
	event := input.DispatchMouseEventParams{Type: kind, X: x, Y: y}
	for _, option := range options {
		option(&event)
	}
	p.Mouse(event)
}

// ClickAt clicks at a place of the window, with the left button if no option says otherwise.
func (p *Tab) ClickAt(x, y float64, options ...chromedp.MouseOption) {
	p.Helper()
	options = append([]chromedp.MouseOption{chromedp.ButtonLeft, chromedp.ClickCount(1)}, options...)
	p.MouseAt(chromedp.MousePressed, x, y, options...)
	p.MouseAt(chromedp.MouseReleased, x, y, options...)
}

// HoverAt moves the pointer to a place of the window.
func (p *Tab) HoverAt(x, y float64) {
	p.Helper()
	p.MouseAt(chromedp.MouseMoved, x, y)
}

// Press presses keys one after the other, those of package kb. What a key types is part of the event, so a page that takes
// the key for itself stops it, as it does where people type.
func (p *Tab) Press(keys string, modifiers ...chromedp.Modifier) {
	p.Helper()
	for _, r := range keys {
		p.check(p.driver.key(r, modifiers...))
	}
}

// Do runs actions of chromedp in the tab.
func (p *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.Chromium, Patience)
	defer cancel()
	p.check(chromedp.Do(ctx, actions...))
}

// Send sends a command of Chromium's protocol.
func Send[P, R any](p *Tab, command cdp.Command[P, R], params P) R {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.Chromium, Patience)
	defer cancel()
	r, err := chromedp.Call(ctx, command, params)
	p.check(err)
	return r
}

// Run calls a function of the language of the page with some arguments.
func (p *Tab) Run(function string, args ...any) {
	p.Helper()
	p.Get(new(any), function, args...)
}

// Get makes v what a function returns, or what the promise that it returns is of.
func (p *Tab) Get(v any, function string, args ...any) {
	p.Helper()
	if err := p.get(v, function, args...); err != nil {
		p.Fatalf("%s: %v", function, err)
	}
}

func (p *Tab) get(v any, function string, args ...any) error {
	texts := make([]string, len(args))
	for i, arg := range args {
		text, err := json.Marshal(arg)
		if err != nil {
			return err
		}
		texts[i] = string(text)
	}
	// As text, since values that are nothing are errors otherwise.
	source := "Promise.resolve((" + function + ")(" + strings.Join(texts, ",") + ")).then((v) => JSON.stringify(v ?? null))"
	text, err := p.driver.evaluate(source)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), v)
}

// Eval returns what a function returns, or what the promise that it returns is of.
func Eval[T any](p *Tab, function string, args ...any) (v T) {
	p.Helper()
	p.Get(&v, function, args...)
	return v
}

// Until waits until a function returns what is wanted.
func (p *Tab) Until(want any, function string, args ...any) {
	p.Helper()
	for deadline := time.Now().Add(Patience); ; time.Sleep(5 * time.Millisecond) {
		got, err := p.like(want, function, args...)
		if err == nil && reflect.DeepEqual(got, want) {
			return
		}
		if time.Now().After(deadline) {
			p.Fatalf("%s: got %s %v, want %s", function, asJSON(got), err, asJSON(want))
		}
	}
}

// Is checks what a function returns now.
func (p *Tab) Is(want any, function string, args ...any) {
	p.Helper()
	got, err := p.like(want, function, args...)
	if err != nil {
		p.Fatalf("%s: %v", function, err)
	}
	if !reflect.DeepEqual(got, want) {
		p.Errorf("%s: got %s, want %s", function, asJSON(got), asJSON(want))
	}
}

// like returns what a function returns as a value of the type of another one.
func (p *Tab) like(want any, function string, args ...any) (any, error) {
	v := reflect.New(reflect.TypeOf(want))
	err := p.get(v.Interface(), function, args...)
	return v.Elem().Interface(), err
}

func asJSON(v any) []byte {
	text, _ := json.Marshal(v)
	return text
}
