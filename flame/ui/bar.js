// Bar: the header with the title, the buttons and the search box, and the footer with the details line.
// Both stay in sight when the page is scrolled. They are HTML inside of the SVG.

import { commands, searchFor } from "./commands.js";
import { lineOf } from "./details.js";
import { cursorAt } from "./navigate.js";
import { goToMatch } from "./matches.js";
import { percent, count } from "./format.js";
import { hintOf } from "./keylist.js";

/** Adds a piece of HTML to the picture. */
export function addHTML(g, name, markup) {
  const object = document.createElementNS(g.svg.namespaceURI, "foreignObject");
  place(object, { class: name });
  fillHTML(object, markup);
  g.svg.append(object);
  return object;
}

/** Replaces what is in a piece of HTML. Names in the markup must be escaped. */
export function fillHTML(object, markup) {
  object.innerHTML = `<div xmlns="http://www.w3.org/1999/xhtml" class="box">${markup}</div>`;
}

export function place(object, attributes) {
  for (const key in attributes) object.setAttribute(key, attributes[key]);
}

export const button = (act, text, hint = hintOf(act) || "reset search (Esc)") => {
  return `<button type="button" tabindex="-1" data-act="${act}" title="${hint}" aria-label="${text.length > 2 ? text : hint}">${text}</button>`;
};

const header = (more) =>
  `<div class="left">` +
  button("flip", "Flip") +
  button("reverse", "Reverse") +
  button("order", "Order") +
  button("sandwich", "Sandwich") +
  button("top", "Table") +
  button("reset", "Reset Zoom") +
  button("undo", "Undo Hide") +
  more +
  `</div><div class="title"><b></b><span></span></div><div class="right">` +
  `<input class="search" tabindex="-1" placeholder="Search, as in ^ext4_" aria-label="${hintOf("search")}" spellcheck="false" autocomplete="off" autocapitalize="off"/><span class="nth"></span>` +
  button("prev", "‹") +
  button("next", "›") +
  button("clear", "×") +
  button("case", "Aa") +
  button("theme", "Theme") +
  button("help", "?") +
  `</div>`;

export class Bar {
  constructor(g) {
    this.g = g;
    this.object = addHTML(g, "head", header(g.delta?.buttons ?? ""));
    this.box = this.object.firstChild;
    place(this.box, { role: "toolbar", "aria-label": "Flame graph" });
    this.search = this.box.querySelector("input");
    this.nth = this.box.querySelector(".nth");
    this.buttons = {};
    for (const b of this.box.querySelectorAll("button")) this.buttons[b.dataset.act] = b;
    const [title, line] = this.box.querySelector(".title").children;
    title.textContent = title.title = textOf(g, "title");
    line.textContent = line.title = textOf(g, "sub").split(g.delta && ", as wide as ")[0]; // what can be changed in a picture of changes
    this.listen();
  }

