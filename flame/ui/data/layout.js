// Layout: which rectangles to draw of a source where a range of its width is shown. Pure geometry, which pictures and the
// page share.
//
// A range is a part of the root's width, [from, to) in weight. Zooming into a frame is to show its range; so is a click
// on a sliver, a turn of the wheel and a drag. A box is a frame with a rectangle of its own, a sliver one rectangle for
// neighbours that are too narrow, or for what stands on them:
//
//   box     {f, name, at, weight, x, w, row}
//   sliver  {frames, at, weight, x, w, row, rows}
//
// At and weight are in weights of the source; x and w in pixels of the picture, and may reach out of it.

/** Blank at each side of a picture's frames, in pixels. */
export const pad = 10;

/** The most rectangles of a picture: browsers take long over more. */
export const mostBoxes = 6000;

/** So many rows away from the zoomed frame frames must be wider to be drawn: a deep recursion has many rows. */
const deepRows = 256;

/**
 * Lays out a range of a source, see tree.js.
 *
 * @param o {width, min: the narrowest box, byWidth: the widest callee comes first, callers: how many rows are callers of
 *          what is shown; they are as wide as the picture and do not count}
 */
export function layout(source, from, to, o) {
  return fitting(o.min, (min) => place(source, from, to, { ...o, min }));
}

/** Lays out with so narrow boxes, or with wider ones until there are not too many: place returns null then. */
export function fitting(min, place) {
  for (; ; min = Math.max(min, 0.05) * 1.3) {
    const l = place(min);
    if (l) return l;
  }
}

function place(source, from, to, { width, min, byWidth, callers = 0 }) {
  const scale = width / (to - from || 1);
  const box = (f, at, weight, row) => ({ f, name: source.nameOf(f), at, weight, x: (at - from) * scale, w: weight * scale, row });
  const boxes = [box(source.root, 0, source.weight(source.root), 0)];
  const slivers = [];
  for (let i = 0; i < boxes.length; i++) {
    const caller = boxes[i];
    const deep = Math.max(1, (caller.row + 1 - callers) / deepRows);
    const least = min * deep * deep;
    let { at } = caller;
    let open = null;
    const kids = kidsOf(source, caller.f, byWidth);
    for (let k = 0; k < kids.length && at < to; k++) {
      const f = kids[k];
      const weight = source.weight(f);
      if (at + weight > from) {
        if (weight * scale >= least) {
          boxes.push(box(f, at, weight, caller.row + 1));
          open = null;
        } else {
          if (open) open.frames.push(f);
          else slivers.push((open = { frames: [f], at, weight: 0, x: (at - from) * scale, w: 0, row: caller.row + 1, rows: 1 }));
          open.weight += weight;
          open.w += weight * scale;
        }
      }
      at += weight;
    }
    if (boxes.length + slivers.length - callers > mostBoxes) return null;
  }
  const runs = slivers.length;
  for (let i = 0; i < runs; i++) stack(source, slivers[i], scale, slivers);
  if (boxes.length + slivers.length - callers > 1.5 * mostBoxes) return null;
  return { boxes, slivers, from, to, ...rowsOf(boxes, slivers) };
}

/** Returns the frames of the row that a frame stands in, as far as its caller reaches. */
export function siblingsOf(source, f, byWidth) {
  const caller = source.parentOf(f);
  return caller === null ? [f] : kidsOf(source, caller, byWidth);
}

/** Returns the callees of a frame in the order in which they stand. */
export function kidsOf(source, f, byWidth) {
  const kids = source.kids(f);
  return byWidth ? kids.slice().sort((a, b) => source.weight(b) - source.weight(a)) : kids;
}

/** Puts the rows that stand on a sliver's first row on it, those of about the same width as one rectangle. */
function stack(source, sliver, scale, slivers) {
  if (sliver.w < 0.5) {
    sliver.rows = source.height(sliver.frames);
    return;
  }
  const weights = source.tower(sliver.frames);
  let last = sliver;
  for (let i = 1; i < weights.length; i++) {
    const w = weights[i] * scale;
    if (last.w - w <= 0.5) last.rows++;
    else slivers.push((last = { ...sliver, weight: weights[i], w, row: sliver.row + i, rows: 1 }));
  }
}

