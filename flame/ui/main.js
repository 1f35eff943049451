// Main: makes a graph of the SVG element that the script stands in. The scripts begin in flame.js and diff.js.

import { decode } from "./decode.js";
import { Graph } from "./graph.js";
import { Bar, Foot, place } from "./bar.js";
import { Tip } from "./tip.js";
import { List } from "./list.js";
import { addMarks, markHover } from "./marks.js";
import { listenToKeys } from "./keys.js";
import { listenToPointer } from "./pointer.js";
import { preparePrint } from "./print.js";
import { readAddress } from "./address.js";
import { Search } from "./search.js";
import { drawnFrames } from "./drawn.js";

/** Makes the graph; where it shows two profiles, Delta is the class that knows what changed. */
export async function start(svg, Delta) {
  const hint = svg.querySelector("text.hint") || { remove() {} };
  try {
    const data = await decode(svg);
    const g = new Graph(svg, data);
    if (Delta) g.delta = new Delta(g, data.rest);
    open(g);
    hint.remove();
  } catch (e) {
    svg.dataset.state = "static";
    hint.textContent = "Cannot zoom and search: " + e.message;
    console.error(e);
  }
}

/** Shows a graph, and listens to what the reader does. */
function open(g) {
  const { svg } = g;
  const number = [...document.querySelectorAll(".fold-fg")].indexOf(svg) + 1;
  g.suffix = number > 1 ? String(number) : ""; // of the keys in the page's address
  g.white = new Set(g.head.white);
  g.frames.textContent = ""; // or the browser would lay the still picture out once more
  svg.removeAttribute("viewBox");
  svg.style.height = "";
  place(svg, { role: "application", "aria-roledescription": "flame graph", tabindex: 0 });
  for (const text of svg.querySelectorAll(".title,.sub")) place(text, { x: "50%" });
  if (g.standalone) useRealPixels(svg);
  else svg.setAttribute("width", "100%");
  addMarks(g);
  g.bar = new Bar(g);
  g.foot = new Foot(g);
  g.list = new List(g);
  g.tip = new Tip(g);
  g.say = (text, seen) => {
    g.foot.live.textContent = text;
    if (seen) g.foot.details.textContent = text;
  };
  svg.dataset.state = "ready";
  showAddress(g);
  listen(g);
  setTimeout(() => g.tree.measure(), 100); // so that the first tooltip need not wait for it
  svg.fold = { frames: (name) => drawnFrames(g, name) };
  if (g.standalone && !g.inverted && !g.table && !scrollY) scrollTo(0, g.bottom); // to the root
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

/** Shows what the page's address says. */
function showAddress(g) {
  const missing = readAddress(g);
  g.nth = "";
  g.search = new Search(g, g.term, g.minds);
  g.hovered = null;
  g.tip.hide();
  g.render();
  markHover(g, null);
  if (missing) g.say(missing, true);
}

function listen(g) {
  const { svg } = g;
  listenToKeys(g);
  listenToPointer(g);
  preparePrint(g);
  addEventListener("popstate", () => showAddress(g));
  addEventListener("resize", () => again(g));
  new ResizeObserver(() => again(g)).observe(svg);
  document.addEventListener("scroll", () => scrolled(g), { capture: true, passive: true });
  svg.addEventListener("focusin", () => svg.matches(":focus-visible") && keyed(g));
}

/** Draws for a new size of the picture, once for each frame of the screen. */
function again(g) {
  const { width } = g.svg.getBoundingClientRect();
  if (g.printing || g.waiting || (Math.abs(width - g.width) < 0.5 && g.viewport === innerHeight)) return;
  g.waiting = requestAnimationFrame(() => {
    g.waiting = 0;
    g.tip.hide();
    g.render();
    markHover(g, null);
  });
}

function scrolled(g) {
  g.look();
  g.bar.stick();
  g.tip.hide();
  const [from, to] = g.window();
  if (from < g.seen[0] || to > g.seen[1]) g.paint();
}

/** Shows the cursor when the picture gets the focus by a key. */
function keyed(g) {
  g.keyed = true;
  g.paint();
  g.say("? lists the keys");
}
