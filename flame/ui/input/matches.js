// Matches: going through what a search found, from one frame to the next.

import { group } from "../data/format.js";
import { matchesOf, mergedMatches } from "../data/search.js";
import { chooseRow, setCursor } from "./navigate.js";

/** The narrowest that a match may be drawn, in pixels, when one goes to it. */
const visible = 12;

/** Goes to the next match (1) or to the one before (-1), and zooms as far as it takes to see it. */
export function goToMatch(picture, direction) {
  const { view, bar } = picture;
  const { search } = view;
  if (!search.count) return;
  if (view.table) return chooseRow(picture, direction);
  if (search.sides !== view.sides) listMatches(view, picture.inner);
  const { list, note } = search;
  if (!list.length) return;
  const nth = (search.nth ?? -(direction > 0)) + direction;
  search.nth = (nth + list.length) % list.length;
  const at = list[search.nth].f ? list[search.nth] : { side: 0, f: list[search.nth] };
  search.place = `${group(search.nth + 1)} of ${group(list.length)}${note}`;
  bar.update();
  setCursor(picture, at, visible);
}

/** Lists the outermost matches of the view, the heaviest first. They stay the same while one zooms. */
function listMatches({ sides, search, tree, isPlain }, width) {
  search.sides = sides;
  search.nth = null;
  search.list = isPlain ? matchesOf(tree, search.marks) : mergedMatches(sides, search.marks, 0);
  search.note = search.list ? "" : " drawn"; // there is too much to look at: only those that are half a pixel wide
  search.list ||= mergedMatches(sides, search.marks, (0.5 * sides[0].weight(sides[0].root)) / width);
}
