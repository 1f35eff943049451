package category_test

import (
	"reflect"
	"strings"
	"testing"

	"fold/collapse"
	"fold/collapse/category"
)

// filtered are stacks of three categories. The leaf decides, or its caller if it works for that.
const filtered = `main;json.Unmarshal;runtime.mallocgc 5
main;load 1
main;load;runtime.gcAssistAlloc;runtime.memmove 2
main;load;runtime.mallocgc;load 3
main;load;sort.Slice 4
runtime.gcBgMarkWorker 7
`

// profileOf returns the profile of folded stacks.
func profileOf(folded string) *collapse.Profile {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	for line := range strings.Lines(folded) {
		stack, weight, _ := strings.Cut(line, " ")
		n := collapse.Root
		for name := range strings.SplitSeq(stack, ";") {
			n = b.Call(n, b.Frame(collapse.Frame{Name: name}))
		}
		b.Add(n, samples, int64(weight[0]-'0'))
	}
	return b.Profile()
}

func TestFilter(t *testing.T) {
	for _, tt := range []struct {
		name   string
		filter category.Filter
		want   string
	}{
		{"nothing", category.Filter{}, filtered},
		{"focus", category.Filter{Focus: category.Of(category.Allocator)}, "main;json.Unmarshal;runtime.mallocgc 5\n"},
		{"ignore", category.Filter{Ignore: category.Of(category.OwnCode)}, `main;json.Unmarshal;runtime.mallocgc 5
main;load;runtime.gcAssistAlloc;runtime.memmove 2
runtime.gcBgMarkWorker 7
`},
		{"any of two", category.Filter{Focus: category.Of(category.Allocator, category.Runtime)}, `main;json.Unmarshal;runtime.mallocgc 5
runtime.gcBgMarkWorker 7
`},
		{"ignore wins", category.Filter{Focus: category.Of(category.OwnCode), Ignore: category.Of(category.OwnCode)}, ""},
		{"of which there is nothing", category.Filter{Focus: category.Of(category.Regexp)}, ""},
	} {
		if got := foldedOf(t, tt.filter.Filter(profileOf(filtered))); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestFilterLabels: the labels behind a stack stay with it, whatever they say.
func TestFilterLabels(t *testing.T) {
	b := collapse.NewBuilder()
	samples := b.Metric(collapse.Metric{Name: "samples"})
	for i, name := range []string{"main", "malloc", "do_syscall_64"} {
		n := b.Call(collapse.Root, b.Frame(collapse.Frame{Name: name}))
		for _, label := range []string{"malloc", "memcpy", "asm_exc_page_fault"} {
			b.Add(b.Call(n, b.Frame(collapse.Frame{Name: label, Kind: collapse.KindLabels})), samples, int64(1+i))
		}
	}
	want := map[category.Category]int64{category.OwnCode: 3, category.Allocator: 6, category.Syscalls: 9}
	got := map[category.Category]int64{}
	for c := range category.Unknown + 1 {
		if weight := (category.Filter{Focus: category.Of(c)}).Filter(b.Profile()).Total(samples); weight > 0 {
			got[c] = weight
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSet(t *testing.T) {
	if got := category.Of(category.Unknown, category.OwnCode).All(); !reflect.DeepEqual(got, []category.Category{category.OwnCode, category.Unknown}) {
		t.Errorf("got %v", got)
	}
	if names := category.Names(); len(names) != 12 || names[category.Runtime] != "GC and runtime" {
		t.Errorf("got %q", names)
	}
}
