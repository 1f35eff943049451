// Tips: what is told about a box, in a line for the footer and for screen readers, and in the tooltip.

import { group } from "../../../ui/data/format.js";
import { changeClass, changeOf, changeText, verdictOf } from "./change.js";
import { count, escape, percent, shortPath, splitName, visible } from "./text.js";

/** Returns the line: "json.Decode · 1.11s · 18.3% · 40% of its caller · self 6.26%". */
export function lineOf(view, box) {
  const { profile, source, base } = view;
  const weight = view.weightText(box.weight);
  if (box.frames) return `${count(box.frames.length, "narrow frame")} · ${weight} · click to spread them`;
  const parts = [profile.text(box.name), weight, percent(box.weight, base)];
  if (source.isTime) return visible([...parts, "from " + view.weightText(box.at)].join(" · "));
  if (profile.isPair && view.isPlain) parts.push(changeIn(view, box));
  const caller = source.parentOf(box.f);
  if (caller !== null && caller !== source.root) parts.push(`${percent(box.weight, source.weight(caller))} of its caller`);
  parts.push("self " + percent(source.self(box.f), base));
  return visible(parts.join(" · "));
}

/** Returns what the footer says where nothing is pointed at. */
export function restLine({ profile }) {
  const { tree, names } = profile;
  return `${count(tree.size - 1, "frame")} · ${count(names.length, "function")} · depth ${group(tree.rows)}`;
}

/** Returns what a box of two profiles weighs before and after. */
const pairOf = ({ trees }, { f }) => trees.map((tree) => tree.totals[f]);

/** Returns the change of a box, as the line has it: "+2.30MB within noise". */
function changeIn({ profile }, box) {
  const change = changeOf(profile, pairOf(profile, box));
  const isNoise = box.name >= 0 && changeClass(profile, change) && profile.isNoise("total", box.name);
  return changeText(profile, change) + (isNoise ? " within noise" : "");
}

/** Returns the markup of the tooltip. */
export function tipOf(view, box) {
  const { profile, source, base, isPlain } = view;
  if (box.frames) {
    return `<b>${count(box.frames.length, "narrow frame")}</b><span>${escape(view.weightText(box.weight))} together · click to spread them</span>`;
  }
  const row = (title, weight, whole = base) =>
    `<tr><th>${title}</th><td>${escape(view.weightText(weight))}</td><td>${percent(weight, whole)}</td></tr>`;
  const rows = [];
  let verdict = "";
  if (profile.isPair && isPlain) {
    const pair = pairOf(profile, box);
    const change = changeOf(profile, pair);
    verdict = box.name >= 0 && changeClass(profile, change) && verdictOf(profile, box.name);
    ["before", "after"].forEach((title, i) => rows.push(row(title, pair[i], profile.trees[i].totals[0])));
    const kind = verdict && profile.isNoise("total", box.name) ? "quiet" : changeClass(profile, change);
    rows.push(`<tr><th>change</th><td class="${kind}" colspan="2">${escape(changeText(profile, change))}</td></tr>`);
  } else if (source.isTime) rows.push(row("time", box.weight), row("from", box.at));
  else rows.push(row("total", box.weight), row("self", source.self(box.f)));
  if (box.name >= 0 && isPlain) {
    const { total: sums, places } = profile.tree.measure();
    if (places[box.name] > 1) rows.push(row(`in ${count(places[box.name], "place")}`, sums[box.name]));
  }
  const [package_, own] = splitName(profile.text(box.name));
  const name = `<b><bdi><span class="q">${escape(package_)}</span>${escape(own)}</bdi></b>`;
  const file = box.name >= 0 && profile.fileOf(box.name);
  const line = file && profile.lineOf(box.name);
  return `${name}<table>${rows.join("")}</table>${verdict ? `<span class="verdict">${escape(verdict)}</span>` : ""}${file ? `<span class="src">${escape(shortPath(file, 3))}${line ? ":" + line : ""}</span>` : ""}`;
}
