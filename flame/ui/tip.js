// Tip: the tooltip beside the pointer.

import { addHTML, fillHTML, place } from "./bar.js";
import { escape } from "./draw.js";
import { tipOf } from "./details.js";

export class Tip {
  constructor(g) {
    this.g = g;
    this.object = addHTML(g, "tip", "");
    this.hide();
  }

  hide() {
    this.object.style.display = "none";
    this.shown = null;
  }

  /** Tells about what is at a place of the picture. */
  show(at, x, y) {
    const { g, object } = this;
    if (this.shown !== at.box) {
      this.shown = at.box;
      const [name, ...lines] = tipOf(g, at).map(escape);
      fillHTML(object, `<b>${name}</b><div>${lines.join("</div><div>")}</div>`);
      object.style.display = "";
      place(object, { x: 0, y: 0, width: Math.max(240, 0.6 * g.width), height: 1 });
      const box = object.firstChild;
      this.size = [box.offsetWidth, box.offsetHeight];
    }
    const [w, h] = this.size;
    const [from, to] = g.window();
    const left = x + 14 + w < g.width ? x + 14 : x - 14 - w;
    const top = y + 18 + h < to - g.foot.height ? y + 18 : y - 12 - h;
    place(object, { x: left < 0 ? Math.max(0, g.width - w) : left, y: Math.max(from + 2, top) });
  }
}
