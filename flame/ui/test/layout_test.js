import { test } from "node:test";
import { deepEqual, equal } from "node:assert/strict";
import { treeOf } from "./build.js";
import { around, depthOf, hit, layout, partOf, partText, rangeOf } from "../data/layout.js";

/** Returns the boxes and slivers of a layout as texts: "parse 10+40 row 2". */
function shown(tree, l) {
  const round = (v) => Math.round(v * 1e6) / 1e6;
  const text = (b) => `${b.name < 0 ? "all" : tree.hashes.names[b.name]} ${round(b.x)}+${round(b.w)} row ${b.row}`;
  return [...l.boxes.map(text), ...l.slivers.map((s) => `${s.frames.length} of ${round(s.x)}+${round(s.w)} rows ${s.row}-${s.row + s.rows - 1}`)];
}

test("frames stand on their callers, and a gap is the self weight", () => {
  const tree = treeOf("a;b 30\na;c 50\na 20\nd 100");
  deepEqual(shown(tree, layout(tree, 0, tree.weight(0), { width: 200, min: 0.5 })), [
    "all 0+200 row 0",
    "a 0+100 row 1",
    "d 100+100 row 1",
    "b 0+30 row 2",
    "c 30+50 row 2",
  ]);
  deepEqual(shown(tree, layout(tree, 0, tree.weight(0), { width: 200, min: 0.5, byWidth: true })), [
    "all 0+200 row 0",
    "a 0+100 row 1",
    "d 100+100 row 1",
    "c 0+50 row 2",
    "b 50+30 row 2",
  ]);
});

test("the zoomed frame is as wide as the picture, and so are its callers", () => {
  const tree = treeOf("a;b;c 25\na;b 75\nd 100");
  const b = tree.kids(tree.kids(0)[0])[0];
  const l = layout(tree, ...rangeOf(tree, b, [0, 1]), { width: 100, min: 0.5, callers: depthOf(tree, b) });
  deepEqual(shown(tree, l), ["all 0+200 row 0", "a 0+100 row 1", "b 0+100 row 2", "c 0+25 row 3"]);
  deepEqual(shown(tree, layout(tree, ...rangeOf(tree, b, [0.2, 0.3]), { width: 100, min: 0.5 })), [
    "all -200+2000 row 0",
    "a -200+1000 row 1",
    "b -200+1000 row 2",
    "c -200+250 row 3",
  ]);
});

test("neighbours that are too narrow are one sliver of their height", () => {
  // One pixel is 10; b, c and d are narrower, and stand side by side.
  const tree = treeOf("a 900\nb;x;y 4\nc 9\nd;x 6\ne 81");
  deepEqual(shown(tree, layout(tree, 0, tree.weight(0), { width: 100, min: 1 })), [
    "all 0+100 row 0",
    "a 0+90 row 1",
    "e 91.9+8.1 row 1",
    "3 of 90+1.9 rows 1-1",
    "3 of 90+1 rows 2-2",
    "3 of 90+0.4 rows 3-3",
  ]);
});

test("there are never more than 6,000 boxes, and the widths still add up", () => {
  const tree = treeOf(Array.from({ length: 20_000 }, (_, i) => `f${String(i).padStart(5, "0")};g ${1 + (i % 7)}`).join("\n"));
  const l = layout(tree, 0, tree.weight(0), { width: 20_000, min: 0.01 });
  equal(l.boxes.length + l.slivers.length <= 6000, true);
  const row = [...l.boxes, ...l.slivers].filter((b) => b.row === 1);
  equal(Math.round(row.reduce((sum, b) => sum + b.w, 0)), 20_000);
});

test("a frame with more callers than the picture may have boxes can be zoomed into, and what it calls is there", () => {
  const tree = treeOf("f;".repeat(14_000) + "a 3\n" + "f;".repeat(14_000) + "b 1");
  const deepest = tree.size - 3;
  const callers = depthOf(tree, deepest);
  equal(callers, 14_000);
  const l = layout(tree, ...rangeOf(tree, deepest, [0, 1]), { width: 100, min: 0.5, callers });
  deepEqual(shown(tree, l).slice(14_000), ["f 0+100 row 14000", "a 0+75 row 14001", "b 75+25 row 14001"]);
});

test("a place is found by its row and pixel", () => {
  const tree = treeOf("a 900\nb 4\nc 9\ne 87");
  const l = layout(tree, 0, tree.weight(0), { width: 100, min: 1 });
  const at = (row, x) => {
    const box = hit(l, row, x);
    return box && (box.frames ? "sliver" : tree.hashes.names[box.name] || "all");
  };
  deepEqual([at(0, 50), at(1, 0), at(1, 89.9), at(1, 90.5), at(1, 91.4), at(1, 99), at(2, 5)], ["all", "a", "a", "sliver", "e", "e", null]);
});

test("a part of a frame is written into the address and read from it", () => {
  for (const [part, text] of [[[0, 1], ""], [[0.25, 0.5], "@0.25-0.5"], [[0, 1 / 3], "@0-0.333333"], [[1e-7, 1], ""], [[0.5, 1], "@0.5-1"]]) {
    equal(partText(part), text);
    deepEqual(partOf("2pb1q0x8k3v4t" + text).map((end) => partText([end, 1])), partOf(partText(part)).map((end) => partText([end, 1])));
  }
  deepEqual(partOf("1"), [0, 1]);
});

test("the keyboard's cursor goes to frames that are too narrow, in a range where they are wide enough", () => {
  const tree = treeOf("a 900\nb 4\nc 96");
  const [, b] = tree.kids(0);
  deepEqual(around(tree, b, false, [0, 1000], 240), [882, 922]); // 4 of 40 are 24 pixels
  deepEqual(around(tree, b, false, [0, 10], 240), [897, 907]); // no wider than before
});
