// Marks: the outlines of the frame under the pointer, of the keyboard's cursor, and of the places where the
// same function is drawn. They lie over the frames, so hovering changes nothing else in the document.

import { pad } from "../data/layout.js";
import { place } from "./elements.js";

export class Marks {
  /** Adds the marks to the picture, invisible. */
  constructor(picture) {
    this.picture = picture;
    for (const name of ["same", "hover", "cursor"]) {
      const mark = document.createElementNS(picture.svg.namespaceURI, name === "same" ? "path" : "rect");
      place(mark, { class: name, display: "none" });
      picture.frames.after(mark);
      this[name] = mark;
    }
  }

  /** Outlines a box, or nothing. */
  outline(mark, at) {
    if (!at) return place(mark, { display: "none" });
    const { side, box } = at;
    const { y, height } = this.picture.rowsOf(side, box);
    place(mark, { display: "", x: pad + box.x, y, width: Math.max(2, box.w), height });
  }

  /** Marks what the pointer is on. */
  showHover() {
    const { picture } = this;
    const { view, layouts, head } = picture;
    const { hovered } = view;
    this.outline(this.hover, hovered);
    let d = "";
    if (hovered && hovered.box.name >= 0) {
      layouts.forEach((l, side) => {
        for (const { name, x, w, row } of l ? l.boxes : []) {
          if (name !== hovered.box.name) continue;
          const width = Math.max(1, w);
          d += `M${pad + x} ${picture.y(side, row)}h${width}v${head.row - 1}h-${width}z`;
        }
      });
    }
    place(this.same, { display: d ? "" : "none", d });
  }

  /** Marks the keyboard's cursor, if the keyboard is in use. */
  showCursor() {
    const { view } = this.picture;
    const box = view.keyed && !view.table && this.picture.boxOf(view.cursor);
    this.outline(this.cursor, box && { side: view.cursor.side, box });
  }
}
