// Sandwich: a function with what calls it above and what it calls below. Both sides are as wide as the function, and
// the picture shows the same range of both.

import { kidsOf, layout, rowsOf, startOf } from "../../../ui/data/layout.js";

export class Sandwich {
  /** Callers and callees are the two merged trees of the function, see ../../../ui/data/merged.js. */
  constructor(callers, callees) {
    this.callers = callers;
    this.callees = callees;
    this.root = callees.root;
    this.rows = callers.rows + callees.rows;
  }

  /** Says whether a frame stands above the function. */
  isCaller(f) {
    return f.source === this.callers;
  }

  weight(f) {
    return f.source.weight(f);
  }

  self(f) {
    return f.source.self(f);
  }

  nameOf(f) {
    return f.name;
  }

  /** Returns the frame next to a frame on the way to the function, which is the root of both sides. */
  parentOf(f) {
    return f.parent === this.callers.root ? this.root : f.parent;
  }

  kids(f) {
    return f.source.kids(f);
  }

  /** Returns the frames next above the function. */
  get firstCallers() {
    return this.callers.kids(this.callers.root);
  }

  siblings(f, byWidth) {
    return f === this.root ? [f] : kidsOf(f.source, f.parent, byWidth);
  }

  startOf(f, byWidth) {
    return startOf(f.source, f, byWidth);
  }

  height(frames) {
    return frames[0].source.height(frames);
  }

  tower(frames) {
    return frames[0].source.tower(frames);
  }

  /** Returns the frame of one side whose path of names from the function has a hash, or null. */
  find(hash, isCaller) {
    const found = (isCaller ? this.callers : this.callees).find(hash);
    return found === this.callers.root ? this.root : found;
  }

  /** Lays out both sides as one picture; spine is the row of the function. */
  layout(from, to, o) {
    const up = layout(this.callers, from, to, { ...o, callers: 0 });
    const down = layout(this.callees, from, to, { ...o, callers: 0 });
    const spine = up.rows;
    for (const box of up.boxes) box.row = spine - box.row;
    for (const sliver of up.slivers) sliver.row = spine - (sliver.row + sliver.rows - 1);
    for (const one of [...down.boxes, ...down.slivers]) one.row += spine;
    const boxes = [...down.boxes, ...up.boxes.slice(1)]; // both sides have the function
    const slivers = [...down.slivers, ...up.slivers];
    return { boxes, slivers, from, to, spine, ...rowsOf(boxes, slivers) };
  }
}
