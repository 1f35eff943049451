// Decode: the data layer of a picture. docs/flamegraph.md describes the layout.

import { Reader, inflate } from "./reader.js";
import { Tree } from "./tree.js";

/** Returns what an SVG element's data layer holds: header, names, looks, tree, and a reader of the rest. */
export const decode = async (svg) => parse(await inflate(svg.querySelectorAll("metadata.d>d")));

/** Reads the inflated data layer. */
export function parse(bytes) {
  const r = new Reader(bytes);
  const head = JSON.parse(r.text());
  if (head.v !== 1) throw new Error("data of version " + head.v);
  const names = r.texts(head.names);
  const looks = r.column(head.names);
  return { head, names, looks, tree: new Tree(r, head.frames), rest: r };
}
