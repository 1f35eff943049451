// Drawn: what is drawn where, for scripts of the page and for tests.

import { pad } from "../data/layout.js";

/** Returns the rectangles of a function, or all, in pixels from the picture's upper left corner. */
export function drawnFrames(picture, name) {
  const { view, layouts } = picture;
  const found = [];
  layouts.forEach((l, side) => {
    if (!l || view.table) return;
    const source = view.sides[side];
    for (const box of [...l.boxes.slice(side && view.isWhole ? 1 : 0), ...l.slivers]) {
      const sum = (what) => (box.frames || [box.f]).reduce((sum, f) => sum + source[what](f), 0);
      found.push({
        name: box.frames ? "…" : view.profile.text(box.name),
        x: pad + box.x,
        width: box.w,
        ...picture.rowsOf(side, box),
        depth: side ? -box.row : box.row,
        total: sum("weight"),
        self: sum("self"),
        faded: !box.frames && box.row < l.zoomed,
        matched: view.isFound(box.name),
      });
    }
  });
  return found.filter((frame) => name === undefined || frame.name === name);
}
