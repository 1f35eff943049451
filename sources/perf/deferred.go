package perf

import (
	"bytes"
	"strings"

	"fold/collapse"
	"fold/sources/input"
)

// A kernel may put off walking the user's stack until it returns to the program. A sample then ends in a cookie,
// and the rest of its stack follows in a record of the same thread, for all samples with this cookie:
//
//	pwd    2312   121.163435:     249113 cpu/cycles/P:
//		ffffffff8360012f entry_SYSCALL_64_after_hwframe+0x76 ([kernel.kallsyms])
//		       b00000006 (cookie) ([unknown])
//
//	pwd    2312   121.163447: DEFERRED CALLCHAIN [cookie: b00000006]
//		    7f18fe337fa7 mprotect+0x7 (/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
//
// The record may be in another chunk than the sample. So the tree gets a frame for the cookie and, without a
// weight, the stack of the record below a frame of its own; joinDeferred puts them together at the end.
const (
	cookieMark   = "\ncookie "   // the frame of a sample's cookie: this, the thread and the cookie
	deferredMark = "\ndeferred " // the frame that roots the stack of a record
)

var (
	cookieFrame    = []byte("(cookie) ")
	deferredRecord = []byte("DEFERRED CALLCHAIN [cookie: ")
)

// cookie adds the frame of a sample's cookie.
func (r *perfReader) cookie(cookie []byte) {
	if !r.open {
		r.start(perfHeader{})
	}
	r.stack = append(r.stack, r.marked(cookieMark, cookie))
}

// marked returns the symbol of a mark with the open sample's thread and a cookie.
func (r *perfReader) marked(mark string, cookie []byte) collapse.Symbol {
	r.key = append(append(append(append(r.key[:0], mark...), r.header.tid...), ' '), cookie...)
	return r.b.Intern(r.key, func(text []byte) []collapse.Frame {
		return []collapse.Frame{{Name: string(text)}}
	})
}

// deferredCookie returns the cookie of a record with the rest of a stack.
func (h *perfHeader) deferredCookie() (cookie []byte, ok bool) {
	rest, ok := bytes.CutPrefix(h.post, deferredRecord)
	if !ok || h.event != nil {
		return nil, false
	}
	cookie, _, ok = bytes.Cut(rest, []byte("]"))
	return cookie, ok
}

// finishDeferred keeps the stack of a record, without a weight.
func (r *perfReader) finishDeferred(cookie []byte) {
	if len(r.stack) > 0 {
		r.b.Stack(append(r.stack, r.marked(deferredMark, cookie)))
	}
}

// joinDeferred completes the stacks whose rest came in a record of its own.
func joinDeferred(p *collapse.Profile, t *input.Task) *collapse.Profile {
	if !hasMarks(p) {
		return p
	}
	rests := deferredStacks(p)
	missing := make(map[string]bool)
	joined := p.Rewrite(func(b *collapse.Builder, n collapse.NodeID, placed []collapse.NodeID) collapse.NodeID {
		f, to := p.Frame(p.FrameOf(n)), placed[p.Parent(n)]
		cookie, isCookie := strings.CutPrefix(f.Name, cookieMark)
		if !isCookie {
			return b.Call(to, b.Frame(f))
		}
		if rests[cookie] == nil {
			missing[f.Name] = true
		}
		for _, frame := range rests[cookie] {
			to = b.Call(to, b.Frame(frame))
		}
		return to
	})
	t.Count(samplesWith(p, missing), input.Note{
		Noun: "sample", Text: "without the program's part of the stack: its deferred call chain is not in the input",
	})
	return joined.Compact()
}

func hasMarks(p *collapse.Profile) bool {
	for f := range p.Frames() {
		name := p.Frame(collapse.FrameID(f)).Name
		if strings.HasPrefix(name, cookieMark) || strings.HasPrefix(name, deferredMark) {
			return true
		}
	}
	return false
}

// deferredStacks returns the stacks of the records by thread and cookie, root first.
func deferredStacks(p *collapse.Profile) map[string][]collapse.Frame {
	rests := make(map[string][]collapse.Frame)
	record := make([]string, p.Len()) // of the nodes of a record: its thread and cookie
	last := make(map[string]collapse.NodeID)
	for n := collapse.NodeID(1); int(n) < p.Len(); n++ {
		f, parent := p.Frame(p.FrameOf(n)), p.Parent(n)
		if cookie, ok := strings.CutPrefix(f.Name, deferredMark); ok && parent == collapse.Root {
			record[n], last[cookie] = cookie, n
			continue
		}
		// A second stack for one cookie would be a fork: the first one counts.
		if cookie := record[parent]; cookie != "" && last[cookie] == parent {
			record[n], last[cookie] = cookie, n
			rests[cookie] = append(rests[cookie], f)
		}
	}
	return rests
}

// samplesWith counts the samples whose stacks hold a frame with one of the names.
func samplesWith(p *collapse.Profile, names map[string]bool) int64 {
	if len(names) == 0 {
		return 0
	}
	with := p.Holding(func(f collapse.Frame) bool { return names[f.Name] })
	var samples int64
	for m, metric := range with.Metrics {
		if metric.Name == "samples" {
			samples += with.Total(m)
		}
	}
	return samples
}
