// The call tree: columns of numbers in pre-order, so that what a frame calls stands behind it, up to end.
//
// A tree is a source of frames for the layout. So are the trees of merged.js, which make their frames only
// when somebody looks at them. A source has, for a frame f that it knows:
//
//   root, weight(f), self(f), nameOf(f) (-1: the root), parentOf(f) (null for the root), kids(f)
//   tower(frames)       the weights of the rows that stand on a row of frames, this row being the first
//   height(frames)      how many rows these are
//   ranges(f, call)     calls call(from, to, weight) for the ranges of the call tree whose stacks f stands for
//   find(hash)          the frame whose path of names has a hash, or null
//   rows                how many rows there are on top of the root's

import { Hash } from "./hash.js";
import { towersOf } from "./towers.js";

export class Tree {
  constructor(r, n) {
    this.size = n;
    this.root = 0;
    this.readCallers(r, n);
    this.name = r.column(n - 1);
    this.readSelfs(r, n);
    this.sum();
  }

  readCallers(r, n) {
    const callers = (this.caller = new Uint32Array(n));
    const end = (this.end = new Uint32Array(n).fill(n));
    let depth = new Uint16Array(n);
    for (let i = 1; i < n; i++) {
      let caller = i - 1;
      for (let up = r.number(); up > 0; up--) {
        end[caller] = i;
        caller = callers[caller];
      }
      callers[i] = caller;
      const d = depth[caller] + 1;
      if (d > 65535 && depth.BYTES_PER_ELEMENT < 4) depth = Uint32Array.from(depth);
      depth[i] = d;
    }
    this.depth = depth;
  }

  /** Reads the weights, into 32 bits each where that is enough for their sum. */
  readSelfs(r, n) {
    const start = r.at;
    const read = (selfs) => {
      for (let i = 0; i < n; i++) sum += selfs[i] = r.number();
      return selfs;
    };
    let sum = 0;
    let selfs = read(new Uint32Array(n));
    if (sum >= 2 ** 32) {
      r.at = start;
      sum = 0;
      selfs = read(new Float64Array(n));
    }
    this.exact = sum <= 2 ** 53;
    this.selfs = selfs;
    this.all = selfs; // with what is hidden now
    this.totals = selfs.slice();
    this.top = this.depth.slice();
  }

  /** Works out what follows from the selfs. */
  sum() {
    const { caller, totals, top, depth, size } = this;
    totals.set(this.selfs);
    top.set(depth);
    for (let i = size - 1; i > 0; i--) {
      const c = caller[i];
      totals[c] += totals[i];
      if (top[c] < top[i] && totals[i] > 0) top[c] = top[i];
    }
    this.rows = top[0];
    this.stats = this.towers = null;
  }

  /** Takes the stacks that end in some ranges out. */
  hide(ranges) {
    this.selfs = this.all.slice();
    for (const [from, to] of ranges) this.selfs.fill(0, from, to);
    this.sum();
  }

  weight(f) {
    return this.totals[f];
  }

  self(f) {
    return this.selfs[f];
  }

  nameOf(f) {
    return f ? this.name[f - 1] : -1;
  }

  parentOf(f) {
    return f ? this.caller[f] : null;
  }

  kids(f) {
    const kids = [];
    for (let k = f + 1; k < this.end[f]; k = this.end[k]) if (this.totals[k] > 0) kids.push(k);
    return kids;
  }

  tower(frames) {
    const rows = new Float64Array(this.height(frames));
    const ordered = Uint32Array.from(frames).sort(); // neighbours are one range
    let [from] = ordered;
    let to = from;
    for (const f of ordered) {
      if (f !== to) {
        this.addTower(from, to, rows);
        from = f;
      }
      to = this.end[f];
    }
    this.addTower(from, to, rows);
    return rows;
  }

  /** Adds the weights of some frames' rows and of those on top of them to rows. */
  addTower(from, to, rows) {
    (this.towers ||= towersOf(this))(from, to, rows);
  }

  /** Returns how many rows stand on a row of frames, this row included. */
  height(frames) {
    return frames.reduce((most, f) => Math.max(most, this.top[f] - this.depth[f] + 1), 0);
  }

  ranges(f, call) {
    call(f, this.end[f], this.totals[f]);
  }

  find(hash) {
    const hashes = [new Hash()];
    if (hashes[0].equals(hash)) return 0;
    for (let f = 1; f < this.size; f++) {
      const d = this.depth[f];
      const own = (hashes[d] ||= new Hash());
      own.step(hashes[d - 1], this.hashes.of(this.name[f - 1]));
      if (own.equals(hash)) return f;
    }
    return null;
  }

  /** Returns for each name the weight of the stacks that hold it and of those that end in it, and its places; in all of the tree, or in what stands on a frame. */
  measure(root = 0) {
    if (!root && this.stats) return this.stats;
    const n = this.hashes.names.length;
    const stats = { total: new Float64Array(n), self: new Float64Array(n), places: new Uint32Array(n) };
    const open = new Uint32Array(n); // end of the outermost frame of the name that was seen last
    const { name, totals, selfs, end } = this;
    for (let f = root || 1; f < end[root]; f++) {
      const k = name[f - 1];
      if (totals[f] === 0) continue;
      stats.places[k]++;
      stats.self[k] += selfs[f];
      if (f < open[k]) continue; // called by itself: these stacks are counted
      stats.total[k] += totals[f];
      open[k] = end[f];
    }
    return root ? stats : (this.stats = stats);
  }

  /** Returns the outermost frames of a name, so that each stack is there once. */
  outermost(fn) {
    const { name, totals, end, size } = this;
    const found = [];
    for (let f = 1; f < size; ) {
      if (name[f - 1] === fn && totals[f] > 0) {
        found.push(f);
        f = end[f];
      } else f++;
    }
    return found;
  }
}

/** Returns the frame of a source that weighs most. */
export const widestOf = (source, frames) => frames.reduce((a, b) => (source.weight(b) > source.weight(a) ? b : a));
