// Pointer: mouse, wheel and touch in the picture and its minimap.

import { listenToGestures, placeAt } from "../../../ui/data/gestures.js";

/** How long a finger rests for the menu. */
const longPress = 500;

export function listenToPointer(actions, hovered) {
  const { picture } = actions;
  for (const kind of ["pointerdown", "pointermove"]) picture.element.addEventListener(kind, (e) => picture.touched(e.pointerType === "touch"), { passive: true });
  listenToHover(actions, hovered);
  const shown = shownBy(actions);
  listenToClicks(actions, listenToGestures(picture.pane, shown), shown);
  listenToMap(actions);
  picture.pane.addEventListener("scroll", () => {
    picture.scrolled();
    picture.point(null);
  }, { passive: true });
}

function listenToHover({ picture, popup }, hovered) {
  const { pane } = picture;
  const point = (box, e) => {
    picture.point(box, e && e.pointerType !== "touch" ? { x: e.clientX, y: e.clientY } : null);
    hovered(box);
  };
  pane.addEventListener("pointermove", (e) => e.pointerType !== "touch" && !e.buttons && !popup.isOpen && point(picture.at(e.clientX, e.clientY), e));
  pane.addEventListener("pointerleave", () => point(null));
}

/** Writes what was dragged into the address. */
function settle({ picture, view, store }) {
  const z = view.rangeText(picture.from, picture.to);
  if (z !== view.state.z) store.set({ z });
  picture.isDragged = false;
}

/** Returns what gestures move. */
function shownBy(actions) {
  const { picture } = actions;
  const { pane } = picture;
  return {
    get range() {
      return [picture.from, picture.to];
    },
    get edges() {
      return { left: pane.getBoundingClientRect().left, width: picture.width };
    },
    takes: () => true,
    move(range) {
      picture.point(null);
      picture.drag(range);
    },
    grab() {
      pane.classList.add("drag");
      const { scrollTop } = pane;
      return (pixels) => (pane.scrollTop = scrollTop + pixels);
    },
    settle() {
      pane.classList.remove("drag");
      settle(actions);
    },
  };
}

function listenToClicks(actions, drag, shown) {
  const { picture } = actions;
  const { pane } = picture;
  pane.addEventListener("click", (e) => {
    if (drag.isOver) return;
    const box = picture.at(e.clientX, e.clientY);
    if (!box) return;
    if (e.altKey) return !box.frames && actions.choose(box.name);
    picture.point(null);
    actions.zoomTo(box, placeAt(shown, e.clientX));
  });
  pane.addEventListener("contextmenu", (e) => {
    const box = picture.at(e.clientX, e.clientY);
    if (!box || box.frames || box.name < 0) return;
    e.preventDefault();
    actions.menu({ x: e.clientX, y: e.clientY }, box.name, box);
  });
  listenToLongPress(pane, (touch, { x, y }) => {
    const box = picture.at(x, y);
    if (!box || box.frames) return;
    drag.isOver = true; // the click that follows is none
    setTimeout(() => (drag.isOver = false), 1000);
    actions.menu({ x, y }, box.name, box);
  });
}

/** Calls a function with the touch and its place when a finger rests on an element. */
export function listenToLongPress(element, call) {
  let pressed = 0;
  element.addEventListener("touchstart", (e) => {
    clearTimeout(pressed);
    if (e.touches.length > 1) return;
    const [touch] = e.touches;
    pressed = setTimeout(() => call(touch, { x: touch.clientX, y: touch.clientY }), longPress);
  }, { passive: true });
  for (const end of ["touchend", "touchmove", "touchcancel"]) element.addEventListener(end, () => clearTimeout(pressed), { passive: true });
}

/** The minimap centres the range where it is touched. */
function listenToMap(actions) {
  const { picture } = actions;
  const { map } = picture;
  let slides = false;
  const slide = (e) => {
    const { left, width } = map.getBoundingClientRect();
    const half = (picture.to - picture.from) / 2;
    const centre = ((e.clientX - left) / width) * picture.view.total;
    picture.drag([centre - half, centre + half]);
  };
  map.addEventListener("pointerdown", (e) => {
    map.setPointerCapture(e.pointerId);
    slides = true;
    slide(e);
  });
  map.addEventListener("pointermove", (e) => slides && slide(e));
  map.addEventListener("pointerup", () => {
    slides = false;
    settle(actions);
  });
}
