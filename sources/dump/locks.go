package dump

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"fold/sources/input"
)

// Locks finds out who holds the locks of a Java dump that others want. They stand below the frames that took them or
// want them, each with its address:
//
//	at shop.Till.ring(Till.java:5)
//	- waiting to lock <0x0000000687a17470> (a shop.Till)
//	at shop.Kiosk.open(Kiosk.java:9)
//	- locked <0x0000000687a17460> (a java.lang.Object)
//
//	at jdk.internal.misc.Unsafe.park(Native Method)
//	- parking to wait for  <0x0000000687a17480> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
//
//	   Locked ownable synchronizers:
//	- <0x0000000687a17490> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
//
// ThreadInfo writes shop.Till@1b2c for an address. A nil Locks does nothing.
type Locks struct {
	t     *Threads
	marks []lockMark  // of the thread that is being read
	last  *lockThread // the one that was read last
	owner string      // the thread that holds what this one wants, as its header says; empty: it does not
	locks map[string]*lock
	all   []*lock // in the order in which the dump names them
}

// lockMark is one of these lines.
type lockMark struct {
	kind      markKind
	id, class string
	in        int // the number of the frame above it
}

type markKind uint8

const (
	locked   markKind = iota // holds it
	owned                    // holds it, as a list below the stack says
	wanted                   // wants it
	parked                   // waits for it, which may be a lock or not
	released                 // has released it, in Object.wait
)

// markKinds are the beginnings of the lines.
var markKinds = []struct {
	text string
	kind markKind
}{
	{"waiting to lock ", wanted},
	{"waiting to re-lock in wait() ", wanted},
	{"blocked on ", wanted},
	{"waiting on ", released},
	{"parking to wait for ", parked},
	{"locked ", locked},
	{"", owned},
}

// lock is a lock with those who hold and want it.
type lock struct {
	id, class string
	holder    *lockThread
	heldIn    string           // the function that took it
	sites     map[string]int64 // how many threads want it, by the function that does
	wants     int64
	isSurely  bool // it is a lock, and no condition that threads wait for
}

// lockThread is a thread that holds locks.
type lockThread struct {
	name, state, leaf string
	stands            string // where it stands: the program's own function, and the leaf
	wants             *lock
}

// maxLocks bounds the memory for locks.
const maxLocks = 1 << 20

// NewLocks returns a Locks for the threads of t, or nil if nobody asked.
func NewLocks(t *Threads) *Locks {
	if !t.in.Options.Dumps {
		return nil
	}
	return &Locks{t: t, locks: make(map[string]*lock)}
}

// Forget says that what follows belongs to another dump, in which the same address may be another lock.
func (l *Locks) Forget() {
	if l != nil {
		l.marks, l.all, l.last = l.marks[:0], l.all[:0], nil
		l.locks = make(map[string]*lock)
	}
}

// Owner says which thread holds what the thread wants that is being read, if its header tells; empty: it does not.
func (l *Locks) Owner(name []byte) {
	if l != nil {
		l.owner = string(name)
	}
}

// Line reads what follows "- " in a line of the thread that is being read.
func (l *Locks) Line(text []byte) {
	if l == nil || len(l.t.Stack) == 0 {
		return
	}
	text = input.TrimBlanks(text)
	for _, m := range markKinds {
		rest, found := bytes.CutPrefix(text, []byte(m.text))
		if !found {
			continue
		}
		id, class := cutLock(input.TrimBlanks(rest))
		if id != "" || m.kind == released {
			l.marks = append(l.marks, lockMark{m.kind, id, class, len(l.t.Stack) - 1})
		}
		return
	}
}

// Owned reads what follows "- " in the list of ownable synchronizers that stands below the stack of the thread that was read
// last, after an empty line.
func (l *Locks) Owned(text []byte) {
	if l != nil && l.last != nil && len(l.locks) < maxLocks {
		if id, class := cutLock(input.TrimBlanks(text)); id != "" {
			l.own(id, class)
		}
	}
}

func (l *Locks) own(id, class string) {
	if k := l.lockOf(id, class); k.holder == nil {
		k.holder = l.last
	}
}

// cutLock reads "<0x0000000687a17470> (a shop.Till)" or "shop.Till@1b2c". Others, as
// "<no object reference available>" and "None", have no id.
func cutLock(text []byte) (id, class string) {
	if address, rest, found := bytes.Cut(text, []byte{'>'}); found && bytes.HasPrefix(address, []byte("<0x")) {
		rest = bytes.TrimPrefix(input.TrimBlanks(rest), []byte("(a "))
		rest, _, _ = bytes.Cut(rest, []byte{')'})
		return string(address[1:]), string(rest)
	}
	at := bytes.LastIndexByte(text, '@')
	if at <= 0 || bytes.IndexByte(text, ' ') >= 0 || at+1 == len(text) {
		return "", ""
	}
	return string(text), string(text[:at])
}

// End takes in the thread whose frames stand in the stack, before the thread's own name does.
func (l *Locks) End(name, state []byte) {
	if l == nil {
		return
	}
	l.last = nil
	if len(l.t.Stack) > 0 && len(l.locks) < maxLocks {
		l.last = &lockThread{name: string(name), state: string(state), leaf: l.frame(0), stands: l.stands()}
		l.add(l.last)
	}
	l.marks = l.marks[:0]
}

