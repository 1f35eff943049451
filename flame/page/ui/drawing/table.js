// Table: functions, categories, modules or files with their weights. Only the rows in view are in the document.

import { group } from "../../../ui/data/format.js";
import { changeClass, changeOf, changeText, withinNoise } from "./change.js";
import { dotOf } from "./colors.js";
import { baseText } from "./shares.js";
import { categoryButtons, escape, nameMarkup, pathForms, percent } from "./text.js";

/** Rows that are kept ready above and below those in view. */
const spare = 6;

/** How large the letters of the picture's face, which measures texts, are beside those of the table. */
const faceSize = 12 / 13;

/** What a row of each table is. */
const kinds = { "": "Function", category: "Category", module: "Module", file: "File" };

const orders = {
  self: (a, b) => b.self - a.self || b.total - a.total,
  total: (a, b) => b.total - a.total || b.self - a.self,
  change: (a, b) => Math.abs(b.change) - Math.abs(a.change),
  changeTotal: (a, b) => Math.abs(b.changeTotal) - Math.abs(a.changeTotal),
  name: (a, b) => a.name - b.name,
};

export class Table {
  constructor(element, view, { base, face, letters, isCoarse }) {
    element.innerHTML = `<div class="oc mini" role="group" aria-label="Category"></div><div class="th"></div><div class="scroll" tabindex="0" role="listbox"><div class="spacer"></div></div><p class="none" hidden></p>`;
    [this.strip, this.head, this.scroll, this.none] = element.children;
    this.spacer = this.scroll.firstChild;
    this.element = element;
    this.view = view;
    this.base = base; // says what percentages are of
    this.face = face;
    this.rowHeight = (isCoarse ? 34 : 24) * letters;
    this.mostPrinted = 20_000;
    this.rows = [];
    this.top = 0;
    this.revealed = -1;
    this.scroll.addEventListener("scroll", () => {
      if (this.scroll.scrollTop === this.top) return;
      this.top = this.scroll.scrollTop;
      this.paint();
    }, { passive: true });
    new ResizeObserver(() => {
      this.measure();
      this.paint();
    }).observe(element);
  }

  /** Takes the sizes: to ask for them with each change would make the browser lay the document out each time. */
  measure() {
    const room = this.element.clientHeight - this.head.offsetHeight;
    this.seen = this.rowHeight * Math.floor(room / this.rowHeight) || 600; // no row is cut in two
    this.scroll.style.height = this.seen + "px";
    this.top = this.scroll.scrollTop;
    this.room = this.head.firstChild ? this.head.firstChild.clientWidth - 16 : 0; // without the dot
  }

  scrollTo(top) {
    top = Math.max(0, Math.min(top, this.rows.length * this.rowHeight - this.seen));
    if (top !== this.top) this.scroll.scrollTop = this.top = top;
  }

  /** Follows the view. */
  update() {
    const { view } = this;
    const { profile, state, part } = view;
    this.by = orders[state.k] ? state.k : profile.isPair && !state.g ? "change" : "self";
    const key = [profile.shape, profile.metric, profile.shown, profile.rangeKey, part, state.g, this.by, state.s, state.cat].join("\n");
    if (key !== this.key) {
      this.key = key;
      const wasGrouped = this.isGrouped;
      this.isGrouped = state.g in kinds && state.g !== "";
      this.whole = part ? profile.tree.totals[part] : profile.base;
      this.rows = this.isGrouped ? this.groupRows() : this.functionRows();
      const most = (kind) => this.rows.reduce((sum, row) => Math.max(sum, Math.abs(row[kind] || 0)), 0);
      this.most = { self: most("self"), total: most("total"), change: most("change"), changeTotal: most("changeTotal") };
      this.spacer.style.height = this.rows.length * this.rowHeight + "px";
      this.element.classList.toggle("one", this.isGrouped);
      this.strip.innerHTML = this.categoryMarkup();
      this.head.innerHTML = this.headMarkup();
      this.base.textContent = this.baseText();
      this.scroll.setAttribute("aria-label", kinds[this.isGrouped ? state.g : ""] + "s");
      this.none.hidden = this.rows.length > 0;
      if (!this.none.hidden) this.none.innerHTML = noneMarkup(view);
      this.scrollTo(0);
      if (this.isGrouped !== wasGrouped || this.hasStrip === !this.strip.firstChild) this.measure();
      this.hasStrip = !!this.strip.firstChild;
    }
    if (this.isGrouped || this.revealed !== view.chosen) this.reveal(this.chosenRow()); // once for each choice
    this.revealed = view.chosen;
    this.paint();
  }

