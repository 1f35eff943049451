package sample

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fold/collapse"
)

// TestFrameMemo looks for more texts than there are slots, and checks that each has its own frame each time.
func TestFrameMemo(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	memo, known, asked := newFrameMemo(), make(map[string]collapse.FrameID), 0
	intern := func(text []byte) collapse.FrameID {
		asked++
		if _, seen := known[string(text)]; !seen {
			known[string(text)] = collapse.FrameID(len(known))
		}
		return known[string(text)]
	}
	const times = 300_000
	for i := range times {
		text := fmt.Appendf(nil, "text %d", random.IntN([]int{1000, 40_000}[i%2]))
		if got := memo.frame(text, intern); got != known[string(text)] {
			t.Fatalf("%s is frame %d, want %d", text, got, known[string(text)])
		}
	}
	if len(known) < 1<<mostSlots || len(memo.slots) != 1<<mostSlots || asked > times/2 {
		t.Errorf("%d texts, %d slots, %d not found: the test shows nothing", len(known), len(memo.slots), asked)
	}
}
