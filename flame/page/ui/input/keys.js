// Keys: what keys do, in the picture, in the table and elsewhere.

import { widestOf } from "../../../ui/data/tree.js";
import { siblingsOf } from "../data/sources.js";
import { lineOf } from "../drawing/tips.js";
import { below } from "./actions.js";

const everywhere = {
  __proto__: null,
  "/": "find", n: "next", N: "previous", r: "reverse", s: "sandwich", i: "flip", o: "order", d: "theme", "?": "help", t: "showTable", g: "showGraph", 0: "reset",
  c: "copyName", C: "copyStack",
};

/** How many rows the keys of the table go. */
const tableSteps = { __proto__: null, ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -Infinity, End: Infinity };

export function listenToKeys(actions) {
  const { picture, table, shell } = actions;
  addEventListener("keydown", (e) => {
    if (e.defaultPrevented) return;
    if (e.key === "Escape") return actions.escape();
    if (/INPUT|SELECT|TEXTAREA/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey) return;
    const act = everywhere[e.key];
    if (!act || (shell.pop.contains(e.target) && act !== "help")) return;
    e.preventDefault();
    actions[act]();
  });
  picture.pane.addEventListener("keydown", (e) => pictureKey(actions, e));
  picture.pane.addEventListener("focus", () => {
    if (picture.pane.matches(":focus-visible") && !picture.cursor) picture.setCursor(picture.cursorBox);
  });
  table.scroll.addEventListener("keydown", (e) => tableKey(actions, e));
  shell.root.addEventListener("keydown", (e) => detailsKey(actions, e));
}

function tableKey(actions, e) {
  const { table } = actions;
  const step = tableSteps[e.key];
  if (table.isGrouped) return actions.view.state.g === "category" && categoryKey(actions, e);
  if (e.key === "F10" && e.shiftKey) return openMenu(actions, e, placeOfRow(table), actions.view.chosen);
  if (!step || !table.rows.length) return;
  e.preventDefault();
  const at = Math.max(0, Math.min(table.rows.length - 1, table.chosenRow() + step));
  table.reveal(at);
  actions.choose(table.rows[at].name, { isSoft: true, stay: true });
}

/** The keys of the table of categories: arrows choose one, Enter lists its functions. */
function categoryKey(actions, e) {
  const { table } = actions;
  const at = table.chosenRow();
  const step = tableSteps[e.key];
  const row = table.rows[step ? Math.max(0, Math.min(table.rows.length - 1, at + step)) : at];
  if (!row) return;
  if (step) actions.set({ cat: row.text });
  else if (e.key === "Enter" || e.key === " ") actions.listCategory(row.key);
  else if (e.key === "F10" && e.shiftKey) actions.categoryMenu(placeOfRow(table), row.key);
  else return;
  e.preventDefault();
}

/** Opens the menu of a category or a function of the details whose row has the focus. */
function detailsKey(actions, e) {
  const row = e.key === "F10" && e.shiftKey && e.target.closest(".info .lr");
  const { fn, category } = row ? row.dataset : {};
  if (!fn && !category) return;
  e.preventDefault();
  if (fn) actions.menu(below(row), +fn);
  else actions.categoryMenu(below(row), +category);
}

function pictureKey(actions, e) {
  const { picture, view, shell } = actions;
  const box = picture.cursorBox;
  if (e.key === "F10" && e.shiftKey) return openMenu(actions, e, picture.below(box), box.name, box);
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "Enter" || e.key === " ") {
    e.preventDefault();
    return actions.zoomTo(box);
  }
  if (!/^Arrow/.test(e.key)) return;
  e.preventDefault();
  const to = neighbour(picture, view, box.f, e.key);
  const next = to !== undefined && to !== null && actions.moveTo(to);
  if (!next) return;
  const text = lineOf(view, next);
  shell.details.textContent = text;
  shell.say(text);
}

/** Returns the frame that an arrow leads to: the heaviest callee, the caller, or a sibling, drawn or not. */
function neighbour({ flipped }, { source, byWidth }, f, key) {
  const [out, back] = flipped ? ["ArrowUp", "ArrowDown"] : ["ArrowDown", "ArrowUp"];
  if (source.isCaller?.(f)) return key === back ? heaviest(source, source.kids(f)) : key === out ? source.parentOf(f) : sibling(source, f, byWidth, key);
  if (key === out) return heaviest(source, source.kids(f));
  if (key === back) return f === source.root && source.firstCallers ? heaviest(source, source.firstCallers) : source.parentOf(f);
  return sibling(source, f, byWidth, key);
}

const heaviest = (source, frames) => (frames.length ? widestOf(source, frames) : null);

function sibling(source, f, byWidth, key) {
  const siblings = siblingsOf(source, f, byWidth);
  return siblings[siblings.indexOf(f) + (key === "ArrowRight" ? 1 : -1)];
}

function openMenu(actions, e, place, name, box) {
  if (name < 0) return;
  e.preventDefault();
  actions.menu(place, name, box);
}

/** Returns the place below the name of the chosen row, or of the table's upper edge where that is out of sight. */
function placeOfRow({ scroll, spacer }) {
  const row = spacer.querySelector(".on .nm");
  const { left, top, bottom } = (row ?? scroll).getBoundingClientRect();
  return { x: left, y: row ? bottom : top };
}
