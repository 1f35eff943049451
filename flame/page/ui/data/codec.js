// Codec: from the text of the page's data blocks to columns of numbers. docs/report.md describes the layout.

import { Reader, inflate } from "../../../ui/data/reader.js";

/** Returns what the data blocks of a page hold, see parse. */
export const decode = async (blocks) => parse(await inflate(blocks));

/**
 * Reads the inflated data layer: the header, what is known of each name (look, file, line, module), and columns of the
 * tree's frames in pre-order, so that what a frame calls stands behind it, up to end. Columns holds for each metric
 * one array of weights, or one before and one after; moments for each metric what was added to it when, or null.
 */
export function parse(bytes) {
  const r = new Reader(bytes);
  const head = JSON.parse(r.text());
  if (head.v !== 2) throw new Error("data of version " + head.v);
  const names = r.texts(head.names);
  const files = r.texts(head.files);
  const modules = r.texts(head.modules);
  const [looks, file, line, module] = [r.column(head.names), r.column(head.names), r.column(head.names), r.column(head.names)];
  const tree = treeOf(r, head.frames);
  const name = r.column(head.frames - 1);
  const category = r.column(head.frames - 1);
  const columns = columnsOf(r, head);
  return { head, names, files, modules, looks, file, line, module, size: head.frames, ...tree, name, category, columns, moments: momentsOf(r, head) };
}

/** Reads where each frame's caller is: so many steps from the frame before it towards the root. */
function treeOf(r, n) {
  const caller = new Uint32Array(n);
  const end = new Uint32Array(n).fill(n);
  const depth = new Uint32Array(n);
  for (let i = 1; i < n; i++) {
    let c = i - 1;
    for (let up = r.number(); up > 0; up--) {
      end[c] = i;
      c = caller[c];
    }
    caller[i] = c;
    depth[i] = depth[c] + 1;
  }
  return { caller, end, depth };
}

/** Reads the weights. A metric that is another one's multiple has no column of its own. */
function columnsOf(r, { metrics, sides, frames }) {
  const columns = [];
  for (const { step, of, times } of metrics) {
    if (of !== undefined) {
      columns.push(columns[of].map((column) => column.map((weight) => weight * times)));
      continue;
    }
    const pair = [];
    for (let side = 0; side < sides; side++) {
      const column = new Float64Array(frames);
      for (let i = 0; i < frames; i++) column[i] = r.number() * step;
      pair.push(column);
    }
    columns.push(pair);
  }
  return columns;
}

/**
 * Reads what was added to each metric, in the order of time: {node: frames, time: nanoseconds since the first, weight}.
 * Metrics of the same samples share their frames and times.
 */
function momentsOf(r, { metrics }) {
  const all = [];
  for (const { moments } of metrics) {
    if (!moments) {
      all.push(null);
      continue;
    }
    const { n, step, like } = moments;
    const one = like === undefined ? { node: r.column(n), time: timesOf(r, n) } : { ...all[like] };
    one.weight = Float64Array.from({ length: n }, () => r.number() * step);
    all.push(one);
  }
  return all;
}

/** Reads times, each as what has passed since the one before. */
function timesOf(r, n) {
  let now = 0;
  return Float64Array.from({ length: n }, () => (now += r.number()));
}
