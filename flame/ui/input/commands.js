// Commands: what keys and buttons do.

import { baseNames, matchedOf } from "../drawing/details.js";
import { writeAddress } from "../state/address.js";
import { copyName, copyStack } from "./copy.js";
import { openHelp } from "./help.js";
import { goToMatch } from "./matches.js";
import { openFunction, show, resetZoom } from "./navigate.js";
import { toggleTheme } from "./theme.js";

export const commands = {
  reset: resetZoom,
  flip(picture) {
    picture.view.inverted = !picture.view.inverted;
    show(picture);
  },
  reverse(picture) {
    picture.view.open(-1, !picture.view.reversed);
    show(picture);
  },
  order(picture) {
    const { view, head } = picture;
    const orders = ["name", "width"];
    if (head.order === "input") orders.push("input");
    view.order = orders[(orders.indexOf(view.order) + 1) % orders.length];
    show(picture);
  },
  sandwich(picture) {
    const { view } = picture;
    const { side, f } = view.hovered || view.fn >= 0 ? view.target : view.last ?? view.cursor; // the way to the button leads off the frame
    const name = view.table ? view.row : view.sides[side].nameOf(f);
    if (name < 0 && view.fn < 0) return warn(picture, "point at a function first");
    openFunction(picture, view.fn >= 0 && (name < 0 || name === view.fn) ? -1 : name);
  },
  top(picture) {
    picture.view.table = !picture.view.table;
    show(picture);
  },
  hide(picture) {
    if (picture.view.hide(picture.view.target)) show(picture);
    else picture.say("all cannot be hidden");
  },
  undo(picture) {
    if (picture.view.unhide()) show(picture);
  },
  copyName,
  copyStack,
  theme: toggleTheme,
  help: openHelp,
  base(picture) {
    const { view } = picture;
    view.base = baseNames[(baseNames.indexOf(view.base) + 1) % baseNames.length];
    picture.tell();
    picture.say("percentages of " + view.base);
  },
  case(picture) {
    const { term, search } = picture.view;
    searchFor(picture, term, !search.minds);
  },
  next: (picture) => goToMatch(picture, 1),
  prev: (picture) => goToMatch(picture, -1),
  clear: (picture) => searchFor(picture, "", null),
};

/** Says what the sandwich lacks, below its button, which is where one looks. */
function warn(picture, text) {
  const { left, bottom } = picture.bar.buttons.sandwich.getBoundingClientRect();
  picture.look();
  picture.tip.show(picture, left - picture.rect.left, bottom - picture.rect.top, text);
  picture.say(text);
}

/** Searches, and shows what was found. */
export function searchFor(picture, term, minds = picture.view.minds) {
  const { view, bar } = picture;
  view.find(term, minds);
  bar.update();
  picture.paint();
  writeAddress(view, false);
  picture.say(matchedOf(view));
}