  groupRows() {
    const { profile, state, part } = this.view;
    const texts = { category: profile.head.cats, module: profile.data.modules, file: profile.data.files }[state.g];
    return profile.groups(state.g, part).map(([key, weight]) => ({ key, self: weight, text: texts[key] || "(not known)" }));
  }

  functionRows() {
    const { view } = this;
    const { profile, part, state } = view;
    const category = profile.head.cats.indexOf(state.cat);
    const sums = profile.tree.measure(part);
    const other = profile.isPair && profile.trees[1 - profile.shown].measure(part);
    const pair = profile.shown ? [other, sums] : [sums, other];
    const change = (kind, name) => changeOf(profile, pair.map((sums) => sums[kind][name]));
    const rows = [];
    for (let name = 0; name < profile.names.length; name++) {
      const self = sums.self[name] || (other && other.self[name]);
      const total = sums.total[name] || (other && other.total[name]);
      if (category >= 0 && (profile.isThread[name] || profile.categoryOf(name) !== category)) continue;
      if (!total || (!self && profile.isThread[name]) || (view.search && !view.isFound(name))) continue;
      const row = { name, self: sums.self[name], total: sums.total[name] };
      if (other) Object.assign(row, { change: change("self", name), changeTotal: change("total", name) });
      rows.push(row);
    }
    return rows.sort((a, b) => orders[this.by](a, b) || a.name - b.name);
  }

  /** Changes of functions are points of all, whatever is zoomed. */
  baseText() {
    const { profile, part } = this.view;
    if (!profile.isPair || this.isGrouped) return baseText(this.view);
    return part ? "in zoom" : "";
  }

  /** Returns the chosen category and what to do with it, or "". */
  categoryMarkup() {
    const { profile, state } = this.view;
    const category = profile.head.cats.indexOf(state.cat);
    if (category < 0 || (this.isGrouped && state.g !== "category")) return "";
    return `<span class="nm"><i class="dot c${category}"></i> ${escape(state.cat)}</span>${categoryButtons(category)}<button type="button" class="x" data-key="cat" data-value="" aria-label="List all categories" title="List all categories">✕</button>`;
  }

  headMarkup() {
    const { profile, state } = this.view;
    const kind = kinds[this.isGrouped ? state.g : ""];
    const note = `<small>${group(this.rows.length)}</small>`;
    if (this.isGrouped) return `<span class="n">${kind} ${note}</span><span class="num">Self</span>`;
    const column = (key, text, kind = "num") => {
      const isBy = this.by === key;
      const arrow = isBy && key !== "name" ? `<span aria-hidden="true"> ↓</span>` : "";
      return `<button type="button" class="${kind}" data-k="${key}" aria-pressed="${isBy}" title="Sort by ${text.replace("Δ", "change of")}">${text}${arrow}</button>`;
    };
    const name = `<span class="n">${column("name", kind, "")} ${note}</span>`;
    if (profile.isPair) return name + column("change", "Δ self") + column("changeTotal", "Δ total");
    return name + column("self", "Self") + column("total", "Total");
  }

  /** Paints all rows for a printer, or those in view again. */
  print(isOn) {
    this.isPrinted = isOn;
    this.paint();
  }

