package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/chromedp/remote"
)

// bidi is a connection by WebDriver BiDi, https://w3c.github.io/webdriver-bidi: commands and their answers in JSON over a
// web socket, for which chromedp's serves.
type bidi struct {
	conn *remote.Conn

	mu      sync.Mutex
	last    int64                        // the number of the last command
	waiting map[int64]chan bidiMessage   // for the answer to each command
	listens map[string]func(bidiMessage) // to events, by the tab that they are of
	lost    error                        // why there is no connection any more
}

// bidiMessage is what a browser sends: an answer or an event.
type bidiMessage struct {
	ID             int64
	Error, Message string // of an answer: why the command failed
	Result         json.RawMessage
	Method         string // of an event
	Params         json.RawMessage
}

// dialBidi connects with a browser, and begins a session.
func dialBidi(ctx context.Context, url string) (*bidi, error) {
	b := &bidi{waiting: map[int64]chan bidiMessage{}, listens: map[string]func(bidiMessage){}}
	// Errors look different in the two protocols, so that the connection cannot read all answers; it hands over their text.
	var text []byte
	hear := func(format string, args ...any) {
		if format == "<- %s" {
			text = args[0].([]byte)
		}
	}
	conn, err := remote.DialContext(ctx, url, remote.WithConnDebugf(hear))
	if err != nil {
		return nil, err
	}
	b.conn = conn
	go b.read(func() ([]byte, error) {
		text = nil
		err := conn.Read(context.Background(), new(cdproto.Message))
		return text, err
	})
	return b, b.call("session.new", map[string]any{"capabilities": map[string]any{}}, nil)
}

// read deals out what the browser sends, until it sends no more.
func (b *bidi) read(next func() ([]byte, error)) {
	for {
		text, err := next()
		if text == nil {
			b.lose(err)
			return
		}
		var m bidiMessage
		if err := json.Unmarshal(text, &m); err != nil {
			b.lose(err)
			return
		}
		b.deal(m)
	}
}

func (b *bidi) deal(m bidiMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if answer := b.waiting[m.ID]; answer != nil {
		answer <- m
		delete(b.waiting, m.ID)
		return
	}
	var of struct{ Source struct{ Context string } }
	if json.Unmarshal(m.Params, &of) == nil && b.listens[of.Source.Context] != nil {
		b.listens[of.Source.Context](m)
	}
}

// lose makes all commands fail.
func (b *bidi) lose(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lost = err
	for id, answer := range b.waiting {
		close(answer)
		delete(b.waiting, id)
	}
}

// call sends a command, waits for the answer, and makes result its result; nil: nobody wants it.
func (b *bidi) call(method string, params map[string]any, result any) error {
	text, err := json.Marshal(params)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*Patience) // the first answer comes when the browser has started
	defer cancel()
	id, answer := b.expect()
	message := cdproto.Message{ID: id, Method: cdproto.MethodType(method), Params: jsonv2.Value(text)}
	if err := b.conn.Write(ctx, &message); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case m, ok := <-answer:
		switch {
		case !ok:
			return fmt.Errorf("%s: the browser has gone: %w", method, b.lost)
		case m.Error != "":
			return fmt.Errorf("%s: %s: %s", method, m.Error, m.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-ctx.Done():
		return errors.New(method + ": no answer")
	}
}

// expect returns the number of the next command, and where its answer will come.
func (b *bidi) expect() (int64, chan bidiMessage) {
	answer := make(chan bidiMessage, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	if b.lost != nil {
		close(answer)
	} else {
		b.waiting[b.last] = answer
	}
	return b.last, answer
}

// listen calls a function for each event of a tab; nil: no more.
func (b *bidi) listen(tab string, hear func(bidiMessage)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listens[tab] = hear
}
