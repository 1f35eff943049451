package dump

import (
	"strings"

	"fold/collapse"
)

// PushPool adds the pool that a thread belongs to as the root of its stack, if [input.Options] asks for who created
// threads and the name tells: that of Java's threads is always there.
func (t *Threads) PushPool(name string) {
	if !t.in.Options.Creators || len(t.Stack) == 0 {
		return
	}
	if pool := poolOf(name); pool != "" {
		t.key = append(append(t.key[:0], 0, 'p'), pool...) // no frame's text begins so
		t.Push(t.key, func(key []byte) []collapse.Frame {
			return []collapse.Frame{{Name: string(key[2:]), Kind: collapse.KindThread}}
		})
	}
}

// poolOf returns what the name of a thread shares with the others of its pool; empty: it is of none.
//
//	till-1                   till
//	ThreadPoolExecutor-0_1   ThreadPoolExecutor-0
//	Thread-7 (serve)         Thread (serve)
//	tokio-runtime-w          tokio-runtime-w
//	Thread-7, kiosk          none: the name says nothing
func poolOf(name string) string {
	const unnamed = "Thread"
	if rest, found := strings.CutPrefix(name, unnamed+"-"); found {
		target := strings.TrimLeft(rest, "0123456789")
		if target == rest || !strings.HasPrefix(target, " (") {
			return ""
		}
		return unnamed + target
	}
	if bare := strings.TrimRight(name, "0123456789"); bare != name {
		return strings.TrimRight(bare, "-_#: ")
	}
	for _, word := range []string{"worker", "Worker", "pool", "Pool", "tokio-"} {
		if strings.Contains(name, word) {
			return name
		}
	}
	return ""
}
