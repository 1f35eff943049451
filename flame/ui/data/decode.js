// Decode: from the base64 text of the data layer to columns of numbers. docs/flamegraph.md describes the
// layout.

import { Tree } from "./tree.js";

/** Returns what an SVG element's data layer holds: header, names, looks, tree, and a reader of the rest. */
export async function decode(svg) {
  const chunks = [...svg.querySelectorAll("metadata.d>d")];
  const stream = new ReadableStream({
    pull(to) {
      const d = chunks.shift();
      if (d) to.enqueue(bytesOf(d.textContent));
      else to.close();
    },
  });
  return parse(new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer()));
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Reads the inflated data layer. */
export function parse(bytes) {
  const r = new Reader(bytes);
  const head = JSON.parse(r.text());
  if (head.v !== 1) throw new Error("data of version " + head.v);
  const names = unfront(r, head.names);
  const looks = r.column(head.names);
  return { head, names, looks, tree: new Tree(r, head.frames), rest: r };
}

/** Reads the numbers and the texts that stand in bytes one after the other. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** Reads a number in base 128. Beyond 2^53 it is the nearest number that the language has. */
  number() {
    let b = this.bytes[this.at++];
    if (b < 128) return b;
    let value = b & 127;
    let unit = 128;
    do {
      b = this.bytes[this.at++];
      value += (b & 127) * unit;
      unit *= 128;
    } while (b > 127);
    return value;
  }

  column(n) {
    const numbers = new Uint32Array(n);
    for (let i = 0; i < n; i++) numbers[i] = this.number();
    return numbers;
  }

  text() {
    const size = this.number();
    const bytes = this.bytes.subarray(this.at, (this.at += size));
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
}

/** Puts the names together from what each has in common with the one before, and the rest. */
function unfront(r, n) {
  const prefixes = r.column(n);
  const names = r.text().split("\n");
  names.length = n;
  for (let i = 1; i < n; i++) names[i] = names[i - 1].slice(0, prefixes[i]) + names[i];
  return names;
}
