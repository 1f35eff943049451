// Pointer: mouse and touch. What is under the pointer is found by arithmetic; the document has no element for
// each frame.

import { commands } from "./commands.js";
import { zoomTo, targetOf } from "./navigate.js";
import { markHover, markCursor } from "./marks.js";

export function listenToPointer(g) {
  const { svg } = g;
  let touches = false;
  let moved = null; // the last movement of the mouse
  svg.addEventListener("pointerdown", (e) => (touches = e.pointerType === "touch"));
  svg.addEventListener("pointermove", (e) => {
    if (e.pointerType === "touch") return;
    moved = e;
    hover(g, e, e);
  });
  svg.addEventListener("pointerleave", (e) => e.pointerType !== "touch" && leave(g));
  svg.addEventListener("click", (e) => {
    if (inChrome(e)) return;
    const before = g.hovered && g.hovered.box;
    // A click tells whole pixels and a movement their fractions. The frame there is the one that was shown.
    const isThere = !touches && moved && Math.hypot(e.clientX - moved.clientX, e.clientY - moved.clientY) < 1.5;
    point(g, e, isThere ? moved : e);
    if (!g.hovered) return;
    if (e.target.closest("a[href]") && !e.ctrlKey) return; // a link of the frame
    e.preventDefault();
    if (touches && before !== g.hovered.box) return hover(g, e, e); // the first touch tells, the second zooms
    if (e.altKey) commands.hide(g);
    else zoomTo(g, targetOf(g));
  });
}

const inChrome = (e) => e.target.closest("foreignObject") !== null;

/** Tells about the frame at the place of an event. */
function hover(g, e, at) {
  const place = point(g, e, at);
  if (place) g.tip.show(g.hovered, place.x, place.y);
}

/** Makes the frame at a place the one that is pointed at, and returns the place in the picture if there is one. */
function point(g, e, { clientX, clientY }) {
  if (inChrome(e)) return leave(g);
  g.look();
  const x = clientX - g.rect.left;
  const y = clientY - g.rect.top;
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
  return { x, y };
}

function leave(g) {
  if (!g.hovered) return;
  g.hovered = null;
  g.svg.style.cursor = "";
  markHover(g, null);
  g.tip.hide();
  g.foot.update();
}
