// Pointer: mouse, wheel and touch in the picture and its minimap.

/** So far the mouse may move before a click becomes a drag, in pixels. */
const slack = 5;

/** How long after the last turn of the wheel the address follows, in milliseconds. */
const restTime = 250;

/** How long a finger rests for the menu. */
const longPress = 500;

export function listenToPointer(actions, hovered) {
  const { picture } = actions;
  listenToHover(actions, hovered);
  const drag = listenToDrag(actions);
  listenToClicks(actions, drag);
  listenToWheel(actions);
  listenToMap(actions);
  listenToPinch(actions);
  picture.pane.addEventListener("scroll", () => {
    picture.scrolled();
    picture.point(null);
  }, { passive: true });
}

function listenToHover({ picture }, hovered) {
  const { pane } = picture;
  const point = (box, e) => {
    picture.point(box, e && e.pointerType !== "touch" ? { x: e.clientX, y: e.clientY } : null);
    hovered(box);
  };
  pane.addEventListener("pointermove", (e) => e.pointerType !== "touch" && !e.buttons && point(picture.at(e.clientX, e.clientY), e));
  pane.addEventListener("pointerleave", () => point(null));
}

/** Writes what was dragged into the address. */
function settle({ picture, view, store }) {
  const z = view.rangeText(picture.from, picture.to);
  if (z !== view.state.z) store.set({ z });
  picture.isDragged = false;
}

/** A drag pans, and scrolls. Returns what says whether the click after it is none. */
function listenToDrag(actions) {
  const { picture } = actions;
  const { pane } = picture;
  let begun = null;
  const drag = { isOver: false };
  pane.addEventListener("pointerdown", (e) => {
    if (!e.button && e.pointerType !== "touch") begun = { x: e.clientX, y: e.clientY, from: picture.from, to: picture.to, top: pane.scrollTop, moved: false };
  });
  addEventListener("pointermove", (e) => {
    if (!begun) return;
    const [dx, dy] = [e.clientX - begun.x, e.clientY - begun.y];
    if (!begun.moved && Math.hypot(dx, dy) <= slack) return;
    begun.moved = true;
    pane.classList.add("drag");
    picture.point(null);
    const shift = (-dx / picture.width) * (begun.to - begun.from);
    picture.drag(begun.from + shift, begun.to + shift);
    pane.scrollTop = begun.top - dy;
  });
  addEventListener("pointerup", () => {
    if (begun?.moved) {
      pane.classList.remove("drag");
      drag.isOver = true;
      setTimeout(() => (drag.isOver = false));
      settle(actions);
    }
    begun = null;
  });
  return drag;
}

function listenToClicks(actions, drag) {
  const { picture } = actions;
  const { pane } = picture;
  pane.addEventListener("click", (e) => {
    if (drag.isOver) return;
    const box = picture.at(e.clientX, e.clientY);
    if (!box) return;
    if (e.altKey) return !box.frames && actions.choose(box.name);
    picture.point(null);
    actions.zoomTo(box, e.clientX);
  });
  pane.addEventListener("contextmenu", (e) => {
    const box = picture.at(e.clientX, e.clientY);
    if (!box || box.frames || box.name < 0) return;
    e.preventDefault();
    actions.menu({ x: e.clientX, y: e.clientY }, box.name, box);
  });
  let pressed = 0;
  pane.addEventListener("touchstart", (e) => {
    clearTimeout(pressed);
    if (e.touches.length > 1) return;
    const { clientX: x, clientY: y } = e.touches[0];
    pressed = setTimeout(() => {
      const box = picture.at(x, y);
      if (!box || box.frames) return;
      drag.isOver = true; // the click that follows is none
      setTimeout(() => (drag.isOver = false), 1000);
      actions.menu({ x, y }, box.name, box);
    }, longPress);
  }, { passive: true });
  for (const end of ["touchend", "touchmove", "touchcancel"]) pane.addEventListener(end, () => clearTimeout(pressed), { passive: true });
}

function listenToWheel(actions) {
  const { picture } = actions;
  const { pane } = picture;
  let later = 0;
  pane.addEventListener("wheel", (e) => {
    const zooms = e.ctrlKey || e.metaKey;
    if (!zooms && !e.shiftKey && Math.abs(e.deltaX) <= Math.abs(e.deltaY)) return; // the browser scrolls rows
    e.preventDefault();
    picture.point(null);
    const width = picture.to - picture.from;
    if (zooms) zoomAt(picture, e.clientX, Math.exp(0.01 * Math.max(-60, Math.min(60, e.deltaY))));
    else {
      const shift = ((e.deltaX || e.deltaY) / picture.width) * width;
      picture.drag(picture.from + shift, picture.to + shift);
    }
    clearTimeout(later);
    later = setTimeout(() => settle(actions), restTime);
  }, { passive: false });
}

/** Makes the range a number of times as wide, around a place of the window. */
function zoomAt(picture, x, factor) {
  const { from, to, pane, width } = picture;
  const part = (x - pane.getBoundingClientRect().left) / width;
  const wider = Math.max(picture.view.total * 1e-9, Math.min(picture.view.total, (to - from) * factor));
  const left = from + part * (to - from - wider);
  picture.drag(left, left + wider);
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
    picture.drag(centre - half, centre + half);
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

/** Two fingers zoom. */
function listenToPinch(actions) {
  const { picture } = actions;
  const { pane } = picture;
  let before = 0;
  const spread = ({ touches: [a, b] }) => Math.max(20, Math.abs(a.clientX - b.clientX));
  pane.addEventListener("touchmove", (e) => {
    if (e.touches.length !== 2) return;
    e.preventDefault();
    const now = spread(e);
    const [a, b] = e.touches;
    if (before) zoomAt(picture, (a.clientX + b.clientX) / 2, before / now);
    before = now;
  }, { passive: false });
  pane.addEventListener("touchend", () => {
    if (before) settle(actions);
    before = 0;
  });
}
