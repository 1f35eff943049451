// Shell: the frame of the page: title, toolbar, panes and footer; and what of it follows the state.

import { group } from "../../../ui/data/format.js";
import { categoryOps } from "../state/fragment.js";
import { matchesText } from "./shares.js";
import { countsOf } from "./tips.js";
import { chipTexts, escape, metricTitle, nameOfPattern, percent, shortName, visible } from "./text.js";

/** The most threads that the menu lists. */
const mostThreads = 500;

/** How many letters at the end of a file's name are always shown. */
const titleEnd = 12;

const tables = { "": "Functions", category: "Categories", module: "Modules", file: "Files" };

const option = (value, text) => `<option value="${escape(value)}">${escape(text)}</option>`;

const select = (key, title, options) => `<label class="sel"><span>${title}</span><select data-key="${key}">${options.join("")}</select></label>`;

/** Buttons of which one is on: the value of a key of the state. */
const choice = (key, title, values, kind = "seg") =>
  `<span class="${kind}" role="group" aria-label="${title}">${values.map(([value, text, hint]) => `<button type="button" data-key="${key}" data-value="${value}"${hint ? ` title="${hint}"` : ""}>${text}</button>`).join("")}</span>`;

const button = (act, text, hint, kind = "plain") => `<button type="button" class="${kind}" data-act="${act}" title="${hint}">${text}</button>`;

/** Returns what asks the page's server for another recording. */
function recordingForm({ recordings, recording }) {
  const kinds = recordings.map(({ kind, title }) => `<option value="${escape(kind)}"${kind === recording.kind ? " selected" : ""}>${escape(title)}</option>`);
  return `<span class="rec sel"><select aria-label="Kind of recording">${kinds.join("")}</select><input type="number" min="0.1" max="60" step="any" value="${recording.seconds}" aria-label="Seconds"> s ${button("record", "Record", "Record anew and show that", "boxed")}</span>`;
}

/** Returns the markup of the page around its panes. */
export function shellOf(profile) {
  const { head, metrics, threads, data } = profile;
  const metricMenu = metrics.length > 1 ? select("m", "Metric", metrics.map((m, i) => option(profile.metricKeys[i], metricTitle(m)))) : "";
  const threadMenu = threads.length > 1
    ? select("t", "Thread", [option("", `all ${threads.length}, apart`), option("*", "all, merged"), ...threads.slice(0, mostThreads).map((name) => option(profile.names[name], profile.names[name]))])
    : "";
  const colours = profile.isPair
    ? choice("side", "As wide as", [["before", "Before"], ["", "After"]]) + select("c", "Colour", [option("", "by call path"), option("fn", "by function")])
    : select("c", "Colour", [option("", "category"), option("pkg", "package"), option("hot", "flame")]);
  const kinds = Object.keys(tables).filter((kind) => (kind !== "module" || data.modules.length > 1) && (kind !== "file" || data.files.length > 1));
  return `<header class="top"><h1 title="${escape(head.title)}">${titleOf(head.title)}</h1><span class="tot"></span><span class="grow"></span>
<span class="find" role="search"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="6.5" cy="6.5" r="4.5"/><path d="M10 10l4 4"/></svg><input type="search" placeholder="Search functions" aria-label="Search functions by regular expression (/)" spellcheck="false" autocomplete="off" autocapitalize="off"><span class="nth"></span><button type="button" data-act="previous" aria-label="Previous match" title="Previous match (Shift+Enter)">↑</button><button type="button" data-act="next" aria-label="Next match" title="Next match (Enter)">↓</button></span><span class="mch mini" role="group" aria-label="Matches" hidden>${["focus", "ignore"].map((op) => `<button type="button" data-match="${op}" title="${chipTexts[op][1]}">${chipTexts[op][0]}</button>`).join("")}</span>
${head.again ? button("again", "Record again", "Ask the server for a new recording", "boxed") : ""}<button type="button" data-act="theme" title="Light or dark (d)" aria-label="Light or dark">◐</button><button type="button" class="hp" data-act="help" title="Keys (?)" aria-label="Keys" aria-haspopup="dialog">?</button></header>
<nav class="bar" aria-label="View">${head.recording ? recordingForm(head) : ""}${metricMenu}${threadMenu}${choice("v", "Stacks", [["", "Calls", "From the root (r)"], ["callers", "Callers", "Merged from the leaf (r)"], ["sandwich", "Sandwich", "Callers and callees of the chosen function (s)"], ...(data.moments?.some(Boolean) ? [["chart", "Time", "What ran when, a lane for each thread"]] : [])])}${colours}
${button("flip", "Flip", "Root at the bottom (i)")}${button("order", "Widest first", "Order callees by width (o)")}<button type="button" class="plain ref" data-act="refine" aria-haspopup="dialog" title="Choose stacks and frames">+ Refine</button><span class="chips"></span><span class="grow"></span><span class="kept"></span>${button("copyLink", "Copy link", "Copy a link to this view")}</nav>
<main><section class="pic" aria-label="Flame graph"></section><aside class="side"><section class="tab" aria-label="Table">${choice("g", "Table of", kinds.map((kind) => [kind, tables[kind]]), "by seg")}<span class="base"></span><div class="table"></div></section><section class="info" aria-label="Details" tabindex="-1"></section></aside><div class="pop" hidden></div></main>
<footer class="foot"><button type="button" class="det" data-act="details" title="Details"></button><span class="mat"></span></footer>
<nav class="tabs" aria-label="Panes">${[["", "Graph"], ["table", "Functions"], ["info", "Details"]].map(([value, text]) => `<button type="button" data-key="p" data-value="${value}">${text}</button>`).join("")}</nav>
<div class="live" aria-live="polite"></div>`;
}