// stands returns the function of the program's own that is nearest to the leaf, and the leaf.
func (l *Locks) stands() string {
	leaf := l.frame(0)
	for n := range l.t.Stack {
		name := l.frame(n)
		isLibrary := slices.ContainsFunc([]string{"java.", "javax.", "jdk.", "sun."}, func(start string) bool { return strings.HasPrefix(name, start) })
		switch {
		case isLibrary:
		case n == 0:
			return leaf
		default:
			return name + " → " + leaf
		}
	}
	return leaf
}

func (l *Locks) frame(n int) string {
	return l.t.b.Known(l.t.b.SymbolFrames(l.t.Stack[n])[0]).Name
}

func (l *Locks) add(thread *lockThread) {
	for _, m := range l.marks {
		if m.id != "" && l.wants(m, thread) {
			k := l.lockOf(m.id, m.class)
			k.isSurely = k.isSurely || m.kind != parked || isLockClass(m.class)
			thread.wants = k
			k.wants++
			k.sites[l.site(m.in)]++
			if l.owner != "" && k.holder == nil {
				k.holder = &lockThread{name: l.owner}
			}
		}
	}
	released := l.releasedIn(thread)
	for _, m := range l.marks {
		if m.kind == owned {
			l.own(m.id, m.class)
		}
		if m.kind == locked && m.id != "" && m.id != released && (thread.wants == nil || m.id != thread.wants.id) {
			k := l.lockOf(m.id, m.class)
			k.holder, k.heldIn = thread, l.frame(m.in) // the frame nearest to the root took it first, and stands last
		}
	}
}

// wants reports whether a thread wants the lock of a line. Who was woken in Object.wait wants back what it released.
func (l *Locks) wants(m lockMark, thread *lockThread) bool {
	return m.kind == wanted || m.kind == parked || m.kind == released && thread.state == "BLOCKED"
}

// releasedIn returns the lock that a thread has released while it waits in Object.wait, below whose frames it stands as
// locked all the same. Where the VM does not know which one it is, it is that of the frame nearest to the leaf.
func (l *Locks) releasedIn(thread *lockThread) (id string) {
	if !strings.HasPrefix(thread.leaf, "java.lang.Object.wait") {
		return ""
	}
	for _, kind := range []markKind{released, locked} {
		for _, m := range l.marks {
			if m.kind == kind && m.id != "" {
				return m.id
			}
		}
	}
	return ""
}

func (l *Locks) lockOf(id, class string) *lock {
	k := l.locks[id]
	if k == nil {
		k = &lock{id: id, class: class, sites: make(map[string]int64)}
		l.locks[id] = k
		l.all = append(l.all, k)
	}
	return k
}

// site returns the function that wants a lock: the first that is no part of taking it.
func (l *Locks) site(from int) string {
	for n := from; n < len(l.t.Stack); n++ {
		name := l.frame(n)
		if !slices.ContainsFunc(lockingFrames, func(start string) bool { return strings.HasPrefix(name, start) }) {
			return name
		}
	}
	return l.frame(from)
}

var lockingFrames = []string{
	"java.util.concurrent.locks.", "jdk.internal.misc.Unsafe.park", "sun.misc.Unsafe.park", "java.lang.Object.wait", "java.lang.VirtualThread.",
	"java.lang.System$2.parkVirtualThread",
}

// isLockClass reports whether what a thread is parked for is a lock, and not a condition or a future.
func isLockClass(class string) bool {
	return strings.Contains(class, "Lock$") && strings.HasSuffix(class, "Sync") || strings.HasSuffix(class, ".StampedLock")
}

// Report reports the locks that threads want, those that most want first. If nothing else has, it reports the threads that
// wait for each other, too.
func (l *Locks) Report(foundDeadlock bool) {
	if l == nil {
		return
	}
	var contended []*lock
	for _, k := range l.all {
		if k.wants > 0 && (k.isSurely || k.holder != nil) {
			contended = append(contended, k)
		}
	}
	slices.SortStableFunc(contended, func(a, b *lock) int { return cmp.Compare(b.wants, a.wants) })
	for _, k := range contended {
		if !foundDeadlock {
			if cycle := k.cycle(); cycle != "" {
				l.t.in.Deadlock(cycle)
				foundDeadlock = true
			}
		}
		l.t.in.Lock(k.report())
	}
}

func (k *lock) report() input.Lock {
	lock := input.Lock{Class: k.class, Wants: k.wants, Sites: k.sites, HeldIn: k.heldIn}
	if h := k.holder; h != nil {
		lock.Holder, lock.State, lock.Stands = h.name, h.state, h.stands
		if h.wants != nil {
			lock.Next = h.wants.class
			if h.wants.holder != nil {
				lock.NextHolder = h.wants.holder.name
			}
		}
	}
	return lock
}

// cycle returns the threads that wait for each other for a lock, as the VM would report them; empty if there are none.
func (k *lock) cycle() string {
	const longest = 100
	first := k
	var waits []string
	for range longest {
		thread := k.holder
		if thread == nil || thread.wants == nil || thread.wants.holder == nil || thread.wants == k {
			return ""
		}
		k = thread.wants
		waits = append(waits, `"`+thread.name+`" waits for `+k.class+`, held by "`+k.holder.name+`"`)
		if k == first {
			return strings.Join(waits[:min(len(waits), 10)], "; ")
		}
	}
	return ""
}
