// View: what is shown of a profile, in one object. The page's address is written from it and read into it, see
// address.js; commands change it, and whatever draws only reads it.

import { Hash } from "../data/hash.js";
import { holder, inside, partIn, partText, rangeOf } from "../data/layout.js";
import { sidesOf } from "../data/merged.js";
import { Search } from "../data/search.js";
import { widestOf } from "../data/tree.js";

export class View {
  /** Start has what the file asks for: {inverted, order, term}. Suffix distinguishes the pictures of a page. */
  constructor(profile, start, suffix = "") {
    this.profile = profile;
    this.start = start;
    this.suffix = suffix;
    this.delta = null; // what changed between two profiles
    this.shown = 0; // which of the profile's trees gives the widths
    this.reversed = false;
    this.fn = -1; // the function of the sandwich
    this.table = false;
    Object.assign(this, start); // inverted, order and term
    this.base = "all"; // what percentages in the details line are of
    this.zooms = {}; // what each way to show stacks was zoomed to last
    this.hidden = []; // for each command to hide {key: what it hid, for the address; ranges: of frames that it took out}
    this.hovered = null; // what the pointer is on: {side, box}
    this.last = null; // the frame that was pointed at or chosen last: {side, f}
    this.row = -1; // the function that is chosen in the table
    this.keyed = false; // whether the keyboard was used last, which shows the cursor
    this.setSides();
    this.find("");
  }

  get tree() {
    return this.profile.trees[this.shown];
  }

  /** What kind of view it is: flame, reverse, sandwich or top. */
  get kind() {
    return this.table ? "top" : this.fn >= 0 ? "sandwich" : this.reversed ? "reverse" : "flame";
  }

  /** The source of the zoomed frame. */
  get source() {
    return this.sides[this.zoom.side];
  }

  get isZoomed() {
    return !this.isWhole || !!this.zoom.part;
  }

  /** Whether it is the root that the picture shows, or a part of it: both sides of a sandwich then. */
  get isWhole() {
    return this.zoom.f === this.source.root;
  }

  /** The frame of the call tree that the table is about: the zoomed one, or the root. */
  get part() {
    return this.isPlain ? this.zoom.f : 0;
  }

  /** The range of its side that is shown. Where zoom has no part, it is all of the frame. */
  get range() {
    return this.rangeOf(this.zoom);
  }

  rangeOf({ side, f, part }) {
    return rangeOf(this.sides[side], f, part || [0, 1], this.byWidth);
  }

  /** Zooms to a range of the zoomed side: a part of the innermost frame that holds it. Both sides of a sandwich show the same range. */
  zoomToRange(range) {
    const side = this.sides[1] ? 0 : this.zoom.side;
    const source = this.sides[side];
    const ends = inside(source, range);
    const frame = this.sides[1] ? { f: source.root, at: 0 } : holder(source, ...ends, this.byWidth);
    const part = partIn(source, frame, ends);
    this.zoom = { side, f: frame.f, part: partText(part) && part };
  }

  get byWidth() {
    return this.order === "width";
  }

  get root() {
    return { side: 0, f: this.sides[0].root };
  }

  /** The frame that commands are about: the one under the pointer, or else the one at the cursor. */
  get target() {
    if (!this.hovered) return this.cursor;
    const { side, box } = this.hovered;
    return { side, f: box.frames ? widestOf(this.sides[side], box.frames) : box.f };
  }

  /** Returns the numbers of the names from the root to a frame. */
  path({ side, f }) {
    const source = this.sides[side];
    const names = [];
    for (let at = f; at !== null; at = source.parentOf(at)) names.unshift(source.nameOf(at));
    if (names[0] < 0) names.shift();
    return names;
  }

  /** Makes the trees of the view anew, and shows all of them. */
  setSides() {
    this.sides = sidesOf(this.tree, this);
    this.zoom = this.cursor = this.root;
    this.hovered = this.last = null;
  }

  /** The way in which stacks are shown, as the address has it before the hash of a frame. Each has a zoom of its own. */
  get way() {
    return this.fn >= 0 ? this.profile.hashes.path([this.fn]) + "." : this.reversed ? "r." : "";
  }

