// Popup: the menu of a function, the form of the chips, and the help, one at a time. The focus goes back to where it
// was.

import { categoryOps, chipOps } from "../state/fragment.js";
import { chipTexts, escape, menuTexts, nameMarkup } from "./text.js";

export class Popup {
  constructor(element) {
    this.element = element;
    element.addEventListener("keydown", (e) => this.key(e));
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Opens at a place of the window; name is what it is for. */
  open({ x, y }, role, name, markup) {
    const { element } = this;
    if (element.hidden) this.before = document.activeElement;
    element.innerHTML = markup;
    element.hidden = false;
    element.setAttribute("role", role);
    element.setAttribute("aria-label", name);
    element.style.left = Math.max(6, Math.min(x, innerWidth - element.offsetWidth - 8)) + "px";
    element.style.top = Math.max(6, Math.min(y, innerHeight - element.offsetHeight - 8)) + "px";
    const first = element.querySelector("input,button");
    first?.focus();
    first?.select?.(); // what stands there is a suggestion
  }

  close() {
    if (!this.isOpen) return;
    const hasFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (hasFocus) this.before?.focus?.({ preventScroll: true });
  }

  /** Moves through the entries of a menu, and keeps the focus inside. */
  key(e) {
    const stops = [...this.element.querySelectorAll("button,input,a[href]")].filter((stop) => stop.type !== "radio" || stop.checked);
    const at = stops.indexOf(document.activeElement);
    const isMenu = this.element.getAttribute("role") === "menu";
    const step = e.key === "Tab" ? (e.shiftKey ? -1 : 1) : isMenu ? { ArrowDown: 1, ArrowUp: -1 }[e.key] : 0;
    if (!step) return;
    e.preventDefault();
    e.stopPropagation();
    stops.at((at + step) % stops.length).focus();
  }
}

const entry = (action, text) => `<button type="button" role="menuitem" ${action}>${text}</button>`;

/** Returns the menu of a function; in the picture there is a stack, too. */
export function menuOf({ profile }, name, hasStack) {
  const places = profile.tree.measure().places[name];
  const source = profile.fileOf(name);
  return `<p class="mh">${nameMarkup(profile.names[name])}</p>${chipOps.map((op) => entry(`data-chip="${op}"`, menuTexts[op])).join("")}<hr>${entry(`data-act="sandwich"`, "Callers and callees graph")}${places ? entry(`data-act="largest"`, places > 1 ? "Largest occurrence" : "Show the occurrence") : ""}<hr>${entry(`data-act="copyName"`, "Copy name")}${hasStack ? entry(`data-act="copyStack"`, "Copy stack") : ""}${source ? entry(`data-act="source"`, profile.head.sourceURL ? "Open source" : "Copy file and line") : ""}`;
}

/** Returns the menu of a category. */
export function categoryMenuOf({ profile }, category) {
  const chips = categoryOps.map((op) => entry(`data-op="${op}" data-category="${category}"`, `${chipTexts[op][0]} <small>${chipTexts[op][1]}</small>`));
  return `<p class="mh"><i class="dot c${category}"></i> ${escape(profile.head.cats[category])}</p>${chips.join("")}<hr>${entry(`data-category="${category}"`, "List its functions")}`;
}

/** Returns the form that adds a chip. */
export function refineForm(pattern) {
  const choices = chipOps.map((op, i) => `<label class="ro"><input type="radio" name="op" value="${op}"${i ? "" : " checked"}> <b>${chipTexts[op][0]}</b> <small>${chipTexts[op][1]}</small></label>`);
  return `<form class="rf"><label>Regular expression<input name="pattern" placeholder="^runtime\\." value="${escape(pattern)}" spellcheck="false" autocomplete="off" autocapitalize="off"></label><p class="why" role="status"></p>${choices.join("")}<div><button type="submit" class="go">Add</button> <button type="button" data-act="recursion">Collapse recursion</button></div></form>`;
}

const keys = [
  ["click", "zoom into the frame and choose its function"],
  ["Alt+click", "select without zooming"],
  ["Ctrl+wheel, pinch", "zoom at the pointer"],
  ["drag, Shift+wheel", "move sideways"],
  ["right click, Shift+F10", "function menu"],
  ["arrows, Enter", "heaviest callee, caller, siblings; zoom"],
  ["Esc", "step back: menu, search, graph, zoom, choice"],
  ["/ n N", "search, next and previous match"],
  ["r s i o", "callers, callers and callees of the function, flip, widest first"],
  ["t g 0", "table, graph, show all"],
  ["c C", "copy the name, the stack"],
  ["d ?", "light or dark, this list"],
];

/** Returns the list of keys. */
export const helpText = () =>
  `<div class="keys"><h2>Keys</h2><dl>${keys.map(([key, what]) => `<dt>${key}</dt><dd>${what}</dd>`).join("")}</dl><p class="dim">Width is weight. The gap below a frame is its self weight. The address keeps the view: a link to it shows the same again.</p><button type="button" class="go" data-act="close">Close</button></div>`;
