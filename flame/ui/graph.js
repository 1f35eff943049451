// Graph: what one picture shows now, and where. All else changes its fields and calls render.

import { Callees, Callers } from "./merged.js";
import { Hashes } from "./hash.js";
import { layout, hit } from "./layout.js";
import { weightFormat, nounOf } from "./format.js";
import { draw } from "./draw.js";
import { markCursor } from "./marks.js";
import { Face } from "./measure.js";

/** Blank at each side of the frames, in pixels. */
export const pad = 10;

export class Graph {
  constructor(svg, { head, names, looks, tree }) {
    this.svg = svg;
    this.head = head;
    this.names = names;
    this.looks = looks;
    this.tree = tree;
    this.trees = [tree]; // and that of the other profile, in a picture of changes
    this.hashes = tree.hashes = new Hashes(names);
    this.weightText = weightFormat(head, tree.exact);
    this.noun = nounOf(head);
    this.frames = svg.querySelector("g.f");
    this.legend = svg.querySelector("g.legend");
    this.standalone = svg === document.documentElement;
    this.face = Face.of(`${head.size}px ` + getComputedStyle(svg.querySelector("text")).fontFamily);
    this.start = { inverted: !!head.inverted, order: head.show || head.order, term: svg.dataset.search || "" };
    this.reversed = false;
    this.fn = -1; // the function of the sandwich view
    this.table = false;
    this.term = "";
    this.minds = null; // whether the search minds the case; null: if there is a capital in it
    this.search = null;
    this.base = "all"; // what percentages in the details line are of
    this.hidden = [];
    this.setSides();
  }

  /** The name of a function, by its number. That of the root is -1. */
  text(name) {
    return name < 0 ? "all" : this.names[name];
  }

  /** What is shown: flame, reverse, sandwich or top. */
  get view() {
    return this.table ? "top" : this.fn >= 0 ? "sandwich" : this.reversed ? "reverse" : "flame";
  }

  /** Makes the trees of the view. The sandwich has two sides: what a function calls, and what calls it. */
  sidesOf(tree) {
    const { fn } = this;
    if (fn < 0) return [this.reversed ? Callers.reverse(tree) : tree];
    const places = tree.outermost(fn);
    const at = Uint32Array.from(places, (place) => tree.caller[place]);
    const from = Uint32Array.from(places);
    return [new Callees(tree, fn, from), new Callers(tree, fn, at, from, tree.totals)];
  }

  setSides() {
    this.sides = this.sidesOf(this.tree);
    this.zoom = this.cursor = { side: 0, f: this.sides[0].root };
    this.hovered = null;
  }

  /** The source of the zoomed frame. */
  get source() {
    return this.sides[this.zoom.side];
  }

  get isZoomed() {
    return this.zoom.f !== this.source.root;
  }

  /** Finds out how much room there is. */
  measure() {
    const { sides, head, bar } = this;
    this.look();
    this.width = Math.max(60, this.rect.width);
    this.inner = this.width - 2 * pad;
    this.top = bar.measure(this.width);
    this.up = sides[0].rows;
    this.down = sides[1] ? sides[1].rows : 0;
    this.bottom = this.top + (this.up + this.down + 1) * head.row;
  }

  /** Returns where a row is, in pixels from the top. */
  y(side, row) {
    const rise = side ? -row : row;
    return this.top + (this.inverted ? this.down + rise : this.up - rise) * this.head.row;
  }

  /** Finds out where the picture is in the window. To ask that after a change would make the browser lay out. */
  look() {
    this.rect = this.svg.getBoundingClientRect();
    this.viewport = innerHeight;
  }

  /** Returns the part of the picture that is in the window: its upper edge and its lower. */
  window() {
    return [-this.rect.top, this.viewport - this.rect.top];
  }

  /** Lays out and draws everything anew. */
  render() {
    this.measure();
    this.layouts = this.sides.map((source, side) => {
      if (this.isZoomed && side !== this.zoom.side) return null;
      return this.layOut({ side, f: this.isZoomed ? this.zoom.f : source.root });
    });
    this.bar.update();
    this.paint();
  }

  /** Returns the layout with a frame as wide as the picture. */
  layOut({ side, f }) {
    return layout(this.sides[side], f, { width: this.inner, min: this.head.min, byWidth: this.order === "width" });
  }

  /** Draws what is laid out. */
  paint() {
    this.bar.place();
    this.svg.dataset.view = this.view;
    draw(this);
    markCursor(this);
    this.foot.update();
  }

  /** Returns what is at a place of the picture: {side, box}, or null. */
  at(x, y) {
    if (this.table) return null;
    const line = Math.floor((y - this.top) / this.head.row);
    const rise = this.inverted ? line - this.down : this.up - line;
    for (let side = 0; side < this.sides.length; side++) {
      const l = this.layouts[side];
      const row = side ? -rise : rise;
      const box = l && row >= 0 && hit(l, row, x - pad);
      if (box) return { side, box };
    }
    return null;
  }

  /** Returns the box of a frame, if it is drawn. */
  boxOf({ side, f }) {
    const l = this.layouts[side];
    return l && l.boxes.find((box) => box.f === f);
  }

  /** Returns the numbers of the names from the root to a frame. */
  path({ side, f }) {
    const source = this.sides[side];
    const names = [];
    for (let at = f; at !== null; at = source.parentOf(at)) names.unshift(source.nameOf(at));
    if (names[0] < 0) names.shift();
    return names;
  }
}
