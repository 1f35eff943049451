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
}

// fullPools finds pools of which no thread waits for work.
func fullPools(e *examination) []Finding {
	const least, most = 4, 3
	var findings []Finding
	e.roots(func(root collapse.NodeID, name string) {
		if strings.HasPrefix(name, createdBy) || e.totals[root] < least || len(findings) == most || name == "(unnamed)" || name == "virtual thread" {
			return
		}
		places := make(tally)
		idle := false
		e.under(root, func(n collapse.NodeID, self int64) {
			places[e.text(e.place(n))+e.leafText(n)] += self
			for at := n; at != root; at = e.p.Parent(at) {
				function := e.frame(at).Name
				idle = idle || slices.ContainsFunc(idlePlaces, func(part string) bool { return strings.Contains(function, part) })
			}
		})
		if idle {
			return
		}
		findings = append(findings, Finding{
			Check: "full-pool", Severity: Lead,
			Says:     fmt.Sprintf("none of the %d threads named %s waits for work in a queue that fold knows: if they are a pool, it is full", e.totals[root], text.Visible(name)),
			Evidence: append([]string{"they stand in:"}, counts(places, 3)...),
		})
	})
	return findings
}
