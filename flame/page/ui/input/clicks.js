// Clicks: buttons, menus and lists of the page say in their data what they do.

import { listenToLongPress } from "./pointer.js";

export function listenToClicks(actions) {
  const { shell } = actions;
  shell.root.addEventListener("click", (e) => {
    const button = e.target.closest("button");
    const isInPopup = shell.pop.contains(e.target);
    if (button && !button.disabled) press(actions, button);
    if (actions.popup.isOpen && (isInPopup ? button && closes(button) : !opens(button))) actions.popup.close();
  });
  for (const menu of shell.root.querySelectorAll("select[data-key]")) menu.addEventListener("change", () => actions.setKey(menu.dataset.key, menu.value));
  listenToTable(actions);
  listenToSearch(actions);
}

/** Says whether a button opens what would be closed again at once. */
const opens = (button) => button && /^(refine|more|help)$/.test(button.dataset.act);

/** Says whether a button of a menu or a form closes it. */
const closes = (button) => button.type !== "submit" && !opens(button);

/** Does what a button says. */
function press(actions, button) {
  const { act, key, value, chip, chipOff, fn, z, category, op, match, k } = button.dataset;
  if (act) actions[act](button);
  else if (key) actions.setKey(key, value);
  else if (k) actions.set({ k });
  else if (chip) actions.addChipFor(chip);
  else if (op) actions.addCategory(op, +category);
  else if (match) actions.addSearch(match);
  else if (chipOff) actions.takeOff(+chipOff);
  else if (fn) actions.choose(+fn, { stay: true });
  else if (category) actions.listCategory(+category);
  else if (z !== undefined) actions.set({ z });
}

function listenToTable(actions) {
  const { table } = actions;
  const rowOf = (e) => table.rows[e.target.closest("[data-i]")?.dataset.i];
  table.spacer.addEventListener("click", (e) => {
    const row = rowOf(e);
    if (!row) return;
    if (!table.isGrouped) actions.choose(row.name);
    else if (actions.view.state.g === "category") actions.listCategory(row.key);
  });
  listenForMenu(table.spacer, (e, place) => {
    const row = rowOf(e);
    if (row && !table.isGrouped) return () => actions.menu(place, row.name);
    if (row && actions.view.state.g === "category") return () => actions.categoryMenu(place, row.key);
  });
  listenForMenu(actions.shell.root.querySelector(".info"), (e, place) => {
    const row = e.target.closest(".lr");
    const { fn, category } = row?.dataset ?? {};
    if (fn) return () => actions.menu(place, +fn);
    if (category) return () => actions.categoryMenu(place, +category);
  });
}

/** Opens the menu that a place of a list has, at a right click or where a finger rests. */
function listenForMenu(element, menuAt) {
  let isOver = false; // the touch that opened a menu ends with no click
  element.addEventListener("contextmenu", (e) => {
    const open = menuAt(e, { x: e.clientX, y: e.clientY });
    if (!open) return;
    e.preventDefault();
    open();
  });
  element.addEventListener("touchstart", () => (isOver = false), { passive: true });
  listenToLongPress(element, (touch, place) => {
    const open = menuAt(touch, place);
    isOver = !!open;
    open?.();
  });
  element.addEventListener("touchend", (e) => isOver && e.preventDefault());
}

function listenToSearch(actions) {
  const { input, matchChips } = actions.shell;
  let typing = 0;
  const search = () => actions.set({ s: input.value });
  input.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(search, actions.typingTime);
  });
  matchChips.addEventListener("pointerover", ({ target }) => actions.hintMatches(target));
  input.addEventListener("keydown", (e) => {
    if (e.key !== "Enter") return;
    clearTimeout(typing);
    if (input.value !== actions.view.state.s) search();
    actions.step(e.shiftKey ? -1 : 1);
  });
}
