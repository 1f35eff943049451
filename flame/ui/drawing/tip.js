// Tip: the tooltip beside the pointer.

import { addHTML, escape, fillHTML, place } from "./elements.js";
import { tipOf } from "./details.js";

export class Tip {
  constructor(svg) {
    this.object = addHTML(svg, "tip", "");
    this.hide();
  }

  hide() {
    this.object.style.display = "none";
    this.shown = null;
  }

  /** Shows what is to be known of what the pointer is on, beside a place of the picture; or a text. */
  show({ view, width, foot, window: [from, to] }, x, y, text) {
    const { object } = this;
    const about = text || view.hovered.box;
    if (this.shown !== about) {
      this.shown = about;
      const [name, ...lines] = (text ? [text] : tipOf(view, view.hovered)).map(escape);
      fillHTML(object, `<b>${name}</b><div>${lines.join("</div><div>")}</div>`);
      object.style.display = "";
      place(object, { x: 0, y: 0, width: Math.max(240, 0.6 * width), height: 1 });
      const box = object.firstChild;
      this.size = [box.offsetWidth, box.offsetHeight];
    }
    const [w, h] = this.size;
    const left = x + 14 + w < width ? x + 14 : x - 14 - w;
    const top = y + 18 + h < to - foot.height ? y + 18 : y - 12 - h;
    place(object, { x: left < 0 ? Math.max(0, width - w) : left, y: Math.max(from + 2, top) });
  }
}
