// Details: what is told about a frame, in the details line, in the tooltip and to a screen reader.

import { percent, count } from "../data/format.js";

/** The kinds of percentages, in the order in which the key goes through them. */
export const baseNames = ["all", "zoom", "parent"];

/** Returns the weight that percentages of a kind are of. */
function whole(view, side, f, base) {
  const source = view.sides[side];
  if (base === "all") return view.tree.weight(0);
  if (base === "zoom") return view.source.weight(view.zoom.f);
  return source.weight(source.parentOf(f) ?? f);
}

/**
 * Returns the details line: "Function: main (33,354 samples, 6.95%)". Noun is what a frame is: "Function:". The name is
 * isolated: one that is read from right to left must not turn the numbers around.
 */
export function lineOf(view, { side, box }, noun) {
  if (box.frames) return sliverText(view, side, box);
  const { profile, base, delta } = view;
  const weight = view.sides[side].weight(box.f);
  const share = percent(weight, whole(view, side, box.f, base)) + (base === "all" ? "" : " of " + base);
  const change = delta?.short(side, box.f) ?? "";
  return `${noun} \u2068${profile.text(box.name)}\u2069 (${profile.weightText(weight)}${profile.noun}, ${share}${change})`;
}

function sliverText({ sides, tree, profile }, side, { frames }) {
  const weight = frames.reduce((sum, f) => sum + sides[side].weight(f), 0);
  return `… ${count(frames.length, "frame")} too narrow to draw (${profile.weightText(weight)}${profile.noun}, ${percent(weight, tree.weight(0))})`;
}

/** Returns the lines of the tooltip; the first one is the name. */
export function tipOf(view, { side, box }) {
  const { profile, tree } = view;
  const source = view.sides[side];
  const all = tree.weight(0);
  if (box.frames) return [sliverText(view, side, box), "click to spread"];
  const lines = [profile.text(box.name), ...weightsOf(view, side, box.f)];
  const title = profile.head.links?.[box.name]?.title;
  if (title) lines.push(title);
  const { total, places } = tree.measure();
  if (places[box.name] > 1) {
    lines.push(`in ${count(places[box.name], "place")} ${profile.weightText(total[box.name])} (${percent(total[box.name], all)})`);
  }
  return lines;
}

/** Returns what a frame weighs, as two lines or more. */
function weightsOf(view, side, f) {
  const { profile, tree, delta } = view;
  const source = view.sides[side];
  const share = (base) => percent(source.weight(f), whole(view, side, f, base)) + " of " + base;
  const shares = [share("all")];
  if (view.isZoomed) shares.push(share("zoom"));
  if (source.parentOf(f) !== null) shares.push(share("parent"));
  if (delta) return delta.lines(side, f, shares);
  const self = source.self(f);
  return [
    `total ${profile.weightText(source.weight(f))}${profile.noun} (${shares.join(" · ")})`,
    `self ${profile.weightText(self)} (${percent(self, tree.weight(0))})`,
  ];
}

/** Returns what is to be known of the view where no frame is pointed at. */
export function noteOf({ profile, fn, reversed, delta, hidden }) {
  const notes = [];
  if (fn >= 0) notes.push(`callers and callees of ${profile.text(fn)}`);
  else if (reversed) notes.push("stacks merged from their leaves");
  if (delta) notes.push(delta.note);
  if (hidden.length) notes.push(`${count(hidden.length, "frame")} hidden, percentages of the rest`);
  if (profile.head.left) notes.push(`the file leaves ${count(profile.head.left, "narrow frame")} out`);
  return notes.join(" · ");
}

/** Returns what the search found. */
export function matchedOf(view) {
  const { search, delta } = view;
  if (!search.term) return "";
  const note = search.error ? "not a regular expression, searched for as text · " : "";
  if (!search.count) return note + "no match";
  let text = `${note}Matched: ${percent(search.weight, view.tree.weight(0))} of total${delta?.matched(search) ?? ""}`;
  if (view.isZoomed || view.fn >= 0) {
    const { f } = view.zoom;
    text += `, ${percent(search.within(view.source, f), view.source.weight(f))} of zoom`;
  }
  return text + " · " + count(search.count, "frame");
}
