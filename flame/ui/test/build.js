// Build: makes trees for the tests from folded stacks.

import { Tree } from "../data/tree.js";
import { Hashes } from "../data/hash.js";

/** Returns the tree of folded stacks, as the data layer would give it, and its names. */
export function treeOf(folded) {
  const root = { name: "", calls: new Map(), self: 0 };
  for (const line of folded.trim().split("\n")) {
    const at = line.lastIndexOf(" ");
    let f = root;
    for (const name of line.slice(0, at).split(";")) {
      if (!f.calls.has(name)) f.calls.set(name, { name, calls: new Map(), self: 0 });
      f = f.calls.get(name);
    }
    f.self += Number(line.slice(at + 1));
  }
  const names = [...new Set(folded.replace(/ \d+$/gm, "").trim().split(/[;\n]/))].sort();
  const up = [];
  const name = [];
  const self = [];
  let before = 0;
  const open = [[root, 0]];
  while (open.length) {
    const [f, depth] = open.pop();
    if (depth) {
      up.push(before + 1 - depth);
      name.push(names.indexOf(f.name));
    }
    self.push(f.self);
    before = depth;
    for (const key of [...f.calls.keys()].sort().reverse()) open.push([f.calls.get(key), depth + 1]);
  }
  const tree = new Tree(readerOf([...up, ...name, ...self]), self.length);
  tree.hashes = new Hashes(names);
  return tree;
}

/** Returns what the decoder reads numbers with. */
function readerOf(numbers) {
  return {
    at: 0,
    number() {
      return numbers[this.at++];
    },
    column(n) {
      return Uint32Array.from(numbers.slice(this.at, (this.at += n)));
    },
  };
}

/** Returns the frames of a source as lines, two blanks deeper for each row: "main 7 of them self 2". */
export function drawing(source, f = source.root, indent = "") {
  const name = source.nameOf(f) < 0 ? "all" : (source.tree || source).hashes.names[source.nameOf(f)];
  const lines = [`${indent}${name} ${source.weight(f)} self ${source.self(f)}`];
  for (const kid of source.kids(f)) lines.push(...drawing(source, kid, indent + "  "));
  return lines;
}
