// Draw: rectangles and labels as text for the document, all of the picture at once. Only this and the
// header's parts write markup, and names go through escape.

import { pad } from "./graph.js";
import { count } from "./format.js";
import { shortForms } from "./shorten.js";

/** Blank at each side of a label, as a share of the letters' size. */
const labelPad = 0.25;

export const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

const round = (v) => Math.round(v * 100) / 100;

/** A layer collects the rectangles of each colour, and labels. */
class Layer {
  constructor() {
    this.paths = new Map();
    this.labels = "";
  }

  add(color, x, y, w, h) {
    const left = round(x);
    const d = `M${left} ${y}v${h}h${round(Math.max(0.01, round(x + w) - left))}v-${h}`;
    this.paths.set(color, (this.paths.get(color) || "") + d);
  }

  markup() {
    let out = "";
    for (const [color, d] of this.paths) out += `<path ${color[0] === "#" ? "fill" : "class"}="${color}" d="${d}"/>`;
    return out + this.labels;
  }
}

/** Draws the frames of a graph. */
export function draw(g) {
  const live = new Layer();
  const faded = new Layer();
  g.seen = rowsInSight(g);
  g.layouts.forEach((l, side) => {
    if (!l || g.table) return;
    for (const box of l.boxes) {
      if (side && !g.isZoomed && !box.row) continue; // the first side has drawn the function of both
      drawBox(g, box.row < l.zoomed ? faded : live, side, box);
    }
    for (const sliver of l.slivers) drawSliver(g, live, side, sliver);
  });
  g.frames.innerHTML = `<g class="a">${faded.markup()}</g>` + live.markup();
  g.frames.setAttribute("class", g.term ? "f dim" : "f");
}

/** Returns the upper and the lower edge of what is drawn: all, unless it is far higher than the window. */
function rowsInSight(g) {
  const [from, to] = g.window();
  if (g.printing || g.bottom - g.top <= 4 * g.viewport) return [-Infinity, Infinity];
  return [from - g.viewport, to + g.viewport];
}

function drawBox(g, layer, side, box) {
  const y = g.y(side, box.row);
  if (y < g.seen[0] || y > g.seen[1]) return;
  const look = box.name < 0 ? 0 : g.looks[box.name] >> 1;
  const found = isFound(g, box.name);
  const [color, mark] = g.delta?.look(side, box) ?? [g.head.colors[look], ""];
  layer.add(found ? "hit" : color, pad + box.x, y, box.w, g.head.row - 1);
  if (box.w < g.head.size) return;
  const text = (box.label ??= g.face.label(g.text(box.name), room(g, box) - g.face.sum(mark), g.head.truncate, shortForms));
  const kind = found ? "" : g.term ? "q" : g.white.has(look) ? "w" : "";
  const fn = box.name >= 0 && box.name === g.fn ? " fn" : "";
  if (text) layer.labels += linked(g.head.links?.[box.name], label(g, box, y, mark + text, kind + fn));
}

/** Returns a label with the link and the class that --nameattr gives to its function. */
function linked(a, markup) {
  if (!a) return markup;
  const link = a.href ? ` href="${escape(a.href)}" target="${escape(a.target || "_top")}" rel="noopener"` : "";
  return `<a class="${escape(a.class || "")}"${link}>${markup}</a>`;
}

/** Says whether the search found a name. */
export const isFound = (g, name) => name >= 0 && !!g.term && !!g.search.marks[name];

function drawSliver(g, layer, side, sliver) {
  const { row } = g.head;
  const ends = [g.y(side, sliver.row), g.y(side, sliver.row + sliver.rows - 1)];
  const y = Math.max(Math.min(...ends), g.seen[0] - row);
  const bottom = Math.min(Math.max(...ends) + row, g.seen[1] + row);
  if (bottom <= y) return;
  layer.add("rest", pad + sliver.x, y, sliver.w, bottom - y);
  if (sliver.w < g.head.size) return;
  const text = g.face.label("… " + count(sliver.frames.length, "frame"), room(g, sliver), "auto", () => ["…"]);
  if (text) layer.labels += label(g, sliver, ends[0], text, "");
}

/** Returns how many pixels a label may take. Rows lower than the letters have no room. */
const room = (g, box) => (g.head.row < g.head.size ? 0 : box.w - 2 * labelPad * g.head.size);

function label(g, box, y, text, kind) {
  const { row, size } = g.head;
  const x = Math.round(pad + box.x + labelPad * size);
  const baseline = Math.round((row - 1 + 0.62 * size) / 2);
  return `<text x="${x}" y="${y + baseline}"${kind && ` class="${kind}"`}>${escape(text)}</text>`;
}
