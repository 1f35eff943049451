// Keys: what each key does. They are heard where the picture has the focus; where the picture is the whole
// document, that is always so.

import { commands } from "./commands.js";
import { enter, moveRow, moveAlong, zoomOut } from "./navigate.js";

const back = (picture) => {
  const { view } = picture;
  if (view.term) commands.clear(picture);
  else if (view.table) commands.top(picture);
  else if (view.isZoomed) commands.reset(picture);
  else if (view.fn >= 0) commands.sandwich(picture);
};

const search = ({ bar }) => {
  bar.search.focus();
  bar.search.select();
};

const actions = {
  __proto__: null,
  Enter: enter,
  Backspace: zoomOut,
  u: zoomOut,
  0: commands.reset,
  Home: commands.reset,
  Escape: back,
  "/": search,
  F3: search,
  n: commands.next,
  N: commands.prev,
  ArrowUp: (picture) => moveRow(picture, 1),
  k: (picture) => moveRow(picture, 1),
  ArrowDown: (picture) => moveRow(picture, -1),
  j: (picture) => moveRow(picture, -1),
  ArrowLeft: (picture) => moveAlong(picture, -1),
  h: (picture) => moveAlong(picture, -1),
  ArrowRight: (picture) => moveAlong(picture, 1),
  l: (picture) => moveAlong(picture, 1),
  i: commands.flip,
  r: commands.reverse,
  o: commands.order,
  s: commands.sandwich,
  t: commands.top,
  x: commands.hide,
  z: commands.undo,
  c: commands.copyName,
  C: commands.copyStack,
  d: commands.theme,
  "?": commands.help,
  "%": commands.base,
};

/** Does what the reader's keys say. More has the actions of keys that only some pictures have. */
export function listenToKeys(picture, more) {
  picture.svg.addEventListener("keydown", (e) => {
    const action = actionOf(picture, more, e);
    if (!action) return;
    e.preventDefault();
    action(picture);
  });
}

function actionOf({ bar, view }, more, e) {
  const key = e.key.length === 1 && !e.shiftKey ? e.key.toLowerCase() : e.key;
  if ((e.ctrlKey || e.metaKey) && !e.altKey) {
    if (key === "f" && e.target !== bar.search) return search;
    return key === "i" ? commands.case : null;
  }
  if (e.altKey || e.metaKey) return null;
  if (e.target === bar.search) return key === "Escape" ? leaveSearch : key === "F3" ? commands.next : null;
  if (e.target.closest("button") && (key === "Enter" || key === " ")) return null;
  if (view.table && /^(Arrow[LR]|Home)|^[hl]$/.test(key)) return null; // the page scrolls
  return actions[key] || more?.[key];
}

function leaveSearch(picture) {
  if (picture.bar.search.value) commands.clear(picture);
  picture.svg.focus({ preventScroll: true });
}
