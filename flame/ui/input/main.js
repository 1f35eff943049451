// Main: makes a picture of the SVG element that the script stands in. The scripts begin in flame.js and diff.js.

import { decode } from "../data/decode.js";
import { Profile } from "../data/profile.js";
import { drawnFrames } from "../drawing/drawn.js";
import { place } from "../drawing/elements.js";
import { Picture } from "../drawing/picture.js";
import { readAddress } from "../state/address.js";
import { View } from "../state/view.js";
import { listenToKeys } from "./keys.js";
import { sayChange, viewText } from "./navigate.js";
import { listenToPointer } from "./pointer.js";
import { preparePrint } from "./print.js";
import { listenToToolbar } from "./toolbar.js";

/** Makes the picture. Where it shows two profiles, diff has what only such pictures need, see diff.js. */
export async function start(svg, diff = {}) {
  const hint = svg.querySelector("text.hint");
  try {
    const data = await decode(svg);
    const view = viewOf(svg, data);
    if (diff.Changes) view.delta = new diff.Changes(view, data.rest);
    open(svg, view, diff);
    hint?.remove();
  } catch (e) {
    svg.dataset.state = "static";
    if (hint) hint.textContent = "No zoom, no search: " + e.message;
    console.error(e);
  }
}

/** Returns the view as the file asks for it. */
function viewOf(svg, data) {
  const { head } = data;
  const number = [...document.querySelectorAll(".fold-fg")].indexOf(svg) + 1;
  const start = { inverted: !!head.inverted, order: head.show || head.order, term: svg.dataset.search || "" };
  return new View(new Profile(data), start, number > 1 ? String(number) : "");
}

/** Shows a view, and listens to what the reader does. */
function open(svg, view, diff) {
  svg.querySelector("g.f").textContent = ""; // or the browser would lay the still picture out once more
  svg.removeAttribute("viewBox");
  svg.style.height = "";
  place(svg, { role: "application", "aria-roledescription": "flame graph", tabindex: 0 });
  for (const text of svg.querySelectorAll(".title,.sub")) place(text, { x: "50%" });
  if (svg === document.documentElement) useRealPixels(svg);
  else svg.setAttribute("width", "100%");
  const picture = new Picture(svg, view);
  svg.dataset.state = "ready";
  showAddress(picture);
  listen(picture, diff);
  setTimeout(() => view.tree.measure(), 100); // so that the first tooltip need not wait for it
  svg.fold = { frames: (name) => drawnFrames(picture, name) };
  if (picture.standalone && !view.inverted && !view.table && !scrollY) scrollTo(0, picture.bottom); // to the root
}

/**
 * Makes the picture as wide as the window; the attribute stays as it is, for it is the size of an <object> that
 * has none. And asks phones not to show the picture as if the screen were 980 pixels wide.
 */
function useRealPixels(svg) {
  svg.style.width = "100%";
  const meta = document.createElementNS("http://www.w3.org/1999/xhtml", "meta");
  place(meta, { name: "viewport", content: "width=device-width" });
  svg.prepend(meta);
}

/** Shows what the page's address says and, after another view, says what that is. */
function showAddress(picture, before) {
  const missing = readAddress(picture.view);
  picture.render();
  if (missing) picture.say(missing, true);
  else if (before) sayChange(picture, before);
}

function listen(picture, { actions, commands }) {
  const { svg } = picture;
  listenToToolbar(picture, commands);
  listenToKeys(picture, actions);
  listenToPointer(picture);
  preparePrint(picture);
  addEventListener("popstate", () => showAddress(picture, viewText(picture.view)));
  addEventListener("resize", () => again(picture));
  new ResizeObserver(() => again(picture)).observe(svg);
  document.addEventListener("scroll", () => picture.scrolled(), { capture: true, passive: true });
  svg.addEventListener("focusin", () => svg.matches(":focus-visible") && keyed(picture));
}

/** Draws for a new size of the picture, once for each frame of the screen. */
function again(picture) {
  const { width } = picture.svg.getBoundingClientRect();
  if (picture.printing || picture.waiting || (Math.abs(width - picture.width) < 0.5 && picture.viewport === innerHeight)) return;
  picture.renderSoon();
}

/** Shows the cursor when the picture gets the focus by a key. */
function keyed(picture) {
  picture.view.keyed = true;
  picture.paint();
  picture.say("? lists the keys");
}
