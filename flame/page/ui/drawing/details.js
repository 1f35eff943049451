// Details: what is known of the chosen function: what it weighs, what calls it and what it calls.

import { group } from "../../../ui/data/format.js";
import { changeClass, changeOf, changeText, withinNoise } from "./change.js";
import { dotOf } from "./colors.js";
import { baseText, basesOfFunction, shareText } from "./shares.js";
import { chipTexts, escape, menuTexts, nameMarkup, percent, shortPath, splitName } from "./text.js";

/** The most callers or callees that are listed. */
const mostListed = 60;

/** Returns the markup of a function's details. */
export function detailsOf(view) {
  const { profile, chosen } = view;
  const [package_, own] = splitName(profile.names[chosen]);
  const callers = listOf(view, (tree) => profile.callersOf(chosen, tree));
  const callees = listOf(view, (tree) => profile.calleesOf(chosen, tree));
  return `<div class="fn"><header class="fh"><h2><bdi><span class="q">${escape(package_)}</span><wbr>${escape(own)}</bdi> <button type="button" class="cp" data-act="copyName" title="Copy the name (c)">copy<span class="sr"> the name</span></button></h2><button type="button" class="x" data-act="chooseNone" aria-label="Choose none" title="Choose none (Esc)">✕</button></header>
${placeOf(view)}${profile.isPair ? pairOf(view) : numbersOf(view)}
<div class="acts">${["focus", "ignore", "hide", "show-from"].map((op) => `<button type="button" data-chip="${op}" title="${menuTexts[op]}: ${chipTexts[op][1]}">${chipTexts[op][0]}</button>`).join("")}<button type="button" data-act="more" aria-haspopup="menu" aria-label="More" title="More">⋯</button></div>
<div class="two"><section>${listMarkup(view, "Called by", callers, "(root)", () => ["total", chosen])}</section><section>${listMarkup(view, "Calls", callees, "(self)", (name) => (name < 0 ? ["self", chosen] : ["total", name]))}</section></div></div>`;
}

/** Returns the category, the place in the source and the module. */
function placeOf({ profile, chosen }) {
  const file = profile.fileOf(chosen);
  const line = profile.lineOf(chosen);
  const parts = [`<span><i class="dot ${dotOf(profile, chosen)}"></i> ${escape(profile.head.cats[profile.categoryOf(chosen)])}</span>`];
  if (file) {
    const text = `${escape(shortPath(file))}${line ? ":" + line : ""}`;
    const hint = `${profile.head.sourceURL ? "Open" : "Copy"} ${escape(file)}${line ? ":" + line : ""}`;
    parts.push(`<button type="button" class="link" data-act="source" title="${hint}">${text}</button>`);
  }
  if (profile.moduleOf(chosen)) parts.push(`<span title="${escape(profile.moduleOf(chosen))}">module ${escape(shortPath(profile.moduleOf(chosen), 1))}</span>`);
  return `<p class="src">${parts.join("")}</p>`;
}

/** Returns self and total, and where one looks at a part of the profile, what they are of that. */
function numbersOf(view) {
  const { profile, chosen, part } = view;
  const sums = profile.tree.measure();
  const places = sums.places[chosen];
  if (!places) return `<p class="note">Not in the current view: filtered out.</p>`;
  const [all, inner] = basesOfFunction(view);
  const inside = inner?.name === "zoom" ? profile.tree.measure(part) : sums;
  const number = (title, kind) => {
    const [weight, there] = [sums[kind][chosen], inside[kind][chosen]];
    const also = inner ? `<dd class="also"><small>${there === weight ? "" : escape(profile.weightText(there)) + " · "}${shareText(inner, there)}</small></dd>` : "";
    return `<div><dt>${title}</dt><dd>${escape(profile.weightText(weight))}<small>${shareText(all, weight)}</small></dd>${also}</div>`;
  };
  const [text, hint] = places > 1 ? ["largest", "Show the largest occurrence"] : ["show", "Show the occurrence"];
  return `<dl class="nums">${number("Self", "self")}${number("Total", "total")}<div><dt>Occurrences</dt><dd>${group(places)}<button type="button" class="link" data-act="largest" title="${hint}"><small>${text}</small></button></dd></div></dl>`;
}