export class Shell {
  constructor(root, view) {
    root.innerHTML = shellOf(view.profile);
    root.classList.add("page");
    root.classList.toggle("pair", view.profile.isPair);
    const find = (selector) => root.querySelector(selector);
    this.root = root;
    this.view = view;
    this.listenToWidth(matchMedia("(max-width: 899px)"));
    this.letters = lettersIn(root);
    document.documentElement.style.setProperty("--letters", this.letters);
    [this.total, this.chips, this.kept, this.nth, this.input, this.matchChips, this.details, this.matches, this.live, this.pop] =
      [".tot", ".chips", ".kept", ".nth", ".find input", ".mch", ".det", ".mat", ".live", ".pop"].map(find);
  }

  /** Where details are a pane of their own, the line below the picture is the button that shows them. */
  listenToWidth(narrow) {
    const follow = () => (this.root.querySelector(".det").disabled = !narrow.matches);
    narrow.addEventListener("change", follow);
    follow();
  }

  /** Makes a screen reader say something. The region is emptied first, or the same text would not be said again. */
  say(text) {
    this.live.textContent = "";
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (this.live.textContent = visible(text)), 20);
  }

  /** Says something in the footer, too. */
  tell(text) {
    this.details.textContent = visible(text);
    this.say(text);
  }

  /** Shows what is on, and how much of the profile is left. */
  update() {
    const { root, view } = this;
    const { state, profile } = view;
    for (const b of root.querySelectorAll("button[data-key]")) b.setAttribute("aria-pressed", state[b.dataset.key] === b.dataset.value);
    for (const menu of root.querySelectorAll("select[data-key]")) menu.value = menu.dataset.key === "m" ? profile.metricKeys[profile.metric] : state[menu.dataset.key];
    this.press("flip", state.i === "1");
    this.press("order", state.o === "width");
    root.dataset.pane = state.p || "graph";
    if (document.activeElement !== this.input) this.input.value = state.s;
    this.total.innerHTML = totalOf(profile);
    this.showChips(chipsOf(view));
    this.kept.innerHTML = state.chips.length || state.t || profile.range || profile.isFiltered ? keptOf(profile) : "";
    this.showMatches();
  }

  /** Shows the chips. Where the toolbar scrolls, it scrolls to a new one and not farther than it takes. */
  showChips(markup) {
    if (markup === this.chipsMarkup) return;
    const { length } = this.chips.children;
    this.chips.innerHTML = this.chipsMarkup = markup;
    const last = this.chips.lastChild;
    if (length < this.chips.children.length) requestAnimationFrame(() => last.scrollIntoView({ block: "nearest", inline: "nearest" }));
  }

  press(act, isOn) {
    this.root.querySelector(`[data-act="${act}"]`).setAttribute("aria-pressed", isOn);
  }

  /** Shows what the search found. */
  showMatches() {
    const { search } = this.view;
    const n = search?.found.length;
    this.input.setAttribute("aria-invalid", !!search?.error);
    this.matchChips.hidden = !n;
    this.nth.textContent = !search ? "" : !n ? "0" : search.at < 0 ? group(n) : `${group(search.at + 1)} of ${group(n)}`;
    if (!search) return (this.matches.textContent = "");
    const note = search.error ? "not a regular expression, searched for as text · " : "";
    this.matches.textContent = note + (n ? matchesText(this.view) : "no match");
  }
}

