package perfdata_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fold/collapse"
	"fold/sources/input"
	"fold/sources/perf"
	"fold/sources/perfdata"
)

// TestPerf records real programs and compares what fold makes of the recordings with what it makes of the text of
// perf script. It needs perf, and a kernel that lets it record.
func TestPerf(t *testing.T) {
	if testing.Short() {
		t.Skip("records programs for some seconds")
	}
	dir := t.TempDir()
	if out, err := perfIn(dir, "record", "-q", "-e", "cpu-clock", "true"); err != nil {
		t.Skipf("perf cannot record here: %v %s", err, out)
	}
	cxx := built(t, dir, "shop.cc", shopSource, "g++", "-O2", "-g", "-fno-omit-frame-pointer", "-o")
	golang := built(t, dir, "work.go", workSource, "go", "build", "-o")
	node, _ := exec.LookPath("node")
	script := written(t, dir, "app.js", nodeSource)
	for _, test := range []struct {
		name    string
		options string   // of perf record
		program []string // empty first word: it is not there
		rule    rule
		script  string // option of perf script
		inlines input.Inlines
	}{
		{"C++ by frame pointers", "-g", []string{cxx}, sameStack, "--inline", input.InlinesAuto},
		{"C++ by copies of stacks", "--call-graph=dwarf,8192", []string{cxx}, sameStack, "--no-inline", input.InlinesNone},
		{"C++ with inlined calls", "--call-graph=dwarf,8192", []string{cxx}, sameDepth, "--inline", input.InlinesAuto},
		{"Go", "-g", []string{golang}, sameStack, "--inline", input.InlinesAuto},
		{"Node.js", "-g", []string{node, "--perf-basic-prof", script}, sameStack, "--inline", input.InlinesAuto},
		{"the kernel", "-g", []string{"sh", "-c", "for i in 1 2 3; do find /usr/lib -type f | head -2000 | xargs cat > /dev/null 2>&1; done; true"}, sameStack, "--inline", input.InlinesAuto},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.program[0] == "" {
				t.Skip("the program is not there")
			}
			args := append([]string{"record", "-q", "-e", "cpu-clock", "-F", fmt.Sprint(frequency), test.options, "-o", "perf.data", "--"}, test.program...)
			if out, err := perfIn(dir, args...); err != nil {
				t.Fatalf("%v %s", err, out)
			}
			text, err := perfIn(dir, "script", test.script, "-i", "perf.data")
			if err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(filepath.Join(dir, "perf.data"))
			if err != nil {
				t.Fatal(err)
			}
			want := stacks(t, text, perf.Format, input.Options{})
			got := stacks(t, data, perfdata.Format, input.Options{Open: openHere, DebugDir: debugDir(), Inlines: test.inlines})
			compare(t, got, want, test.rule)
		})
	}
}

// frequency is how many samples a second the programs are recorded with.
const frequency = 4000

// rule returns what is left of a stack without what perf may write otherwise, and which classes of such things it had.
type rule func(stack string) (left string, classes []string)

