// Keys: what each key does. They are heard where the picture has the focus; where the picture is the whole
// document, that is always so.

import { commands } from "./commands.js";
import { moveRow, moveAlong, zoomTo, zoomOut } from "./navigate.js";

const back = (g) => {
  if (g.term) commands.clear(g);
  else if (g.table) commands.top(g);
  else if (g.isZoomed) commands.reset(g);
  else if (g.fn >= 0) commands.sandwich(g);
};

const search = (g) => {
  g.bar.search.focus();
  g.bar.search.select();
};

const actions = {
  __proto__: null,
  Enter: (g) => zoomTo(g, g.cursor),
  Backspace: zoomOut,
  u: zoomOut,
  0: commands.reset,
  Home: commands.reset,
  Escape: back,
  "/": search,
  F3: search,
  n: commands.next,
  N: commands.prev,
  ArrowUp: (g) => moveRow(g, 1),
  k: (g) => moveRow(g, 1),
  ArrowDown: (g) => moveRow(g, -1),
  j: (g) => moveRow(g, -1),
  ArrowLeft: (g) => moveAlong(g, -1),
  h: (g) => moveAlong(g, -1),
  ArrowRight: (g) => moveAlong(g, 1),
  l: (g) => moveAlong(g, 1),
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

export function listenToKeys(g) {
  g.svg.addEventListener("keydown", (e) => {
    const action = actionOf(g, e);
    if (!action) return;
    e.preventDefault();
    action(g);
  });
}

function actionOf(g, e) {
  const { search: box } = g.bar;
  const key = e.key.length === 1 && !e.shiftKey ? e.key.toLowerCase() : e.key;
  if ((e.ctrlKey || e.metaKey) && !e.altKey) {
    if (key === "f" && e.target !== box) return search;
    return key === "i" ? commands.case : null;
  }
  if (e.altKey || e.metaKey) return null;
  if (e.target === box) return key === "Escape" ? leaveSearch : key === "F3" ? commands.next : null;
  if (e.target.closest("button") && (key === "Enter" || key === " ")) return null;
  if (g.table && /^(Arrow|Home|Enter)|^[hjkl]$/.test(key)) return null; // the page scrolls
  return actions[key] || g.delta?.actions[key];
}

function leaveSearch(g) {
  if (g.bar.search.value) commands.clear(g);
  g.svg.focus({ preventScroll: true });
}
