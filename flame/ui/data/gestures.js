// Gestures: wheel, mouse and fingers move the range of weights that a picture shows.

/** So far the mouse may move before a click becomes a drag, in pixels. */
const slack = 5;

/** How long after the last turn of the wheel the address follows, in milliseconds. */
const restTime = 250;

/**
 * Listens to wheel, drags and pinches on an element. Returns {isOver}, which says of a click that it is the end of a drag.
 *
 * @param shown range     what is shown, [from, to]
 *              edges     where that is in the window: {left, width}
 *              takes(e)  whether an event is about it
 *              move(range)  shows another range
 *              grab()    begins a drag, and returns what scrolls rows by pixels
 *              settle()  puts the range into the address
 */
export function listenToGestures(element, shown) {
  listenToWheel(element, shown);
  listenToPinch(element, shown);
  return listenToDrag(element, shown);
}

/** Returns which place of the range is at a place of the window. */
export function placeAt({ range: [from, to], edges: { left, width } }, x) {
  return from + ((x - left) / width) * (to - from);
}

/** Makes the range a number of times as wide, around a place of the window. */
function zoom(shown, x, factor) {
  const place = placeAt(shown, x);
  shown.move(shown.range.map((end) => place + (end - place) * factor));
}

/** Moves a range by pixels. */
function pan(shown, [from, to], pixels) {
  const shift = (pixels / shown.edges.width) * (to - from);
  shown.move([from + shift, to + shift]);
}

function listenToWheel(element, shown) {
  let later = 0;
  const turn = (e) => {
    const zooms = e.ctrlKey || e.metaKey;
    const scrolls = !zooms && !e.shiftKey && Math.abs(e.deltaX) <= Math.abs(e.deltaY);
    if (scrolls || !shown.takes(e)) return; // the browser's
    e.preventDefault();
    if (zooms) zoom(shown, e.clientX, Math.exp(0.01 * Math.max(-60, Math.min(60, e.deltaY))));
    else pan(shown, shown.range, e.deltaX + e.deltaY);
    clearTimeout(later);
    later = setTimeout(() => shown.settle(), restTime);
  };
  element.addEventListener("wheel", turn, { passive: false });
}

function listenToDrag(element, shown) {
  const drag = { isOver: false };
  let begun = null;
  element.addEventListener("pointerdown", (e) => {
    begun = !e.button && e.pointerType !== "touch" && shown.takes(e) ? { x: e.clientX, y: e.clientY, range: shown.range } : null;
  });
  addEventListener("pointermove", (e) => {
    if (!begun) return;
    const [dx, dy] = [e.clientX - begun.x, e.clientY - begun.y];
    if (!begun.scroll && Math.hypot(dx, dy) <= slack) return;
    begun.scroll ||= shown.grab();
    begun.scroll(-dy);
    pan(shown, begun.range, -dx);
  });
  addEventListener("pointerup", () => {
    if (begun?.scroll) {
      drag.isOver = true;
      setTimeout(() => (drag.isOver = false));
      shown.settle();
    }
    begun = null;
  });
  return drag;
}

/** Two fingers zoom. */
function listenToPinch(element, shown) {
  let before = 0;
  const pinch = (e) => {
    const [a, b] = e.touches;
    if (!b || !shown.takes(e)) return;
    e.preventDefault();
    const now = Math.max(20, Math.abs(a.clientX - b.clientX));
    if (before) zoom(shown, (a.clientX + b.clientX) / 2, before / now);
    before = now;
  };
  element.addEventListener("touchmove", pinch, { passive: false });
  element.addEventListener("touchend", () => {
    if (before) shown.settle();
    before = 0;
  });
}
