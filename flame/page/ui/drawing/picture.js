// Picture: the flame graph in its pane, with the minimap and the callers of what is zoomed above it.

import { Face } from "../../../ui/data/measure.js";
import { depthOf, hit, inside } from "../../../ui/data/layout.js";
import { layout } from "../data/sources.js";
import { axis } from "./axis.js";
import { lookOf } from "./colors.js";
import { crumbs } from "./crumbs.js";
import { emptyMarkup } from "./empty.js";
import { paint, paintMap, visiblePart, yOf } from "./paint.js";
import { tipOf } from "./tips.js";

const font = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif";

/** The narrowest boxes, in pixels: while something moves, at rest, and in the minimap. */
const narrowest = { moving: 1.5, still: 0.5, map: 0.7 };

/** How long a zoom takes, in milliseconds. */
const zoomTime = 140;

const markup = `<div class="map" aria-hidden="true"><canvas></canvas><i class="win"></i></div>
<div class="axis" aria-hidden="true" hidden></div>
<nav class="crumbs" aria-label="Callers of what is zoomed"></nav>
<div class="pane" tabindex="0" role="application" aria-roledescription="flame graph"><div class="tall"><svg aria-hidden="true"><g></g><path class="same"/><rect class="hov"/><rect class="cur"/></svg></div></div>
<p class="empty" hidden></p>
<div class="tip" hidden></div>`;

export class Picture {
  constructor(element, view, isCoarse) {
    element.innerHTML = markup;
    const find = (selector) => element.querySelector(selector);
    this.element = element;
    this.view = view;
    this.row = isCoarse ? 26 : 18;
    this.isTouched = isCoarse; // until a mouse shows that there is one
    this.face = Face.of(font);
    this.pane = find(".pane");
    this.tall = find(".tall");
    this.svg = find("svg");
    this.frames = find("g");
    this.map = find(".map");
    this.axis = find(".axis");
    this.crumbs = find(".crumbs");
    this.tip = find(".tip");
    this.empty = find(".empty");
    [this.same, this.hov, this.cur] = [".same", ".hov", ".cur"].map(find);
    this.fills = new Map();
    this.measure();
    this.hovered = null; // the box under the pointer
    this.cursor = null; // the box of the keyboard
  }

  /** Takes the pane's size. To ask for it where the document has changed would make the browser lay all of it out. */
  measure() {
    [this.width, this.seen, this.top] = [this.pane.clientWidth, this.pane.clientHeight, this.pane.scrollTop];
  }

