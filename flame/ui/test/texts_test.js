import { test } from "node:test";
import { deepEqual, equal } from "node:assert/strict";
import { weightFormat, nounOf, group, percent, count } from "../data/format.js";
import { Face } from "../data/measure.js";
import { Hash, Hashes, hashText } from "../data/hash.js";
import { parseParts } from "../state/address.js";
import { escape } from "../drawing/elements.js";
import { Search } from "../data/search.js";
import { treeOf } from "./build.js";

test("weights read as those of the table", () => {
  const cases = [
    [{}, 1234567, "1,234,567"],
    [{}, 0, "0"],
    [{ scale: 2 }, 123450, "1,234.5"],
    [{ scale: 3 }, 7, "0.007"],
    [{ unit: "bytes", per: 1 }, 2048, "2kB"],
    [{ unit: "bytes", per: 1024 }, 1577, "1.54MB"],
    [{ unit: "nanoseconds", per: 1 }, 4510000000, "4.51s"],
    [{ unit: "nanoseconds", per: 1e6, scale: 1 }, 5, "500us"],
    [{ unit: "nanoseconds", per: 1 }, 0, "0"],
    [{ unit: "nanoseconds", per: 1 }, 1125, "1.12us"],
    [{ unit: "bytes", per: 1 }, 1920, "1.88kB"],
  ];
  for (const [head, weight, want] of cases) equal(weightFormat(head, true)(weight), want);
  equal(weightFormat({}, false)(240000000000000000), "≈240,000,000,000,000,000");
});

test("numbers and shares", () => {
  deepEqual([group(999), group(1000), group(1234567)], ["999", "1,000", "1,234,567"]);
  deepEqual([percent(1, 3), percent(2, 1), percent(1, 0)], ["33.33%", "100.00%", "0.00%"]);
  deepEqual([1, 3, 5, 7, 9].map((n) => percent(n, 32)), ["3.12%", "9.38%", "15.62%", "21.88%", "28.12%"]); // ties
  deepEqual([count(1, "frame"), count(2000, "frame")], ["1 frame", "2,000 frames"]);
  deepEqual([nounOf({ noun: "samples" }), nounOf({ noun: "cpu", unit: "nanoseconds" }), nounOf({})], [" samples", " of cpu", ""]);
});

test("labels are cut as the options say", () => {
  const face = new Face((c) => (c.length > 1 || c > "\xff" ? 2 : 1)); // "…" and pictures are two wide
  const cases = [
    ["mallocgc", 8, "auto", [], "mallocgc"],
    ["runtime.mallocgc", 8, "auto", ["mallocgc"], "mallocgc"],
    ["runtime.mallocgc", 7, "auto", ["mallocgc"], "mallo…"],
    ["runtime.mallocgc", 8, "right", [], "runtim…"],
    ["runtime.mallocgc", 8, "left", [], "llocgc…".replace(/(.*)…/, "…$1")],
    ["runtime.mallocgc", 8, "middle", [], "run…cgc"],
    ["runtime.mallocgc", 8, "none", [], ""],
    ["run time", 6, "right", [], "run…"],
    ["abc", 1, "right", [], ""],
    ["ae\u0301🇩🇪🇫🇷xyz", 8, "right", [], "ae\u0301🇩🇪…"],
  ];
  for (const [text, room, how, forms, want] of cases) equal(face.label(text, room, how, () => forms), want);
});

test("hashes are FNV-1a", () => {
  // From the list of test vectors of FNV's authors.
  equal(hashText("").toString(), 0xcbf29ce484222325n.toString(36));
  equal(hashText("a").toString(), 0xaf63dc4c8601ec8cn.toString(36));
  equal(hashText("foobar").toString(), 0x85944171f73967e8n.toString(36));
  const prime = 1099511628211n;
  const a = BigInt.asUintN(64, (0xcbf29ce484222325n ^ 0xaf63dc4c8601ec8cn) * prime);
  const path = BigInt.asUintN(64, (a ^ 0x85944171f73967e8n) * prime);
  equal(new Hashes(["a", "foobar"]).path([0, 1]).toString(), path.toString(36));
  equal(Hash.parse(path.toString(36)).toString(), path.toString(36));
  deepEqual([Hash.parse("A"), Hash.parse(""), Hash.parse("0".repeat(14))], [null, null, null]);
});

test("fragments and queries are read", () => {
  deepEqual([...parseParts("#z=1a&s=a%2Bb+c&x&=y")], [["z", "1a"], ["s", "a+b c"]]);
  deepEqual([...parseParts("?s=%")], [["s", "%"]]);
  deepEqual([...parseParts("")], []);
});

test("names are no markup", () => {
  equal(escape(`</text><script>&"']]>`), "&#60;/text&#62;&#60;script&#62;&#38;&#34;']]&#62;");
});

test("a search adds up the outermost matches", () => {
  const tree = treeOf("a;lock 3\na;Lock;lock 4\nb;lock;c;lock 5\nb 8");
  const { names } = tree.hashes;
  const find = (term, minds = null) => {
    const s = new Search(tree, names, term, minds);
    return [s.weight, s.count, s.minds, !!s.error];
  };
  deepEqual(find("lock"), [12, 5, false, false]);
  deepEqual(find("Lock"), [4, 1, true, false]);
  deepEqual(find("Lock", false), [12, 5, false, false]);
  deepEqual(find("(?i)LOCK"), [12, 5, false, false]);
  deepEqual(find("\\Sock"), [12, 5, false, false]); // no capital
  deepEqual(find("^b$"), [13, 1, false, false]);
  deepEqual(find("lock("), [0, 0, false, true]);
  const search = new Search(tree, names, "lock", true);
  const [a, b] = tree.kids(0);
  deepEqual([search.within(tree, 0), search.within(tree, a), search.within(tree, b)], [12, 7, 5]);
  const c = tree.kids(tree.kids(b)[0])[0];
  equal(search.within(tree, c), 5); // all of it is called by a match
});
