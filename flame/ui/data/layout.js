// Layout: which rectangles to draw of a source, and where. Pure geometry, in pixels from the left and in
// rows from the root's.
//
// A box is a frame with a rectangle of its own: {f, name, x, w, row}. A sliver is one rectangle for several
// neighbours that are too narrow, or for what stands on them: {frames, count, x, w, row, rows}.

/** Blank at each side of the frames, in pixels. */
export const pad = 10;

/** The most rectangles of a picture: browsers take long over more. */
const mostBoxes = 6000;

/** So far above the zoomed frame frames must be wider to be drawn: a deep recursion has many rows. */
const deepRows = 256;

/**
 * Lays out what stands on the frame zoomed into, and that frame's callers below it at full width.
 *
 * @param source where frames come from, see tree.js
 * @param zoom   the frame that is as wide as the picture
 * @param o      {width, min: the narrowest box, byWidth: the widest callee comes first, span: which of its callees are as
 *               wide as the picture, [from, to), if not all}
 */
export function layout(source, zoom, o) {
  for (let { min } = o; ; min = Math.max(min, 0.05) * 1.25) {
    const l = place(source, zoom, { ...o, min });
    if (l) return l;
  }
}

function place(source, zoom, o) {
  const boxes = ancestors(source, zoom, o.width);
  const first = boxes.length - 1;
  const slivers = [];
  const spread = kidsOf(source, zoom, o.byWidth).slice(...(o.span || []));
  const scale = o.width / ((o.span ? spread.reduce((sum, f) => sum + source.weight(f), 0) : source.weight(zoom)) || 1);
  // How many callers the zoomed frame has does not count: a narrower picture would have them, too.
  const count = () => boxes.length - first + slivers.length;
  for (let i = first; i < boxes.length; i++) {
    const caller = boxes[i];
    const kids = i > first ? kidsOf(source, caller.f, o.byWidth) : spread;
    if (!kids.length) continue;
    const deep = Math.max(1, (caller.row + 1 - first) / deepRows);
    placeKids(source, caller, kids, scale, o.min * deep * deep, boxes, slivers);
    if (count() > mostBoxes) return null;
  }
  const runs = slivers.length;
  for (let i = 0; i < runs; i++) stack(source, slivers[i], scale, slivers);
  if (count() > mostBoxes * 1.5) return null;
  return { boxes, slivers, zoomed: first, rows: rowsOf(boxes) };
}

/** Returns the boxes of a frame and of what calls it, the root first. */
function ancestors(source, zoom, width) {
  const boxes = [];
  for (let f = zoom; f !== null; f = source.parentOf(f)) boxes.push({ f, name: source.nameOf(f), x: 0, w: width, row: 0 });
  boxes.reverse().forEach((box, row) => (box.row = row));
  return boxes;
}

/** Returns the callees of a frame in the order in which they stand. */
export function kidsOf(source, f, byWidth) {
  const kids = source.kids(f);
  return byWidth ? kids.slice().sort((a, b) => source.weight(b) - source.weight(a)) : kids;
}

/** Gives each callee of a box its own box, or a part in a sliver if it is narrower than least. */
function placeKids(source, caller, kids, scale, least, boxes, slivers) {
  const row = caller.row + 1;
  let { x } = caller;
  let open = null;
  for (const f of kids) {
    const w = source.weight(f) * scale;
    if (w >= least) {
      boxes.push({ f, name: source.nameOf(f), x, w, row });
      open = null;
    } else {
      if (!open) slivers.push((open = { frames: [], x, w: 0, row, rows: 1 }));
      open.frames.push(f);
      open.w += w;
    }
    x += w;
  }
}

/**
 * Puts the rows that stand on a sliver's lowest row on top of it. Rows that differ by less than half a pixel
 * are one rectangle: most slivers are a hair's breadth wide and many rows high.
 */
function stack(source, sliver, scale, slivers) {
  if (sliver.w < 0.5) {
    sliver.rows = source.height(sliver.frames);
    return;
  }
  const widths = source.tower(sliver.frames);
  let last = sliver;
  for (let i = 1; i < widths.length; i++) {
    const w = widths[i] * scale;
    if (last.w - w <= 0.5) last.rows++;
    else slivers.push((last = { frames: sliver.frames, x: sliver.x, w, row: sliver.row + i, rows: 1 }));
  }
}

/** Returns for each row its boxes from left to right. */
function rowsOf(boxes) {
  const rows = [];
  for (const box of boxes) (rows[box.row] ||= []).push(box);
  return rows;
}

/** Returns the box or the sliver at a place, or null. */
export function hit(l, row, x) {
  const boxes = l.rows[row] || [];
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