  listen() {
    const { g, box, search } = this;
    box.addEventListener("click", (e) => {
      const b = e.target.closest("button");
      if (b) (commands[b.dataset.act] || g.delta.commands[b.dataset.act])(g);
    });
    let timer = 0;
    search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => searchFor(g, search.value), 60);
    });
    search.addEventListener("keydown", (e) => {
      if (e.key !== "Enter") return;
      clearTimeout(timer);
      if (search.value !== g.term) searchFor(g, search.value);
      goToMatch(g, e.shiftKey ? -1 : 1);
    });
    box.addEventListener("keydown", (e) => this.rove(e));
  }

  /** Moves along the toolbar. The Tab key goes past it: each button has a key of its own. */
  rove(e) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!step || e.target === this.search) return;
    const stops = [...this.box.querySelectorAll("button,input")].filter((b) => !b.hidden);
    const next = stops[(stops.indexOf(e.target) + step + stops.length) % stops.length];
    next.focus();
    e.preventDefault();
    e.stopPropagation();
  }

  /** Makes the header as wide as the picture, and returns its height. */
  measure(width) {
    if (this.width === width) return this.height;
    this.width = width;
    place(this.object, { width, height: 1 });
    this.box.classList.toggle("narrow", width < 960);
    this.height = Math.max(54, Math.ceil(this.box.offsetHeight));
    place(this.object, { height: this.height });
    return this.height;
  }

  /** Shows which buttons are of use, and which are on. */
  update() {
    const { g, buttons, search } = this;
    const found = g.search?.count;
    buttons.reset.hidden = !g.isZoomed;
    buttons.undo.hidden = !g.hidden.length;
    buttons.clear.hidden = !g.term;
    buttons.prev.hidden = buttons.next.hidden = !found;
    buttons.order.textContent = { name: "A–Z", width: "By width", input: "As input" }[g.order];
    const on = { flip: g.inverted, reverse: g.reversed, sandwich: g.fn >= 0, top: g.table, case: !!g.search?.minds };
    for (const act in on) buttons[act].setAttribute("aria-pressed", on[act]);
    g.delta?.update(buttons);
    this.nth.textContent = g.nth;
    if (search.value !== g.term) search.value = g.term;
    search.setAttribute("aria-invalid", !!g.search?.error);
  }

  /** Puts header, footer and legend where they belong, and makes the picture as high as they need. */
  place() {
    const { g } = this;
    if (!g.table) g.list.close();
    let height = g.table ? g.top + g.list.height : g.bottom;
    if (g.legend) {
      const { y, height: own } = g.legend.getBBox();
      g.legend.style.display = g.table ? "none" : "";
      g.legend.setAttribute("transform", `translate(0 ${height + 8 - y})`);
      if (!g.table) height += own + 12;
    }
    height += g.foot.height;
    if (g.standalone) height = Math.max(height, innerHeight);
    if (this.bottom !== height) {
      this.bottom = height;
      g.svg.setAttribute("height", height);
      g.look(); // the browser may have scrolled
    }
    this.stick();
  }

  /** Keeps header and footer in the window. */
  stick() {
    const { g } = this;
    const [from, to] = g.window();
    const clamp = (y, most) => Math.max(0, Math.min(y, most));
    place(this.object, { y: clamp(from, this.bottom - g.top) });
    place(g.foot.object, { y: clamp(Math.min(to, this.bottom) - g.foot.height, this.bottom), width: g.width });
    this.object.classList.toggle("stuck", from > 0);
  }
}

const textOf = (g, name) => g.svg.querySelector("text." + name).textContent;

export class Foot {
  constructor(g) {
    this.g = g;
    this.height = 24;
    this.object = addHTML(g, "foot", `<span class="details"></span><span class="matched"></span><span class="live" aria-live="polite"></span>`);
    place(this.object, { height: this.height });
    [this.details, this.matches, this.live] = this.object.firstChild.children;
  }

  update() {
    const { g } = this;
    const at = g.hovered || ((g.keyed || g.isZoomed) && !g.table && cursorAt(g));
    this.details.textContent = this.details.title = at ? lineOf(g, at) : this.note();
    this.matches.textContent = this.matched();
  }

  /** Returns what is to be known of the view where no frame is pointed at. */
  note() {
    const { g } = this;
    const notes = [];
    if (g.fn >= 0) notes.push(`callers and callees of ${g.text(g.fn)}`);
    else if (g.reversed) notes.push("stacks merged from their leaves");
    if (g.delta) notes.push(g.delta.note);
    if (g.hidden.length) notes.push(`${count(g.hidden.length, "frame")} hidden, percentages are of the rest`);
    if (g.head.left) notes.push(`the file leaves ${count(g.head.left, "narrow frame")} out`);
    return notes.join(" · ");
  }

  /** Returns what a search found. */
  matched() {
    const { g } = this;
    const { search } = g;
    if (!search || !search.term) return "";
    const note = search.error ? "not a regular expression, searched for as text · " : "";
    if (!search.count) return note + "no match";
    let text = `${note}Matched: ${percent(search.weight, g.tree.weight(0))} of total${g.delta?.matched(search) ?? ""}`;
    if (g.isZoomed || g.fn >= 0) {
      const f = g.isZoomed ? g.zoom.f : g.sides[0].root;
      text += `, ${percent(search.within(g.source, f), g.source.weight(f))} of zoom`;
    }
    return text + " · " + count(search.count, "frame");
  }
}
