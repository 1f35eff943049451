package folded

import (
	"testing"

	"fold/collapse"
)

// TestKinds reads the suffixes of FlameGraph's and async-profiler's frames.
func TestKinds(t *testing.T) {
	for name, want := range map[string]collapse.Kind{
		"sys_read_[k]": collapse.KindKernel,
		"Main.run_[j]": collapse.KindJIT,
		"Main.run_[1]": collapse.KindJIT,
		"Main.run_[i]": collapse.KindInlined,
		"Main.run_[0]": collapse.KindInterpreted,
		"Main.run_[x]": collapse.KindUnknown,
		"Main.run":     collapse.KindUnknown,
		"[k]":          collapse.KindUnknown,
	} {
		if got := foldedFrame([]byte(name))[0].Kind; got != want {
			t.Errorf("%s: got kind %d, want %d", name, got, want)
		}
	}
}