// sameStack is the rule for differences in single names.
func sameStack(stack string) (left string, classes []string) {
	frames := strings.Split(stack, ";")
	for i, f := range frames {
		class := ""
		switch inner, _, found := strings.Cut(f, "<&("); {
		case strings.HasPrefix(f, "__vdso_"), f == "[[vdso]]":
			f, class = "?", "the vdso" // perf has no name for it
		case strings.HasSuffix(f, "@plt"):
			f, class = "?", "stubs" // of which perf knows some, and counts the wrong ones
		case strings.HasPrefix(f, "["):
			f, class = "?", "no name"
		case found:
			f, class = inner, "demangling" // perf's has the types of a function in template arguments
		case strings.Contains(f, " >"):
			f, class = strings.ReplaceAll(f, " >", ">"), "demangling"
		}
		if frames[i] = f; class != "" && !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	return strings.Join(frames, ";"), classes
}

// sameDepth is the rule for inlined calls, which perf names without their classes, or wrongly.
func sameDepth(stack string) (left string, classes []string) {
	return fmt.Sprint(strings.Count(stack, ";")), []string{"inlined calls"}
}

// allowance is how many samples may differ beside one in a thousand: the shortest recordings have some 200 samples, and
// single ones differ, as those that hit the first instructions of the dynamic linker.
const allowance = 3

// different is what stacks of perf weigh that fold has not, and that are the same by a rule.
type different struct {
	weight  int64
	classes []string
}

// compare checks that nearly all of the weight is in stacks that are the same, or differ by a rule, and says how much is
// in which class.
func compare(t *testing.T, got, want map[string]int64, apply rule) {
	t.Helper()
	total, same := int64(0), int64(0)
	left := map[string]*different{} // of perf's
	for stack, w := range want {
		total += w
		both := min(w, got[stack])
		same += both
		got[stack] -= both
		want[stack] -= both
		key, classes := apply(stack)
		if left[key] == nil {
			left[key] = &different{classes: classes}
		}
		left[key].weight += w - both
	}
	alike, byClass := int64(0), map[string]int64{}
	for stack, w := range got {
		key, classes := apply(stack)
		both := int64(0)
		if of := left[key]; of != nil {
			both = min(w, of.weight)
			of.weight -= both
			classes = append(classes, of.classes...)
		}
		if both > 0 {
			alike += both
			slices.Sort(classes)
			byClass[strings.Join(slices.Compact(classes), ", ")] += both
		}
		if w > both {
			t.Logf("%d more in %s", w-both, stack)
		}
	}
	for stack, w := range want {
		if key, _ := apply(stack); w > 0 && left[key].weight > 0 {
			t.Logf("%d less in %s", min(w, left[key].weight), stack)
		}
	}
	percent := func(w int64) float64 { return 100 * float64(w) / float64(total) }
	t.Logf("%d in all, %.2f%% the same, %.2f%% differ", total, percent(same), percent(total-same-alike))
	for class, w := range byClass {
		t.Logf("%.2f%% differ by %s", percent(w), class)
	}
	if differ := total - same - alike; total == 0 || differ > total/1000+allowance*1e9/frequency {
		t.Errorf("%d of %d differ", differ, total)
	}
}

// stacks reads a recording and returns the weight of each stack.
func stacks(t *testing.T, data []byte, format input.Format, o input.Options) map[string]int64 {
	t.Helper()
	p, _, err := input.Read(bytes.NewReader(data), format, o)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := collapse.WriteFolded(&out, p, collapse.FoldedOptions{}); err != nil {
		t.Fatal(err)
	}
	weights := map[string]int64{}
	for line := range strings.Lines(out.String()) {
		at := strings.LastIndexByte(line, ' ')
		var w int64
		if _, err := fmt.Sscan(line[at:], &w); err != nil {
			t.Fatal(err)
		}
		weights[line[:at]] += w
	}
	return weights
}

func openHere(dir, name string) (input.ProgramFile, error) { return os.Open(filepath.Join(dir, name)) }

func debugDir() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".debug")
}

// perfIn runs perf in a directory and returns what it prints.
func perfIn(dir string, args ...string) ([]byte, error) {
	c := exec.Command("perf", args...)
	c.Dir = dir
	return c.Output()
}

func written(t *testing.T, dir, name, source string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// built compiles a program, and returns "" if there is no compiler.
func built(t *testing.T, dir, name, source string, compiler ...string) string {
	t.Helper()
	if _, err := exec.LookPath(compiler[0]); err != nil {
		return ""
	}
	program := filepath.Join(dir, strings.TrimSuffix(name, filepath.Ext(name)))
	args := append(compiler[1:], program, written(t, dir, name, source))
	if out, err := exec.Command(compiler[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	return program
}

const shopSource = `
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>
namespace shop {
struct Item { std::string name; double price; };
struct Cart {
	std::vector<Item> items;
	std::map<std::string, int> index;
	void add(Item i) { index[i.name] = items.size(); items.push_back(std::move(i)); }
	void sort() { std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) { return a.price < b.price; }); }
};
}
int main() {
	size_t sum = 0;
	for (int r = 0; r < 300; r++) {
		shop::Cart c;
		for (int i = 0; i < 1000; i++) c.add({"item" + std::to_string(i * 7919 % 1000), i * 7919 % 977 * 1.0});
		c.sort();
		sum += c.index.size();
	}
	printf("%zu\n", sum);
}
`

const workSource = `
package main

import (
	"encoding/json"
	"fmt"
	"time"
)

func main() {
	sum := 0
	for start := time.Now(); time.Since(start) < time.Second/2; {
		m := map[string][]int{}
		for i := range 1000 {
			m[fmt.Sprint("key", i)] = []int{i, 2 * i}
		}
		b, _ := json.Marshal(m)
		sum += len(b)
	}
	fmt.Println(sum)
}
`

const nodeSource = `
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }
let all = []
for (let i = 0; i < 30; i++) {
	all.push(fib(24))
	JSON.parse(JSON.stringify([...Array(20000).keys()].map(x => ({ x, s: 'y'.repeat(x % 9) }))))
}
console.log(all.length)
`
