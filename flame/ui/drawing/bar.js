// Bar: the header with the title, the buttons and the search box. It stays in sight when the page is scrolled.

import { addHTML, button, place } from "./elements.js";
import { hintOf } from "./keylist.js";

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
  button("case", "Case") +
  button("theme", "Theme") +
  button("help", "?") +
  `</div>`;

export class Bar {
  constructor(svg, view) {
    const { delta } = view;
    this.view = view;
    this.object = addHTML(svg, "head", header(delta?.buttons ?? ""));
    this.box = this.object.firstChild;
    place(this.box, { role: "toolbar", "aria-label": "Flame graph" });
    this.search = this.box.querySelector("input");
    this.nth = this.box.querySelector(".nth");
    this.buttons = {};
    for (const b of this.box.querySelectorAll("button")) this.buttons[b.dataset.act] = b;
    const textOf = (name) => svg.querySelector("text." + name).textContent;
    const [title, line] = this.box.querySelector(".title").children;
    title.textContent = title.title = textOf("title");
    line.textContent = line.title = textOf("sub").split(delta && ", as wide as ")[0]; // what can be changed in a picture of changes
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
    const { view, buttons, search } = this;
    const found = view.search.count;
    buttons.reset.hidden = !view.isZoomed;
    buttons.undo.hidden = !view.hidden.length;
    buttons.clear.hidden = !view.term;
    buttons.prev.hidden = buttons.next.hidden = !found;
    buttons.order.textContent = { name: "A–Z", width: "By width", input: "As input" }[view.order];
    const on = { flip: view.inverted, reverse: view.reversed, sandwich: view.fn >= 0, top: view.table, case: view.search.minds };
    for (const act in on) buttons[act].setAttribute("aria-pressed", on[act]);
    view.delta?.update(buttons);
    this.nth.textContent = view.search.place;
    if (search.value !== view.term) search.value = view.term;
    search.setAttribute("aria-invalid", !!view.search.error);
  }
}
