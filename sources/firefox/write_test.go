package firefox_test

import (
	"encoding/json"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources"
	"fold/sources/sourcestest"
)

// writtenThread is what the tables of a thread must hold, so that they refer to what is there.
type writtenThread struct {
	Samples struct {
		Stack  []int         `json:"stack"`
		Time   []int         `json:"time"`
		Weight []json.Number `json:"weight"`
		Length int           `json:"length"`
	} `json:"samples"`
	StackTable struct {
		Frame, Category, Subcategory []int
		Prefix                       []*int
		Length                       int
	} `json:"stackTable"`
	FrameTable struct {
		Func   []int `json:"func"`
		Length int
	} `json:"frameTable"`
	FuncTable struct {
		Name, Resource []int
		FileName       []*int
		Length         int
	} `json:"funcTable"`
	ResourceTable struct {
		Lib, Name []int
		Length    int
	} `json:"resourceTable"`
	StringArray []string `json:"stringArray"`
}

// TestWrite checks that the tables that are written refer to what is there, and that what is read back is the same.
func TestWrite(t *testing.T) {
	for _, folded := range []string{
		"main;a 1\nmain;a;b 2\nmain;c 3\n", "a 1\n", strings.Repeat("deep;", 5000) + "leaf 7\n",
	} {
		p := sourcestest.FromFolded(t, folded)
		out := sourcestest.Written(t, "firefox", p, 0)
		checkTables(t, out)
		again, _ := sourcestest.MustRead(t, []byte(out), sources.Options{})
		sourcestest.Same(t, sourcestest.ColumnText(t, again.DropKind(collapse.KindThread), ""), folded)
	}
}

func checkTables(t *testing.T, out string) {
	t.Helper()
	var file struct {
		Libs    []any           `json:"libs"`
		Threads []writtenThread `json:"threads"`
	}
	if err := json.Unmarshal([]byte(out), &file); err != nil {
		t.Fatal(err)
	}
	for _, thread := range file.Threads {
		within(t, "samples.stack", thread.Samples.Stack, 0, thread.StackTable.Length)
		within(t, "stackTable.frame", thread.StackTable.Frame, 0, thread.FrameTable.Length)
		within(t, "frameTable.func", thread.FrameTable.Func, 0, thread.FuncTable.Length)
		within(t, "funcTable.name", thread.FuncTable.Name, 0, len(thread.StringArray))
		within(t, "funcTable.resource", thread.FuncTable.Resource, -1, thread.ResourceTable.Length)
		within(t, "resourceTable.lib", thread.ResourceTable.Lib, 0, len(file.Libs))
		within(t, "resourceTable.name", thread.ResourceTable.Name, 0, len(thread.StringArray))
		for i, prefix := range thread.StackTable.Prefix {
			if prefix != nil && *prefix >= i {
				t.Errorf("stack %d is called from %d", i, *prefix)
			}
		}
		n := thread.Samples.Length
		if len(thread.Samples.Time) != n || len(thread.Samples.Weight) != n || len(thread.StackTable.Prefix) != thread.StackTable.Length {
			t.Error("columns of different lengths")
		}
	}
}

func within(t *testing.T, name string, column []int, from, to int) {
	t.Helper()
	for _, n := range column {
		if n < from || n >= to {
			t.Errorf("%s: %d is not in %d..%d", name, n, from, to)
		}
	}
}
