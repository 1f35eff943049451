package browsertest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// firefoxSettings keep a Firefox from asking the network for news before it starts.
const firefoxSettings = `
user_pref("app.normandy.enabled", false);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("services.settings.server", "data:,nothing");
`

// StartFirefox starts a Firefox that ends with the test. Where there is none the test is skipped, unless
// FOLD_REQUIRE_BROWSER is set.
func StartFirefox(t testing.TB) *Browser {
	path := Find("FIREFOX", "firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
	if path == "" {
		skip(t, "no Firefox found: install one, or set FIREFOX to its path")
	}
	profile := t.TempDir()
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxSettings), 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")
	address, err := startListening(command)
	if err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	session, err := dialBidi(ctx, address+"/session")
	if err == nil {
		err = session.call("session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil)
	}
	if err != nil {
		command.Process.Kill()
		command.Wait()
		t.Fatal(err)
	}
	open := func(probe string, trouble func(string)) (driver, error) { return openFirefox(session, probe, trouble) }
	return newBrowser(t, open, func() {
		session.call("browser.close", map[string]any{}, nil)
		command.Process.Kill() // it would take half a minute to end by itself
		command.Wait()
		session.conn.Close()
	})
}

// startListening starts a Firefox, and returns the address that it listens at, which it says on its standard error.
func startListening(command *exec.Cmd) (string, error) {
	out, err := command.StderrPipe()
	if err != nil {
		return "", err
	}
	if err := command.Start(); err != nil {
		return "", err
	}
	forced := time.AfterFunc(2*Patience, func() { command.Process.Kill() })
	defer forced.Stop()
	var said bytes.Buffer
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, is := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); is {
			go func() {
				for lines.Scan() { // or it would wait for somebody to read
				}
			}()
			return address, nil
		}
		said.WriteString(lines.Text() + "\n")
	}
	command.Wait()
	return "", errors.New("it does not say where it listens:\n" + said.String())
}

// firefoxTab is a tab of a Firefox.
type firefoxTab struct {
	session *bidi
	context string // its name in the protocol
}

func openFirefox(session *bidi, probe string, trouble func(string)) (driver, error) {
	var opened struct{ Context string }
	if err := session.call("browsingContext.create", map[string]any{"type": "tab"}, &opened); err != nil {
		return nil, err
	}
	f := firefoxTab{session, opened.Context}
	session.listen(f.context, func(m bidiMessage) {
		var entry struct{ Level, Text string }
		if json.Unmarshal(m.Params, &entry) == nil && (entry.Level == "error" || entry.Level == "warn") {
			trouble(entry.Level + ": " + entry.Text)
		}
	})
	// The script is a function there, so what it declares is nobody's.
	function := "() => {" + probe + "\n; globalThis.probe = probe; }"
	return f, f.call("script.addPreloadScript", map[string]any{"functionDeclaration": function, "contexts": []string{f.context}}, nil)
}

// call sends a command that is about the tab.
func (f firefoxTab) call(method string, params map[string]any, result any) error {
	params["context"] = f.context
	return f.session.call(method, params, result)
}

func (f firefoxTab) navigate(url string) error {
	return f.call("browsingContext.navigate", map[string]any{"url": url, "wait": "complete"}, nil)
}

func (f firefoxTab) reload() error {
	return f.call("browsingContext.reload", map[string]any{"wait": "complete"}, nil)
}

func (f firefoxTab) resize(width, height int) error {
	return f.call("browsingContext.setViewport", map[string]any{"viewport": map[string]int{"width": width, "height": height}}, nil)
}

func (f firefoxTab) close() error {
	f.session.listen(f.context, nil)
	return f.call("browsingContext.close", map[string]any{}, nil)
}

func (f firefoxTab) evaluate(source string) (string, error) {
	var evaluated struct {
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := f.session.call("script.evaluate", map[string]any{
		"expression": source, "target": map[string]string{"context": f.context}, "awaitPromise": true, "userActivation": true,
	}, &evaluated)
	if text := evaluated.ExceptionDetails.Text; err == nil && text != "" {
		return "", errors.New(text)
	}
	return evaluated.Result.Value, err
}

// act does something with the keyboard or the mouse, which keep their state from one time to the next.
func (f firefoxTab) act(kind string, actions ...map[string]any) error {
	source := map[string]any{"type": kind, "id": kind, "actions": actions}
	return f.call("input.performActions", map[string]any{"actions": []any{source}}, nil)
}

func (f firefoxTab) mouse(e mouseEvent) error {
	button := 0
	if e.Button == "right" {
		button = 2
	}
	if e.Type == "mouseWheel" {
		scroll := map[string]any{"type": "scroll", "x": math.Round(e.X), "y": math.Round(e.Y), "deltaX": math.Round(e.DeltaX), "deltaY": math.Round(e.DeltaY)}
		return f.with(e.Modifiers, func() error { return f.act("wheel", scroll) })
	}
	actions := []map[string]any{{"type": "pointerMove", "x": e.X, "y": e.Y}}
	switch e.Type {
	case chromedp.MousePressed:
		actions = append(actions, map[string]any{"type": "pointerDown", "button": button})
	case chromedp.MouseReleased:
		actions = append(actions, map[string]any{"type": "pointerUp", "button": button})
	}
	return f.with(e.Modifiers, func() error { return f.act("pointer", actions...) })
}

// keyCodes are the letters that stand for keys in the protocol.
var keyCodes = map[string]string{
	"Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "PageUp": "\ue00e", "PageDown": "\ue00f",
	"End": "\ue010", "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
	"Delete": "\ue017", "F1": "\ue031", "F2": "\ue032", "F3": "\ue033", "F10": "\ue03a",
}

// modifierCodes are the same for the keys that change what others do.
var modifierCodes = []struct {
	modifier modifier
	code     string
}{
	{chromedp.ModifierShift, "\ue008"}, {chromedp.ModifierCtrl, "\ue009"}, {chromedp.ModifierAlt, "\ue00a"}, {chromedp.ModifierMeta, "\ue03d"},
}

// with holds keys while something is done.
func (f firefoxTab) with(modifiers int64, do func() error) error {
	for _, m := range modifierCodes {
		if modifiers&int64(m.modifier) == 0 {
			continue
		}
		inner, code := do, m.code
		do = func() error {
			return errors.Join(f.act("key", map[string]any{"type": "keyDown", "value": code}), inner(), f.act("key", map[string]any{"type": "keyUp", "value": code}))
		}
	}
	return do()
}

func (f firefoxTab) key(r rune, modifiers ...modifier) error {
	if r == '\n' {
		r = '\r'
	}
	value, held := string(r), int64(0)
	for _, m := range modifiers {
		held |= int64(m)
	}
	if key, known := kb.Keys[r]; known {
		if len(key.Key) > 1 {
			code, known := keyCodes[key.Key]
			if !known {
				return fmt.Errorf("no code for the key %s", key.Key)
			}
			value = code
		}
		if key.Shift {
			held |= int64(chromedp.ModifierShift)
		}
	}
	return f.with(held, func() error {
		return f.act("key", map[string]any{"type": "keyDown", "value": value}, map[string]any{"type": "keyUp", "value": value})
	})
}
