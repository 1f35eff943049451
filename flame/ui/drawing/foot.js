// Foot: the details line and what the search found, and what screen readers hear. It stays in sight when the page
// is scrolled.

import { addHTML, place } from "./elements.js";
import { lineOf, matchedOf, noteOf } from "./details.js";

export class Foot {
  constructor(svg, view) {
    this.view = view;
    this.height = 24;
    this.noun = svg.dataset.nametype || "Function:";
    this.object = addHTML(svg, "foot", `<span class="details"></span><span class="matched"></span><span class="live" aria-live="polite"></span>`);
    place(this.object, { height: this.height });
    [this.details, this.matches, this.live] = this.object.firstChild.children;
  }

  /** Shows what is to be known of a frame, {side, box}, or of the view. */
  update(at) {
    const { view, details } = this;
    details.textContent = details.title = at ? lineOf(view, at, this.noun) : noteOf(view);
    this.matches.textContent = matchedOf(view);
  }

  /** Makes a screen reader say something, and shows it if it is not to be seen elsewhere. */
  say(text, isShown) {
    this.live.textContent = text;
    if (isShown) this.details.textContent = text;
  }
}
