// Delta: what changed between two profiles. Frames are as wide as they weigh after, or before; each has the
// colour and the mark of its change, and tells both weights.
//
// The two profiles are two trees of the same frames. In merged views a frame's twin is the one with the same
// path of names in the view of the other tree.

import { reweigh } from "./commands.js";
import { button } from "./bar.js";
import { fixed, percent, weightFormat } from "./format.js";
import { Callers } from "./merged.js";
import { Tree } from "./tree.js";

/** How many colours there are for more, c0 to c9, and for less, c10 to c19. */
const steps = 10;

const [same, added, gone] = ["c20", "c21", "c22"];

/** The commands, their keys and what they do, as in the list of all keys. */
export const keys = [
  ["elided", "e", "as wide as before, with what is gone, or as after"],
  ["kind", "D", "colour by the change of self or of total"],
];

export class Delta {
  constructor(g, r) {
    const { tree, head } = g;
    const { shown, by, absolute } = head.diff;
    const other = twinOf(tree, r);
    this.g = g;
    this.keys = keys;
    this.commands = { elided: () => this.elided(), kind: () => this.kind() };
    this.actions = { __proto__: null, e: this.commands.elided, D: this.commands.kind };
    this.absolute = absolute;
    this.by = by; // self or total: which change gives the colour
    this.isBefore = shown === "before"; // whether frames are as wide as before
    this.start = { by, isBefore: this.isBefore };
    g.trees = this.isBefore ? [tree, other] : [other, tree]; // before, after
    if (!other.exact) g.weightText = weightFormat(head, false);
    this.rescale();
  }

  get buttons() {
    return keys.map(([act, key, hint]) => button(act, act === "kind" ? "Δ self" : "Before", `${hint} (${key})`)).join("");
  }

  /** Shows on the buttons what is on. */
  update({ elided, kind }) {
    elided.setAttribute("aria-pressed", this.isBefore);
    kind.textContent = "Δ " + this.by;
  }

  /** What is to be known of the widths. */
  get note() {
    return this.isBefore ? "as wide as before" : "as wide as after";
  }

  /** Shows frames as wide as the other weight. */
  elided() {
    const at = this.isBefore ? 1 : 0;
    reweigh(this.g, this.g.cursor, () => this.show(at));
  }

  show(at) {
    this.isBefore = !at;
    this.g.tree = this.g.trees[at];
  }

  /** Colours by the other change. */
  kind() {
    this.by = this.by === "self" ? "total" : "self";
    reweigh(this.g, this.g.cursor, () => {});
  }

  /** What the table depends on. */
  get key() {
    return this.by + this.isBefore;
  }

  writeState(state) {
    const { start } = this;
    if (this.isBefore !== start.isBefore) state.e = this.isBefore ? "1" : "0";
    if (this.by !== start.by) state.d = this.by;
  }

  readState(get) {
    const { start } = this;
    this.by = /^(self|total)$/.test(get("d")) ? get("d") : start.by;
    this.show((get("e") ? get("e") === "1" : start.isBefore) ? 0 : 1);
    this.rescale();
    this.g.setSides();
  }

  /** Finds the largest change of all, which has the strongest colour. */
  rescale() {
    const { trees } = this.g;
    const [before, after] = trees.map((tree) => (this.by === "self" ? tree.selfs : tree.totals));
    this.most = 0;
    for (let f = 1; f < before.length; f++) this.most = Math.max(this.most, Math.abs(this.changed(before[f], after[f])));
  }

  /** Returns a weight as what is compared: a share of all, or the weight itself. */
  share(weight, at) {
    const all = this.g.trees[at].weight(0);
    return this.absolute || !all ? weight : weight / all;
  }

  changed(before, after) {
    return this.share(after, 1) - this.share(before, 0);
  }

  /** Returns what a frame weighed before and weighs after; of a kind, "weight" or "self". */
  pair(side, f, kind) {
    const twin = this.twin(side, f);
    const pair = [this.g.sides[side][kind](f), twin === null ? 0 : this.twins[side][kind](twin)];
    return this.isBefore ? pair : pair.reverse();
  }