/** Returns how much larger than asked for small letters are: browsers may be told a smallest size. */
function lettersIn(root) {
  const widthAt = (size) => {
    const text = document.createElement("span");
    text.style.cssText = `position:absolute;white-space:pre;font-size:${size}px`;
    text.textContent = "letters";
    root.append(text);
    const { width } = text.getBoundingClientRect();
    text.remove();
    return width / size;
  };
  return Math.max(1, Math.round((100 * widthAt(12)) / widthAt(60)) / 100);
}

/** Returns a title as markup: of two files each, and of a long name the middle, gives way where there is little room. */
const titleOf = (title) => title.split(" → ").map((name) => {
  const letters = [...name];
  return [letters.slice(0, -titleEnd), letters.slice(-titleEnd)].map((part) => `<bdi>${escape(part.join(""))}</bdi>`).join("");
}).join("<i> → </i>");

function totalOf(profile) {
  const { isPair, wholes, metric, weightText, metrics } = profile;
  if (isPair) return `<span>${escape(metricTitle(metrics[metric]))}: </span>${escape(wholes[metric].map(weightText).join(" → "))}`;
  return `${weightText(wholes[metric][0])} · ${countsOf(profile).frames}`;
}

/** Returns the chips, and what the picture shows of a function alone. */
function chipsOf({ state, chosen, profile }) {
  const chips = state.chips.map(([op, pattern], i) => {
    const off = `data-chip-off="${i}"`;
    if (categoryOps.includes(op)) return chip(chipTexts[op][0], pattern, "", off, `<i class="dot c${profile.head.cats.indexOf(pattern)}"></i>`);
    const name = nameOfPattern(pattern);
    const text = op === "recursion" ? "collapsed" : name || pattern;
    return chip(chipTexts[op][0], text, name && shortName(name), off);
  });
  if (state.v === "sandwich" && chosen >= 0) chips.push(chip("Sandwich of", profile.names[chosen], shortName(profile.names[chosen]), `data-key="v" data-value=""`));
  return chips.join("");
}

/** Returns a chip; where its text has a short form, that is shown and the text is its tooltip. */
const chip = (title, text, short, action, dot = "") =>
  `<span class="chip"><b>${title}</b> ${dot}<bdi title="${escape(text)}">${escape(short || text)}</bdi><button type="button" ${action} aria-label="Take off: ${title} ${escape(text)}" title="Take off">✕</button></span>`;

function keptOf({ tree, whole, weightText, range, isFiltered }) {
  const command = range ? "in this time" : `<button type="button" class="link" data-act="copyCommand" title="Copy the command that prints the same numbers">Copy fold command</button>`;
  const note = isFiltered ? "left by filters · " : "";
  return `<b>${percent(tree.totals[0], whole)}</b> of ${escape(weightText(whole))} ${note}${command}`;
}
