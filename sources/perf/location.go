package perf

import (
	"bytes"

	"fold/collapse"
	"fold/sources/input"
)

// trailingFrame returns the frame at the end of what stands after the event of a header, or nil. Before it may
// stand a data address, the free text of a tracepoint, or the flags of a branch:
//
//	ffffffff81a4c010 copy_user_generic+0x10 ([kernel.kallsyms])
//	comm=fio pid=24 prio=120 target_cpu=031 ffffffff8bad311d ttwu_do_wakeup ([kernel.kallsyms])
//	call                           40aa f+0x1 (/bin/w)
func trailingFrame(post []byte) []byte {
	_, text, ok := cutPerfAddress(post)
	if ok && endsInModule(text) {
		if second, _, ok := cutPerfAddress(text); ok && len(second) > 4 {
			return text // the first is a data address
		}
		return input.TrimLeft(post)
	}
	symbol, module, found := cutModule(post)
	if !found || len(module) == 0 || module[0] != '/' && module[0] != '[' {
		return nil
	}
	for end := len(symbol); ; {
		start := bytes.LastIndexByte(bytes.TrimRight(symbol[:end], " "), ' ') + 1
		if isAddressWord(post, start) {
			return post[start:]
		}
		if start == 0 {
			return nil
		}
		end = start
	}
}

// isAddressWord says whether the word that starts at a place is the address of a frame: hexadecimal, and long or
// aligned to the right in a wide column.
func isAddressWord(post []byte, start int) bool {
	end := start
	for end < len(post) && input.IsHex(post[end]) {
		end++
	}
	if end == start || end == len(post) || post[end] != ' ' {
		return false
	}
	return end-start >= 6 || start > 1 && post[start-1] == ' ' && post[start-2] == ' '
}

// cutBranch splits what stands after the event of a branch, as perf prints it for traces of the processor:
//
//	tr strt jmp      0 [unknown] ([unknown]) =>     7f5029da6be4 _dl_start+0x164 (/usr/lib64/ld-2.31.so)
//
// It returns the side that the branch leaves.
func cutBranch(post []byte) (from []byte, ok bool) {
	from, to, found := bytes.Cut(post, []byte(" => "))
	if !found || trailingFrame(input.TrimLeft(to)) == nil {
		return nil, false
	}
	return input.TrimBlanks(from), true
}

// branchNote says what a file of branches is good for.
var branchNote = input.Note{
	Noun: "row",
	Text: "of a branch trace, each counted under the function it leaves: run `perf script --itrace=i100usge` for samples with stacks",
}

// isFar says whether the text of a frame, "name+0x9e40 (module)", has an offset of more than 32 kB: perf names what a
// program without symbols calls after the nearest symbol before it.
func isFar(text []byte) bool {
	const fewest = 5 // hexadecimal digits
	at := bytes.IndexByte(text, '+')
	if at < 0 {
		return false
	}
	if !bytes.HasPrefix(text[at:], offsetMark) { // "operator+"
		if at = bytes.Index(text, offsetMark); at < 0 {
			return false
		}
	}
	digits := 0
	for at += len(offsetMark); at < len(text) && input.IsHex(text[at]); at++ {
		digits++
	}
	return digits >= fewest || digits == fewest-1 && text[at-digits] >= '8'
}

// offsetMark stands before an offset.
var offsetMark = []byte("+0x")

// countFar reports the open sample if the name of its leaf is a guess. The sizes of compiled methods are known, and
// may be large.
func (r *perfReader) countFar() {
	if !r.far {
		return
	}
	frames := r.b.SymbolFrames(r.stack[0])
	if len(frames) == 0 {
		return
	}
	if leaf := r.b.Known(frames[len(frames)-1]); leaf.Kind == collapse.KindNative {
		r.c.FarLeaf(leaf.Name, 1)
	}
}
