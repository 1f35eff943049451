// Merged trees: frames of the call tree put together by what calls them, or by what they call. Each frame
// is made when it is looked at, since the whole tree may be many times as large as the call tree.

import { Hash } from "./hash.js";

/** A frame of a merged tree. */
class Frame {
  constructor(source, parent, name, at, from) {
    this.source = source;
    this.parent = parent;
    this.name = name;
    this.at = at; // places in the call tree, see below
    this.from = from;
    this.filled = 0; // how many of them are known already
  }
}

/** What the sources of merged frames have in common. */
class Merged {
  constructor(tree, name, at, from) {
    this.tree = tree;
    this.root = new Frame(this, null, name, at, from);
    this.scratch = new Uint32Array(tree.hashes.names.length);
  }

  nameOf(f) {
    return f.name;
  }

  parentOf(f) {
    return f.parent;
  }

  kids(f) {
    return (f.calls ||= this.expand(f));
  }

  /** Groups places but 0 by their names. From says where each comes from, which is itself where nobody asks. */
  group(parent, places, from = places) {
    const { scratch } = this; // of each name: how many of its places there are, and then the number of its frame
    const { name: nameOf } = this.tree;
    const names = [];
    for (const place of places) if (place && scratch[nameOf[place - 1]]++ === 0) names.push(nameOf[place - 1]);
    names.sort((a, b) => a - b);
    const frames = names.map((name, i) => {
      const size = scratch[name];
      scratch[name] = i;
      return new Frame(this, parent, name, new Uint32Array(size), new Uint32Array(size));
    });
    for (let i = 0; i < places.length; i++) {
      if (!places[i]) continue;
      const frame = frames[scratch[nameOf[places[i] - 1]]];
      frame.at[frame.filled] = places[i];
      frame.from[frame.filled++] = from[i];
    }
    for (const name of names) scratch[name] = 0;
    return frames;
  }

  /** Returns the frame whose path of names has a hash, or null. */
  find(hash) {
    const { tree, root } = this;
    const start = tree.hashes.path(root.name < 0 ? [] : [root.name]);
    if (start.equals(hash)) return root;
    for (const place of root.at) {
      const names = this.search(place, start, hash);
      if (names) return this.walk(names);
    }
    return null;
  }

  /** Returns the frame at the end of a path of names. */
  walk(names) {
    let f = this.root;
    for (const name of names) f = f && this.kids(f).find((kid) => kid.name === name);
    return f || null;
  }
}

/** The frames that some places of the call tree call. A frame's places are those where it is called. */
export class Callees extends Merged {
  constructor(tree, name, places) {
    super(tree, name, places);
    this.rows = this.height([this.root]) - 1;
  }

  weight(f) {
    return (f.total ??= sumOf(f.at, this.tree.totals));
  }

  self(f) {
    return sumOf(f.at, this.tree.selfs);
  }

  expand(f) {
    const places = [];
    for (const place of f.at) for (const kid of this.tree.kids(place)) places.push(kid);
    return this.group(f, places);
  }

  height(frames) {
    let most = 0;
    for (const f of frames) most = Math.max(most, this.tree.height(f.at));
    return most;
  }

  tower(frames) {
    const rows = new Float64Array(this.height(frames));
    for (const f of frames) for (const place of f.at) this.tree.addTower(place, this.tree.end[place], rows);
    return rows;
  }

  ranges(f, call) {
    for (const place of f.at) this.tree.ranges(place, call);
  }

  /** Returns the names from a place up to where the path has a hash. */
  search(place, start, hash) {
    const { tree } = this;
    const hashes = [start];
    for (let i = place + 1; i < tree.end[place]; i++) {
      const d = tree.depth[i] - tree.depth[place];
      hashes[d] ||= new Hash();
      if (!hashes[d].step(hashes[d - 1], tree.hashes.of(tree.name[i - 1])).equals(hash)) continue;
      const names = [];
      for (let p = i; p !== place; p = tree.caller[p]) names.unshift(tree.name[p - 1]);
      return names;
    }
  }
}

/**
 * The frames that call some places of the call tree. A frame's places are those of its own callers, 0 where
 * a stack begins; from says for each of them from where it was reached, which is what it weighs.
 */
export class Callers extends Merged {
  constructor(tree, name, at, from, weights) {
    super(tree, name, at, from);
    this.weights = weights;
    this.rows = this.height([this.root]) - 1;
  }

  /** Returns the tree in which stacks are merged from their leaves. */
  static reverse(tree) {
    const leaves = [];
    for (let f = 1; f < tree.size; f++) if (tree.selfs[f] > 0) leaves.push(f);
    const at = Uint32Array.from(leaves);
    return new Callers(tree, -1, at, at, tree.selfs);
  }

  weight(f) {
    return (f.total ??= sumOf(f.from, this.weights) + (f.name < 0 ? this.tree.selfs[0] : 0));
  }

  self(f) {
    let sum = f.name < 0 ? this.tree.selfs[0] : 0;
    for (let i = 0; i < f.at.length; i++) if (f.at[i] === 0) sum += this.weights[f.from[i]];
    return sum;
  }

  expand(f) {
    const frames = this.group(f, f.at, f.from);
    for (const { at } of frames) for (let i = 0; i < at.length; i++) at[i] = this.tree.caller[at[i]];
    return frames;
  }

  height(frames) {
    let most = 0;
    for (const { at } of frames) for (let i = 0; i < at.length; i++) most = Math.max(most, this.tree.depth[at[i]] + 1);
    return most;
  }

  tower(frames) {
    const { tree, weights } = this;
    const rows = new Float64Array(this.height(frames));
    for (const { at, from } of frames) for (let i = 0; i < at.length; i++) rows[tree.depth[at[i]]] += weights[from[i]];
    for (let row = rows.length - 1; row > 0; row--) rows[row - 1] += rows[row];
    return rows;
  }

  ranges(f, call) {
    const { tree, weights } = this;
    for (const from of f.from) call(from, weights === tree.selfs ? from + 1 : tree.end[from], weights[from]);
    if (f.name < 0) call(0, 1, tree.selfs[0]);
  }

  /** Returns the names from a place down to where the path has a hash. */
  search(place, start, hash) {
    const { tree } = this;
    const own = new Hash(start.hi, start.lo);
    const names = [];
    for (let p = place; p > 0; p = tree.caller[p]) {
      const name = tree.name[p - 1];
      names.push(name);
      if (own.step(own, tree.hashes.of(name)).equals(hash)) return names;
    }
  }
}

function sumOf(places, weights) {
  let sum = 0;
  for (const place of places) sum += weights[place];
  return sum;
}

/** Returns the sources of a view: one, or the two of a function's sandwich, what it calls and what calls it. */
export function sidesOf(tree, { fn, reversed }) {
  if (fn < 0) return [reversed ? Callers.reverse(tree) : tree];
  const places = tree.outermost(fn);
  const at = Uint32Array.from(places, (place) => tree.caller[place]);
  const from = Uint32Array.from(places);
  return [new Callees(tree, fn, from), new Callers(tree, fn, at, from, tree.totals)];
}
