// Text: names, numbers and words as the page writes them. Names are hostile: what becomes markup goes through escape.

import { fixed, group } from "../../../ui/data/format.js";
import { shortForms } from "../../../ui/data/shorten.js";
import { categoryOps } from "../state/fragment.js";

/** Letters that turn around the order in which others are shown. */
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a text without letters that hide what it says. */
export const visible = (text) => text.replace(bidi, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns a text as markup. */
export const escape = (text) => visible(String(text)).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Returns a share: "6.95%", "18.3%", "100%", "<0.01%". */
export function percent(part, whole) {
  const value = whole ? (100 * part) / whole : 0;
  if (value === 0) return "0%";
  if (value < 0.005) return "<0.01%";
  if (value >= 99.95) return "100%";
  return (value < 9.995 ? fixed(value) : value.toFixed(1)) + "%";
}

/** Returns a change of a share: "+1.87 pt". */
export const points = (change) => sign(change) + fixed(Math.abs(change) * 100) + " pt";

export const sign = (value) => (value > 0 ? "+" : value < 0 ? "−" : "");

/** Returns "1 frame", "2,000 frames". */
export const count = (n, noun) => `${group(n)} ${noun}${n === 1 ? "" : "s"}`;

/** Returns where a name begins after the folders of its package. */
function startOf(name) {
  const args = name.search(/[([<{]/);
  return name.lastIndexOf("/", args < 0 ? name.length : args) + 1;
}

/** Returns a name without the folders of its package: "json.(*Decoder).Decode". */
export const shortName = (name) => name.slice(startOf(name));

/** Splits a name into what it belongs to and what it is called: "encoding/json." and "(*Decoder).Decode". */
export function splitName(name) {
  const slash = startOf(name);
  const first = /^[\w$-]+(?:\.|::)/.exec(name.slice(slash));
  const cut = slash + (first && first[0].length < name.length - slash ? first[0].length : 0);
  return [name.slice(0, cut), name.slice(cut)];
}

/** Returns a name as markup, its package dim; with a face shortened to so many pixels, as in the picture. */
export function nameMarkup(name, face, room) {
  const shown = face ? face.label(name, room, "auto", shortForms) || name : name;
  const [package_, own] = splitName(shown);
  return `<bdi class="nm" title="${escape(name)}"><span class="q">${escape(package_)}</span><span class="b">${escape(own)}</span></bdi>`;
}

/** Returns what a path may be shortened to: its end is what one looks for. */
export function pathForms(path) {
  const forms = [];
  for (let at = path.indexOf("/", 1); at >= 0; at = path.indexOf("/", at + 1)) forms.push("…" + path.slice(at));
  return [...forms, path.slice(path.lastIndexOf("/") + 1)];
}

/** Returns the last folders of a path: "runtime/malloc.go". */
export const shortPath = (path, parts = 2) => path.split("/").slice(-parts).join("/");

const metricTitles = {
  __proto__: null,
  inuse_space: "Memory in use", alloc_space: "Allocated memory", inuse_objects: "Objects in use", alloc_objects: "Allocated objects",
  cpu: "CPU time", time: "Time", samples: "Samples", delay: "Delay", contentions: "Contentions", threads: "Threads",
};

/** Returns what the page calls a metric. */
export const metricTitle = ({ name, event }) => (metricTitles[name] || name) + (event && event !== name ? ` (${event})` : "");

/** What the chips are called, and what each does. */
export const chipTexts = {
  focus: ["Focus", "only stacks with a match"],
  ignore: ["Ignore", "only stacks without a match"],
  hide: ["Hide", "take matching frames out of their stacks"],
  "show-from": ["Show from", "start stacks at their first match; drop the rest"],
  "skip-after": ["Skip callers of", "start stacks at their last match"],
  "focus-category": ["Focus", "only stacks that the category counts"],
  "ignore-category": ["Ignore", "only stacks that the category does not count"],
  recursion: ["Recursion", "a function that calls itself is one frame"],
};

/** What the menu of a function calls the chips of it. */
export const menuTexts = {
  focus: "Focus on it",
  ignore: "Ignore its stacks",
  hide: "Hide the frame, keep what it calls",
  "show-from": "Show from here",
  "skip-after": "Skip its callers",
};

/** Returns buttons that make chips of a category. */
export const categoryButtons = (category) =>
  categoryOps.map((op) => `<button type="button" data-op="${op}" data-category="${category}" title="${chipTexts[op][1]}">${chipTexts[op][0]}</button>`).join("");

/** Returns what an expression would match: "12 functions · 24.3% of the weight". */
export function previewOf(profile, pattern) {
  const { names, weight } = profile.preview(pattern);
  return names ? `${count(names, "function")} · ${percent(weight, profile.base)} of the weight` : "no function matches";
}

/** Returns the pattern that matches a name alone. */
export const patternOf = (name) => "^" + name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") + "$";

/** Returns the name that a pattern matches alone, or "" where it may match others, too. */
export function nameOfPattern(pattern) {
  const name = pattern.slice(1, -1).replace(/\\(.)/g, "$1");
  return patternOf(name) === pattern ? name : "";
}
