package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fold/collapse"
	"fold/flame/text"
)

// contendedLocks finds functions in which several threads wait for a lock, and who may hold it.
func contendedLocks(e *examination) []Finding {
	const several, most = 3, 3
	sites := make(map[collapse.FrameID]int64)
	e.leaves(func(n collapse.NodeID, _ int64) {
		if w := e.wantsLock(n); w > 0 {
			sites[e.p.FrameOf(e.lockSite(n))] += w
		}
	})
	var frames []collapse.FrameID
	for f, w := range sites {
		if w >= several && !e.isHeld(e.p.Frame(f).Name) {
			frames = append(frames, f)
		}
	}
	name := func(f collapse.FrameID) string { return e.p.Frame(f).Text(e.p.Modules) }
	slices.SortFunc(frames, func(a, b collapse.FrameID) int {
		return cmp.Or(cmp.Compare(sites[b], sites[a]), cmp.Compare(name(a), name(b)))
	})
	var findings []Finding
	for _, f := range frames[:min(most, len(frames))] {
		findings = append(findings, Finding{
			Check: "lock", Severity: Lead,
			Says:     fmt.Sprintf("%s of %d wait for a lock in %s", e.threads(sites[f]), e.total, text.Visible(name(f))),
			Evidence: e.holders(f),
			Stacks: e.worst(func(n collapse.NodeID) bool {
				return e.wantsLock(n) > 0 && e.p.FrameOf(e.lockSite(n)) == f
			}),
		})
	}
	return findings
}

// wantsLock returns how many threads at a node wait for a lock. Where the dump does not tell, the functions do.
func (e *examination) wantsLock(n collapse.NodeID) int64 {
	if e.states.blocked != nil {
		return e.states.blocked[n]
	}
	for at := n; at != collapse.Root && isLockFrame(e.frame(at).Name); at = e.p.Parent(at) {
		if isMutex(e.frame(at).Name) {
			return e.self(n)
		}
	}
	return 0
}

// lockSite returns the function that wants the lock of a stack: the first above those that do the locking.
func (e *examination) lockSite(n collapse.NodeID) collapse.NodeID {
	at := n
	for isLockFrame(e.frame(at).Name) && e.p.Parent(at) != collapse.Root {
		at = e.p.Parent(at)
	}
	return at
}

// isMutex reports whether a function takes a mutex of the system's library or of a language's.
func isMutex(name string) bool {
	for _, part := range []string{"pthread_mutex_lock", "pthread_mutex_timedlock", "lll_lock_wait", "pthread_rwlock_", "mutex::lock", "Mutex::lock", "lock_contended", "psynch_mutexwait", "lock_slow", "lockSlow"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// isLockFrame reports whether a function is part of taking a lock, and not who wants it.
func isLockFrame(name string) bool {
	for _, start := range []string{
		"sync.", "internal/sync.", "runtime.", "std::sys::", "std::sync::", "std::mutex", "std::unique_lock", "std::lock_guard",
		"std::scoped_lock", "__gthread_", "parking_lot", "lock_api::", "java.util.concurrent.locks.", "jdk.internal.misc.Unsafe.park", "sun.misc.Unsafe.park",
		"java.lang.Object.wait", "futex_wait", "__futex_", "syscall", "__psynch", "_pthread_mutex", "__GI_",
		"lll_", "__lll_", "pthread_", "__pthread_", "___pthread_",
	} {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return isMutex(name)
}

// holders names the threads that may hold the lock that a function wants: those that are elsewhere in its package, first those
// in methods of the same type, and the running ones first.
func (e *examination) holders(site collapse.FrameID) []string {
	owner, unit := typeOf(e.p.Frame(site).Name), unitOf(e.p.Frame(site).Name)
	if unit == "" {
		return nil
	}
	ranks := map[string]int{"running": 0, "blocked": 1, "waiting": 2, "": 3}
	found := make(map[string]int64)
	rank := make(map[string]int)
	e.leaves(func(n collapse.NodeID, self int64) {
		if e.wantsLock(n) > 0 && e.p.FrameOf(e.lockSite(n)) == site {
			return
		}
		for at := n; at != collapse.Root; at = e.p.Parent(at) {
			name := e.frame(at).Name
			if unitOf(name) != unit || name == "main.main" {
				continue
			}
			line := text.Visible(name)
			if at != n {
				line += " → " + e.text(n)
			}
			if state := e.stateOf(n); state != "" {
				line += ", " + state
			}
			found[line] += self
			rank[line] = ranks[e.stateOf(n)]
			if typeOf(name) != owner {
				rank[line] += len(ranks)
			}
			return
		}
	})
	lines := make([]string, 0, len(found))
	for line := range found {
		lines = append(lines, line)
	}
	slices.SortFunc(lines, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank[a], rank[b]), cmp.Compare(found[b], found[a]), cmp.Compare(a, b))
	})
	if len(lines) == 0 {
		return []string{"no other thread is in " + text.Visible(unit) + ": who holds it has left, or never unlocked it"}
	}
	evidence := []string{"elsewhere in " + text.Visible(unit) + ", so that they may hold it:"}
	for _, line := range lines[:min(3, len(lines))] {
		evidence = append(evidence, fmt.Sprintf("%6d  %s", found[line], line))
	}
	return evidence
}

// typeOf returns the type that a method of Go belongs to, "main.(*Till)", or what else stands before the last point.
func typeOf(name string) string { return name[:max(strings.LastIndexByte(name, '.'), 0)] }

// unitOf returns what a function belongs to: its package in Go, its class in Java, its class or namespace in C++
// and Rust, its file in Python.
func unitOf(name string) string {
	if open := strings.LastIndex(name, " ("); open > 0 && strings.HasSuffix(name, ")") {
		return name[open+2 : len(name)-1]
	}
	if at := strings.LastIndex(name, "::"); at > 0 {
		return name[:at]
	}
	if strings.Contains(name, "/") || strings.Contains(name, "(") || strings.Count(name, ".") == 1 {
		return text.GoPackage(name)
	}
	if at := strings.LastIndexByte(name, '.'); at > 0 {
		return name[:at]
	}
	return ""
}
