// Tips: what is told about a box, in a line for the footer and for screen readers, and in the tooltip.

import { group } from "../../../ui/data/format.js";
import { changeClass, changeOf, changeText, verdictOf } from "./change.js";
import { basesOfFrame, shareText } from "./shares.js";
import { count, escape, percent, shortPath, splitName, visible } from "./text.js";

/** Returns the line: "json.Decode · 1.11s · 18.3% · 40% of its caller · self 6.26%". */
export function lineOf(view, box) {
  const { profile, source } = view;
  const weight = view.weightText(box.weight);
  if (box.frames) return `${count(box.frames.length, "narrow frame")} · ${weight} · click to spread them`;
  const bases = basesOfFrame(view, box.weight);
  const parts = [profile.text(box.name), weight, ...bases.map((base) => shareText(base, box.weight)), changeIn(view, box), relative(view, box)];
  if (source.isTime) parts.push("from " + view.weightText(box.at));
  else if (!view.isCaller(box.f)) parts.push("self " + shareText(bases[0], source.self(box.f)));
  return visible(parts.filter(Boolean).join(" · "));
}

/** Returns a box's share of the one that it stands on: "40% of its caller", or in inverted stacks "40% of what it calls". */
function relative(view, { f, weight }) {
  const { source } = view;
  const next = source.isTime ? null : source.parentOf(f);
  if (next === null || next === source.root) return "";
  return `${percent(weight, source.weight(next))} of ${view.isCaller(f) ? "what it calls" : "its caller"}`;
}

/** Returns what the footer says where nothing is pointed at. */
export function restLine({ profile }) {
  const { frames, functions } = countsOf(profile);
  return `${frames} · ${functions} · depth ${group(profile.tree.rows)}`;
}

/** Returns how many frames and functions there are: "1,264 frames", or where some are left out "410 of 1,264 frames". */
export function countsOf(profile) {
  const all = { frames: profile.data.size - 1, functions: profile.names.length };
  const left = profile.isRefined || profile.range ? profile.left : all;
  const text = (kind, noun) => (left[kind] < all[kind] ? group(left[kind]) + " of " : "") + count(all[kind], noun);
  return { frames: text("frames", "frame"), functions: text("functions", "function") };
}

/** Returns what a box of two profiles weighs before and after. */
const pairOf = ({ trees }, { f }) => trees.map((tree) => tree.totals[f]);

/** Says whether a box stands for a function's change that is to be seen. */
function isChanged({ profile, isPlain }, box) {
  return profile.isPair && isPlain && box.name >= 0 && changeClass(profile, changeOf(profile, pairOf(profile, box))) !== "";
}

/** Returns the change of a box, as the line has it: "+2.30MB within noise"; "" where nothing is compared. */
function changeIn(view, box) {
  const { profile, isPlain } = view;
  if (!profile.isPair || !isPlain) return "";
  const isNoise = isChanged(view, box) && profile.isNoise("total", box.name);
  return changeText(profile, changeOf(profile, pairOf(profile, box))) + (isNoise ? " within noise" : "");
}

/** Returns the markup of the tooltip. */
export function tipOf(view, box) {
  const { profile } = view;
  if (box.frames) {
    return `<b>${count(box.frames.length, "narrow frame")}</b><span>${escape(view.weightText(box.weight))} together · click to spread them</span>`;
  }
  const [package_, own] = splitName(profile.text(box.name));
  const name = `<b><bdi><span class="q">${escape(package_)}</span>${escape(own)}</bdi></b>`;
  const note = view.isCaller(box.f) ? relative(view, box) : "";
  const file = box.name >= 0 && profile.fileOf(box.name);
  const line = file && profile.lineOf(box.name);
  return `${name}<table>${numbersOf(view, box)}</table>${note && `<span>${note}</span>`}${verdictIn(view, box)}${file ? `<span class="src">${escape(shortPath(file, 3))}${line ? ":" + line : ""}</span>` : ""}`;
}

/** Returns what the noise says of the change of a box, as markup. */
function verdictIn(view, box) {
  const verdict = isChanged(view, box) && verdictOf(view.profile, box.name);
  return verdict ? `<span class="verdict">${escape(verdict)}</span>` : "";
}

/** Returns the rows of the tooltip's table: weights and their shares, below what these are of. */
function numbersOf(view, box) {
  const { profile, source, isPlain } = view;
  const isPair = profile.isPair && isPlain;
  const bases = basesOfFrame(view, box.weight).slice(0, isPair ? 1 : 2);
  const row = (title, weight, ...wholes) =>
    `<tr><th>${title}</th><td>${escape(view.weightText(weight))}</td>${wholes.map((whole) => `<td>${percent(weight, whole)}</td>`).join("")}</tr>`;
  const wholes = bases.map(({ whole }) => whole);
  const rows = bases[0].name ? [`<tr><td></td><td></td>${bases.map(({ name }) => `<th>of ${name}</th>`).join("")}</tr>`] : [];
  if (isPair) {
    const pair = pairOf(profile, box);
    ["before", "after"].forEach((title, i) => rows.push(row(title, pair[i], profile.trees[i].totals[0])));
    rows.push(changeRow(view, box));
  } else if (source.isTime) rows.push(row("time", box.weight, ...wholes), row("from", box.at, ...wholes));
  else if (view.isCaller(box.f)) rows.push(row("weight", box.weight, ...wholes));
  else rows.push(row("total", box.weight, ...wholes), row("self", source.self(box.f), ...wholes));
  if (box.name >= 0 && isPlain) {
    const { total: sums, places } = profile.tree.measure();
    if (places[box.name] > 1) rows.push(row(`in ${count(places[box.name], "occurrence")}`, sums[box.name], wholes[0]));
  }
  return rows.join("");
}

function changeRow(view, box) {
  const { profile } = view;
  const change = changeOf(profile, pairOf(profile, box));
  const isQuiet = isChanged(view, box) && verdictOf(profile, box.name) && profile.isNoise("total", box.name);
  return `<tr><th>change</th><td class="${isQuiet ? "quiet" : changeClass(profile, change)}" colspan="2">${escape(changeText(profile, change))}</td></tr>`;
}
