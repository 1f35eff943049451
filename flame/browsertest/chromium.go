package browsertest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// FindChromium returns the path of a Chromium, or "".
func FindChromium() string {
	return Find("CHROME", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell",
		"/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
}

// StartChromium starts a Chromium that ends with the test. Where there is none the test is skipped, unless
// FOLD_REQUIRE_BROWSER is set.
func StartChromium(t testing.TB) *Browser { return StartChromiumWith(t, "") }

// StartChromiumWith is StartChromium with settings of Blink, as its flag --blink-settings takes them.
func StartChromiumWith(t testing.TB, settings string) *Browser {
	path := FindChromium()
	if path == "" {
		skip(t, "no Chromium found: install one, or set CHROME to its path")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WSURLReadTimeout(2*Patience),
	)
	if settings != "" {
		options = append(options, chromedp.Flag("blink-settings", settings))
	}
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	open := func(probe string, trouble func(string)) (driver, error) { return openChromium(ctx, probe, trouble) }
	return newBrowser(t, open, func() {
		ending, cancel := context.WithTimeout(ctx, Patience)
		defer cancel()
		chromedp.Cancel(ending)
	})
}

// chromiumTab is a tab of a Chromium.
type chromiumTab struct {
	ctx    context.Context
	cancel func()
}

func openChromium(browser context.Context, probe string, trouble func(string)) (driver, error) {
	ctx, cancel := chromedp.NewContext(browser)
	c := chromiumTab{ctx, cancel}
	listen := func(event any) {
		if text := troubleOf(event); text != "" {
			trouble(text)
		}
	}
	if err := chromedp.Listen(ctx, listen); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		return nil, err
	}
	_, err := chromedp.Call(ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: probe})
	return c, err
}

// troubleOf returns what a page has written to the console, if that is an error or a warning, or "".
func troubleOf(event any) string {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		trouble := "exception: " + e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			trouble += " " + x.Description
		}
		return trouble
	case *runtime.EventConsoleAPICalled:
		if e.Type != runtime.ConsoleAPICalledTypeError && e.Type != runtime.ConsoleAPICalledTypeWarning && e.Type != runtime.ConsoleAPICalledTypeAssert {
			return ""
		}
		said := []string{fmt.Sprintf("console.%s:", e.Type)}
		for _, arg := range e.Args {
			said = append(said, arg.Description+string(arg.Value))
		}
		return strings.Join(said, " ")
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.EntryLevelError || e.Entry.Level == cdplog.EntryLevelWarning {
			return fmt.Sprintf("%s: %s", e.Entry.Source, e.Entry.Text)
		}
	}
	return ""
}

func (c chromiumTab) do(action chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(c.ctx, Patience)
	defer cancel()
	return chromedp.Do(ctx, action)
}

func (c chromiumTab) navigate(url string) error { return c.do(chromedp.Navigate(url)) }

func (c chromiumTab) reload() error { return c.do(chromedp.Reload()) }

func (c chromiumTab) resize(width, height int) error {
	return c.do(chromedp.EmulateViewport(int64(width), int64(height)))
}

func (c chromiumTab) mouse(event mouseEvent) error {
	ctx, cancel := context.WithTimeout(c.ctx, Patience)
	defer cancel()
	_, err := chromedp.Call(ctx, input.DispatchMouseEvent, event)
	return err
}

func (c chromiumTab) key(r rune, modifiers ...modifier) error {
	ctx, cancel := context.WithTimeout(c.ctx, Patience)
	defer cancel()
	events := kb.Encode(r)
	down, up := events[0], events[len(events)-1]
	for _, m := range modifiers {
		down.Modifiers |= int64(m)
		up.Modifiers |= int64(m)
	}
	if len(events) == 3 && down.Modifiers&^int64(chromedp.ModifierShift) == 0 {
		down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
	}
	if _, err := chromedp.Call(ctx, input.DispatchKeyEvent, *down); err != nil {
		return err
	}
	_, err := chromedp.Call(ctx, input.DispatchKeyEvent, *up)
	return err
}

func (c chromiumTab) evaluate(source string) (string, error) {
	ctx, cancel := context.WithTimeout(c.ctx, Patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[string](source, chromedp.EvalAwaitPromise))
}

func (c chromiumTab) close() error {
	c.cancel()
	return nil
}
