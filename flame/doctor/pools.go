package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

// createdBy begins the frame that a Go dump has at the root for whoever created a goroutine.
const createdBy = "created by "

// roots calls f with each frame of a thread's name at the root of stacks, the heaviest first.
func (e *examination) roots(f func(n collapse.NodeID, name string)) {
	var nodes []collapse.NodeID
	for n := collapse.NodeID(1); int(n) < e.p.Len(); n++ {
		if e.p.Parent(n) == collapse.Root && e.frame(n).Kind == collapse.KindThread && e.totals[n] > 0 {
			nodes = append(nodes, n)
		}
	}
	slices.SortStableFunc(nodes, func(a, b collapse.NodeID) int {
		return cmp.Or(cmp.Compare(e.totals[b], e.totals[a]), cmp.Compare(e.frame(a).Name, e.frame(b).Name))
	})
	for _, n := range nodes {
		f(n, e.frame(n).Name)
	}
}

// under calls f with each node at which stacks end that begin at root.
func (e *examination) under(root collapse.NodeID, f func(n collapse.NodeID, self int64)) {
	inside := make([]bool, e.p.Len())
	inside[root] = true
	for n := root + 1; int(n) < e.p.Len(); n++ {
		inside[n] = inside[e.p.Parent(n)]
		if self := e.self(n); inside[n] && self > 0 {
			f(n, self)
		}
	}
}

// pileUps finds goroutines that one function created in numbers, and that wait: leaks look so.
func pileUps(e *examination) []Finding {
	const many, share, most = 10, 0.2, 3
	var findings []Finding
	e.roots(func(root collapse.NodeID, name string) {
		creator, found := strings.CutPrefix(name, createdBy)
		total := e.totals[root]
		if !found || len(findings) == most || total < many || e.share(total) < share {
			return
		}
		places := make(tally)
		var running, minutes int64
		e.under(root, func(n collapse.NodeID, self int64) {
			places[e.text(e.place(n))+e.leafText(n)] += self
			if e.states.running != nil {
				running += e.states.running[n]
			}
			if e.states.minutes != nil {
				minutes += e.states.minutes[n]
			}
		})
		if running*10 > total || largest(places)*2 < total {
			return
		}
		f := Finding{
			Check: "pile-up", Severity: Lead,
			Says:     fmt.Sprintf("%s of %d were created by %s, and hardly any of them runs: do they ever end?", e.threads(total), e.total, text.Visible(creator)),
			Evidence: append([]string{"they stand in:"}, counts(places, 3)...),
		}
		if minutes > 0 {
			f.Evidence = append(f.Evidence, fmt.Sprintf("they have waited for %.1f minutes on average", float64(minutes)/float64(total)))
		}
		findings = append(findings, f)
		if e.piled == nil {
			e.piled = make(map[collapse.NodeID]bool)
		}
		e.piled[root] = true
	})
	return findings
}

func largest(t tally) (weight int64) {
	for _, w := range t {
		weight = max(weight, w)
	}
	return weight
}

// leafText returns " → LEAF" where a stack goes on below the frame that it is recognised by.
func (e *examination) leafText(n collapse.NodeID) string {
	if e.place(n) == n {
		return ""
	}
	return " → " + e.text(n)
}

// idlePlaces are parts of functions in which a worker waits for work.
var idlePlaces = []string{
	"ThreadPoolExecutor.getTask", "ForkJoinPool.awaitWork", "TaskQueue.take", "TaskQueue.poll",
	"QueuedThreadPool.idleJobPoll", "reservedThread", "EventLoop.select", "EPoll.wait", "KQueue.poll", "TimerThread.mainLoop",
	"DelayedWorkQueue.take", "ReferenceQueue.remove", "BlockingQueue.take", "BlockingQueue.poll", "BlockingDeque.take", "BlockingDeque.poll",
	"DelayQueue.take", "TransferQueue.take", "SynchronousQueue", "CoroutineScheduler$Worker.park", "ServerSocket.accept",
	"sync.(*Cond).Wait", "internal/poll.(*FD).Accept", // Go
	"get (queue.py", "get (multiprocessing/queues.py", "accept (socket.py", "select (selectors.py", // Python
	"pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "condition_variable", "sem_wait", "epoll_wait", "ondvar", // C++, Rust
}

// idleLeaves are functions of which the leaf alone says that a worker waits for work, in a call to C.
var idleLeaves = []string{"_worker (concurrent/futures/thread.py", "_worker (thread.py"}

// foreignCreators are the beginnings of functions of Go's libraries that create goroutines, for clients and connections and
// not for a pool.
var foreignCreators = []string{"net/", "database/", "runtime", "internal/", "os/", "golang.org/x/", "google.golang.org/"}

// fullPools finds pools of which no thread waits for work.
func fullPools(e *examination) []Finding {
	const least, most = 4, 3
	var findings []Finding
	e.roots(func(root collapse.NodeID, name string) {
		if e.totals[root] < least || len(findings) == most || e.piled[root] || !isPool(name) {
			return
		}
		places := make(tally)
		idle := false
		e.under(root, func(n collapse.NodeID, self int64) {
			places[e.text(e.place(n))+e.leafText(n)] += self
			idle = idle || e.isIdleWorker(n, root)
		})
		if idle {
			return
		}
		findings = append(findings, Finding{
			Check: "full-pool", Severity: Lead,
			Says:     poolText(e.threads(e.totals[root]), name),
			Evidence: append([]string{"they stand in:"}, counts(places, 3)...),
		})
	})
	return findings
}

// isPool reports whether a name may be that of a pool.
func isPool(name string) bool {
	if creator, found := strings.CutPrefix(name, createdBy); found {
		return !slices.ContainsFunc(foreignCreators, func(start string) bool { return strings.HasPrefix(creator, start) })
	}
	return name != "(unnamed)" && name != "virtual thread"
}

func poolText(threads, name string) string {
	if creator, found := strings.CutPrefix(name, createdBy); found {
		return fmt.Sprintf("none of the %s created by %s waits in its first function or in a queue that fold knows: if they are a pool, it is full",
			threads, text.Visible(creator))
	}
	return fmt.Sprintf("none of the %s named %s waits for work in a queue that fold knows: if they are a pool, it is full", threads, text.Visible(name))
}

// isIdleWorker reports whether the threads at a node wait for work. A goroutine that does waits in the function that it
// began with, mostly, for a channel.
func (e *examination) isIdleWorker(n, root collapse.NodeID) bool {
	within := func(name string, parts []string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
	}
	if strings.HasPrefix(e.frame(root).Name, createdBy) && e.p.Parent(n) == root && e.stateOf(n) == "waiting" {
		return true
	}
	if within(e.frame(n).Name, idleLeaves) {
		return true
	}
	for at := n; at != root; at = e.p.Parent(at) {
		if within(e.frame(at).Name, idlePlaces) {
			return true
		}
	}
	return false
}
