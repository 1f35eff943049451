package flame

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fold/collapse"
	"fold/flame/table"
	"fold/flame/text"
)

// node returns the command that runs JavaScript in the folder of the script's sources. Where there is none,
// the test is skipped, or fails if the environment says that nothing may be skipped.
func node(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("FOLD_REQUIRE_BROWSER") != "" {
			t.Fatal("node is missing")
		}
		t.Skip("no node to run JavaScript with")
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = "ui"
	return cmd
}

// TestScriptUnits runs the tests in ui/test.
func TestScriptUnits(t *testing.T) {
	files, err := filepath.Glob("ui/test/*_test.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	args := []string{"--test"}
	for _, file := range files {
		args = append(args, filepath.Join("test", filepath.Base(file)))
	}
	if out, err := node(t, args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// runScript gives input to a piece of JavaScript and reads what it prints, both as JSON.
func runScript(t *testing.T, code string, input, output any) {
	t.Helper()
	in, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	cmd := node(t, "--input-type=module", "-e", `
import { readFileSync } from "node:fs";
const input = JSON.parse(readFileSync(0, "utf8"));
`+code)
	cmd.Stdin = bytes.NewReader(in)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, output); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestScriptShortensAlike: the script shortens names as the static picture does.
func TestScriptShortensAlike(t *testing.T) {
	names := []string{
		"", "main", "github.com/org/db.(*Tx).Lock", "libc.so.6`malloc", "java/util/HashMap.put", "[libpthread-2.19.so]",
		"ns::Parser::next(char const*)", "parse (/app/lib/json.py:12)", "~onRequest /srv/app.js:40:7", "operator<", "a::operator()(int)",
		"main.main.func1", "core::iter::Iterator::next::{{closure}}", "<alloc::vec::Vec<T> as core::Drop>::drop", "f.cold", "f.part.0",
		"a->b", "x => y", "std::function<void (int)>::operator()(int) const", "lib`", "`f", "a.b c/d.e (x)", "é.ü/ö.ß", "日本.語",
		"foo 3 bar 10", "f(;>;<<<", "::", "/", "a/", "a//b", "java.util.Map.<init>", "runtime.(*mheap).alloc.func1", "A::~A()",
		"io/netty/channel/AbstractChannelHandlerContext:.fireChannelRead", "parse (json.py:12)", "name (of nothing)", "😀.😁",
	}
	var got [][]string
	runScript(t, `
import { shortForms } from "./data/shorten.js";
console.log(JSON.stringify(input.map(shortForms)));
`, names, &got)
	for i, name := range names {
		want := text.ShortForms(name)
		if want == nil {
			want = []string{}
		}
		if !reflect.DeepEqual(got[i], want) {
			t.Errorf("%q: the script has %q, the static picture %q", name, got[i], want)
		}
	}
}

// TestScriptRoundsAlike: the script rounds shares as all of fold does, ties to an even digit.
func TestScriptRoundsAlike(t *testing.T) {
	const most = 1000
	var got []string
	runScript(t, `
import { percent } from "./data/format.js";
const shares = [];
for (let whole = 1; whole <= input; whole++) for (let part = 0; part <= whole; part++) shares.push(percent(part, whole));
console.log(JSON.stringify(shares));
`, most, &got)
	i := 0
	for whole := 1; whole <= most; whole++ {
		for part := 0; part <= whole; part++ {
			if want := share(int64(part), int64(whole)); got[i] != want {
				t.Errorf("%d of %d: the script has %s, want %s", part, whole, got[i], want)
			}
			i++
		}
	}
	if len(got) != i {
		t.Errorf("got %d shares, want %d", len(got), i)
	}
}

// scriptRow is a row of the table in the page.
type scriptRow struct {
	Name        string
	Self, Total float64
}

// TestScriptMeasuresAlike: the numbers that the page shows of each function are those of the table. Names
// that look the same are one function in the page.
func TestScriptMeasuresAlike(t *testing.T) {
	profiles := map[string]*collapse.Profile{"random": randomProfile(2)}
	for _, name := range []string{"controls", "noncharac", "direction", "empty", "blanks", "properties", "duplicates", "separators", "deep", "weights"} {
		profiles[name] = readFolded(hostile[name])
	}
	for name, p := range profiles {
		var want []scriptRow
		shown, _, _ := p.DropNegative(0)
		shown = shown.MapFrames(func(f collapse.Frame) collapse.Frame {
			return collapse.Frame{Name: shownText(f, p.Modules), Kind: f.Kind}
		})
		for _, r := range table.Top(shown, table.Options{}).Rows {
			want = append(want, scriptRow{r.Function, float64(r.Self), float64(r.Total)})
		}
		var got []scriptRow
		runScript(t, `
import { parse } from "./data/decode.js";
import { Profile } from "./data/profile.js";
import { functionsOf } from "./drawing/list.js";
import { View } from "./state/view.js";
const profile = new Profile(parse(new Uint8Array(Buffer.from(input, "base64"))));
const view = new View(profile, { term: "" });
const sums = [view.tree.measure()];
const [{ self, total }] = sums;
const { names } = profile;
console.log(JSON.stringify(functionsOf(view, "self", sums).map((i) => ({ Name: names[i], Self: self[i], Total: total[i] }))));
`, inflatedData(t, writeSVG(t, p, SVGOptions{})), &got)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got\n%v\nwant\n%v", name, got, want)
		}
	}
}

// TestKeysInDocs compares the list of keys in the manual with the one that the help in the page shows.
func TestKeysInDocs(t *testing.T) {
	manual, err := os.ReadFile(filepath.Join("..", "docs", "flamegraph.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(manual), "| keys | |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var lines []string
	runScript(t, `
globalThis.document = {};
const { keyList } = await import("./drawing/keylist.js");
const { keys } = await import("./drawing/changes.js");
console.log(JSON.stringify([...keyList, ...keys].map(([, keys, what]) => "| " + keys + " | " + what + " |")));
`, nil, &lines)
	if want := strings.Join(lines, "\n"); table != want {
		t.Errorf("the manual has\n%s\nbut the help\n%s", table, want)
	}
}
