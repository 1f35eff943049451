// Announce: what screen readers say of a change of the view.

import { matchesText } from "./shares.js";
import { count, metricTitle, percent } from "./text.js";
import { lineOf } from "./tips.js";

const tables = { "": "Functions", category: "Categories", module: "Modules", file: "Files" };

const orders = { "": "in the usual order", self: "by Self", total: "by Total", name: "by name", change: "by change of self", changeTotal: "by change of total" };

const colours = { "": "coloured by category", pkg: "coloured by package", hot: "in the colours of flames", fn: "coloured by the change of functions" };

const panes = { "": "Graph", table: "Functions", info: "Details" };

/** What is said of a change of a key of the state, the most important first. */
const texts = {
  v: stacksText,
  chips: keptText,
  t: keptText,
  m: ({ profile }) => metricTitle(profile.metrics[profile.metric]),
  z: zoomText,
  side: (view) => `as wide as ${view.state.side || "after"}`,
  s: matchText,
  cat: ({ state }) => state.cat && state.g === "category" ? state.cat : `functions of ${state.cat || "all categories"}`,
  f: ({ chosen, profile }) => (chosen < 0 ? "no function chosen" : profile.names[chosen]),
  g: ({ state }) => tables[state.g] ?? "",
  k: ({ state }) => `sorted ${orders[state.k] ?? ""}`,
  i: ({ state }) => (state.i ? "root at the bottom" : "root at the top"),
  o: ({ byWidth }) => (byWidth ? "the widest first" : "in the order of names"),
  c: ({ state, profile }) => (profile.isPair && !state.c ? "coloured by the change of call paths" : colours[state.c] ?? ""),
  p: ({ state }) => panes[state.p] ?? "",
};

/** Returns what changed between a state and the view's, as one says it, or "". */
export function changeText(view, before) {
  const key = Object.keys(texts).find((key) => String(before[key]) !== String(view.state[key]));
  return key ? texts[key](view) : "";
}

function stacksText({ state, profile, chosen }) {
  if (state.v === "sandwich") return chosen < 0 ? "" : `callers and callees of ${profile.names[chosen]}`;
  return { callers: "stacks merged from the leaf", chart: "what ran when" }[state.v] ?? "stacks from the root";
}

function keptText({ profile, state }) {
  if (!state.chips.length && !state.t) return "the whole profile";
  return `${percent(profile.tree.totals[0], profile.whole)} of ${profile.weightText(profile.whole)}`;
}

function zoomText(view) {
  const { source, zoomed, from, to, total } = view;
  if (!view.isZoomed) return `zoomed out: all · ${view.weightText(total)}`;
  if (source.isTime) return `${view.weightText(to - from)} from ${view.weightText(from)}`;
  const part = view.state.z.includes("@") ? "a part of " : "";
  return `zoomed into ${part}${lineOf(view, { f: zoomed, name: source.nameOf(zoomed), weight: source.weight(zoomed) })}`;
}

function matchText(view) {
  const { search } = view;
  if (!search) return "search cleared";
  const n = search.found.length;
  return n ? `${matchesText(view)}, ${count(n, "frame")}` : "no match";
}
