// Draw: rectangles and labels as text for the document, all of the picture at once. The first pictures are drawn before the
// browser has compiled this, and until then every step of a for…of and every list that is taken apart makes an object:
// hence forEach, and change[0]. The same goes for the loops of layout.js and measure.js that see each box or each letter.

import { count } from "../data/format.js";
import { pad } from "../data/layout.js";
import { shortForms } from "../data/shorten.js";
import { escape } from "./elements.js";

/** Blank at each side of a label, as a share of the letters' size. */
const labelPad = 0.25;

/** A layer collects the rectangles of each colour, in pieces that are joined at the end, and labels. */
class Layer {
  constructor() {
    this.paths = new Map();
    this.labels = "";
  }

  /** Adds a rectangle. Edge is its left side as a path has it, end what follows its width. */
  add(color, x, w, edge, end) {
    let path = this.paths.get(color);
    if (!path) this.paths.set(color, (path = []));
    const left = Math.round(x * 100);
    path.push("M", left / 100, edge, Math.max(1, Math.round((x + w) * 100) - left) / 100, end);
  }

  markup() {
    let out = "";
    for (const [color, path] of this.paths) out += `<path class="${color.replace("#", '" fill="#')}" d="${path.join("")}"/>`;
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
    l.byRow.forEach((boxes, row) => {
      if (side && view.isWhole && !row) return; // the first side has drawn the function of both
      drawRow(picture, row < l.zoomed ? faded : live, side, row, boxes, row < l.zoomed);
    });
    l.slivers.forEach((sliver) => drawSliver(picture, live, side, sliver));
  });
  return `<g class="dim">${faded.markup()}</g>` + live.markup();
}

function drawRow(picture, layer, side, row, boxes, isFaded) {
  const { view, head, seen } = picture;
  const y = picture.y(side, row);
  if (y < seen[0] || y > seen[1]) return;
  const { delta, profile } = view;
  const edge = ` ${y}v${head.row - 1}h`;
  const end = "v-" + (head.row - 1);
  boxes.forEach((box) => {
    const look = box.name < 0 ? 0 : profile.looks[box.name] >> 1;
    const change = delta?.look(side, box);
    const found = view.isFound(box.name);
    layer.add(found ? "hit" : change ? change[0] : head.colors[look], pad + box.x, box.w, edge, end);
    if (box.w < head.size) return;
    const kind = found ? "" : view.term || isFaded ? "q" : picture.white.has(look) ? "w" : "";
    layer.labels += labelOf(picture, box, y, change ? change[1] : "", kind);
  });
}

function labelOf({ view, head, face }, box, y, mark, kind) {
  const text = (box.label ??= face.label(view.profile.text(box.name), room(head, box) - face.sum(mark), head.truncate, shortForms));
  const fn = box.name >= 0 && box.name === view.fn ? " fn" : "";
  return text && linked(head.links?.[box.name], label(head, box, y, mark + text, kind + fn));
}

/** Returns a label with the link and the class that --nameattr gives to its function. */
function linked(a, markup) {
  if (!a) return markup;
  const link = a.href ? ` href="${escape(a.href)}" target="${escape(a.target || "_top")}" rel="noopener"` : "";
  return `<a class="${escape(a.class || "")}"${link}>${markup}</a>`;
}

function drawSliver(picture, layer, side, sliver) {
  const { head, face, seen } = picture;
  const first = picture.y(side, sliver.row);
  const last = picture.y(side, sliver.row + sliver.rows - 1);
  const y = Math.max(Math.min(first, last), seen[0] - head.row);
  const h = Math.min(Math.max(first, last), seen[1]) + head.row - y;
  if (h <= 0) return;
  layer.add("rest", pad + sliver.x, sliver.w, ` ${y}v${h}h`, "v-" + h);
  if (sliver.w < head.size) return;
  const text = face.label("… " + count(sliver.frames.length, "frame"), room(head, sliver), "auto", () => ["…"]);
  if (text) layer.labels += label(head, sliver, first, text, "");
}

/** Returns how many pixels a label may take. Rows lower than the letters have no room. */
const room = ({ row, size }, box) => (row < size ? 0 : box.w - 2 * labelPad * size);

function label({ row, size }, box, y, text, kind) {
  const x = Math.round(pad + box.x + labelPad * size);
  const baseline = Math.round((row - 1 + 0.62 * size) / 2);
  return `<text x="${x}" y="${y + baseline}"${kind && ` class="${kind}"`}>${escape(text)}</text>`;
}
