package page

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// knownPatterns are patterns that implementations of expressions disagree about.
var knownPatterns = []string{
	"", `^ext4_`, `malloc$`, `a|b|cd`, `(foo|ba[rz])+`, `\bnew\b`, `[^a-m]x`, `x{2,3}y?`, `\.func\d+`, `^$`, `(?i)GC`, `[[:upper:]][a-z]+`,
	`a(b|)c`, `\Bm`, `(a*)*b`, `^(main|runtime)\.`, `\(\*\w+\)\.`, `(?i)m(?-i:A)l`, `\Qa.b\E`, `\Qa.b`, `\x61`, `\x{1F600}`, `[\w.]+\)$`, `(?:ssa|gc)\.\(`,
	`e{0}f`, `(a|b)*?c`, `[^\d\s]\d`, `(?i:tx)\)`, `a**`, `a*?`, `a*??`, `a+*`, `a{2}{3}`, `(?:a{2}){3}`, `a{1001}`, `a{1000}`, `(?:a{100}){11}`, `(?:a{100}){10}`, `a{2,1}`, `a{,2}`,
	`a{2`, `{`, `{2}`, `x*+`, `*`, `|*`, `(*)`, `^*`, `(?i)*`, `a(?i)*`, `(?P<n>x)y`, `(?<n>x)y`, `(?P<n>x)(?P<n>y)`, `(?P<n`, `(?P<>x)`, `(?P<é>x)`, `\z`, `\Z`, `\Aru`, `[a-]`, `[]a]`, `[^]a]`, `[]`, `[a`,
	`(?s).`, `(?s-s:.)`, `(?-s).`, `(?U)a+?`, `(?is)é.`, `(?m)^b`, `(?m)a$`, `a$`, `^b`, `(?x)a`, `(?)`, `(?i`, `(?i-)a`, `(?-)a`, `(?=b)`, `(?<=a)b`, `a(?!b)`, `(`, `)`, `a)`, `(a`, `\1`, `\8`, `\07`, `\12`, `\141`, `\400`,
	`\pL`, `\PL`, `\p{L}`, `\p{^L}`, `\P{^L}`, `\p{Lu}`, `\p{Greek}`, `\p{Nope}`, `\p`, `\p{L`, `(?i)\p{Lu}`, `[\pL\d]`, `[^\pL]`, `\p{Any}`, `[[:^alpha:]]`, `[[:nope:]]`, `[[:alpha:`, `[:alpha:]`, `[[:word:]-z]`, `[\d-z]`, `[a-\d]`, `[z-a]`, `[--z]`,
	`\p{Lowercase_Letter}`, `\p{upper-case letter}`, `\p{digit}`, `\p{LC}`, `\p{lc}`, `\p{Punct}`, `\p{cntrl}`, `\p{Private Use}`, `\p{combiningmark}`, `\p{Letter}`, `\p{Other}`, `\p{other_symbol}`, `\p{Math}`, `\p{Alphabetic}`, `\p{Yi}`, `\p{Old_Italic}`, `\p{OldItalic}`, `\p{Assigned}`, `\p{Zs}`, `\p{x}`, `\p{}`, `\p{GREEK}`, `\p{Gre_ek}`, `\p{Linear_B}`,
	`\C`, `\u0041`, `\é`, `\_`, `\-`, `[\b]`, `\`, `[\`, `\x`, `\x{}`, `\x{110000}`, `\xzz`, `é`, `(?i)É`, `.é`, `^.$`, `^..$`, `(?i)k`, `(?i)s`, `(?i)[k-l]`, `(?i)\w`, `(?i)\W`, `(?i)[^k]`, `(?i)ß`, `(?i)σ`, `[😀-😂]`, `\t`, `\a\f\n\r\v`,
}

// trickyNames are names that they disagree about.
var trickyNames = []string{
	"", "é", "É", "aé", "😀", "a😁b", "{", "{2}", "a{,2}", "a{2", "ab", "b", "a.b", "]", "a-", "-", "mAl", "MAl", "(*Tx)", "k", "K", "K", "s", "ſ", "ß", "ẞ", "σ", "ς", "Σ",
	"a\nb", "\n", "\t", "runtime.mallocgc", "main.main.func1", "encoding/json.(*Decoder).Decode", "std::vec::Vec<T>::push", "ext4_write", "_", "0", "new", "renew", "x y", strings.Repeat("a", 1000),
}

// TestExpressions: the page's engine takes what Go's takes, refuses what Go's refuses, and finds the same names.
func TestExpressions(t *testing.T) {
	patterns := knownPatterns
	random := rand.New(rand.NewPCG(1, 2))
	many := 10_000
	if testing.Short() {
		many = 1000
	}
	for len(patterns) < many {
		patterns = append(patterns, randomPattern(random, 3))
	}
	want := make([][]int, len(patterns)) // nil: refused
	for i, pattern := range patterns {
		re, err := regexp.Compile(pattern)
		if err != nil {
			continue
		}
		want[i] = []int{}
		for n, name := range trickyNames {
			if re.MatchString(name) {
				want[i] = append(want[i], n)
			}
		}
	}
	var got [][]int
	node(t, `
import { compile } from "../../ui/data/re.js";
const found = input.patterns.map((pattern) => {
  try {
    const test = compile(pattern, false);
    return input.names.flatMap((name, n) => (test(name) ? [n] : []));
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    return null;
  }
});
console.log(JSON.stringify(found));
`, map[string]any{"patterns": patterns, "names": trickyNames}, &got)
	wrong := 0
	for i, pattern := range patterns {
		if !reflect.DeepEqual(got[i], want[i]) {
			if wrong++; wrong <= 20 {
				t.Errorf("%q: got %v, want %v", pattern, got[i], want[i])
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d patterns", wrong, len(patterns))
	}
}

// randomPattern returns an expression, or something like one.
func randomPattern(r *rand.Rand, depth int) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var out strings.Builder
	for range 1 + r.IntN(4) {
		switch kind := r.IntN(12); {
		case kind < 5:
			out.WriteString(pick("a", "b", "m", "k", "s", "x", "é", "σ", ".", "😀", "_", "-", "0", "A", "K", " "))
		case kind < 7:
			out.WriteString(pick(`\d`, `\w`, `\s`, `\D`, `\W`, `\S`, `\b`, `\B`, `\pL`, `\p{Lu}`, `\PN`, `\.`, `\(`, `\x61`, `\x{e9}`, `\n`, `\Q.*\E`, `\A`, `\z`, "^", "$"))
		case kind < 9:
			out.WriteString(pick("[", "[^") + pick("a-m", "k-s", "]a", "é", "-", "a-", "[:alpha:]", "[:^digit:]", `\d`, `\W`, `\pL`, "A-Z0-9", "σ", "z-a", `\]`) + pick("", "x", "-", "_", `\s`) + pick("]", "]", "]", ""))
		case kind < 11 && depth > 0:
			out.WriteString(pick("(", "(?:", "(?i:", "(?i)(", "(?s:", "(?m:", "(?-i:", "(?im-s:", "(?U:") + randomPattern(r, depth-1) + pick("|", "|", "") + randomPattern(r, depth-1) + pick(")", ")", ")", ")", ""))
		default:
			out.WriteString(pick("|", "(?i)", "(?m)", "(?s)", "*"))
		}
		if r.IntN(3) == 0 {
			out.WriteString(pick("*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0}", "{2,}", "{,2}", "{3,2}", "**", "{"))
		}
	}
	return out.String()
}

// TestNoPatternFreezes: a pattern that the browser's engine takes forever over is searched for in 100,000 names at once:
// for each letter the automaton looks up what comes next, and only a few times it has to find that out, for which it makes
// a set. That takes 35 ms on an idle machine, and 50 are the limit; the test allows for a slow one and counts the
// processor's time alone.
func TestNoPatternFreezes(t *testing.T) {
	var got struct{ Found, Sets, Milliseconds int }
	node(t, `
let Sets = 0;
const Plain = Set;
globalThis.Set = class extends Plain {
  constructor(...args) {
    super(...args);
    Sets++;
  }
};
const { compile } = await import("../../ui/data/re.js");
const names = Array.from({ length: 100_000 }, (_, i) => Buffer.from("github.com/org/pkg" + i + ".(*Type).Method" + i).toString("latin1"));
const begun = process.cpuUsage();
const test = compile(input, false);
let Found = 0;
for (const name of names) Found += test(name);
const { user, system } = process.cpuUsage(begun);
console.log(JSON.stringify({ Found, Sets, Milliseconds: Math.round((user + system) / 1000) }));
`, `(\w+\.?)+!`, &got)
	if got.Found != 0 || got.Sets < 2 || got.Sets > 100 || got.Milliseconds > 1000 {
		t.Errorf("%+v, want none found, 2 to 100 sets and 1000 ms at most", got)
	}
}