  /** The trees of the view, of the profile that is not shown. */
  get twins() {
    const { g } = this;
    if (this.sides !== g.sides) {
      this.sides = g.sides;
      this.others = g.sidesOf(g.trees[this.isBefore ? 1 : 0]);
    }
    return this.others;
  }

  /** Returns a frame's twin, or null where the other profile has none. */
  twin(side, f) {
    const { g, twins } = this;
    if (g.sides[side] === g.tree) return f;
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

  /** Returns the change that gives a frame its colour. For callers it is that of all: they have no self of their own. */
  change(side, f) {
    const isTotal = this.by === "total" || this.g.sides[side] instanceof Callers;
    return this.changed(...this.pair(side, f, isTotal ? "weight" : "self"));
  }

  /** Returns the colour of a box, and the mark before its label for those who cannot tell the colours. */
  look(side, { f, name }) {
    if (name < 0) return [same, ""];
    const [before, after] = this.pair(side, f, "weight");
    if (!before) return [added, "▲ "];
    if (!after) return [gone, "▼ "];
    const change = this.change(side, f);
    const part = Math.abs(change) / this.most;
    if (!(part >= 1e-12)) return [same, ""]; // what rounding makes of equal shares is no change
    const step = Math.round((steps - 1) * Math.min(1, part));
    return change > 0 ? ["c" + step, "▲ "] : ["c" + (steps + step), "▼ "];
  }

  /** Returns the end of the details line: "; +16.00%". */
  short(side, f) {
    const [before, after] = this.pair(side, f, this.by === "self" ? "self" : "weight");
    return "; " + signed(this.points(after, 1) - this.points(before, 0)) + "%";
  }

  /** Returns lines of the tooltip: "total 20.00% → 36.00%, +16.00 points (20 → 72 samples)". */
  lines(side, f, shares) {
    const { g } = this;
    const line = (title, kind) => {
      const pair = this.pair(side, f, kind);
      return `${title} ${this.fromTo(pair)} (${pair.map(g.weightText).join(" → ")}${g.noun})`;
    };
    return [line("total", "weight"), line("self", "self"), `${shares.join(" · ")}, ${this.note}`];
  }

  fromTo([before, after]) {
    const { trees } = this.g;
    const shares = [before, after].map((weight, i) => percent(weight, trees[i].weight(0)));
    return `${shares.join(" → ")}, ${signed(this.points(after, 1) - this.points(before, 0))} points`;
  }

  points(weight, at) {
    return (100 * weight) / (this.g.trees[at].weight(0) || 1);
  }

  /** Returns what a search finds in the other profile, as part of its line: " (12.00% before)". */
  matched(search) {
    const at = this.isBefore ? 1 : 0;
    const tree = this.g.trees[at];
    return ` (${percent(search.below(1, tree.size, tree), tree.weight(0))} ${at ? "after" : "before"})`;
  }

  /** Brings the rows of the table into the order of their changes. */
  sort(by, rows) {
    const most = (name) => Math.abs(this.changeOf(name));
    if (by === "change") rows.sort((a, b) => most(b) - most(a) || a - b);
  }

  /** Returns the change of a function. */
  changeOf(name) {
    const [before, after] = this.g.trees.map((tree) => tree.measure()[this.by][name]);
    return this.absolute ? after - before : this.points(after, 1) - this.points(before, 0);
  }

  changeText(name) {
    const change = this.changeOf(name);
    if (!this.absolute) return signed(change);
    return (change < 0 ? "-" : "+") + this.g.weightText(Math.abs(change));
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

/** Writes a difference with its sign: "+16.00", "-0.50", "0.00". */
function signed(difference) {
  const text = fixed(Math.abs(difference));
  return text === "0.00" ? text : (difference > 0 ? "+" : "-") + text;
}
