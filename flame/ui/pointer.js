// Pointer: mouse and touch. What is under the pointer is found by arithmetic; the document has no element for
// each frame.

import { commands } from "./commands.js";
import { zoomTo, targetOf } from "./navigate.js";
import { markHover, markCursor } from "./marks.js";

export function listenToPointer(g) {
  const { svg } = g;
  let touches = false;
  svg.addEventListener("pointerdown", (e) => (touches = e.pointerType === "touch"));
  svg.addEventListener("pointermove", (e) => e.pointerType !== "touch" && hover(g, e));
  svg.addEventListener("pointerleave", (e) => e.pointerType !== "touch" && leave(g));
  svg.addEventListener("click", (e) => {
    if (inChrome(e) || e.button) return;
    const before = g.hovered && g.hovered.box;
    hover(g, e);
    if (!g.hovered) return;
    if (e.target.closest("a[href]") && !e.ctrlKey) return; // a link of the frame
    e.preventDefault();
    if (touches && before !== g.hovered.box) return; // the first touch tells, the second zooms
    if (e.altKey) commands.hide(g);
    else zoomTo(g, targetOf(g));
  });
}

const inChrome = (e) => e.target.closest("foreignObject") !== null;

function hover(g, e) {
  if (inChrome(e)) return leave(g);
  g.look();
  const x = e.clientX - g.rect.left;
  const y = e.clientY - g.rect.top;
  const at = g.at(x, y);
  if (!at) return leave(g);
  if (!g.hovered || g.hovered.box !== at.box) {
    g.hovered = at;
    g.keyed = false;
    g.svg.style.cursor = "pointer";
    markHover(g, at);
    markCursor(g);
    g.foot.update();
  }
  g.tip.show(at, x, y);
}

function leave(g) {
  if (!g.hovered) return;
  g.hovered = null;
  g.svg.style.cursor = "";
  markHover(g, null);
  g.tip.hide();
  g.foot.update();
}
