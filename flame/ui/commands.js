// Commands: what keys and buttons do.

import { writeAddress } from "./address.js";
import { baseNames } from "./details.js";
import { show, resetZoom, targetOf } from "./navigate.js";
import { goToMatch } from "./matches.js";
import { copyName, copyStack } from "./copy.js";
import { toggleTheme } from "./theme.js";
import { openHelp } from "./help.js";
import { Search } from "./search.js";

export const commands = {
  reset: resetZoom,
  flip(g) {
    g.inverted = !g.inverted;
    show(g);
  },
  reverse(g) {
    g.reversed = !g.reversed;
    changeView(g, -1);
  },
  order(g) {
    const orders = ["name", "width"];
    if (g.head.order === "input") orders.push("input");
    g.order = orders[(orders.indexOf(g.order) + 1) % orders.length];
    show(g);
  },
  sandwich(g) {
    const { side, f } = targetOf(g);
    const name = g.table ? -1 : g.sides[side].nameOf(f);
    if (name < 0 && g.fn < 0) return g.say("point at a function first, or zoom into it", true);
    changeView(g, g.fn >= 0 && (name < 0 || name === g.fn) ? -1 : name);
  },
  top(g) {
    g.table = !g.table;
    show(g);
  },
  hide(g) {
    const at = targetOf(g);
    const ranges = [];
    const add = (from, to) => ranges.push([from, to]);
    g.sides[at.side].ranges(at.f, add);
    g.delta?.ranges(at, add);
    if (at.f === g.sides[at.side].root || g.sides[at.side].weight(at.f) === g.tree.weight(0)) return g.say("all there is cannot be hidden");
    g.hidden.push(ranges);
    reweigh(g, { f: g.sides[at.side].parentOf(at.f) }, takeOut);
  },
  undo(g) {
    if (g.hidden.pop()) reweigh(g, g.cursor, takeOut);
  },
  copyName,
  copyStack,
  theme: toggleTheme,
  help: openHelp,
  base(g) {
    g.base = baseNames[(baseNames.indexOf(g.base) + 1) % baseNames.length];
    g.foot.update();
    g.say("percentages of " + g.base);
  },
  case(g) {
    if (!g.search) return;
    g.minds = !g.search.minds;
    searchFor(g, g.term);
  },
  next: (g) => goToMatch(g, 1),
  prev: (g) => goToMatch(g, -1),
  clear(g) {
    g.minds = null;
    searchFor(g, "");
  },
};

/** Takes what is hidden out. */
const takeOut = (g) => g.trees.forEach((tree) => tree.hide(g.hidden.flat()));

/** Shows the sandwich view of a function, or that of all (-1). */
export function changeView(g, fn) {
  g.fn = fn;
  g.table = false;
  g.setSides();
  show(g);
}

/** Searches, and shows what was found. */
export function searchFor(g, term) {
  g.term = term;
  g.nth = "";
  g.search = new Search(g, term, g.minds);
  g.bar.update();
  g.paint();
  writeAddress(g, false);
  g.say(g.foot.matched());
}

/** Changes what frames weigh, and shows it. The zoom stays, if what it shows is still there. */
export function reweigh(g, { f: cursor }, change) {
  const path = g.path(g.zoom);
  const zoom = { ...g.zoom };
  const isPlain = g.sides[0] === g.tree;
  change(g);
  g.delta?.rescale();
  if (isPlain) {
    const { tree } = g;
    while (tree.weight(zoom.f) === 0) zoom.f = tree.caller[zoom.f];
    while (tree.weight(cursor) === 0) cursor = tree.caller[cursor];
    g.setSides();
    g.zoom = zoom;
    g.cursor = { side: 0, f: cursor };
  } else {
    g.setSides();
    const f = g.sides[zoom.side].walk(g.fn >= 0 ? path.slice(1) : path);
    if (f) g.zoom = g.cursor = { side: zoom.side, f };
  }
  if (g.search) g.search = new Search(g, g.term, g.minds);
  show(g);
}

