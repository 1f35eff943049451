// Command example is a service that shows what it does at /debug/flame, with three things to see: a
// goroutine that computes, one that waits for a lock and one that waits for a connection.
//
//	go run ./docs/example
//	fold top 'http://localhost:6060/debug/flame?seconds=2&view=pprof'
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"fold/flame/web"
	"fold/sources/live"
)

func main() {
	w, err := newWork()
	if err == nil {
		defer w.stop()
		fmt.Println("look at http://localhost:6060/debug/flame?seconds=2&view=html")
		// Not reachable from other machines: the page shows the program's insides.
		err = http.ListenAndServe("localhost:6060", routes())
	}
	fmt.Fprintln(os.Stderr, "example:", err)
	os.Exit(1)
}

// routes is all that a service needs.
func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/debug/flame", web.Handler(live.Record, web.HandlerOptions{Title: "example"}))
	return mux
}

// work is what the program does besides.
type work struct {
	steps   int
	lock    sync.Mutex
	stopped atomic.Bool
	closers []io.Closer
	running sync.WaitGroup
}

// newWork starts the goroutines.
func newWork() (*work, error) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return nil, err
	}
	silent, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		listener.Close()
		return nil, err
	}
	w := &work{closers: []io.Closer{listener, silent}}
	w.lock.Lock()
	w.running.Go(w.compute)
	w.running.Go(w.waitForLock)
	w.running.Go(func() { waitForAnswer(silent) })
	return w, nil
}

// stop ends the goroutines and waits for them.
func (w *work) stop() {
	w.stopped.Store(true)
	w.lock.Unlock()
	for _, c := range w.closers {
		c.Close()
	}
	w.running.Wait()
}

// compute works half of the time, so that a test of it leaves processors to others.
func (w *work) compute() {
	for !w.stopped.Load() {
		for until := time.Now().Add(5 * time.Millisecond); time.Now().Before(until); {
			w.steps += collatz(837799)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

//go:noinline
func collatz(n int) (steps int) {
	for ; n != 1; steps++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	return steps
}

func (w *work) waitForLock() {
	w.lock.Lock()
	defer w.lock.Unlock()
}

// waitForAnswer reads from a server that says nothing.
func waitForAnswer(c net.Conn) {
	_, _ = c.Read(make([]byte, 1))
}
