import { test } from "node:test";
import { deepEqual, equal } from "node:assert/strict";
import { emptyState, formatFragment, parseFragment } from "../state/fragment.js";

test("a fragment is read into a state, and written from it", () => {
  const cases = [
    ["", {}],
    ["#z=1a@0.25-0.5&f=2b", { z: "1a@0.25-0.5", f: "2b" }],
    ["#s=a%2Bb+c", { s: "a+b c" }],
    ["#s=%", { s: "%" }],
    ["#focus=a%26b&hide=%5Eruntime%5C.&focus=c&recursion=1", { chips: [["focus", "a&b"], ["hide", "^runtime\\."], ["focus", "c"], ["recursion", ""]] }],
    ["#ignore-category=GC%20and%20runtime&focus-category=own%20code", { chips: [["ignore-category", "GC and runtime"], ["focus-category", "own code"]] }],
    ["#x=1&m=cpu&y=a%20b", { m: "cpu", unknown: ["x=1", "y=a%20b"] }],
    ["#=1&&f", {}],
    ["#__proto__=1&constructor=2", { unknown: ["__proto__=1", "constructor=2"] }],
    ["#r=1&v=top&e=1&d=total", { v: "callers", p: "table", side: "before" }],
    ["#threads=1", { t: "*" }],
  ];
  for (const [text, want] of cases) {
    const state = parseFragment(text);
    deepEqual(state, { ...emptyState(), ...want }, text);
    deepEqual(parseFragment("#" + formatFragment(state)), state, text);
  }
});

test("what is not chosen is not written", () => {
  equal(formatFragment(emptyState()), "");
  equal(formatFragment({ ...emptyState(), chips: [["hide", "a b"]], f: "1", z: "2" }), "hide=a%20b&z=2&f=1");
});
