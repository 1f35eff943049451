// Navigate: zooming, and moving the cursor.

import { writeAddress } from "./address.js";
import { lineOf, widestOf } from "./details.js";
import { markCursor, markHover } from "./marks.js";

/** Shows a change, and makes an entry in the history. */
export function show(g) {
  writeAddress(g, true); // before there is something to lay out, which it makes the browser do
  g.tip.hide();
  g.hovered = null;
  g.render();
  markHover(g, null);
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
  if (parent === g.source.root) resetZoom(g);
  else if (parent !== null) zoomTo(g, { side: g.zoom.side, f: parent });
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

/** Moves the cursor to a frame, and scrolls there. */
export function setCursor(g, at) {
  g.cursor = at;
  g.keyed = true;
  g.hovered = null;
  markHover(g, null);
  g.tip.hide();
  g.look();
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

/** Scrolls as far as it takes to see the cursor, or the table from its start. */
function scrollTo(g) {
  const box = g.boxOf(g.cursor);
  if (!box && !g.table) return;
  const [from, to] = g.window();
  const y = g.table ? g.top : g.y(g.cursor.side, box.row);
  const above = y - g.top - g.head.row - from;
  const below = y + g.head.row + g.foot.height - to;
  if (from > 0 && above < 0) scrollBy(0, above);
  else if (below > 0) scrollBy(0, below);
}
