package collapse

import (
	"os"
	"syscall"
	"unsafe"
)

// longTable is the size in bytes from which on a table gets huge pages. Smaller ones gain nothing by them.
const longTable = 16 << 20

// inHugePages asks the system to provide the memory of a long table in huge pages. The tables of a large tree
// are written once, from front to back, and a fifth of the time would go into giving them 4 kB by 4 kB:
// BenchmarkCommand with command=top of the large folded file. A system that has no huge pages, or is told to give
// none, does what it did before.
func inHugePages[S ~[]E, E any](s S) S {
	size := cap(s) * int(unsafe.Sizeof(*new(E)))
	if size < longTable {
		return s
	}
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), size)
	page := uintptr(os.Getpagesize())
	skip := -uintptr(unsafe.Pointer(&memory[0])) % page
	_ = syscall.Madvise(memory[skip:], syscall.MADV_HUGEPAGE) // advice need not be taken
	return s
}
