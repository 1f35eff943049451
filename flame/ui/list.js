// List: the table of functions, with the same numbers as "fold top". It shows what the search finds, or all.

import { addHTML, fillHTML, place } from "./bar.js";
import { escape } from "./draw.js";
import { changeView } from "./commands.js";
import { percent, group, count } from "./format.js";

/** How many rows are added at a time. A browser is slow with tables of thousands. */
const pageSize = 200;

const columnsOf = (g) => [
  ["self", "Self"],
  ["selfp", "Self %"],
  ["sum", "Sum %"],
  ["total", "Total"],
  ["totalp", "Total %"],
  ...(g.delta ? [["change", "Change"]] : []),
  ["name", "Function"],
];

const button = (key, value, text) => `<button type="button" data-${key}="${value}">${text}</button>`;

export class List {
  constructor(g) {
    this.g = g;
    this.by = "self";
    this.size = pageSize;
  }

  /** The height of the table; it is made when it is asked for. */
  get height() {
    const { g } = this;
    this.open();
    place(this.object, { x: 0, y: g.top, width: g.width, height: 1 });
    const height = Math.ceil(this.object.firstChild.offsetHeight);
    place(this.object, { height });
    return height;
  }

  open() {
    const { g } = this;
    if (!this.object) {
      this.object = addHTML(g, "table", "");
      g.bar.object.before(this.object);
      this.object.addEventListener("click", (e) => this.click(e.target.closest("button")));
    }
    const key = [this.by, this.size, g.term, g.search?.minds, g.hidden.length, g.delta?.key].join();
    if (this.key === key) return;
    this.key = key;
    fillHTML(this.object, this.markup());
  }

  close() {
    if (this.object) this.object.remove();
    this.object = this.key = null;
  }

  markup() {
    const head = columnsOf(this.g)
      .map(([key, title]) => {
        const sort = key === this.by ? ` aria-sort="${key === "name" ? "ascending" : "descending"}"` : "";
        return `<th class="${key}" scope="col"${sort}>${/^(self|total|change|name)$/.test(key) ? button("by", key, title) : title}</th>`;
      })
      .join("");
    const rows = this.rows();
    const more = rows.length - this.size;
    const { term } = this.g;
    const note = more > 0 ? button("by", "more", `Show more: ${group(more)} are left`) :
      `${count(rows.length, "function")}${term ? " found" : ""}. A click on one shows its callers and callees.`;
    return `<table><thead><tr>${head}</tr></thead><tbody>${this.body(rows.slice(0, this.size))}</tbody></table><p>${note}</p>`;
  }

  /** Returns the functions in the table's order. Threads have a row only where stacks end. */
  rows() {
    const { g, by } = this;
    const { self, total } = g.tree.measure();
    const all = g.trees.map((tree) => tree.measure());
    const rows = [];
    g.names.forEach((_, name) => {
      if (g.term && !g.search.marks[name]) return;
      if (all.some((one) => one.self[name] > 0 || (one.total[name] > 0 && !(g.looks[name] & 1)))) rows.push(name);
    });
    if (by === "self") rows.sort((a, b) => self[b] - self[a] || a - b);
    if (by === "total") rows.sort((a, b) => total[b] - total[a] || self[b] - self[a] || a - b);
    g.delta?.sort(by, rows);
    return rows;
  }

  body(rows) {
    const { g } = this;
    const { self, total } = g.tree.measure();
    const all = g.tree.weight(0);
    const columns = columnsOf(g);
    let sum = 0;
    let out = "";
    for (const name of rows) {
      sum += self[name];
      const text = escape(g.text(name));
      const cells = [g.weightText(self[name]), percent(self[name], all), percent(sum, all), g.weightText(total[name]), percent(total[name], all)];
      if (g.delta) cells.push(g.delta.changeText(name));
      out += `<tr data-name="${text}" style="--share:${percent(total[name], all)}">`;
      cells.forEach((cell, i) => (out += `<td class="${columns[i][0]}">${cell}</td>`));
      out += `<td class="name">${button("number", name, text)}</td></tr>`;
    }
    return out;
  }

  click(b) {
    const { g } = this;
    if (!b) return;
    const { by, number } = b.dataset;
    if (number) return changeView(g, +number);
    if (by === "more") this.size += pageSize;
    else this.by = by;
    g.paint();
    this.object.querySelector(`[data-by="${by}"]`)?.focus();
  }
}
