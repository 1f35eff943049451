// Drawn: what is drawn where, for scripts of the page and for tests.

import { pad } from "./graph.js";
import { isFound } from "./draw.js";
import { rowsOf } from "./marks.js";

/** Returns the rectangles of a function, or all, in pixels from the picture's upper left corner. */
export function drawnFrames(g, name) {
  const found = [];
  g.layouts.forEach((l, side) => {
    if (!l || g.table) return;
    const source = g.sides[side];
    for (const box of [...l.boxes.slice(side && !g.isZoomed ? 1 : 0), ...l.slivers]) {
      const sum = (what) => (box.frames || [box.f]).reduce((sum, f) => sum + source[what](f), 0);
      found.push({
        name: box.frames ? "…" : g.text(box.name),
        x: pad + box.x,
        width: box.w,
        ...rowsOf(g, side, box),
        depth: side ? -box.row : box.row,
        total: sum("weight"),
        self: sum("self"),
        faded: !box.frames && box.row < l.zoomed,
        matched: isFound(g, box.name),
      });
    }
  });
  return found.filter((frame) => name === undefined || frame.name === name);
}
