package collapse_test

import (
	"testing"

	"fold/collapse"
)

func TestAnnotation(t *testing.T) {
	for _, tt := range []struct {
		name, function string
		letter         byte
		kind           collapse.Kind
	}{
		{"vfs_read_[k]", "vfs_read", 'k', collapse.KindKernel},
		{"Foo.bar_[j]", "Foo.bar", 'j', collapse.KindJIT},
		{"Foo.bar_[1]", "Foo.bar", '1', collapse.KindJIT},
		{"Foo.bar_[0]", "Foo.bar", '0', collapse.KindInterpreted},
		{"min_[i]", "min", 'i', collapse.KindInlined},
		{"try_to_wake_up_[w]", "try_to_wake_up", 'w', collapse.KindUnknown},
		{"f_[2]", "f_[2]", 0, collapse.KindUnknown}, // a name
		{"_[k]", "_[k]", 0, collapse.KindUnknown},   // no function would be left
		{"f[k]", "f[k]", 0, collapse.KindUnknown},
		{"", "", 0, collapse.KindUnknown},
	} {
		function, letter := collapse.Annotation(tt.name)
		if kind := collapse.AnnotatedKind(tt.name); function != tt.function || letter != tt.letter || kind != tt.kind {
			t.Errorf("%q: got %q, %q, %d; want %q, %q, %d", tt.name, function, letter, kind, tt.function, tt.letter, tt.kind)
		}
	}
}

func TestAnnotate(t *testing.T) {
	for _, tt := range []struct {
		name string
		kind collapse.Kind
		want string
	}{
		{"f", collapse.KindKernel, "f_[k]"},
		{"f", collapse.KindJIT, "f_[j]"},
		{"f", collapse.KindInlined, "f_[i]"},
		{"f_[i]", collapse.KindInlined, "f_[i]"},
		{"f", collapse.KindNative, "f"},
		{"f", collapse.KindUnknown, "f"},
	} {
		if got := collapse.Annotate(tt.name, tt.kind); got != tt.want {
			t.Errorf("%s, %d: got %s, want %s", tt.name, tt.kind, got, tt.want)
		}
	}
}