  /** Shows the sandwich of a function, or all stacks (-1), merged from their leaves or not, zoomed as they were last. */
  open(fn, reversed = this.reversed) {
    const { zooms, zoom, table } = this;
    zooms[this.way] = { ...zoom, path: this.path(zoom) };
    const isBack = this.fn >= 0 && fn < 0;
    Object.assign(this, { fn, reversed, table: isBack && this.fromTable, fromTable: this.fn >= 0 ? this.fromTable : table });
    this.setSides();
    if (zooms[this.way]) this.restore(zooms[this.way]);
  }

  /** Zooms to what was zoomed to before the trees were made anew, if it is still there. */
  restore({ side, f, part, path }) {
    const found = this.isPlain ? this.heavy(f) : this.sides[side].walk(this.fn < 0 ? path : path.slice(1));
    if (found !== null) this.zoom = this.cursor = { side, f: found, part };
  }

  /** Whether it is the call tree itself that is shown. */
  get isPlain() {
    return this.sides[0] === this.tree;
  }

  /** Searches for a term. If minds is null, the case matters where the term has a capital. */
  find(term, minds = null) {
    const { tree, profile } = this;
    this.term = term;
    this.minds = minds;
    this.search = new Search(tree, profile.names, term, minds);
  }

  /** Says whether the search found a function. */
  isFound(name) {
    return name >= 0 && !!this.term && !!this.search.marks[name];
  }

  /** Takes the stacks of a frame out. Returns whether that leaves any. */
  hide(at) {
    const source = this.sides[at.side];
    if (at.f === source.root || source.weight(at.f) === this.tree.weight(0)) return false;
    const ranges = [];
    const add = (from, to) => ranges.push([from, to]);
    source.ranges(at.f, add);
    this.delta?.ranges(at, add);
    this.hidden.push({ key: this.way + this.hashOf(at), ranges });
    this.reweigh(source.parentOf(at.f));
    return true;
  }

  /** Shows what was hidden last. Returns whether there was anything. */
  unhide() {
    const last = this.hidden.pop();
    if (last) this.reweigh();
    return !!last;
  }

  /** What was hidden, as the address has it: "2pb1q0x8k3v4t_r.-1h5k2": each frame after the way in which stacks were shown. */
  get hiddenText() {
    return this.hidden.map(({ key }) => key).join("_");
  }

  /** Returns a frame as the address has it. */
  hashOf(at) {
    return (at.side ? "-" : "") + this.profile.hashes.path(this.path(at));
  }

  /** Returns the frame {side, f} that the address names, or null where there is none. */
  frameOf(text) {
    const side = text[0] === "-" && this.sides[1] ? 1 : 0;
    const hash = Hash.parse(text.replace("-", ""));
    const f = hash && this.sides[side].find(hash);
    return f === null || this.sides[side].weight(f) === 0 ? null : { side, f };
  }

  /** Hides what the address says, and nothing else. It ends with all stacks, not merged. */
  hideAll(text) {
    this.hidden = [];
    this.reweigh();
    for (const key of text.split("_")) {
      const [hash, way] = key.split(".").reverse();
      Object.assign(this, { reversed: way === "r", fn: way && way !== "r" ? this.profile.find(way) : -1 });
      this.setSides();
      const at = this.frameOf(hash);
      if (at) this.hide(at);
    }
  }

  /**
   * Changes what frames weigh, by a function or by what is hidden. The zoom stays, if what it shows is
   * still there, and the cursor goes to a frame of the call tree.
   */
  reweigh(cursor = this.cursor.f, change = () => this.profile.hide(this.hidden.flatMap(({ ranges }) => ranges))) {
    const before = { ...this.zoom, path: this.path(this.zoom) };
    change();
    this.delta?.rescale();
    this.setSides();
    this.restore(before);
    if (this.isPlain) this.cursor = { side: 0, f: this.heavy(cursor) };
    this.find(this.term, this.minds);
  }

  /** Returns the innermost frame, of one of the call tree and its callers, that has any weight. */
  heavy(f) {
    const { tree } = this;
    while (f > 0 && tree.weight(f) === 0) f = tree.caller[f];
    return f;
  }
}
