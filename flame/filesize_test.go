package flame

import "testing"

// TestFileSize keeps the limits of the size of whole files, from the script to the last frame: what the script may take,
// see [TestOverhead], and 42 kB and 415 kB for frames and data. Larger ones are measured with [BenchmarkBrowser].
func TestFileSize(t *testing.T) {
	if example := peersExample(t); example != nil {
		if size := len(svgOf(t, example, SVGOptions{})); size > 72_144 {
			t.Errorf("%d bytes for the example of perf, want 72,144 at most", size)
		}
	}
	p := manyStacks(9_000)
	if frames := p.Len(); frames < 82_000 || frames > 90_000 {
		t.Fatalf("got %d frames, want about 86,000", frames)
	}
	if size := len(svgOf(t, p, SVGOptions{})); size > 440_000 {
		t.Errorf("%d bytes for %d frames, want 440,000 at most", size, p.Len())
	}
}
