// List: the table of functions, with the same numbers as "fold top". It shows what the search finds, or all, of the
// zoomed frame. Only rows in sight are in the document: a browser is slow with tables of thousands.

import { percent, group } from "../data/format.js";
import { shortForms } from "../data/shorten.js";
import { addHTML, escape, fillHTML, place } from "./elements.js";

/** The height of a row, in pixels. */
const rowHeight = 24;

/** Rows that are kept ready above and below those in sight. */
const spare = 20;

/** Narrower pictures have no columns but those of shares, and of the change. */
const narrow = 640;

const plain = [["self", "Self"], ["selfp", "Self %"], ["sum", "Sum %"], ["total", "Total"], ["totalp", "Total %"]];

/** The columns that the table can be sorted by. Shares are in the order of their weights. */
const sortable = /^(self|total|before|after|change|name)p?$/;

const choice = (key, value, text, more = "") => `<button type="button" tabindex="-1" data-${key}="${value}"${more}>${text}</button>`;

/**
 * Returns the functions in the order of a column, those that the search finds or all. Threads have a row only
 * where stacks end. Sums has for each of the profile's trees what functions weigh.
 */
export function functionsOf({ profile, shown, delta, term, search }, by, sums) {
  const { self, total } = sums[shown];
  const rows = [];
  profile.names.forEach((_, name) => {
    if (term && !search.marks[name]) return;
    if (sums.some((one) => one.self[name] > 0 || (one.total[name] > 0 && !(profile.looks[name] & 1)))) rows.push(name);
  });
  if (by === "self") rows.sort((a, b) => self[b] - self[a] || a - b);
  if (by === "total") rows.sort((a, b) => total[b] - total[a] || self[b] - self[a] || a - b);
  delta?.sort(by, rows, sums);
  return rows;
}

export class List {
  /** Adds the table to the picture, without rows. */
  constructor(picture) {
    const { svg } = picture;
    this.picture = picture;
    this.chosen = ""; // the column that the reader sorts by
    this.height = rowHeight;
    this.object = document.createElementNS(svg.namespaceURI, "g");
    place(this.object, { class: "table", role: "table", "aria-label": "Functions" });
    svg.append(this.object);
    this.body = addHTML(this.object, "", "");
    this.head = addHTML(this.object, "", "");
  }

  get by() {
    return this.chosen || (this.picture.view.delta ? "change" : "self");
  }

  /** Fills the table, and returns its height. */
  open() {
    const { view, width } = this.picture;
    const key = [this.by, width, view.part, view.term, view.search.minds, view.hiddenText, view.delta?.key].join();
    if (this.key !== key) this.fill(view);
    this.key = key;
    this.paint();
    return (this.rows.length + 2) * rowHeight;
  }

  /** Works out rows and columns. */
  fill(view) {
    const { width, face } = this.picture;
    const { profile, delta, part, term } = view;
    this.sums = profile.trees.map((tree) => tree.measure(part));
    this.rows = functionsOf(view, this.by, this.sums);
    let sum = 0;
    this.sumTo = this.rows.map((name) => (sum += this.sums[view.shown].self[name]));
    this.columns = (delta ? delta.columns : plain).map(([name, title], i) => [name, title, i]).filter(([name]) => width > narrow || /p$|change/.test(name));
    const column = 16 + Math.ceil(Math.max(56, ...profile.trees.map((tree) => face.sum(profile.weightText(tree.weight(0))))));
    this.room = width - 40 - column * this.columns.length; // for a name
    this.grid = `style="grid-template-columns:repeat(${this.columns.length},${column}px) 1fr`;
    const note = ` ${group(this.rows.length)}${term ? " found" : ""}${part ? " · % of zoom" : ""}`;
    const cells = [...this.columns, ["name", "Function"]].map(([name, title]) => {
      const [, by] = sortable.exec(name) ?? [];
      const sort = by === this.by ? ` aria-sort="${by === "name" ? "ascending" : "descending"}"` : "";
      return `<span class="${name}" role="columnheader"${sort}>${by ? choice("by", by, title) : title}${by === "name" ? note : ""}</span>`;
    });
    fillHTML(this.head, `<div class="tr" role="row" aria-rowindex="1" ${this.grid}">${cells.join("")}</div>`);
    place(this.head, { width, height: rowHeight });
    place(this.object, { "aria-rowcount": this.rows.length + 1 });
    this.painted = "";
  }

  /** Returns where a row is, in pixels from the picture's top. */
  y(i) {
    return this.picture.top + (i + 1) * rowHeight;
  }

  /** Puts the rows in sight into the document, or all that a printer can take. */
  paint() {
    const { rows, picture } = this;
    const { window, printing, width, view } = picture;
    const [from, to] = printing ? [0, Infinity] : window.map((y, i) => Math.floor((y - this.y(0)) / rowHeight) + (i ? spare : -spare));
    const first = Math.max(0, Math.min(from, rows.length - 1));
    const last = Math.min(rows.length, Math.max(to, first));
    const painted = [first, last, view.row].join();
    if (this.painted === painted) return;
    this.painted = painted;
    fillHTML(this.body, rows.slice(first, last).map((_, i) => this.row(first + i)).join(""));
    place(this.body, { y: this.y(first), width, height: (last - first) * rowHeight });
  }

  /** Keeps the head below the picture's. */
  stick(y) {
    place(this.head, { y: y + this.picture.top });
  }

  /** Returns the cells of a row, and the share that the row's bar shows. */
  cells(i) {
    const { profile, delta, tree, part, shown } = this.picture.view;
    const name = this.rows[i];
    const self = this.sums[shown].self[name];
    const total = this.sums[shown].total[name];
    const share = (weight) => percent(weight, tree.weight(part));
    const values = delta ? delta.cells(name, this.sums) :
      [profile.weightText(self), share(self), share(this.sumTo[i]), profile.weightText(total), share(total)];
    return { cells: this.columns.map(([key, title, at]) => [key, title, values[at]]), share: share(total) };
  }

  /** Returns a row as text. */
  text(i) {
    const cells = this.cells(i).cells.map(([, title, value]) => title + " " + value);
    return this.picture.view.profile.text(this.rows[i]) + ": " + cells.join(", ");
  }

  row(i) {
    const { view, face, head } = this.picture;
    const { profile, delta } = view;
    const name = this.rows[i];
    const { cells, share } = this.cells(i);
    const text = escape(profile.text(name));
    const label = escape(face.label(profile.text(name), this.room, head.truncate, shortForms)) || text;
    return `<div class="tr${delta?.isNoise(name) ? ' noise" title="inside the noise' : ""}" role="row" aria-rowindex="${i + 2}" data-name="${text}"${name === view.row ? ` aria-current="true"` : ""} ${this.grid};--share:${share}">` +
      cells.map(([key, , value]) => `<span class="${key}" role="cell">${value}</span>`).join("") +
      `<span class="name" role="cell">${choice("number", name, label, ` title="${text}"`)}</span></div>`;
  }
}
