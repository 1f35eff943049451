// Draw: rectangles and labels as text for the document, all of the picture at once.

import { count } from "../data/format.js";
import { pad } from "../data/layout.js";
import { shortForms } from "../data/shorten.js";
import { escape } from "./elements.js";

/** Blank at each side of a label, as a share of the letters' size. */
const labelPad = 0.25;

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
    for (const [color, d] of this.paths) out += `<path class="${color.replace("#", '" fill="#')}" d="${d}"/>`;
    return out + this.labels;
  }
}

/** Returns the frames of a picture as markup. */
export function draw(picture) {
  const { layouts, view } = picture;
  const live = new Layer();
  const faded = new Layer();
  layouts.forEach((l, side) => {
    if (!l || view.table) return;
    for (const box of l.boxes) {
      if (side && view.isWhole && !box.row) continue; // the first side has drawn the function of both
      drawBox(picture, live, side, box, box.row < l.zoomed && faded);
    }
    for (const sliver of l.slivers) drawSliver(picture, live, side, sliver);
  });
  return `<g class="dim">${faded.markup()}</g>` + live.markup();
}

function drawBox(picture, live, side, box, faded) {
  const { view, head, face, seen } = picture;
  const y = picture.y(side, box.row);
  if (y < seen[0] || y > seen[1]) return;
  const look = box.name < 0 ? 0 : view.profile.looks[box.name] >> 1;
  const found = view.isFound(box.name);
  const layer = faded || live;
  const [color, mark] = view.delta?.look(side, box) ?? [head.colors[look], ""];
  layer.add(found ? "hit" : color, pad + box.x, y, box.w, head.row - 1);
  if (box.w < head.size) return;
  const text = (box.label ??= face.label(view.profile.text(box.name), room(head, box) - face.sum(mark), head.truncate, shortForms));
  const kind = found ? "" : view.term || faded ? "q" : picture.white.has(look) ? "w" : "";
  const fn = box.name >= 0 && box.name === view.fn ? " fn" : "";
  if (text) layer.labels += linked(head.links?.[box.name], label(head, box, y, mark + text, kind + fn));
}

/** Returns a label with the link and the class that --nameattr gives to its function. */
function linked(a, markup) {
  if (!a) return markup;
  const link = a.href ? ` href="${escape(a.href)}" target="${escape(a.target || "_top")}" rel="noopener"` : "";
  return `<a class="${escape(a.class || "")}"${link}>${markup}</a>`;
}

function drawSliver(picture, layer, side, sliver) {
  const { head, face, seen } = picture;
  const { y: top, height } = picture.rowsOf(side, sliver);
  const y = Math.max(top, seen[0] - head.row);
  const bottom = Math.min(top + height + 1, seen[1] + head.row);
  if (bottom <= y) return;
  layer.add("rest", pad + sliver.x, y, sliver.w, bottom - y);
  if (sliver.w < head.size) return;
  const text = face.label("… " + count(sliver.frames.length, "frame"), room(head, sliver), "auto", () => ["…"]);
  if (text) layer.labels += label(head, sliver, picture.y(side, sliver.row), text, "");
}

/** Returns how many pixels a label may take. Rows lower than the letters have no room. */
const room = ({ row, size }, box) => (row < size ? 0 : box.w - 2 * labelPad * size);

function label({ row, size }, box, y, text, kind) {
  const x = Math.round(pad + box.x + labelPad * size);
  const baseline = Math.round((row - 1 + 0.62 * size) / 2);
  return `<text x="${x}" y="${y + baseline}"${kind && ` class="${kind}"`}>${escape(text)}</text>`;
}
