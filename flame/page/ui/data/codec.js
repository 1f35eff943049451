// Codec: from the text of the page's data blocks to columns of numbers. docs/report.md describes the layout.

/** Returns what the data blocks of a page hold, see parse. */
export async function decode(blocks) {
  const open = [...blocks];
  const stream = new ReadableStream({
    pull(to) {
      const block = open.shift();
      if (block) to.enqueue(bytesOf(block.textContent));
      else to.close();
    },
  });
  const inflated = new Response(stream.pipeThrough(new DecompressionStream("deflate-raw")));
  return parse(new Uint8Array(await inflated.arrayBuffer()));
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

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

  /** Reads texts, each as what it shares with the one before, and the rest. */
  texts(n) {
    const prefixes = this.column(n);
    const texts = this.text().split("\n");
    texts.length = n;
    for (let i = 1; i < n; i++) texts[i] = texts[i - 1].slice(0, prefixes[i]) + texts[i];
    return texts;
  }
}
