// Pointer: mouse and touch. What is under the pointer is found by arithmetic; the document has no element for
// each frame.

import { listenToGestures, placeAt } from "../data/gestures.js";
import { pad, spread } from "../data/layout.js";
import { commands } from "./commands.js";
import { settle, show, zoomTo, zoomToRange } from "./navigate.js";

export function listenToPointer(picture) {
  const { svg, view } = picture;
  const shown = shownBy(picture);
  const drag = listenToGestures(svg, shown);
  let touches = false;
  let moved = null; // the last movement of the mouse
  svg.addEventListener("pointerdown", (e) => (touches = e.pointerType === "touch"));
  svg.addEventListener("pointermove", (e) => {
    if (e.pointerType === "touch" || e.buttons) return;
    moved = e;
    hover(picture, e, e);
  });
  svg.addEventListener("pointerleave", (e) => e.pointerType !== "touch" && leave(picture));
  svg.addEventListener("click", (e) => {
    if (drag.isOver || inChrome(e)) return;
    const before = view.hovered?.box;
    // A click tells whole pixels and a movement their fractions. The frame there is the one that was shown.
    const isThere = !touches && moved && Math.hypot(e.clientX - moved.clientX, e.clientY - moved.clientY) < 1.5;
    point(picture, e, isThere ? moved : e);
    if (!view.hovered) return;
    if (e.target.closest("a[href]") && !e.ctrlKey) return; // a link of the frame
    e.preventDefault();
    if (touches && before !== view.hovered.box) return hover(picture, e, e); // the first touch tells, the second zooms
    if (e.altKey) commands.hide(picture);
    else if (view.hovered.box.frames) {
      view.zoomToRange(spread(view.hovered.box, placeAt(shown, e.clientX), picture.inner));
      show(picture);
    } else zoomTo(picture, view.target);
  });
}

/** Returns what gestures move. */
const shownBy = (picture) => ({
  get range() {
    return picture.view.range;
  },
  get edges() {
    return { left: picture.rect.left + pad, width: picture.inner };
  },
  takes: (e) => !picture.view.table && !inChrome(e),
  move: (range) => zoomToRange(picture, range),
  grab() {
    const y = scrollY;
    return (pixels) => scrollTo(scrollX, y + pixels);
  },
  settle: () => settle(picture),
});

const inChrome = (e) => e.target.closest("foreignObject") !== null;

/** Shows what is at the place of an event. */
function hover(picture, e, at) {
  const place = point(picture, e, at);
  if (!place) return;
  if (picture.tip.shown !== picture.view.hovered.box) showHovered(picture);
  picture.tip.show(picture, place.x, place.y);
}

/**
 * Makes the frame at a place the one that is pointed at, and returns the place in the picture if there is one. It does not
 * show that: a click draws everything anew.
 */
function point(picture, e, { clientX, clientY }) {
  if (inChrome(e)) return leave(picture);
  picture.look();
  const { rect, view } = picture;
  const x = clientX - rect.left;
  const y = clientY - rect.top;
  const at = picture.at(x, y);
  if (!at) return leave(picture);
  if (view.hovered?.box !== at.box) {
    view.keyed = false;
    view.hovered = at;
    view.last = view.target;
  }
  return { x, y };
}

function leave(picture) {
  if (!picture.view.hovered) return;
  picture.view.hovered = null;
  showHovered(picture);
  picture.tip.hide();
}

function showHovered(picture) {
  picture.svg.style.cursor = picture.view.hovered ? "pointer" : "";
  picture.marks.showHover();
  picture.marks.showCursor();
  picture.tell();
}
