// Chart: what ran when, a lane for each thread. A span is a frame from when it was called until it returned, as far as
// samples or events tell: neighbours share the frames that their stacks begin with. A chart is a source for the picture,
// in which a frame's weight is its time, in nanoseconds from the first sample on.

import { fitting, mostBoxes, rowsOf } from "../../../ui/data/layout.js";

/** A sample whose length nobody knows lasts until the next one of its thread, and no longer than so many usual ones. */
const mostGaps = 2;

/** Neighbours that are closer than this are one sliver, in pixels. */
const closest = 1;

/** What one thread did: the spans of each of its rows, in the order of time. Its first row is the thread itself. */
class Lane {
  constructor(name, from) {
    this.name = name;
    this.from = from;
    this.to = from;
    this.rows = [];
  }
}

/** A list of numbers that grows. */
class Numbers {
  constructor(Kind) {
    this.list = new Kind(1024);
    this.size = 0;
  }

  push(value) {
    if (this.size === this.list.length) {
      const grown = new this.list.constructor(2 * this.size);
      grown.set(this.list);
      this.list = grown;
    }
    this.list[this.size] = value;
    return this.size++;
  }
}

export class Chart {
  /**
   * @param tree      the tree of which spans are frames
   * @param moments   in the order of time: {node: frame of the tree or 0, lane: number, start: time, length: time, or
   *                  undefined where nobody knows it}, each a column
   * @param laneNames the name of the frame at the root of each lane, -1 for stacks of no thread
   */
  constructor(tree, moments, laneNames) {
    this.isTime = true;
    this.tree = tree;
    this.starts = new Numbers(Float64Array);
    this.ends = new Numbers(Float64Array);
    this.nodes = new Numbers(Uint32Array);
    this.parents = new Numbers(Uint32Array);
    this.lanes = [];
    this.root = this.starts.push(0);
    this.laneOf = new Numbers(Uint32Array);
    for (const column of [this.ends, this.nodes, this.parents, this.laneOf]) column.push(0);
    const ends = endsOf(moments, laneNames.length);
    this.build(moments, ends, laneNames);
    this.place();
  }

  /** Makes spans of the moments. */
  build({ node, lane, start }, ends, laneNames) {
    const { tree, nodes, lanes } = this;
    const numbers = new Map();
    const open = []; // of each lane: the spans of its last stack, from the thread on
    const path = [];
    for (let i = 0; i < node.length; i++) {
      if (!node[i] || ends[i] <= start[i]) continue;
      if (!numbers.has(lane[i])) {
        numbers.set(lane[i], lanes.length);
        open.push([this.span(0, 0, lanes.length, start[i])]);
        lanes.push(new Lane(laneNames[lane[i]], start[i]));
      }
      const number = numbers.get(lane[i]);
      const own = lanes[number];
      path.length = 0;
      for (let f = node[i]; f; f = tree.caller[f]) path.push(f);
      if (tree.name[path[path.length - 1] - 1] === own.name) path.pop(); // the thread is the lane's first row
      const spans = open[number];
      let shared = 0;
      if (start[i] <= own.to) while (shared < path.length && shared + 1 < spans.length && nodes.list[spans[shared + 1]] === path[path.length - 1 - shared]) shared++;
      spans.length = shared + 1;
      for (let depth = shared; depth < path.length; depth++) spans.push(this.span(path[path.length - 1 - depth], spans[depth], number, start[i]));
      for (const span of spans) this.ends.list[span] = ends[i];
      own.to = ends[i];
    }
  }

  span(node, parent, lane, start) {
    const f = this.starts.push(start);
    this.ends.push(start);
    this.nodes.push(node);
    this.parents.push(parent);
    this.laneOf.push(lane);
    return f;
  }

  /** Puts the spans into the rows of their lanes, and the lanes below each other. */
  place() {
    const { lanes, starts, parents, laneOf } = this;
    const depths = (this.depths = new Uint32Array(starts.size)); // below the lane's first row
    for (let f = 1; f < starts.size; f++) {
      depths[f] = parents.list[f] ? depths[parents.list[f]] + 1 : 0;
      (lanes[laneOf.list[f]].rows[depths[f]] ||= []).push(f);
    }
    lanes.sort((a, b) => a.rows[0][0] - b.rows[0][0]);
    const isAlone = lanes.length === 1 && lanes[0].name < 0;
    let row = 1;
    for (const [number, lane] of lanes.entries()) {
      lane.row = isAlone ? row - 1 : row; // a lane that is all of the chart needs no name
      row = lane.row + lane.rows.length;
      lane.rows = lane.rows.map((list) => Uint32Array.from(list));
      for (const f of lane.rows[0]) laneOf.list[f] = number;
    }
    for (let f = 1; f < starts.size; f++) if (parents.list[f]) laneOf.list[f] = laneOf.list[parents.list[f]];
    this.isAlone = isAlone;
    this.rows = row - 1;
    this.length = lanes.reduce((most, { to }) => Math.max(most, to), 0);
    this.ends.list[0] = this.length;
  }