function pairOf({ profile, chosen }) {
  const sums = profile.trees.map((tree) => tree.measure());
  const wholes = profile.trees.map((tree) => tree.totals[0]);
  const line = (kind) => {
    const pair = sums.map((one) => one[kind][chosen]);
    const cells = pair.map((weight, i) => `<td>${escape(profile.weightText(weight))} <small>${percent(weight, wholes[i])}</small></td>`);
    return `<tr><th scope="row">${kind}</th>${cells.join("")}${changeCell(profile, changeOf(profile, pair), profile.isNoise(kind, chosen))}</tr>`;
  };
  return `<table class="ba"><thead><tr><td></td><th scope="col">before</th><th scope="col">after</th><th scope="col">change</th></tr></thead><tbody>${line("self")}${line("total")}</tbody></table>`;
}

/** Returns the cell of a change, in points or as a weight; what is noise is faded as in the table, and says so. */
function changeCell(profile, change, isNoise) {
  const kind = changeClass(profile, change);
  const text = escape(changeText(profile, change));
  if (!isNoise || !kind) return `<td class="${kind}">${text}</td>`;
  return `<td class="quiet" title="${escape(withinNoise(profile))}">${text}<br><small>within noise</small></td>`;
}

/**
 * Returns the entries of the callers or the callees, the heaviest first: {name, weight, pair}. The name -1 stands for
 * what has no other end: stacks that begin with the function, or end in it.
 */
function listOf({ profile }, sourceOf) {
  const lists = profile.trees.map((tree) => {
    const source = sourceOf(tree);
    const weights = new Map(source.kids(source.root).map((f) => [source.nameOf(f), source.weight(f)]));
    return weights.set(-1, source.self(source.root));
  });
  const names = new Set(lists.flatMap((list) => [...list.keys()]));
  const shown = lists[profile.isPair ? profile.shown : 0];
  const entries = [...names].map((name) => ({ name, weight: shown.get(name) || 0, pair: lists.map((list) => list.get(name) || 0) }));
  return entries.filter(({ pair }) => pair.some((weight) => weight > 0)).sort((a, b) => b.weight - a.weight || a.name - b.name);
}

/**
 * Returns the markup of a list. None is what the entry -1 is called; tested returns which weight, of which function, was tested
 * for an entry: that of the frame that the picture has for it.
 */
function listMarkup(view, title, entries, none, tested) {
  const { profile } = view;
  const whole = profile.base;
  const most = Math.max(1, ...entries.slice(0, mostListed).map(({ weight }) => weight));
  const rows = entries.slice(0, mostListed).map(({ name, weight, pair }) => {
    const label = name < 0
      ? `<i class="dot self"></i><span class="nm"><em>${none}</em></span>`
      : `<i class="dot ${dotOf(profile, name)}"></i>${nameMarkup(profile.names[name])}`;
    const change = profile.isPair ? changeMarkup(profile, changeOf(profile, pair), tested(name)) : "";
    return `<button type="button" class="lr" ${name < 0 ? "disabled" : `data-fn="${name}"`}><span class="n">${label}</span><span class="num"><i class="meter" style="width:${((100 * weight) / most).toFixed(1)}%"></i>${change}<span class="p">${percent(weight, whole)}</span></span></button>`;
  });
  const more = entries.length - rows.length;
  const base = profile.isPair ? "" : baseText(view, false);
  return `<h3 class="h">${title} <small>${group(entries.filter(({ name }) => name >= 0).length)}${base && ` · ${escape(base)}`}</small><button type="button" class="link" data-act="sandwich">as a graph</button></h3><div class="list">${rows.join("")}${more > 0 ? `<p class="dim">and ${group(more)} more</p>` : ""}</div>`;
}

/** Returns the change of an entry. Nobody tested that of a call alone: it is faded where the function's as a whole is noise. */
function changeMarkup(profile, change, [kind, name]) {
  const text = escape(changeText(profile, change));
  const color = changeClass(profile, change);
  if (!color || !profile.isNoise(kind, name)) return `<span class="${color} chg">${text}</span>`;
  return `<span class="quiet chg" title="${escape(withinNoise(profile, name))}">${text}<span class="sr"> within noise</span></span>`;
}
