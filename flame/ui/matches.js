// Matches: going through what a search found, from one frame to the next.

import { show, setCursor } from "./navigate.js";
import { group } from "./format.js";

/** The narrowest that a match may be drawn, in pixels, when one goes to it. */
const visible = 12;

/** How many places of the call tree are looked at to find all matches of merged trees. */
const mostPlaces = 1e6;

/** Goes to the next match (1) or to the one before (-1), and zooms as far as it takes to see it. */
export function goToMatch(g, direction) {
  const { search } = g;
  if (!search?.count) return;
  if (search.sides !== g.sides) listMatches(g);
  const { list, note } = search;
  if (!list.length) return;
  const nth = search.nth === undefined ? firstMatch(g, list) - (direction < 0) : search.nth + direction;
  search.nth = (nth + list.length) % list.length;
  const at = list[search.nth].f ? list[search.nth] : { side: 0, f: list[search.nth] };
  g.nth = `${group(search.nth + 1)} of ${group(list.length)}${note}`;
  if (!isWide(g.boxOf(at))) {
    g.zoom = contextOf(g, at);
    show(g);
  }
  g.bar.update();
  setCursor(g, at);
}

/** Returns the index of the first match in sight. In merged trees it is the first one of all. */
const firstMatch = (g, list) => (g.isZoomed && g.sides[0] === g.tree ? Math.max(0, list.findIndex((f) => f >= g.zoom.f)) : 0);

/** Lists the matches of the view. They stay the same while one zooms. */
function listMatches({ sides, search, tree, inner }) {
  search.sides = sides;
  search.nth = undefined;
  search.note = "";
  search.list = sides[0] === tree ? search.all() : mergedMatches(sides, search.marks, 0);
  if (search.list) return;
  // There is too much to look at: only those that are half a pixel wide.
  search.note = " drawn";
  search.list = mergedMatches(sides, search.marks, (0.5 * sides[0].weight(sides[0].root)) / inner);
}

/**
 * Returns the matches of merged trees that have at least some weight, each frame before what stands on it.
 * Where that is none, it returns null if there are too many frames.
 */
export function mergedMatches(sides, marks, least) {
  const found = [];
  let places = 0;
  for (const side in sides) {
    const source = sides[side];
    const open = [source.root];
    for (let f; (f = open.pop()); ) {
      places += f.at.length;
      if (!least && places > mostPlaces) return null;
      if (marks[f.name] && (f.parent || side < 1)) found.push({ side: +side, f }); // both sides have the same root
      for (const kid of [...source.kids(f)].reverse()) if (source.weight(kid) >= least) open.push(kid);
    }
  }
  return found;
}

const isWide = (box) => box && box.w >= visible;

/** Returns the caller far away from which a frame can still be seen: wide enough, and not too many rows above. */
function contextOf(g, { side, f }) {
  const source = g.sides[side];
  const callers = [];
  for (let at = f; at !== null && source.weight(f) * g.inner >= source.weight(at) * visible; at = source.parentOf(at)) callers.push(at);
  let far = callers.length - 1;
  while (far > 0 && !isWide(g.layOut({ side, f: callers[far] }).boxes.find((box) => box.f === f))) far >>= 1;
  return { side, f: callers[far] };
}
