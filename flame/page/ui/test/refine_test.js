import { test } from "node:test";
import { deepEqual, equal } from "node:assert/strict";
import { hide, ignored, move, recursion, refine, showFrom, skipAfter, wouldKeep } from "../data/refine.js";

/** Returns a function that gives whole numbers below a limit, always the same ones. */
function numbers(seed) {
  return (limit) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % limit;
  };
}

/** Returns the tree of stacks, which are lists of names as text, "0,2,1", with their weights. */
function treeOf(stacks) {
  const root = { calls: new Map(), self: 0 };
  for (const [stack, weight] of stacks) {
    let f = root;
    for (const name of stack.split(",")) {
      if (!f.calls.has(name)) f.calls.set(name, { calls: new Map(), self: 0 });
      f = f.calls.get(name);
    }
    f.self += weight;
  }
  const [caller, end, depth, name, self] = [[0], [], [0], [], [0]];
  const add = (f, at) => {
    self[at] = f.self;
    for (const key of [...f.calls.keys()].sort((a, b) => a - b)) {
      const next = self.push(0) - 1;
      caller[next] = at;
      depth[next] = depth[at] + 1;
      name[next - 1] = Number(key);
      add(f.calls.get(key), next);
    }
    end[at] = self.length;
  };
  add(root, 0);
  return { size: self.length, caller, end, depth, name, self };
}

/** Returns the stacks of a tree. */
function stacksOf({ size, caller, name }, self) {
  const stacks = new Map();
  for (let f = 0; f < size; f++) {
    if (!self[f]) continue;
    const path = [];
    for (let at = f; at; at = caller[at]) path.unshift(name[at - 1]);
    equal(stacks.has(path.join()), false, "a stack is there twice");
    stacks.set(path.join(), self[f]);
  }
  return [...stacks].sort();
}

/** What the chips do to one stack, a list of names, in the order of the flags; null: it is left out. */
function refined(stack, { focus, ignore, hides, from, skip, again, threads, keeps }) {
  if (keeps && !keeps[stack.at(-1) % 2]) return null;
  if (focus.some((name) => !stack.includes(name)) || stack.includes(ignore)) return null;
  stack = stack.filter((name) => name !== hides);
  if (from >= 0) stack = stack.includes(from) ? stack.slice(stack.indexOf(from)) : [];
  const cut = stack.lastIndexOf(skip);
  const thread = cut > 0 && threads[stack[0]] ? [stack[0]] : [];
  if (cut > 0) stack = [...thread, ...stack.slice(cut)];
  if (again) stack = stack.filter((name, i) => !i || stack[i - 1] !== name);
  return stack.length ? stack.join() : null;
}

test("chips make of a tree what they make of each of its stacks", () => {
  const random = numbers(7);
  for (let round = 0; round < 600; round++) {
    const n = 2 + random(5);
    const stacks = new Map();
    for (let i = 0; i < 12; i++) {
      const stack = Array.from({ length: 1 + random(6) }, () => random(n)).join();
      stacks.set(stack, (stacks.get(stack) || 0) + 1 + random(5));
    }
    const maybe = (odds) => (random(odds) ? -1 : random(n));
    const wish = {
      focus: [maybe(3), maybe(6)].filter((name) => name >= 0),
      ignore: maybe(3), hides: maybe(2), from: maybe(3), skip: maybe(3), again: random(2),
      threads: Array.from({ length: n }, () => random(4) === 0),
      keeps: random(3) ? undefined : [random(2), random(2)],
    };
    const chips = { focuses: wish.focus.length, held: new Uint8Array(n), ops: new Uint8Array(n), from: wish.from >= 0, threads: wish.threads, thread: -1 };
    wish.focus.forEach((name, i) => (chips.held[name] |= 1 << i));
    if (wish.ignore >= 0) chips.held[wish.ignore] |= ignored;
    if (wish.hides >= 0) chips.ops[wish.hides] |= hide;
    if (wish.from >= 0) chips.ops[wish.from] |= showFrom;
    if (wish.skip >= 0) chips.ops[wish.skip] |= skipAfter;
    if (wish.again) for (let name = 0; name < n; name++) chips.ops[name] |= recursion;

    const want = new Map();
    for (const [stack, weight] of stacks) {
      const left = refined(stack.split(",").map(Number), wish);
      if (left !== null) want.set(left, (want.get(left) || 0) + weight);
    }
    const tree = treeOf(stacks);
    if (wish.keeps) Object.assign(chips, { keeps: wish.keeps, cats: [0, ...tree.name.map((name) => name % 2)] });
    const r = refine(tree, chips);
    deepEqual(stacksOf(r, move(tree.self, r)), [...want].sort(), JSON.stringify(wish));
    for (let f = 1; f < r.size; f++) {
      const up = r.caller[f];
      equal(up < f && r.end[f] > f && r.end[f] <= r.end[up] && r.depth[f] === r.depth[up] + 1, true, "the tree is in pre-order");
    }
  }
});

test("what an expression would keep is what its chip keeps", () => {
  const random = numbers(11);
  for (let round = 0; round < 300; round++) {
    const n = 2 + random(5);
    const tree = treeOf(new Map(Array.from({ length: 10 }, () => [Array.from({ length: 1 + random(6) }, () => random(n)).join(), 1 + random(5)])));
    const chips = { focuses: 0, held: new Uint8Array(n), ops: new Uint8Array(n), from: false, threads: new Uint8Array(n), thread: -1 };
    chips.held[random(n)] |= random(2) && ignored;
    for (const op of [hide, showFrom, skipAfter]) if (!random(3)) chips.ops[random(n)] |= op;
    chips.from = chips.ops.some((op) => op & showFrom);
    const marks = Uint8Array.from({ length: n }, () => random(2));
    const would = wouldKeep(tree, marks, tree.self, refine(tree, chips));

    const focused = { ...chips, focuses: 1, held: chips.held.map((bits, name) => bits | marks[name]) };
    const left = move(tree.self, refine(tree, focused)).reduce((a, b) => a + b, 0);
    equal(would.weight, left);
    equal(would.names > 0, left > 0);
    equal(would.names <= marks.reduce((a, b) => a + b, 0), true);
  }
});

test("a thread is kept alone", () => {
  const tree = treeOf([["0,2", 3], ["1,2", 4], ["1,0", 5]]);
  const chips = { focuses: 0, held: new Uint8Array(3), ops: new Uint8Array(3), from: false, threads: [1, 1, 0], thread: 1 };
  const r = refine(tree, chips);
  deepEqual(stacksOf(r, move(tree.self, r)), [["1,0", 5], ["1,2", 4]]);
});
