package main

import "testing"

// TestRenamings checks what --rename takes, and where the name in it begins.
func TestRenamings(t *testing.T) {
	for _, c := range []struct{ text, from, to, err string }{
		{`codec\.encodeV\d+=codec.encode`, `codec\.encodeV\d+`, "codec.encode", ""},
		{`\.cold$=`, `\.cold$`, "", ""},
		{"operator===equal", "operator==", "equal", ""},
		{"no name", "", "", "write REGEXP=NAME"},
		{"=name", "", "", "write REGEXP=NAME"},
		{"a(b=c", "", "", `missing closing ) in "a(b"`},
	} {
		var got []renaming
		err := renamings{&got}.Set(c.text)
		switch {
		case err != nil && err.Error() != c.err, err == nil && c.err != "":
			t.Errorf("%q: error %v, want %q", c.text, err, c.err)
		case err == nil && (got[0].from.String() != c.from || got[0].to != c.to):
			t.Errorf("%q: %q becomes %q", c.text, got[0].from, got[0].to)
		}
	}
}
