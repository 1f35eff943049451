// Details: what is told about a frame, in the details line, in the tooltip and to a screen reader.

import { percent, count } from "./format.js";

/** Returns the weight that percentages of a kind are of: all, zoom or parent. */
function whole(g, side, f, base) {
  const source = g.sides[side];
  if (base === "all") return g.tree.weight(0);
  if (base === "zoom") return g.source.weight(g.isZoomed ? g.zoom.f : g.source.root);
  return source.weight(source.parentOf(f) ?? f);
}

/** The kinds of percentages, in the order in which the key goes through them. */
export const baseNames = ["all", "zoom", "parent"];

/** Returns the details line: "Function: main (33,354 samples, 6.95%)". */
export function lineOf(g, at) {
  const { side, box } = at;
  if (box.frames) return sliverText(g, at);
  const weight = g.sides[side].weight(box.f);
  const share = percent(weight, whole(g, side, box.f, g.base)) + (g.base === "all" ? "" : " of " + g.base);
  const change = g.delta?.short(side, box.f) ?? "";
  return `${g.svg.dataset.nametype || "Function:"} ${g.text(box.name)} (${g.weightText(weight)}${g.noun}, ${share}${change})`;
}

function sliverText(g, { side, box }) {
  const source = g.sides[side];
  const weight = box.frames.reduce((sum, f) => sum + source.weight(f), 0);
  const share = percent(weight, g.tree.weight(0));
  return `… ${count(box.frames.length, "frame")} too narrow to draw (${g.weightText(weight)}${g.noun}, ${share})`;
}

/** Returns the lines of the tooltip; the first one is the name. */
export function tipOf(g, at) {
  const { side, box } = at;
  const source = g.sides[side];
  const all = g.tree.weight(0);
  if (box.frames) {
    const widest = widestOf(source, box.frames);
    return [sliverText(g, at), `the widest: ${g.text(source.nameOf(widest))} ${percent(source.weight(widest), all)} · click to zoom into it`];
  }
  const weight = source.weight(box.f);
  const self = source.self(box.f);
  const share = (base) => percent(weight, whole(g, side, box.f, base)) + " of " + base;
  const shares = [share("all")];
  if (g.isZoomed) shares.push(share("zoom"));
  if (source.parentOf(box.f) !== null) shares.push(share("parent"));
  const lines = g.delta?.lines(side, box.f, shares) ?? [
    `total ${g.weightText(weight)}${g.noun} (${shares.join(" · ")})`,
    `self ${g.weightText(self)} (${percent(self, all)})`,
  ];
  lines.unshift(g.text(box.name));
  const title = g.head.links?.[box.name]?.title;
  if (title) lines.push(title);
  const { total, places } = g.tree.measure();
  if (places[box.name] > 1) {
    lines.push(`in ${count(places[box.name], "place")} ${g.weightText(total[box.name])} (${percent(total[box.name], all)})`);
  }
  return lines;
}

export const widestOf = (source, frames) => frames.reduce((a, b) => (source.weight(b) > source.weight(a) ? b : a));
