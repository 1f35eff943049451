package flame

import (
	"bytes"
	"strings"
	"testing"
)

// TestFailure: the picture is well formed whatever the message says, and shows its start and its end.
func TestFailure(t *testing.T) {
	const tail = ": the input is empty: did the profiler record anything?"
	for _, tt := range []struct{ text, label, shown string }{
		{"fold: a.folded" + tail, "fold: a.folded" + tail, "fold: a.folded" + tail},
		{"fold: <a>&\"\x1b" + tail, "fold: <a>&\"␛" + tail, "fold: <a>&\"␛" + tail},
	} {
		var out bytes.Buffer
		if err := WriteFailure(&out, tt.text); err != nil {
			t.Fatal(err)
		}
		d := parseSVG(t, out.Bytes())
		if len(d.texts) != 1 || d.texts[0].text != tt.shown || d.attrs["aria-label"] != tt.label {
			t.Errorf("got %q and %q, want %q", d.attrs["aria-label"], d.texts[0].text, tt.shown)
		}
	}
	var out bytes.Buffer
	if err := WriteFailure(&out, "fold: "+strings.Repeat("folder/", 100)+"a.folded"+tail); err != nil {
		t.Fatal(err)
	}
	shown := parseSVG(t, out.Bytes()).texts[0].text
	if !strings.HasPrefix(shown, "fold: folder/") || !strings.HasSuffix(shown, tail) || strings.Count(shown, dots) != 1 {
		t.Errorf("got %q, want the start and the end", shown)
	}
	if w := faceOf("", 17).width(shown); w > 1180 {
		t.Errorf("it is %.1f pixels wide, want 1180 at most", w)
	}
}