  /**
   * Shows the view: at once, or with a movement to another range of the same source. In a new one, the keyboard's cursor
   * stays on the way to it as far as that is left: way, see wayToCursor.
   */
  update(isNewSource, way) {
    const { view } = this;
    if (isNewSource) this.cursor = null;
    this.empty.hidden = view.total > 0;
    if (!this.empty.hidden) this.empty.innerHTML = emptyMarkup(view);
    this.pane.setAttribute("aria-label", `${view.source.isTime ? "Flame chart" : "Flame graph"}, ${view.weightText(view.total)}`);
    const target = [view.from, view.to];
    const isMove = this.l && !isNewSource && !this.isDragged && (target[0] !== this.from || target[1] !== this.to);
    if (isMove && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.moveTo(...target);
    else this.show(...target);
    const box = isNewSource && way && view.isPlain && this.drawnAt(view.closest(way));
    if (box) this.setCursor(box);
  }

  /** The names of the frames from the root to the keyboard's cursor, if it stands in the call tree itself. */
  get wayToCursor() {
    const { cursor, view } = this;
    return cursor && view.isPlain ? namesTo(view.source, cursor.f) : null;
  }

  /** Returns the box of a frame or, where that is too narrow to be drawn, of its nearest caller that is not. */
  drawnAt(f) {
    const boxes = new Map(this.l.boxes.map((box) => [box.f, box]));
    while (f !== null && !boxes.has(f)) f = this.view.source.parentOf(f);
    return boxes.get(f);
  }

  /** Moves to a range. Widths go by their logarithms, or a deep zoom would seem to jump. */
  moveTo(from, to) {
    const [from0, width0] = [this.from, this.to - this.from];
    const width1 = to - from;
    const begun = performance.now();
    cancelAnimationFrame(this.moving);
    const step = (now) => {
      const part = Math.min(1, Math.max(0, now - begun) / zoomTime);
      if (part === 1) return this.show(from, to);
      const eased = 1 - (1 - part) ** 3;
      const width = Math.exp(Math.log(width0) * (1 - eased) + Math.log(width1) * eased);
      const isPan = Math.abs(width1 - width0) < 1e-9 * width0;
      const left = from0 + (from - from0) * (isPan ? eased : (width - width0) / (width1 - width0));
      this.show(left, left + width, true);
      this.moving = requestAnimationFrame(step);
    };
    step(begun + 8);
  }

  /** Shows a range while something drags it; the address follows later. */
  drag(range) {
    [this.from, this.to] = inside(this.view.source, range);
    this.isDragged = true;
    cancelAnimationFrame(this.moving);
    this.moving = requestAnimationFrame(() => this.show(this.from, this.to, true));
  }

  showCrumbs() {
    this.crumbs.innerHTML = crumbs(this.view, this.width, this.isTouched);
  }

  /** Remembers what the reader points with, which the hints are about. */
  touched(isTouched) {
    if (this.isTouched === isTouched) return;
    this.isTouched = isTouched;
    if (!this.view.isZoomed) this.showCrumbs();
  }

  /** Lays out and draws a range. */
  show(from, to, isMoving) {
    cancelAnimationFrame(this.moving);
    const { source, state, zoomed, byWidth } = this.view;
    Object.assign(this, { from, to, flipped: state.i === "1" && !source.isTime });
    if (!this.width) return;
    const min = isMoving ? narrowest.moving : narrowest.still;
    const callers = depthOf(source, zoomed);
    this.l = layout(source, from, to, { width: this.width, min, byWidth, callers });
    this.skip = source.layout ? 0 : Math.max(0, callers - 1); // of the callers of what is zoomed, one row stays
    this.height = Math.max(this.seen, (this.l.rows + 1 - this.skip) * this.row);
    this.tall.style.height = this.height + "px";
    for (const [key, value] of Object.entries({ width: this.width, height: this.height })) this.svg.setAttribute(key, value);
    this.scrollToStart();
    if (this.cursor) this.cursor = this.l.boxes.find((box) => box.f === this.cursor.f) || null;
    this.hovered = null;
    this.paint();
    this.showWindow();
    this.axis.hidden = !source.isTime;
    if (source.isTime) this.axis.innerHTML = axis(from, to, this.width);
    if (!isMoving) this.showCrumbs();
  }

  /** Scrolls to where one begins to read, when that is elsewhere than before: the root, or the function of a sandwich. */
  scrollToStart() {
    const { flipped, view, l } = this;
    const start = view.source.layout ? view.source : flipped;
    this.top = Math.min(this.top, this.height - this.seen); // as the browser does
    if (this.start === start) return;
    this.start = start;
    if (l.spine !== undefined) this.scrollTo(yOf(this.rows, l.spine) - this.seen / 2);
    else this.scrollTo(flipped ? this.height : 0);
  }

  /** Scrolls the pane so that a place is at its upper edge. */
  scrollTo(top) {
    top = Math.max(0, Math.min(top, this.height - this.seen));
    if (top === this.top) return;
    this.pane.scrollTop = this.top = top;
  }

  /** Where rows are, see yOf. */
  get rows() {
    const { row, skip, flipped, height, seen, width, top } = this;
    return { row, skip, flipped, height, seen, width, top };
  }

  paint() {
    const rows = this.isPrinted ? { ...this.rows, top: 0, seen: this.height } : this.rows;
    this.painted = rows.top;
    this.frames.setAttribute("class", this.view.search ? "f dim" : "f");
    this.frames.innerHTML = paint(this.view, this.l, rows, this.face);
    this.mark();
  }

  /** Paints all rows for a printer, which makes them as wide as the sheet, or for the screen again. */
  print(isOn) {
    this.isPrinted = isOn;
    if (isOn) this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    else this.svg.removeAttribute("viewBox");
    this.paint();
  }

  /** Paints what came into sight. */
  scrolled() {
    this.top = this.pane.scrollTop;
    if (this.l && Math.abs(this.top - this.painted) > this.row) this.paint();
  }

  /** Outlines what is pointed at, the cursor, and the chosen function wherever it is. */
  mark() {
    if (!this.l) return;
    const { chosen } = this.view;
    const rows = this.rows;
    let d = "";
    if (chosen >= 0) {
      for (const box of this.l.boxes) {
        if (box.name !== chosen || box.w < 1) continue;
        const [x, w] = visiblePart(rows, box);
        d += `M${x.toFixed(1)} ${yOf(rows, box.row)}h${Math.max(1, w - 1).toFixed(1)}v${this.row - 1}H${x.toFixed(1)}z`;
      }
    }
    this.same.setAttribute("d", d);
    this.outline(this.cur, this.cursor);
    this.outline(this.hov, this.hovered);
  }

  outline(rect, box) {
    if (!box) return rect.setAttribute("width", 0);
    const { rows: more = 1, row } = box;
    const rows = this.rows;
    const [x, w] = visiblePart(rows, box);
    const y = Math.min(yOf(rows, row), yOf(rows, row + more - 1));
    const attributes = { x: x + 0.5, y: y + 0.5, width: Math.max(1, w - 2), height: this.row * more - 2 };
    for (const [key, value] of Object.entries(attributes)) rect.setAttribute(key, value);
  }

  /** Returns the box or the sliver at a place of the window, or null. */
  at(x, y) {
    const { left, top } = this.svg.getBoundingClientRect();
    const line = this.flipped ? Math.floor((this.height - (y - top)) / this.row) : Math.floor((y - top) / this.row);
    return this.l && line >= 0 ? hit(this.l, this.skip + line, x - left) : null;
  }

  /** Points at a box, with the tooltip beside a place of the window if there is one. */
  point(box, place) {
    this.hovered = box;
    this.outline(this.hov, box);
    this.tip.hidden = !box || !place;
    if (this.tip.hidden) return;
    this.tip.innerHTML = tipOf(this.view, box);
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const [w, h] = [this.tip.offsetWidth, this.tip.offsetHeight];
    const x = Math.max(8, Math.min(place.x - left + 14, width - w - 8));
    let y = place.y - top + 18;
    if (y + h > height - 8) y = place.y - top - h - 12;
    this.tip.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px)`;
  }

  /** Returns the place of the window below a box, where its menu opens. */
  below(box) {
    const { left, top } = this.svg.getBoundingClientRect();
    return { x: left + visiblePart(this.rows, box)[0], y: top + yOf(this.rows, box.row) + this.row };
  }

  /** Moves the cursor to a box, and scrolls there. */
  setCursor(box) {
    this.cursor = box;
    this.mark();
    const y = yOf(this.rows, box.row);
    if (y < this.top + this.row || y > this.top + this.seen - 2 * this.row) this.scrollTo(y - this.seen / 2);
  }

  /** The box of the cursor, or that of the zoomed frame. */
  get cursorBox() {
    return this.cursor || this.l.boxes.find((box) => box.f === this.view.zoomed) || this.l.boxes[0];
  }

  /** Draws the minimap, if what it shows has changed. */
  drawMap() {
    const canvas = this.map.firstChild;
    const { view } = this;
    const { source, state, isDark, profile } = view;
    const key = [canvas.clientWidth, state.i, state.o, state.c, state.s, isDark, profile.shape, profile.metric, profile.shown].join();
    if (!canvas.clientWidth || (this.mapKey === key && this.mapSource === source)) return;
    Object.assign(this, { mapKey: key, mapSource: source });
    const l = layout(source, 0, view.total, { width: canvas.clientWidth, min: narrowest.map, byWidth: view.byWidth });
    paintMap(canvas, view, l, state.i === "1", (color) => this.fillOf(color));
  }

  /** Shows in the minimap which range the picture shows. */
  showWindow() {
    const { total } = this.view;
    const window = this.map.lastChild;
    const part = (this.to - this.from) / (total || 1);
    window.style.left = `${(100 * this.from) / (total || 1)}%`;
    window.style.width = `${Math.max(0.3, 100 * part)}%`;
    this.map.classList.toggle("whole", part > 0.9999 || !total);
  }

  /** Returns the fill of a class and how opaque it is, as the style sheet has it in this theme. */
  fillOf(color) {
    const key = color + this.view.isDark;
    if (!this.fills.has(key)) {
      const path = document.createElementNS(this.svg.namespaceURI, "path");
      path.setAttribute("class", color);
      this.frames.append(path);
      const { fill, fillOpacity } = getComputedStyle(path);
      this.fills.set(key, [fill, fillOpacity]);
      path.remove();
    }
    return this.fills.get(key);
  }

  /** Returns what is drawn where, in pixels of the window: for tests. */
  drawn() {
    const { left, top } = this.svg.getBoundingClientRect();
    return [...this.l.boxes, ...this.l.slivers].map((box) => {
      const [x, w] = visiblePart(this.rows, box);
      const look = box.frames ? sliverLook : lookOf(this.view, box);
      return { name: box.frames ? "…" : this.view.profile.text(box.name), weight: box.weight, row: box.row, x: left + x, w, y: top + yOf(this.rows, box.row), color: look.color };
    });
  }
}

/** Returns the names of the frames from the root to a frame of a source. */
function namesTo(source, f) {
  const names = [];
  for (let at = f; at !== source.root; at = source.parentOf(at)) names.unshift(source.nameOf(at));
  return names;
}

const sliverLook = { color: "rest" };
