// Colors: which colour a box has, as the name of a class of the style sheet.

import { splitName } from "./text.js";

/** How many colours there are of packages, and of the classic palette. */
const kinds = 12;

/** The largest change of a share that still has another colour than one twice as large: 8 of 100 points. */
const mostChange = 0.08;

/** Returns a number for a text that is always the same one. */
function hash(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return (h ^ (h >>> 13)) >>> 0;
}

/** Returns a function that works its result out once for each name: boxes are painted again and again. */
function once(work) {
  const known = new Map();
  return (name) => {
    if (!known.has(name)) known.set(name, work(name));
    return known.get(name);
  };
}

const hashOf = once(hash);
const packageHash = once((name) => hash(splitName(name)[0]));

/** Returns the class of a category; own code has four shades, by the name. */
const classOf = (category, name) => "c" + category + (category ? "" : "abcd"[hashOf(name) & 3]);

/** Returns the class of the dot that stands before a function in lists. */
export const dotOf = (profile, name) => (profile.isThread[name] ? "ct" : "c" + profile.categoryOf(name));

/** Returns how a box looks: {color, mark: what stands before its label, isFaded, isPale: in the dark it is dark}. */
export function lookOf(view, box) {
  const { profile, search, state } = view;
  const { name } = box;
  if (view.isFound(name)) return { color: "hit", mark: "" };
  const isFaded = !!search;
  if (name < 0) return { color: "root", mark: "", isFaded, isPale: profile.isPair };
  if (profile.isPair) return { ...changeOf(view, box), isFaded };
  let color;
  if (profile.isThread[name]) color = "ct";
  else if (state.c === "pkg") color = "k" + (packageHash(profile.names[name]) % kinds);
  else if (state.c === "hot") color = "w" + (hashOf(profile.names[name]) % kinds);
  else color = classOf(categoryIn(view, box), profile.names[name]);
  return { color, mark: "", isFaded };
}

/** Returns the category of a box: that of its place in the call tree, if it has one. */
function categoryIn({ isPlain, source, profile }, { f, name }) {
  const place = isPlain ? f : source.nodeOf?.(f);
  return place ? profile.frameCats[place] : profile.categoryOf(name);
}

/** Returns the class of a sliver: that of the heaviest of its first frames, so that towers keep their colour. */
export function sliverColor(view, sliver) {
  const { source } = view;
  const f = sliver.frames.slice(0, 8).reduce((a, b) => (source.weight(b) > source.weight(a) ? b : a));
  return lookOf(view, { f, name: source.nameOf(f) }).color;
}

/**
 * Returns the colour and the mark of what changed in a frame; in merged views, or if that is chosen, in all of its function.
 * It is pale where the change of the function is noise.
 */
function changeOf(view, { f, name }) {
  const { profile } = view;
  const isOfPlace = view.isPlain && view.state.c !== "fn";
  const [before, after] = profile.trees.map((tree) => (isOfPlace ? tree.totals[f] : tree.measure().total[name]));
  const noise = profile.isNoise("total", name);
  if (!before) return noise ? { color: "new s", mark: "", isPale: true } : { color: "new", mark: "▲ " };
  if (!after) return noise ? { color: "gone s", mark: "", isPale: true } : { color: "gone", mark: "▼ " };
  const change = changeShare(profile, before, after);
  const step = Math.min(4, Math.round(4 * Math.sqrt(Math.abs(change) / mostChange)));
  if (!step) return { color: "d0", mark: "", isPale: true };
  if (noise) return { color: change > 0 ? "u1" : "n1", mark: "", isPale: true };
  return change > 0 ? { color: "u" + step, mark: "▲ ", isPale: step < 2 } : { color: "n" + step, mark: "▼ ", isPale: step < 2 };
}

/** Returns a change as a share: of the shares, or of the larger total where weights themselves are compared. */
function changeShare({ trees, isAbsolute }, before, after) {
  const [a, b] = trees.map((tree) => tree.totals[0] || 1);
  return isAbsolute ? (after - before) / Math.max(a, b) : after / b - before / a;
}
