// Picture: draws a view into its SVG element, and knows what is drawn where.

import { depthOf, hit, layout, pad } from "../data/layout.js";
import { Face } from "../data/measure.js";
import { Bar } from "./bar.js";
import { draw } from "./draw.js";
import { place } from "./elements.js";
import { Foot } from "./foot.js";
import { List } from "./list.js";
import { Marks } from "./marks.js";
import { Tip } from "./tip.js";

export class Picture {
  constructor(svg, view) {
    const { head } = view.profile;
    if (matchMedia("(pointer:coarse)").matches) head.row = Math.max(24, head.row); // for fingers
    this.svg = svg;
    this.view = view;
    this.head = head;
    this.white = new Set(head.white);
    this.frames = svg.querySelector("g.f");
    this.legend = svg.querySelector("g.legend");
    this.standalone = svg === document.documentElement;
    this.face = Face.of(`${head.size}px ` + getComputedStyle(svg.querySelector("text")).fontFamily);
    this.marks = new Marks(this);
    this.list = new List(this); // below the bar
    this.bar = new Bar(svg, view);
    this.foot = new Foot(svg, view);
    this.tip = new Tip(svg);
  }

  say(text, isShown) {
    this.foot.say(text, isShown);
  }

  /** Finds out where the picture is in the window. To ask that after a change would make the browser lay out. */
  look() {
    this.rect = this.svg.getBoundingClientRect();
    this.viewport = innerHeight;
  }

  /** The part of the picture that is in the window: its upper edge and its lower. */
  get window() {
    return [-this.rect.top, this.viewport - this.rect.top];
  }

  /** Lays out and draws everything anew. */
  render() {
    const { view } = this;
    this.measure();
    this.layouts = view.sides.map((source, side) => {
      if (view.isWhole) return this.layOut({ side, f: source.root, part: view.zoom.part });
      return side === view.zoom.side ? this.layOut(view.zoom) : null;
    });
    this.bar.update();
    this.paint();
    this.tip.hide();
    this.marks.showHover();
  }

  /** Draws anew, once for each frame of the screen. */
  renderSoon() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.view.hovered = null; // its box was another one
      this.render();
    });
  }

  /** Finds out how much room there is. */
  measure() {
    const { sides } = this.view;
    this.look();
    this.width = Math.max(60, this.rect.width);
    this.inner = this.width - 2 * pad;
    this.top = this.bar.measure(this.width);
    this.up = sides[0].rows;
    this.down = sides[1] ? sides[1].rows : 0;
    this.bottom = this.top + (this.up + this.down + 1) * this.head.row;
  }

  /** Returns the layout with a frame, or a part of it, as wide as the picture. */
  layOut(zoom) {
    const { view, inner: width, head } = this;
    const source = view.sides[zoom.side];
    const callers = depthOf(source, zoom.f);
    const l = layout(source, ...view.rangeOf(zoom), { width, min: head.min, byWidth: view.byWidth, callers });
    const clip = (box) => {
      const right = Math.min(width, box.x + box.w);
      box.x = Math.max(0, box.x);
      box.w = right - box.x;
    };
    l.boxes.forEach(clip);
    l.slivers.forEach(clip);
    return Object.assign(l, { zoomed: callers });
  }

  /** Draws what is laid out. */
  paint() {
    const { svg, view, frames } = this;
    this.placeParts();
    svg.dataset["view"] = view.kind;
    this.seen = this.rowsInSight();
    frames.innerHTML = draw(this);
    frames.setAttribute("class", view.term ? "f dim" : "f");
    this.marks.showCursor();
    this.tell();
  }

  /** Returns the upper and the lower edge of what is drawn: all, unless it is far higher than the window. */
  rowsInSight() {
    const [from, to] = this.window;
    if (this.printing || this.bottom - this.top <= 4 * this.viewport) return [-Infinity, Infinity];
    return [from - this.viewport, to + this.viewport];
  }

  /** Puts footer, table and legend where they belong, and makes the picture as high as they need. */
  placeParts() {
    const { view, legend, svg } = this;
    place(this.list.object, { display: view.table ? "" : "none" });
    let height = view.table ? this.top + this.list.open() : this.bottom;
    if (legend) {
      const { y, height: own } = legend.getBBox();
      legend.style.display = view.table ? "none" : "";
      legend.setAttribute("transform", `translate(0 ${height + 8 - y})`);
      if (!view.table) height += own + 12;
    }
    height += this.foot.height;
    if (this.standalone) height = Math.max(height, innerHeight);
    if (this.height !== height) {
      svg.setAttribute("height", height);
      if (this.height) this.look(); // the browser may have scrolled
      this.height = height;
    }
    this.stick();
  }

  /** Keeps header and footer in the window. */
  stick() {
    const { bar, foot, height } = this;
    const [from, to] = this.window;
    const clamp = (y, most) => Math.max(0, Math.min(y, most));
    const y = clamp(from, height - this.top);
    place(bar.object, { y });
    this.list.stick(y);
    place(foot.object, { y: clamp(Math.min(to, height) - foot.height, height), width: this.width });
    bar.object.classList.toggle("stuck", from > 0);
    foot.object.classList.toggle("stuck", to < height);
  }

  /** Follows the window to another part of the picture. */
  scrolled() {
    this.look();
    this.stick();
    this.tip.hide();
    const [from, to] = this.window;
    if (this.view.table) this.list.paint();
    else if (from < this.seen[0] || to > this.seen[1]) this.paint();
  }

  /** Shows in the footer what is to be known of the frame that is pointed at, or else at the cursor. */
  tell() {
    const { view } = this;
    this.foot.update(view.hovered || ((view.keyed || view.isZoomed) && !view.table && this.cursorAt()));
  }

  /** Returns where a row is, in pixels from the top. */
  y(side, row) {
    const rise = side ? -row : row;
    return this.top + (this.view.inverted ? this.down + rise : this.up - rise) * this.head.row;
  }

  /** Returns where the rows of a box are. */
  rowsOf(side, { row, rows = 1 }) {
    return { y: Math.min(this.y(side, row), this.y(side, row + rows - 1)), height: rows * this.head.row - 1 };
  }

  /** Returns what is at a place of the picture: {side, box}, or null. */
  at(x, y) {
    const { view } = this;
    if (view.table) return null;
    const line = Math.floor((y - this.top) / this.head.row);
    const rise = view.inverted ? line - this.down : this.up - line;
    for (let side = 0; side < view.sides.length; side++) {
      const l = this.layouts[side];
      const row = side ? -rise : rise;
      const box = l && row >= 0 && hit(l, row, x - pad);
      if (box) return { side, box };
    }
    return null;
  }

  /** Returns the box of a frame, if it is drawn. */
  boxOf({ side, f }) {
    return this.layouts[side]?.boxes.find((box) => box.f === f);
  }

  /** Returns the cursor with its box, also where it has none because it is too narrow. */
  cursorAt() {
    const { cursor, sides } = this.view;
    const { side, f } = cursor;
    return { side, box: this.boxOf(cursor) || { f, name: sides[side].nameOf(f) } };
  }
}
