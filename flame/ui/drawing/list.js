// List: the table of functions, with the same numbers as "fold top". It shows what the search finds, or all.

import { percent, group, count } from "../data/format.js";
import { addHTML, escape, fillHTML, place } from "./elements.js";

/** How many rows are added at a time. A browser is slow with tables of thousands. */
const pageSize = 200;

const plain = [["self", "Self"], ["selfp", "Self %"], ["sum", "Sum %"], ["total", "Total"], ["totalp", "Total %"]];

const columnsOf = (delta) => [...(delta ? delta.columns : plain), ["name", "Function"]];

/** The columns that the table can be sorted by. */
const sortable = /^(self|total|before|after|change|name)$/;

const choice = (key, value, text) => `<button type="button" data-${key}="${value}">${text}</button>`;

/**
 * Returns the functions in the order of a column, those that the search finds or all. Threads have a row only
 * where stacks end.
 */
export function functionsOf({ profile, tree, delta, term, search }, by) {
  const { self, total } = tree.measure();
  const all = profile.trees.map((one) => one.measure());
  const rows = [];
  profile.names.forEach((_, name) => {
    if (term && !search.marks[name]) return;
    if (all.some((one) => one.self[name] > 0 || (one.total[name] > 0 && !(profile.looks[name] & 1)))) rows.push(name);
  });
  if (by === "self") rows.sort((a, b) => self[b] - self[a] || a - b);
  if (by === "total") rows.sort((a, b) => total[b] - total[a] || self[b] - self[a] || a - b);
  delta?.sort(by, rows);
  return rows;
}

export class List {
  constructor(svg, view) {
    this.svg = svg;
    this.view = view;
    this.chosen = ""; // the column that the reader sorts by
    this.size = pageSize;
  }

  get by() {
    return this.chosen || (this.view.delta ? "change" : "self");
  }

  /** Shows the table at a place of the picture, and returns its height. */
  open(top, width) {
    if (!this.object) {
      this.object = addHTML(this.svg, "table", "");
      this.svg.querySelector(".head").before(this.object);
    }
    const { view } = this;
    const key = [this.by, this.size, view.term, view.search.minds, view.hidden.length, view.delta?.key].join();
    if (this.key !== key) fillHTML(this.object, this.markup());
    this.key = key;
    place(this.object, { x: 0, y: top, width, height: 1 });
    const height = Math.ceil(this.object.firstChild.offsetHeight);
    place(this.object, { height });
    return height;
  }

  close() {
    if (this.object) this.object.remove();
    this.object = this.key = null;
  }

  /** Sorts by a column, or shows more rows. */
  choose(by) {
    if (by === "more") this.size += pageSize;
    else this.chosen = by;
  }

  markup() {
    const head = columnsOf(this.view.delta)
      .map(([key, title]) => {
        const sort = key === this.by ? ` aria-sort="${key === "name" ? "ascending" : "descending"}"` : "";
        return `<th class="${key}" scope="col"${sort}>${sortable.test(key) ? choice("by", key, title) : title}</th>`;
      })
      .join("");
    const rows = functionsOf(this.view, this.by);
    const more = rows.length - this.size;
    const note = more > 0 ? choice("by", "more", `Show more: ${group(more)} are left`) :
      `${count(rows.length, "function")}${this.view.term ? " found" : ""}. Click one for its callers and callees.`;
    return `<table><thead><tr>${head}</tr></thead><tbody>${this.body(rows.slice(0, this.size))}</tbody></table><p>${note}</p>`;
  }

  body(rows) {
    const { profile, tree, delta } = this.view;
    const { self, total } = tree.measure();
    const all = tree.weight(0);
    const columns = columnsOf(delta);
    let sum = 0;
    let out = "";
    for (const name of rows) {
      sum += self[name];
      const text = escape(profile.text(name));
      const cells = delta ? delta.cells(name) :
        [profile.weightText(self[name]), percent(self[name], all), percent(sum, all), profile.weightText(total[name]), percent(total[name], all)];
      out += `<tr data-name="${text}"${delta ? delta.attributes(name) : ""} style="--share:${percent(total[name], all)}">`;
      cells.forEach((cell, i) => (out += `<td class="${columns[i][0]}">${cell}</td>`));
      out += `<td class="name">${choice("number", name, text)}</td></tr>`;
    }
    return out;
  }
}
