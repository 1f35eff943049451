// Changes: the words, colours and marks of what changed between two profiles. Frames are as wide as they weigh
// after, or before; each has the colour and the mark of its change.

import { fixed, percent } from "../data/format.js";
import { Delta } from "../state/delta.js";
import { button } from "./elements.js";

/** The commands, their keys and what they do, as in the list of all keys. */
export const keys = [
  ["elided", "e", "as wide as before, with what is gone, or as after"],
  ["kind", "D", "colour by the change of self or of total"],
  ["whole", "F", "colour by the change of the function, all its places together, or of the frame"],
];

const texts = { elided: "Before", kind: "Δ self", whole: "All places" };

/** How many colours there are for more, c0 to c9, and for less, c10 to c19. */
const steps = 10;

const [same, added, gone, paleAdded, paleGone] = ["c20", "c21", "c22", "c23", "c24"];

export class Changes extends Delta {
  /** What is to be known of the widths. */
  get note() {
    return this.isBefore ? "as wide as before" : "as wide as after";
  }

  get keys() {
    return keys;
  }

  get buttons() {
    return keys.map(([act, key, hint]) => button(act, texts[act], `${hint} (${key})`)).join("");
  }

  /** Shows on the buttons what is on. */
  update({ elided, kind, whole }) {
    elided.setAttribute("aria-pressed", this.isBefore);
    whole.setAttribute("aria-pressed", this.isWhole);
    kind.textContent = "Δ " + this.by;
  }

  /** What the table depends on. */
  get key() {
    return this.by + this.isBefore + this.isWhole;
  }

  /** Returns the colour of a box, and the mark before its label for those who cannot tell the colours. */
  look(side, { f, name }) {
    if (name < 0) return [same, ""];
    const [before, after] = this.isWhole ? this.pairOf(name, "total") : this.pair(side, f, "weight");
    const isNoise = this.isNoise(name);
    if (!before) return [isNoise ? paleAdded : added, "▲ "];
    if (!after) return [isNoise ? paleGone : gone, "▼ "];
    const change = this.change(side, f);
    const part = Math.abs(change) / this.most;
    if (!(part >= 1e-12)) return [same, ""]; // what rounding makes of equal shares is no change
    const step = isNoise ? 0 : Math.round((steps - 1) * Math.min(1, part));
    return change > 0 ? ["c" + step, "▲ "] : ["c" + (steps + step), "▼ "];
  }

  /** Returns the end of the details line: "; +16.00%". */
  short(side, f) {
    const [before, after] = this.pair(side, f, this.by === "self" ? "self" : "weight");
    return "; " + signed(this.points(after, 1) - this.points(before, 0)) + "%";
  }

  /** Returns lines of the tooltip: "total 20.00% → 36.00%, +16.00 points (20 → 72 samples)". */
  lines(side, f, shares) {
    const { profile } = this.view;
    const line = (title, kind) => {
      const pair = this.pair(side, f, kind);
      return `${title} ${this.fromTo(pair)} (${pair.map(profile.weightText).join(" → ")}${profile.noun})`;
    };
    return [line("total", "weight"), line("self", "self"), `${shares.join(" · ")}, ${this.note}`];
  }

  fromTo([before, after]) {
    const { trees } = this;
    const shares = [before, after].map((weight, i) => percent(weight, trees[i].weight(0)));
    return `${shares.join(" → ")}, ${signed(this.points(after, 1) - this.points(before, 0))} points`;
  }

  /** Returns what a search finds in the other profile, as part of its line: " (12.00% before)". */
  matched(search) {
    const at = 1 - this.view.shown;
    const tree = this.trees[at];
    return ` (${percent(search.below(1, tree.size, tree), tree.weight(0))} ${at ? "after" : "before"})`;
  }

  /** The columns of the table, before that of the names. */
  get columns() {
    return [["before", "Before"], ["beforep", "Before %"], ["after", "After"], ["afterp", "After %"], ["change", "Δ " + this.by]];
  }

  /** Brings the rows of the table into the order of a column. */
  sort(by, rows, sums) {
    const keyOf = {
      before: (name) => this.pairOf(name, this.by, sums)[0],
      after: (name) => this.pairOf(name, this.by, sums)[1],
      change: (name) => Math.abs(this.changeOf(name, sums)),
    }[by];
    if (keyOf) rows.sort((a, b) => keyOf(b) - keyOf(a) || a - b);
  }

  /** Returns the cells of a function, before its name. */
  cells(name, sums) {
    const { trees, view } = this;
    const cells = this.pairOf(name, this.by, sums).flatMap((weight, i) => [view.profile.weightText(weight), percent(weight, trees[i].weight(0))]);
    return [...cells, this.changeText(this.changeOf(name, sums))];
  }

  changeText(change) {
    if (!this.absolute) return signed(change);
    return (change < 0 ? "-" : "+") + this.view.profile.weightText(Math.abs(change));
  }
}

/** Writes a difference with its sign: "+16.00", "-0.50", "0.00". */
function signed(difference) {
  const text = fixed(Math.abs(difference));
  return text === "0.00" ? text : (difference > 0 ? "+" : "-") + text;
}
