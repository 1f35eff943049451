import { test } from "node:test";
import { deepEqual, equal } from "node:assert/strict";
import { treeOf, drawing } from "./build.js";
import { Callees, Callers } from "../data/merged.js";
import { mergedMatches } from "../data/search.js";

const folded = `main;parse;read 3
main;parse 1
main;send;parse;read 4
main;send;parse;parse;read 2
idle 10`;

const nameOf = (tree, name) => tree.hashes.names.indexOf(name);

test("a tree has the totals of its stacks", () => {
  deepEqual(drawing(treeOf(folded)), [
    "all 20 self 0",
    "  idle 10 self 10",
    "  main 10 self 0",
    "    parse 4 self 1",
    "      read 3 self 3",
    "    send 6 self 0",
    "      parse 6 self 0",
    "        parse 2 self 0",
    "          read 2 self 2",
    "        read 4 self 4",
  ]);
});

test("a function counts each stack once, however often it recurs", () => {
  const tree = treeOf(folded);
  const { total, self, places } = tree.measure();
  const rows = tree.hashes.names.map((name, i) => [name, self[i], total[i], places[i]]);
  deepEqual(rows, [
    ["idle", 10, 10, 1],
    ["main", 0, 10, 1],
    ["parse", 1, 10, 3],
    ["read", 9, 9, 3],
    ["send", 0, 6, 1],
  ]);
});

test("the reverse merges stacks from their leaves", () => {
  deepEqual(drawing(Callers.reverse(treeOf(folded))), [
    "all 20 self 0",
    "  idle 10 self 10",
    "  parse 1 self 0",
    "    main 1 self 1",
    "  read 9 self 0",
    "    parse 9 self 0",
    "      main 3 self 3",
    "      parse 2 self 0",
    "        send 2 self 0",
    "          main 2 self 2",
    "      send 4 self 0",
    "        main 4 self 4",
  ]);
});

test("the sandwich has what a function calls and what calls it", () => {
  const tree = treeOf(folded);
  const parse = nameOf(tree, "parse");
  const at = tree.outermost(parse);
  deepEqual(drawing(new Callees(tree, parse, Uint32Array.from(at))), [
    "parse 10 self 1",
    "  parse 2 self 0",
    "    read 2 self 2",
    "  read 7 self 7",
  ]);
  const callers = new Callers(tree, parse, Uint32Array.from(at, (f) => tree.caller[f]), Uint32Array.from(at), tree.totals);
  deepEqual(drawing(callers), ["parse 10 self 0", "  main 4 self 4", "  send 6 self 0", "    main 6 self 6"]);
});

test("what is hidden weighs nothing, until it is shown again", () => {
  const tree = treeOf(folded);
  const ranges = [];
  const main = tree.kids(0)[1];
  const send = tree.kids(main)[1];
  tree.ranges(send, (from, to) => ranges.push([from, to]));
  tree.hide(ranges);
  deepEqual(drawing(tree), ["all 14 self 0", "  idle 10 self 10", "  main 4 self 0", "    parse 4 self 1", "      read 3 self 3"]);
  equal(tree.rows, 3);
  tree.hide([]);
  equal(tree.weight(0), 20);
  equal(tree.rows, 5);
});

test("each frame is found by the hash of its path, in each source", () => {
  const tree = treeOf(folded);
  const parse = nameOf(tree, "parse");
  const at = Uint32Array.from(tree.outermost(parse));
  const callers = new Callers(tree, parse, at.map((f) => tree.caller[f]), at, tree.totals);
  for (const source of [tree, Callers.reverse(tree), new Callees(tree, parse, at), callers]) {
    const visit = (f, path) => {
      const names = source.nameOf(f) < 0 ? path : [...path, source.nameOf(f)];
      const found = names.length ? source.find(tree.hashes.path(names)) : source.root;
      equal(found, f);
      for (const kid of source.kids(f)) visit(kid, names);
    };
    visit(source.root, []);
    equal(source.find(tree.hashes.path([0, 0, 0])), null);
  }
});

test("towers have the weight of each row", () => {
  const tree = treeOf(folded);
  deepEqual([...tree.tower(tree.kids(0))], [20, 10, 9, 6, 2]);
  const reverse = Callers.reverse(tree);
  deepEqual([...reverse.tower(reverse.kids(reverse.root))], [20, 10, 9, 6, 2]);
  equal(tree.height(tree.kids(0)), 5);
  const parse = nameOf(tree, "parse");
  const callees = new Callees(tree, parse, Uint32Array.from(tree.outermost(parse)));
  deepEqual([...callees.tower([callees.root])], [10, 9, 2]);
});

/** Returns a tree of thousands of frames in rows of different widths. */
function largeTree() {
  const lines = [];
  for (let i = 0; i < 3000; i++) {
    const names = ["f" + (i % 7), "g" + (i % 91), "h" + (i % 5), "i" + i, "j" + (i % 3)];
    lines.push(names.slice(0, 2 + (i % 4)).join(";") + " " + (1 + (i % 11)));
  }
  return treeOf(lines.join("\n"));
}

test("towers of thousands of frames are what their frames add up to", () => {
  const tree = largeTree();
  const check = (frames) => {
    const want = [];
    for (const frame of frames) {
      for (let f = frame; f < tree.end[frame]; f++) {
        if (tree.totals[f] === 0) continue;
        const row = tree.depth[f] - tree.depth[frame];
        want[row] = (want[row] || 0) + tree.totals[f];
      }
    }
    deepEqual([...tree.tower(frames)], want);
  };
  const checkAll = () => {
    check([0]);
    const kids = tree.kids(0);
    for (let i = 0; i < kids.length; i++) {
      check([kids[i]]);
      check(kids.slice(i));
      check(kids.slice(0, i + 1).reverse());
      check(tree.kids(kids[i]));
      check(tree.kids(kids[i]).filter((_, j) => j % 2));
    }
  };
  checkAll();
  const [, hidden, , half] = tree.kids(0);
  tree.hide([[hidden, tree.end[hidden]], [tree.kids(half)[3], tree.end[half]]]);
  checkAll();
});

test("towers of many neighbours are not added up frame by frame", () => {
  const tree = largeTree();
  tree.tower([0]);
  let reads = 0;
  tree.totals = new Proxy(tree.totals, {
    get(totals, key) {
      reads++;
      return totals[key];
    },
  });
  tree.tower(tree.kids(0));
  equal(reads < 600, true, `${reads} of ${tree.size} frames`);
});

test("the outermost matches of merged trees are found, the heaviest first", () => {
  const tree = treeOf(folded);
  const marks = new Uint8Array(tree.hashes.names.length);
  const parse = nameOf(tree, "parse");
  marks[parse] = 1;
  const shown = (sides) =>
    mergedMatches(sides, marks, 0).map(({ side, f }) => {
      const names = [];
      for (let at = f; at; at = at.parent) if (at.name >= 0) names.unshift(tree.hashes.names[at.name]);
      return `${side} ${names.join(";")} ${sides[side].weight(f)}`;
    });
  deepEqual(shown([Callers.reverse(tree)]), ["0 read;parse 9", "0 parse 1"]);
  const at = Uint32Array.from(tree.outermost(parse));
  marks[nameOf(tree, "main")] = marks[nameOf(tree, "read")] = 1;
  const callers = new Callers(tree, parse, at.map((f) => tree.caller[f]), at, tree.totals);
  deepEqual(shown([new Callees(tree, parse, at), callers]), [
    "0 parse 10",
    "0 parse;read 7",
    "1 parse;send;main 6",
    "1 parse;main 4",
    "0 parse;parse 2",
  ]);
});
