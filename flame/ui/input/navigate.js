// Navigate: zooming, and moving the cursor.

import { kidsOf, pad } from "../data/layout.js";
import { widestOf } from "../data/tree.js";
import { lineOf, noteOf } from "../drawing/details.js";
import { writeAddress } from "../state/address.js";

/** Shows a change of the view, as a new entry in the history unless it is to take the place of this one. */
export function show(picture, isNew = true) {
  writeAddress(picture.view, isNew); // before there is something to lay out, which it makes the browser do
  picture.view.hovered = null;
  picture.render();
  scrollTo(picture);
  sayView(picture);
}

/** Says what is shown, for those who do not see it. */
const sayView = ({ view, foot }) => foot.say(`${view.kind}, by ${view.order}, root at ${view.inverted ? "top" : "bottom"}. ${noteOf(view)}`);

/** Zooms into a frame: {side, f}. */
export function zoomTo(picture, at) {
  picture.view.zoom = picture.view.cursor = at;
  show(picture);
  sayCursor(picture);
}

/** So wide callees are at least that a click on their sliver spreads, in pixels. */
const wide = 20;

/** Shows the frames of the sliver that is pointed at as wide as the picture; of many those around a place of it. */
export function spread(picture, x) {
  const { view, inner } = picture;
  const { side, box } = view.hovered;
  const source = view.sides[side];
  const [first] = box.frames;
  const f = source.parentOf(first);
  const n = Math.min(box.frames.length, Math.ceil(inner / wide));
  const from = kidsOf(source, f, view.byWidth).indexOf(first) + Math.round(Math.min(1, Math.max(0, (x - pad - box.x) / box.w)) * (box.frames.length - n));
  zoomTo(picture, { side, f, span: [from, from + n] });
}

/** Zooms out by one frame. */
export function zoomOut(picture) {
  const { view } = picture;
  const parent = view.source.parentOf(view.zoom.f);
  if (parent === view.source.root) resetZoom(picture);
  else if (parent !== null) zoomTo(picture, { side: view.zoom.side, f: parent });
}

export function resetZoom(picture) {
  zoomTo(picture, picture.view.root);
}

const sayCursor = (picture) => picture.say(lineOf(picture.view, picture.cursorAt(), picture.foot.noun));

/** Moves the cursor to a frame, and scrolls there. */
export function setCursor(picture, at) {
  const { view, marks, tip } = picture;
  Object.assign(view, { cursor: at, keyed: true, hovered: null });
  marks.showHover();
  tip.hide();
  picture.look();
  scrollTo(picture);
  marks.showCursor();
  picture.tell();
  sayCursor(picture);
}

/** Moves the cursor a row up (1) or down (-1): to the caller, or to the widest callee. */
export function moveRow(picture, direction) {
  const { view } = picture;
  const { side, f } = view.cursor;
  const rise = view.inverted ? -direction : direction;
  if ((side ? -rise : rise) > 0) return toWidest(picture, side, f);
  const parent = view.sides[side].parentOf(f);
  if (parent !== null) return setCursor(picture, { side, f: parent });
  const other = view.sides[1 - side];
  if (other) toWidest(picture, 1 - side, other.root);
}

function toWidest(picture, side, f) {
  const source = picture.view.sides[side];
  const kids = source.kids(f);
  if (kids.length) setCursor(picture, { side, f: widestOf(source, kids) });
}

/** Moves the cursor along its row, to the left (-1) or to the right (1). */
export function moveAlong(picture, direction) {
  const { side } = picture.view.cursor;
  const box = picture.boxOf(picture.view.cursor);
  if (!box) return;
  const row = picture.layouts[side].rows[box.row];
  const next = row[row.indexOf(box) + direction];
  if (next) setCursor(picture, { side, f: next.f });
}

/** Scrolls as far as it takes to see the cursor, or the table from its start. */
function scrollTo(picture) {
  const { view, top, head, foot } = picture;
  const box = picture.boxOf(view.cursor);
  if (!box && !view.table) return;
  const [from, to] = picture.window;
  const y = view.table ? top : picture.y(view.cursor.side, box.row);
  const above = y - top - head.row - from;
  const below = y + head.row + foot.height - to;
  if (from > 0 && above < 0) scrollBy(0, above);
  else if (below > 0) scrollBy(0, below);
}
