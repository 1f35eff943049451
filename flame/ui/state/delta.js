// Delta: what changed between two profiles, in numbers. Drawing has the class that puts them into colours and words.
//
// The two profiles are two trees of the same frames. In merged views a frame's twin is the one with the same
// path of names in the view of the other tree.

import { weightFormat } from "../data/format.js";
import { Callers, sidesOf } from "../data/merged.js";
import { Tree } from "../data/tree.js";

export class Delta {
  /** Reads the weights of the other profile, which stand after the rest of the data. */
  constructor(view, r) {
    const { profile } = view;
    const { shown, by, absolute, beyond, function: isWhole = false } = profile.head.diff;
    const [tree] = profile.trees;
    const other = twinOf(tree, r);
    this.view = view;
    this.absolute = absolute;
    this.beyond = beyond && { self: new Set(beyond.self), total: new Set(beyond.total) }; // the names whose change is more than noise, if that is known
    this.by = by; // self or total: which change gives the colour
    this.isWhole = isWhole; // the change of a frame's function gives it, all places together
    profile.trees = shown === "before" ? [tree, other] : [other, tree]; // before, after
    view.shown = shown === "before" ? 0 : 1;
    this.start = { by, isWhole, shown: view.shown };
    if (!other.exact) profile.weightText = weightFormat(profile.head, false);
    this.rescale();
  }

  /** Whether frames are as wide as before. */
  get isBefore() {
    return this.view.shown === 0;
  }

  get trees() {
    return this.view.profile.trees;
  }

  /** Adds what differs from the start to the parts of the address. */
  write(parts) {
    const { start } = this;
    if (this.view.shown !== start.shown) parts.e = this.isBefore ? "1" : "0";
    if (this.by !== start.by) parts.d = this.by;
    if (this.isWhole !== start.isWhole) parts.p = this.isWhole ? "1" : "0";
  }

  read(get) {
    const { start, view } = this;
    this.by = /^(self|total)$/.test(get("d")) ? get("d") : start.by;
    this.isWhole = get("p") ? get("p") === "1" : start.isWhole;
    view.shown = get("e") ? (get("e") === "1" ? 0 : 1) : start.shown;
    this.rescale();
    view.setSides();
  }

  /** Finds the largest change of all, which has the strongest colour. */
  rescale() {
    const { trees, by } = this;
    const weightsOf = (tree) => (this.isWhole ? tree.measure()[by] : by === "self" ? tree.selfs : tree.totals);
    const [before, after] = trees.map(weightsOf);
    this.most = 0;
    for (let i = this.isWhole ? 0 : 1; i < before.length; i++) this.most = Math.max(this.most, Math.abs(this.changed(before[i], after[i])));
  }

  /** Returns a weight as what is compared: a share of all, or the weight itself. */
  share(weight, at) {
    const all = this.trees[at].weight(0);
    return this.absolute || !all ? weight : weight / all;
  }

  changed(before, after) {
    return this.share(after, 1) - this.share(before, 0);
  }

  /** Returns what a frame weighed before and weighs after; of a kind, "weight" or "self". */
  pair(side, f, kind) {
    const twin = this.twin(side, f);
    const pair = [this.view.sides[side][kind](f), twin === null ? 0 : this.twins[side][kind](twin)];
    return this.isBefore ? pair : pair.reverse();
  }

  /** The trees of the view, of the profile that is not shown. */
  get twins() {
    const { view } = this;
    if (this.sides !== view.sides) {
      this.sides = view.sides;
      this.others = sidesOf(this.trees[1 - view.shown], view);
    }
    return this.others;
  }

  /** Returns a frame's twin, or null where the other profile has none. */
  twin(side, f) {
    const { view, twins } = this;
    if (view.sides[side] === view.tree) return f;
    const path = [];
    for (; f.parent && f.twin === undefined; f = f.parent) path.push(f);
    let twin = f.twin === undefined ? twins[side].root : f.twin;
    while (path.length) {
      const next = path.pop();
      twin = next.twin = (twin && callsOf(twins[side], twin).get(next.name)) || null;
    }
    return twin;
  }

  /** Calls add for what the twin of a merged frame stands for. */
  ranges({ side, f }, add) {
    const twin = this.twin(side, f);
    if (twin !== f && twin !== null) this.twins[side].ranges(twin, add);
  }

  /** Returns the weights of a function before and after, in the trees or in parts of them; of a kind, "total" or "self". */
  pairOf(name, kind, sums = this.trees.map((tree) => tree.measure())) {
    return sums.map((one) => one[kind][name]);
  }

  /** Says whether the change of a function is inside the noise, as far as that is known. */
  isNoise(name) {
    return !!this.beyond && !this.beyond[this.by].has(name);
  }

  /** Returns the change that gives a frame its colour. For callers it is that of all: they have no self of their own. */
  change(side, f) {
    if (this.isWhole) return this.changed(...this.pairOf(this.view.sides[side].nameOf(f), this.by));
    const isTotal = this.by === "total" || this.view.sides[side] instanceof Callers;
    return this.changed(...this.pair(side, f, isTotal ? "weight" : "self"));
  }

  points(weight, at) {
    return (100 * weight) / (this.trees[at].weight(0) || 1);
  }

  /** Returns the change of a function. */
  changeOf(name, sums) {
    const [before, after] = this.pairOf(name, this.by, sums);
    return this.absolute ? after - before : this.points(after, 1) - this.points(before, 0);
  }
}

/** Returns the tree of the same frames with other weights. They are stored as differences, of which every second number is negative. */
function twinOf(tree, r) {
  const { size } = tree;
  const twin = Object.assign(Object.create(Tree.prototype), tree);
  const selfs = new Float64Array(size);
  let sum = 0;
  for (let f = 0; f < size; f++) {
    const n = r.number();
    sum += selfs[f] = tree.selfs[f] + (n % 2 ? -(n + 1) / 2 : n / 2);
  }
  twin.exact = sum <= 2 ** 53;
  twin.all = twin.selfs = selfs;
  twin.totals = new Float64Array(size);
  twin.top = tree.depth.slice();
  twin.sum();
  return twin;
}

/** Returns the callees of a merged frame by their names. */
function callsOf(source, f) {
  return (f.byName ||= new Map(source.kids(f).map((kid) => [kid.name, kid])));
}
