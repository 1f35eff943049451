// Toolbar: the buttons and the search box of the header, and the table's.

import { commands, searchFor } from "./commands.js";
import { goToMatch } from "./matches.js";
import { openFunction } from "./navigate.js";

/** Does what the reader does with the toolbar. More has commands that only some pictures have. */
export function listenToToolbar(picture, more) {
  picture.svg.addEventListener("click", (e) => {
    const b = e.target.closest(".head button,.table button");
    if (!b) return;
    const { act, by, number } = b.dataset;
    if (act) (commands[act] || more[act])(picture);
    else if (number) openFunction(picture, +number);
    else choose(picture, by);
  });
  listenToSearch(picture);
  picture.bar.box.addEventListener("keydown", (e) => rove(picture.bar, e));
}

/** Sorts the table. */
function choose(picture, by) {
  picture.list.chosen = by;
  picture.paint();
  picture.list.object.querySelector(`[data-by="${by}"]`)?.focus();
}

function listenToSearch(picture) {
  const { search } = picture.bar;
  let timer = 0;
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => searchFor(picture, search.value), 60);
  });
  search.addEventListener("keydown", (e) => {
    if (e.key !== "Enter") return;
    clearTimeout(timer);
    if (search.value !== picture.view.term) searchFor(picture, search.value);
    goToMatch(picture, e.shiftKey ? -1 : 1);
  });
}

/** Moves along the toolbar. The Tab key goes past it: each button has a key of its own. */
function rove({ box, search }, e) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (!step || e.target === search) return;
  const stops = [...box.querySelectorAll("button,input")].filter((b) => !b.hidden);
  stops.at((stops.indexOf(e.target) + step) % stops.length).focus();
  e.preventDefault();
  e.stopPropagation();
}
