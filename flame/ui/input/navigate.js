// Navigate: zooming, and moving the cursor.

import { group } from "../data/format.js";
import { around, siblingsOf } from "../data/layout.js";
import { widestOf } from "../data/tree.js";
import { lineOf, noteOf } from "../drawing/details.js";
import { writeAddress } from "../state/address.js";

/** Shows a change of the view, as a new entry in the history unless it is to take the place of this one. */
export function show(picture, isNew = true) {
  writeAddress(picture.view, isNew); // before there is something to lay out, which it makes the browser do
  picture.view.hovered = null;
  picture.render();
  scrollTo(picture);
  sayChange(picture);
}

/** Returns what is shown, for those who do not see it. */
export const viewText = (view) => `${view.kind}, by ${view.order}, root at ${view.inverted ? "top" : "bottom"}. ${noteOf(view)}`;

/** Says what is shown after another view; where only the zoom is another one, the zoomed frame. */
export function sayChange(picture, before) {
  if (viewText(picture.view) === before) sayCursor(picture);
  else picture.say(viewText(picture.view));
}

/** Zooms into a frame: {side, f}. */
export function zoomTo(picture, at) {
  const { view } = picture;
  view.zoom = view.cursor = view.last = at;
  show(picture);
  sayCursor(picture);
}

/** Zooms to a range, while something moves it. The address follows when it has come to rest. */
export function zoomToRange(picture, range) {
  const { view } = picture;
  view.zoomToRange(range);
  view.cursor = view.zoom;
  picture.renderSoon();
}

/** Writes where a movement came to rest. */
export function settle(picture) {
  writeAddress(picture.view, true);
  sayCursor(picture);
}

/** Shows the sandwich of a function, or all (-1). */
export function openFunction(picture, fn) {
  picture.view.open(fn);
  show(picture);
}

/** Chooses the next function of the table (1), or the one before (-1). */
export function chooseRow(picture, direction) {
  const { list, view, bar } = picture;
  const n = list.rows.length;
  const at = list.rows.indexOf(view.row);
  if (!n) return;
  const next = at < 0 && direction < 0 ? n - 1 : (at + direction + n) % n;
  view.row = list.rows[next];
  if (view.term) view.search.place = `${group(next + 1)} of ${group(n)}`;
  bar.update();
  scrollToRow(picture, list.y(next), 2 * list.height);
  list.paint();
  picture.say(list.text(next), true);
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

/** Moves the cursor to a frame, and scrolls there. Where the frame is narrower than least, in pixels, or not drawn, the range follows. */
export function setCursor(picture, at, least = 0) {
  const { view, marks, tip } = picture;
  Object.assign(view, { cursor: at, last: at, keyed: true, hovered: null });
  if (!(picture.boxOf(at)?.w >= least)) follow(picture, at);
  marks.showHover();
  tip.hide();
  picture.look();
  scrollTo(picture);
  marks.showCursor();
  picture.tell();
  sayCursor(picture);
}

/** Shows a range in which a frame is wide enough to be seen; or that frame alone, where too many rows are between. It makes no entry in the history. */
function follow(picture, at) {
  const { view, inner } = picture;
  view.zoomToRange(around(view.sides[at.side], at.f, view.byWidth, view.range, inner));
  picture.render();
  if (!picture.boxOf(at)) {
    view.zoom = at;
    picture.render();
  }
  writeAddress(view, false);
}

/** Zooms to the cursor; from the table, opens the chosen function. */
export function enter(picture) {
  const { view } = picture;
  if (!view.table) zoomTo(picture, view.cursor);
  else if (view.row >= 0) openFunction(picture, view.row);
}

/** Moves the cursor a row up (1) or down (-1): to the caller, or to the widest callee; or to another row of the table. */
export function moveRow(picture, direction) {
  const { view } = picture;
  if (view.table) return chooseRow(picture, -direction);
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

/** Moves the cursor along its row, to the left (-1) or to the right (1): to all that its caller calls, then to what is drawn. */
export function moveAlong(picture, direction) {
  const { view } = picture;
  const { cursor, byWidth } = view;
  const { side, f } = cursor;
  const siblings = siblingsOf(view.sides[side], f, byWidth);
  const box = picture.boxOf(cursor);
  const row = box ? picture.layouts[side].byRow[box.row] : [];
  const next = siblings[siblings.indexOf(f) + direction] ?? row[row.indexOf(box) + direction]?.f;
  if (next !== undefined) setCursor(picture, { side, f: next });
}

/** Scrolls as far as it takes to see the cursor, or the table from its start. */
function scrollTo(picture) {
  const { view, top, head } = picture;
  const box = picture.boxOf(view.cursor);
  if (view.table) scrollToRow(picture, top, head.row);
  else if (box) scrollToRow(picture, picture.y(view.cursor.side, box.row), head.row);
}

/** Scrolls as far as it takes to see a row, and the one before it and after it. */
export function scrollToRow({ top, foot, window: [from, to] }, y, row) {
  const above = y - top - row - from;
  const below = y + row + foot.height - to;
  if (from > 0 && above < 0) scrollBy(0, above);
  else if (below > 0) scrollBy(0, below);
}
