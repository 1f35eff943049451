// View: what is shown of a profile, in one object. The page's address is written from it and read into it, see
// address.js; commands change it, and whatever draws only reads it.

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
    this.hidden = []; // for each command to hide the ranges of frames that it took out
    this.hovered = null; // what the pointer is on: {side, box}
    this.pointed = null; // the frame that it was on last
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
    return this.zoom.f !== this.source.root || this.zoom.span;
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
    this.hovered = this.pointed = null;
  }

  /** The way in which stacks are shown. Each has a zoom of its own. */
  get way() {
    return this.fn >= 0 ? this.fn : this.reversed ? "r" : "";
  }

  /** Shows the sandwich of a function, or all stacks (-1), merged from their leaves or not, zoomed as they were last. */
  open(fn, reversed = this.reversed) {
    const { zooms, zoom } = this;
    zooms[this.way] = [zoom, this.path(zoom)];
    Object.assign(this, { fn, reversed, table: false });
    this.setSides();
    if (!zooms[this.way]) return;
    const [{ side, f }, path] = zooms[this.way];
    const found = this.sides[0] === this.tree ? this.heavy(f) : this.sides[side].walk(fn < 0 ? path : path.slice(1));
    if (found !== null) this.zoom = this.cursor = { side, f: found };
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
    this.hidden.push(ranges);
    this.reweigh(source.parentOf(at.f));
    return true;
  }

  /** Shows what was hidden last. Returns whether there was anything. */
  unhide() {
    const ranges = this.hidden.pop();
    if (ranges) this.reweigh();
    return !!ranges;
  }

  /**
   * Changes what frames weigh, by a function or by what is hidden. The zoom stays, if what it shows is
   * still there, and the cursor goes to a frame of the call tree.
   */
  reweigh(cursor = this.cursor.f, change = () => this.profile.hide(this.hidden.flat())) {
    const { zoom } = this;
    const path = this.path(zoom);
    const isPlain = this.sides[0] === this.tree;
    change();
    this.delta?.rescale();
    this.setSides();
    if (isPlain) {
      this.zoom = { side: 0, f: this.heavy(zoom.f) };
      this.cursor = { side: 0, f: this.heavy(cursor) };
    } else {
      const f = this.sides[zoom.side].walk(this.fn >= 0 ? path.slice(1) : path);
      if (f) this.zoom = this.cursor = { side: zoom.side, f };
    }
    this.find(this.term, this.minds);
  }

  /** Returns the innermost frame, of one of the call tree and its callers, that has any weight. */
  heavy(f) {
    const { tree } = this;
    while (f > 0 && tree.weight(f) === 0) f = tree.caller[f];
    return f;
  }
}
