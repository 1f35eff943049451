package dump

import "fold/sources/input"

// GIL finds out who holds the lock of a Python interpreter, in the last dump or process that says so.
type GIL struct {
	t    *Threads
	lock input.Lock
}

// NewGIL returns a GIL for the threads of t.
func NewGIL(t *Threads) *GIL { return &GIL{t: t} }

// Forget says that what follows belongs to another dump or process.
func (g *GIL) Forget() { g.lock = input.Lock{} }

// Thread takes in the thread whose frames stand in the stack, the leaf first: whether it has the lock, or wants it.
func (g *GIL) Thread(name, state string, has, wants bool) {
	if !g.t.in.Options.Dumps || len(g.t.Stack) == 0 || !has && !wants {
		return
	}
	leaf := g.t.b.Known(g.t.b.SymbolFrames(g.t.Stack[0])[0]).Name
	if has {
		if name == "" {
			name = "(unnamed)"
		}
		g.lock.Holder, g.lock.Stands, g.lock.State = name, leaf, state
		return
	}
	if g.lock.Sites == nil {
		g.lock.Sites = make(map[string]int64)
	}
	g.lock.Wants++
	g.lock.Sites[leaf]++
}

// Report reports the lock, if a thread has it or wants it.
func (g *GIL) Report() {
	if g.lock.Holder != "" || g.lock.Wants > 0 {
		g.lock.Class = "the GIL"
		g.t.in.Lock(g.lock)
	}
}
