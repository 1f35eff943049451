package web

import "fold/collapse"

// idleCalls are the functions in which goroutines of Go wait until there is something to do. Waiting for a
// lock is not among them, nor waiting for a file or a connection that the program reads: that is where a
// request spends its time.
var idleCalls = map[string]bool{
	"runtime.selectgo":                            true, // select
	"runtime.block":                               true, // select {}
	"runtime.chanrecv":                            true, // <-channel
	"time.Sleep":                                  true,
	"sync.(*Cond).Wait":                           true,
	"sync.(*WaitGroup).Wait":                      true,
	"os/signal.loop":                              true,
	"internal/poll.(*FD).Accept":                  true, // a server that waits for a connection
	"net/http.(*connReader).backgroundRead":       true, // notices that a client goes away
	"net/http.(*http2Framer).ReadFrame":           true, // a connection that is kept open
	"net/http/internal/http2.(*Framer).ReadFrame": true,
}

// idlePairs are callers and what they call to wait for the next request or answer on an open connection.
var idlePairs = map[[2]string]bool{
	{"net/http.(*conn).serve", "bufio.(*Reader).Peek"}:           true,
	{"net/http.(*conn).serve", "net/http.(*conn).readRequest"}:   true,
	{"net/http.(*persistConn).readLoop", "bufio.(*Reader).Peek"}: true,
}

// busyCalls are functions that wait in a select for something that somebody asked for: the answer to an
// HTTP request.
var busyCalls = map[string]bool{
	"net/http.(*persistConn).roundTrip": true,
	"net/http.(*Transport).getConn":     true,
}

// withoutIdle returns the profile without the stacks of goroutines that wait for work, and what those
// weigh in the default column.
func withoutIdle(p *collapse.Profile) (busy *collapse.Profile, hidden int64) {
	idle, awaited := make([]bool, p.Len()), make([]bool, p.Len())
	busy = p.Rewrite(func(b *collapse.Builder, n collapse.NodeID, placed []collapse.NodeID) collapse.NodeID {
		parent, frame := p.Parent(n), p.Frame(p.FrameOf(n))
		caller := ""
		if parent != collapse.Root {
			caller = p.Frame(p.FrameOf(parent)).Name
		}
		awaited[n] = awaited[parent] || busyCalls[frame.Name]
		idle[n] = idle[parent] || !awaited[n] && (idleCalls[frame.Name] || idlePairs[[2]string{caller, frame.Name}])
		if idle[n] {
			hidden, _ = collapse.AddWeights(hidden, p.Self(p.Default, n))
			return collapse.Root
		}
		return b.Call(placed[parent], b.Frame(frame))
	})
	return busy.Compact(), hidden
}