  /** Puts the rows in view into the document, or all that a printer can take. */
  paint() {
    const { rows, rowHeight, scroll, isPrinted, top, seen } = this;
    const from = isPrinted ? 0 : Math.max(0, Math.floor(top / rowHeight) - spare);
    const inView = isPrinted ? this.mostPrinted : Math.ceil(seen / rowHeight) + 2 * spare;
    const to = Math.min(rows.length, from + inView);
    const at = this.chosenRow();
    let out = "";
    for (let i = from; i < to; i++) out += this.rowMarkup(i, i === at);
    if (isPrinted && to < rows.length) out += `<p class="none">… and ${group(rows.length - to)} more, which are not printed.</p>`;
    this.spacer.innerHTML = out;
    scroll.setAttribute("aria-activedescendant", at >= from && at < to ? "row" + at : "");
  }

  rowMarkup(i, isOn) {
    const { view, rowHeight } = this;
    const { profile, state } = view;
    const row = this.rows[i];
    const dot = this.isGrouped ? (state.g === "category" ? `<i class="dot c${row.key}"></i>` : "") : `<i class="dot ${dotOf(profile, row.name)}"></i>`;
    const name = this.isGrouped
      ? `<bdi class="nm" title="${escape(row.text)}">${escape(this.face.label(row.text, this.room * faceSize, "auto", pathForms) || row.text)}</bdi>`
      : nameMarkup(profile.names[row.name], this.face, this.room);
    const cells = this.isGrouped ? this.cell(row, "self") : profile.isPair ? this.changeCell(row, "change") + this.changeCell(row, "changeTotal") : this.cell(row, "self") + this.cell(row, "total");
    return `<div class="tr${isOn ? " on" : ""}" role="option" id="row${i}" data-i="${i}" aria-selected="${isOn}" aria-setsize="${this.rows.length}" aria-posinset="${i + 1}" style="top:${i * rowHeight}px"><span class="n">${dot}${name}</span>${cells}</div>`;
  }

  cell(row, kind) {
    const weight = escape(this.view.profile.weightText(row[kind]));
    return `<span class="num" title="${weight}"><i class="meter" style="width:${this.barWidth(row, kind)}%"></i><span class="v">${weight}</span><span class="p">${percent(row[kind], this.whole)}</span></span>`;
  }

  changeCell(row, kind) {
    const { profile } = this.view;
    const change = row[kind];
    const isNoise = profile.isNoise(kind === "change" ? "self" : "total", row.name);
    const isQuiet = isNoise ? ` quiet" title="${escape(withinNoise(profile))}` : "";
    return `<span class="num d ${changeClass(profile, change)}${isQuiet}"><i class="meter" style="width:${this.barWidth(row, kind)}%"></i><span class="p">${escape(changeText(profile, change))}</span></span>`;
  }

  barWidth(row, kind) {
    return ((100 * Math.abs(row[kind])) / (this.most[kind] || 1)).toFixed(1);
  }

  /** The number of the row of the chosen function or category, or -1. */
  chosenRow() {
    const { chosen, state } = this.view;
    if (this.isGrouped) return state.g === "category" ? this.rows.findIndex((row) => row.text === state.cat) : -1;
    return this.rows.findIndex((row) => row.name === chosen);
  }

  /** Scrolls as far as it takes to see a row, if there is such a one. */
  reveal(i) {
    const { rowHeight, seen } = this;
    if (i < 0) return;
    const top = i * rowHeight;
    if (top < this.top) this.scrollTo(top);
    else if (top + rowHeight > this.top + seen) this.scrollTo(top + rowHeight - seen);
  }
}

/** Returns what a table without rows says, and a button that lists more where it shows a part. */
function noneMarkup({ state, part }) {
  const what = state.s ? "match" : "function";
  const all = (data) => `<button type="button" class="link" ${data}>show all</button>`;
  if (state.cat && !state.g) return `No ${what} in ${escape(state.cat)}. ${all(`data-key="cat" data-value=""`)}`;
  if (part) return `No ${what} in the zoomed frame. ${all(`data-z=""`)}`;
  return state.s ? "No function matches the search." : "No stack matches.";
}
