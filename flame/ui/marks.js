// Marks: the outlines of the frame under the pointer, of the keyboard's cursor, and of the places where the
// same function is drawn. They lie over the frames, so hovering changes nothing else in the document.

import { pad } from "./graph.js";
import { place } from "./bar.js";

/** Adds the marks to the picture, invisible. */
export function addMarks(g) {
  g.marks = {};
  for (const name of ["same", "hover", "cursor"]) {
    const mark = document.createElementNS(g.svg.namespaceURI, name === "same" ? "path" : "rect");
    place(mark, { class: name, display: "none" });
    g.frames.after(mark);
    g.marks[name] = mark;
  }
}

/** Outlines a box, or nothing. */
function outline(g, mark, at) {
  if (!at) return place(mark, { display: "none" });
  const { side, box } = at;
  const { y, height } = rowsOf(g, side, box);
  place(mark, { display: "", x: pad + box.x, y, width: Math.max(2, box.w), height });
}

/** Returns where the rows of a box are. */
export function rowsOf(g, side, { row, rows = 1 }) {
  return { y: Math.min(g.y(side, row), g.y(side, row + rows - 1)), height: rows * g.head.row - 1 };
}

/** Marks what the pointer is on: {side, box}, or null. */
export function markHover(g, at) {
  outline(g, g.marks.hover, at);
  let d = "";
  if (at && at.box.name >= 0) {
    g.layouts.forEach((l, side) => {
      for (const { name, x, w, row } of l ? l.boxes : []) {
        if (name === at.box.name) d += `M${pad + x} ${g.y(side, row)}h${Math.max(1, w)}v${g.head.row - 1}h-${Math.max(1, w)}z`;
      }
    });
  }
  place(g.marks.same, { display: d ? "" : "none", d });
}

/** Marks the keyboard's cursor, if the keyboard is in use. */
export function markCursor(g) {
  const box = g.keyed && !g.table && g.boxOf(g.cursor);
  outline(g, g.marks.cursor, box && { side: g.cursor.side, box });
}
