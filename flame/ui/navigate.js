// Navigate: zooming, moving the cursor, going through what a search found.

import { writeAddress } from "./address.js";
import { lineOf, widestOf } from "./details.js";
import { markCursor, markHover } from "./marks.js";
import { isFound } from "./draw.js";
import { group } from "./format.js";

/** The narrowest that a match may be drawn, in pixels, when one goes to it. */
const visible = 12;

/** Shows a change, and makes an entry in the history. */
export function show(g) {
  g.tip.hide();
  g.hovered = null;
  g.render();
  markHover(g, null);
  writeAddress(g, true);
  scrollTo(g);
}

/** Zooms into a frame: {side, f}. */
export function zoomTo(g, at) {
  g.zoom = g.cursor = at;
  show(g);
  g.say(lineOf(g, cursorAt(g)));
}

/** Zooms out by one frame. */
export function zoomOut(g) {
  const parent = g.source.parentOf(g.zoom.f);
  if (parent !== null) zoomTo(g, { side: parent === g.source.root ? 0 : g.zoom.side, f: parent === g.source.root ? g.sides[0].root : parent });
}

export function resetZoom(g) {
  zoomTo(g, { side: 0, f: g.sides[0].root });
}

/** Returns the frame that commands are about: under the pointer, or else at the cursor. */
export function targetOf(g) {
  if (!g.hovered) return g.cursor;
  const { side, box } = g.hovered;
  return { side, f: box.frames ? widestOf(g.sides[side], box.frames) : box.f };
}

/** Returns the cursor with its box, also where it has none because it is too narrow. */
export function cursorAt(g) {
  const { side, f } = g.cursor;
  return { side, box: g.boxOf(g.cursor) || { f, name: g.sides[side].nameOf(f) } };
}

function setCursor(g, at) {
  g.cursor = at;
  g.keyed = true;
  g.hovered = null;
  markHover(g, null);
  g.tip.hide();
  scrollTo(g);
  markCursor(g);
  g.foot.update();
  g.say(lineOf(g, cursorAt(g)));
}

/** Moves the cursor a row up (1) or down (-1): to the caller, or to the widest callee. */
export function moveRow(g, direction) {
  const { side, f } = g.cursor;
  const rise = g.inverted ? -direction : direction;
  const source = g.sides[side];
  if ((side ? -rise : rise) > 0) return toWidest(g, side, f);
  const parent = source.parentOf(f);
  if (parent === null) toWidest(g, 1 - side, g.sides[1 - side] && g.sides[1 - side].root);
  else setCursor(g, { side, f: parent });
}

function toWidest(g, side, f) {
  const source = g.sides[side];
  const kids = source ? source.kids(f) : [];
  if (kids.length) setCursor(g, { side, f: widestOf(source, kids) });
}

/** Moves the cursor along its row, to the left (-1) or to the right (1). */
export function moveAlong(g, direction) {
  const { side } = g.cursor;
  const box = g.boxOf(g.cursor);
  if (!box) return;
  const row = g.layouts[side].rows[box.row];
  const next = row[row.indexOf(box) + direction];
  if (next) setCursor(g, { side, f: next.f });
}

/** Goes to the next match (1) or to the one before (-1), and zooms as far as it takes to see it. */
export function goToMatch(g, direction) {
  const { search } = g;
  if (!search || !search.count) return;
  const list = g.sides[0] === g.tree ? search.all : drawnMatches(g);
  if (!list.length) return;
  search.nth = search.nth === undefined ? firstMatch(g, list, direction) : (search.nth + direction + list.length) % list.length;
  const at = list[search.nth].f ? list[search.nth] : { side: 0, f: list[search.nth] };
  g.nth = `${search.nth + 1} of ${group(list.length)}`;
  if (!isVisible(g, at)) {
    g.zoom = widestContext(g, at);
    show(g);
  }
  g.bar.update();
  setCursor(g, at);
}

/** Returns the index of the first match in sight. */
function firstMatch(g, list, direction) {
  if (g.sides[0] !== g.tree || !g.isZoomed) return direction > 0 ? 0 : list.length - 1;
  const i = g.search.all.findIndex((f) => f >= g.zoom.f);
  if (i < 0) return direction > 0 ? 0 : list.length - 1;
  return (direction > 0 ? i : i - 1 + list.length) % list.length;
}

function drawnMatches(g) {
  const found = [];
  g.layouts.forEach((l, side) => {
    for (const { f, name } of l ? l.boxes : []) if (isFound(g, name)) found.push({ side, f });
  });
  return found;
}

function isVisible(g, at) {
  const box = g.boxOf(at);
  return box && box.w >= visible;
}

/** Returns the caller farthest away from which a frame is still wide enough to be seen. */
function widestContext(g, { side, f }) {
  const source = g.sides[side];
  let best = f;
  for (let at = f; at !== null; at = source.parentOf(at)) {
    if ((source.weight(f) / source.weight(at)) * g.inner >= visible) best = at;
  }
  return { side, f: best };
}

/** Scrolls as far as it takes to see the cursor, or the table from its start. */
function scrollTo(g) {
  const box = g.boxOf(g.cursor);
  if (!box && !g.table) return;
  const [from, to] = g.window();
  const y = g.table ? g.top : g.y(g.cursor.side, box.row);
  const above = y - g.top - g.head.row - from;
  const below = y + g.head.row + g.foot.height - to;
  if (from > 0 && above < 0) window.scrollBy(0, above);
  else if (below > 0) window.scrollBy(0, below);
}
