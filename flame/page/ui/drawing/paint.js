// Paint: a layout as markup of an SVG, and as pixels of the minimap.

import { shortForms } from "../../../ui/data/shorten.js";
import { lookOf, sliverColor } from "./colors.js";
import { count, escape } from "./text.js";

/** So narrow boxes have no label. */
const leastLabel = 22;

/** Returns a number of pixels in short: no screen shows less than a tenth. */
const round = (v) => Math.round(v * 10) / 10;

/**
 * Where rows are in a pane: {row: height of one, skip: rows above that are not shown, flipped: whether the root is at
 * the bottom, height: of all rows, top and seen: what of them is in sight, width}.
 */
export const yOf = ({ flipped, height, row, skip }, r) => (flipped ? height - (r + 1 - skip) * row : (r - skip) * row);

/** Returns the part of a box that is in the pane: its left edge and its width. */
export function visiblePart({ width }, { x, w }) {
  const left = Math.max(0, x);
  return [left, Math.min(width, x + w) - left];
}

/** Returns the part of a layout that is in sight as markup. */
export function paint(view, l, pane, face) {
  const paths = new Map();
  let labels = "";
  const add = (color, x, y, w, h) => {
    const shown = round(Math.max(0.4, w - (w > 3 ? 1 : 0)));
    paths.set(color, (paths.get(color) || "") + `M${round(x)} ${y}v${h}h${shown}v-${h}`);
  };
  const [from, to] = [pane.top - 2 * pane.row, pane.top + pane.seen + 2 * pane.row];
  for (const box of l.boxes) {
    const y = yOf(pane, box.row);
    if (box.row < pane.skip || y < from || y > to) continue;
    const [x, w] = visiblePart(pane, box);
    const look = lookOf(view, box);
    add(look.color, x, y, w, pane.row - 1);
    if (w < leastLabel) continue;
    const text = labelOf(view, box, face, w - 8 - face.sum(look.mark));
    if (text) labels += label(pane, x, y, look.mark + text, look.isFaded || look.isPale);
  }
  for (const sliver of l.slivers) {
    const ends = [yOf(pane, sliver.row), yOf(pane, sliver.row + sliver.rows - 1)];
    const y = Math.max(Math.min(...ends), from);
    const h = Math.min(Math.max(...ends), to) + pane.row - y;
    const [x, w] = visiblePart(pane, sliver);
    if (h <= 0 || w <= 0) continue;
    add(sliverColor(view, sliver) + " s", x, y, w, h - 1);
    const text = w > 60 && face.label(count(sliver.frames.length, "frame"), w - 8, "none", () => []);
    if (text) labels += label(pane, x, ends[0], text, true);
  }
  let out = "";
  for (const [color, d] of paths) out += `<path class="${color}" d="${d}"/>`;
  return out + labels;
}

function label({ row }, x, y, text, isFaded) {
  return `<text x="${Math.round(x + 4)}" y="${y + Math.round(row / 2 + 4)}"${isFaded ? ' class="q"' : ""}>${escape(text)}</text>`;
}

/** Returns the label of a box for so much room. It is worked out anew only for another width. */
function labelOf(view, box, face, room) {
  if (box.labelRoom !== room) {
    const text = box.name < 0 ? `all, ${view.weightText(view.total)}` : view.profile.names[box.name];
    box.label = face.label(text, room, "auto", shortForms);
    box.labelRoom = room;
  }
  return box.label;
}

/** Draws a layout without labels into a canvas. Fill returns the colour of a class and how opaque it is. */
export function paintMap(canvas, view, l, flipped, fill) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  const row = Math.min(4, (height - 2) / (l.rows + 1));
  const y = (r, rows) => (flipped ? height - (r + rows) * row : r * row);
  const put = (color, { x, w, row: r }, rows) => {
    [context.fillStyle, context.globalAlpha] = fill(color);
    context.fillRect(x, y(r, rows), Math.max(0.5, w), row * rows);
  };
  for (const box of l.boxes) put(lookOf(view, box).color, box, 1);
  for (const sliver of l.slivers) put(sliverColor(view, sliver), sliver, sliver.rows);
}
