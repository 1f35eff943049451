package text

import "strings"

// TrimAnnotation takes FlameGraph's and async-profiler's annotation off a name: "vfs_read_[k]". They are
// kernel, JIT, inlined, waker, interpreted and compiled by C1.
func TrimAnnotation(name string) string {
	n := len(name)
	if n > 4 && name[n-4:n-2] == "_[" && name[n-1] == ']' && strings.IndexByte("kjiw01", name[n-2]) >= 0 {
		return name[:n-4]
	}
	return name
}