  weight(f) {
    return this.ends.list[f] - this.starts.list[f];
  }

  /** Time in which nothing was called that is known of. */
  self(f) {
    return this.weight(f) - this.kids(f).reduce((sum, kid) => sum + this.weight(kid), 0);
  }

  nameOf(f) {
    const node = this.nodes.list[f];
    if (node) return this.tree.name[node - 1];
    return f ? this.lanes[this.laneOf.list[f]].name : -1;
  }

  /** The frame of the tree that a span is, 0 for none. */
  nodeOf(f) {
    return this.nodes.list[f];
  }

  parentOf(f) {
    return f ? this.parents.list[f] : null;
  }

  startOf(f) {
    return this.starts.list[f];
  }

  kids(f) {
    if (!f) return this.lanes.map(({ rows }) => rows[0][0]);
    const row = this.lanes[this.laneOf.list[f]].rows[this.depths[f] + 1] ?? [];
    const kids = [];
    for (let i = this.firstAfter(row, this.starts.list[f]); i < row.length && this.starts.list[row[i]] < this.ends.list[f]; i++) kids.push(row[i]);
    return kids;
  }

  /** Returns the spans of a row: those before and after it. */
  siblings(f) {
    return f ? this.lanes[this.laneOf.list[f]].rows[this.depths[f]] : [f];
  }

  height() {
    return 1;
  }

  find() {
    return null;
  }

  /** Returns the number of the first span of a row that ends after a time. */
  firstAfter(row, time) {
    let low = 0;
    for (let high = row.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.ends.list[row[middle]] <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  layout(from, to, { width, min }) {
    return fitting(min, (least) => this.placeRange(from, to, width / (to - from || 1), least));
  }

  placeRange(from, to, scale, least) {
    const boxes = [{ f: 0, name: -1, at: 0, weight: this.length, x: -from * scale, w: this.length * scale, row: 0 }];
    const slivers = [];
    for (const lane of this.lanes) {
      for (let depth = this.isAlone ? 1 : 0; depth < lane.rows.length; depth++) {
        this.placeRow(lane.rows[depth], { from, to, scale, least, row: lane.row + depth }, boxes, slivers);
        if (boxes.length + slivers.length > mostBoxes) return null;
      }
    }
    return { boxes, slivers, from, to, ...rowsOf(boxes, slivers), rows: this.rows };
  }

  placeRow(row, { from, to, scale, least, row: number }, boxes, slivers) {
    const starts = this.starts.list;
    const ends = this.ends.list;
    for (let i = this.firstAfter(row, from); i < row.length && starts[row[i]] < to; ) {
      const f = row[i];
      const at = starts[f];
      const place = { at, x: (at - from) * scale, row: number };
      if ((ends[f] - at) * scale >= least) {
        boxes.push({ f, name: this.nameOf(f), weight: ends[f] - at, w: (ends[f] - at) * scale, ...place });
        i++;
        continue;
      }
      let next = i + 1;
      while (next < row.length && (ends[row[next]] - starts[row[next]]) * scale < least && (starts[row[next]] - ends[row[next - 1]]) * scale < closest) next++;
      const weight = ends[row[next - 1]] - at;
      slivers.push({ frames: row.subarray(i, next), weight, w: weight * scale, rows: 1, ...place });
      i = next;
    }
  }
}

/** Returns when each moment ends: after its length, but not after the next of its lane begins. */
function endsOf({ lane, start, length }, lanes) {
  const n = start.length;
  const ends = new Float64Array(n);
  const next = new Float64Array(lanes).fill(Infinity);
  const usual = length ? [] : usualGaps(lane, start, lanes);
  for (let i = n - 1; i >= 0; i--) {
    const most = length ? length[i] : mostGaps * usual[lane[i]];
    ends[i] = Math.min(start[i] + most, next[lane[i]]);
    if (start[i] < next[lane[i]]) next[lane[i]] = start[i];
    else ends[i] = start[i]; // two at the same time: the later one is shown
  }
  return ends;
}

/** Returns the median time between two moments of each lane. */
function usualGaps(lane, start, lanes) {
  const gaps = Array.from({ length: lanes }, () => []);
  const last = new Float64Array(lanes).fill(-1);
  for (let i = 0; i < start.length; i++) {
    if (last[lane[i]] >= 0 && start[i] > last[lane[i]]) gaps[lane[i]].push(start[i] - last[lane[i]]);
    last[lane[i]] = start[i];
  }
  const all = gaps.flat().sort((a, b) => a - b);
  return gaps.map((own) => own.sort((a, b) => a - b)[own.length >> 1] ?? all[all.length >> 1] ?? 1e6);
}
