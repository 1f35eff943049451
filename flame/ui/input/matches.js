// Matches: going through what a search found, from one frame to the next.

import { group } from "../data/format.js";
import { mergedMatches } from "../data/search.js";
import { show, setCursor } from "./navigate.js";

/** The narrowest that a match may be drawn, in pixels, when one goes to it. */
const visible = 12;

/** Goes to the next match (1) or to the one before (-1), and zooms as far as it takes to see it. */
export function goToMatch(picture, direction) {
  const { view, bar } = picture;
  const { search } = view;
  if (!search.count) return;
  if (search.sides !== view.sides) listMatches(view, picture.inner);
  const { list, note } = search;
  if (!list.length) return;
  const nth = search.nth === undefined ? firstMatch(view, list) - (direction < 0) : search.nth + direction;
  search.nth = (nth + list.length) % list.length;
  const at = list[search.nth].f ? list[search.nth] : { side: 0, f: list[search.nth] };
  search.place = `${group(search.nth + 1)} of ${group(list.length)}${note}`;
  if (!isWide(picture.boxOf(at))) {
    view.zoom = contextOf(picture, at);
    show(picture, false); // Back leaves the matches, and does not go through them
  }
  bar.update();
  setCursor(picture, at);
}

/** Returns the index of the heaviest match in sight. In merged trees it is the first one of all. */
const firstMatch = ({ isZoomed, sides, tree, zoom }, list) =>
  isZoomed && sides[0] === tree ? Math.max(0, list.findIndex((f) => f >= zoom.f && f < tree.end[zoom.f])) : 0;

/** Lists the matches of the view, the heaviest first. They stay the same while one zooms. */
function listMatches({ sides, search, tree }, width) {
  search.sides = sides;
  search.nth = undefined;
  search.note = "";
  search.list = sides[0] === tree ? search.all() : mergedMatches(sides, search.marks, 0);
  if (search.list) return;
  // There is too much to look at: only those that are half a pixel wide.
  search.note = " drawn";
  search.list = mergedMatches(sides, search.marks, (0.5 * sides[0].weight(sides[0].root)) / width);
}

const isWide = (box) => box && box.w >= visible;

/** Returns the caller far away from which a frame can still be seen: wide enough, and not too many rows above. */
function contextOf(picture, { side, f }) {
  const source = picture.view.sides[side];
  const callers = [];
  for (let at = f; at !== null && source.weight(f) * picture.inner >= source.weight(at) * visible; at = source.parentOf(at)) callers.push(at);
  let far = callers.length - 1;
  while (far > 0 && !isWide(picture.layOut({ side, f: callers[far] }).boxes.find((box) => box.f === f))) far >>= 1;
  return { side, f: callers[far] };
}