/** Returns for each row its boxes from left to right, and the number of the last row. */
export function rowsOf(boxes, slivers) {
  const byRow = [];
  boxes.forEach((box) => (byRow[box.row] ||= []).push(box));
  let rows = byRow.length - 1;
  for (const { row, rows: more } of slivers) rows = Math.max(rows, row + more - 1);
  return { byRow, rows };
}

/** Returns the box or the sliver at a place, or null. */
export function hit(l, row, x) {
  const boxes = l.byRow[row] || [];
  let low = 0;
  for (let high = boxes.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (boxes[middle].x <= x) low = middle + 1;
    else high = middle;
  }
  const box = boxes[low - 1];
  if (box && x < box.x + Math.max(box.w, 0.5)) return box;
  return l.slivers.find((s) => row >= s.row && row < s.row + s.rows && x >= s.x - 1 && x < s.x + Math.max(s.w, 1)) || null;
}

/** Returns where the range of a frame begins. */
export function startOf(source, f, byWidth) {
  if (source.startOf) return source.startOf(f, byWidth);
  let at = 0;
  for (let up = source.parentOf(f); up !== null; f = up, up = source.parentOf(f)) {
    for (const kid of kidsOf(source, up, byWidth)) {
      if (kid === f) break;
      at += source.weight(kid);
    }
  }
  return at;
}

/** Returns how many callers a frame has. */
export function depthOf(source, f) {
  let depth = 0;
  for (let up = source.parentOf(f); up !== null; up = source.parentOf(up)) depth++;
  return depth;
}

/** Returns the innermost frame that holds a range, and where it begins: {f, at}. */
export function holder(source, from, to, byWidth) {
  let found = { f: source.root, at: 0 };
  for (let inner = found; inner; ) {
    found = inner;
    inner = null;
    let { at } = found;
    for (const f of kidsOf(source, found.f, byWidth)) {
      const weight = source.weight(f);
      if (at <= from && at + weight >= to) inner = { f, at };
      if (inner || at > from) break;
      at += weight;
    }
  }
  return found;
}

/** Moves a range into the width of a source, and makes it as wide at most. */
export function inside(source, [from, to]) {
  const total = source.weight(source.root);
  const width = Math.min(total, Math.max(to - from, total * 1e-9));
  const start = Math.max(0, Math.min(from, total - width));
  return [start, start + width];
}

/** Returns the range of a part of a frame, [0, 1]: all of it. */
export function rangeOf(source, f, part, byWidth) {
  const start = startOf(source, f, byWidth);
  return part.map((share) => start + share * source.weight(f));
}

/** Returns which part a range is of a frame that begins at a place. */
export const partIn = (source, { f, at }, range) => range.map((end) => (end - at) / (source.weight(f) || 1));

/** Returns a part of a frame as the address writes it: "@0.25-0.5", or "" for all of it. */
export function partText([low, high], digits = 6) {
  return low < 10 ** -digits && high > 1 - 10 ** -digits ? "" : `@${+low.toFixed(digits)}-${+high.toFixed(digits)}`;
}

/** Returns the part of its frame that a z of the address names: [from, to], [0, 1] if none that makes sense. */
export function partOf(z) {
  const [, low, high] = /@([\d.]+)-([\d.]+)$/.exec(z) ?? ["", 0, 1];
  const [from, to] = [Math.min(1, low), Math.min(1, high)];
  return from < to ? [from, to] : [0, 1];
}

/** Returns the range around a frame, no wider than another one, in which it is wide enough for the keyboard's cursor. */
export function around(source, f, byWidth, [from, to], width) {
  const weight = source.weight(f);
  const middle = startOf(source, f, byWidth) + weight / 2;
  const half = Math.min(to - from, (weight * width) / cursorWidth) / 2;
  return [middle - half, middle + half];
}

/** How wide a frame becomes that the keyboard goes to and that was too narrow, in pixels. */
const cursorWidth = 24;

/**
 * Returns the range around a place that spreads a sliver. Where its frames would stay too narrow even if it filled the
 * picture, only those around the place are shown.
 */
export function spread({ at, weight, frames }, place, width) {
  if (frames.length * leastSpread <= width) return [at, at + weight];
  const half = (weight * width) / (2 * frames.length * goodSpread);
  const middle = Math.max(at + half, Math.min(place, at + weight - half));
  return [middle - half, middle + half];
}

/** The least and the usual width of frames that a click spreads, in pixels. */
const leastSpread = 3;
const goodSpread = 20;
