// Refine: the call tree as the chips leave it. A chip does what the flag of its name does, and in the order of the
// flags, whatever order the chips came in: first which stacks there are (thread, focus, ignore, and those of categories), then their frames
// (hide), where they begin (show-from, skip-after), and recursion. A stack of which no frame is left is left out.
//
// Which stacks there are only blanks weights. The rest builds a new tree, in one pass over the frames in pre-order.

/** What is asked of a function, as bits of one number. */
export const hide = 1;
export const showFrom = 2;
export const skipAfter = 4;
export const recursion = 8;

/** The bits of what a stack holds: so many expressions of focus at most, and ignore. */
export const mostFocuses = 7;
export const ignored = 1 << mostFocuses;

/**
 * Returns the refined tree, {size, caller, end, depth, name}, with what becomes of each frame: to is its frame in the
 * new tree, negative if it has none and null if the tree stays the same; keep says whether its own weight counts.
 *
 * @param tree   {size, caller, end, depth, name}, see codec.js
 * @param chips  {focuses: how many, held: bits by name, ops: bits by name, from: whether stacks have to begin at
 *               something, threads: by name, whether it is a thread, thread: the name of the only one to keep, or -1;
 *               cats: the category of each frame, keeps: by category, whether its stacks are kept; absent: all are}
 */
export function refine(tree, chips) {
  const keep = kept(tree, chips);
  if (!chips.ops.some((op) => op)) return { ...tree, to: null, keep };
  return { ...rebuild(tree, chips), keep };
}

/** Says for each frame whether the stacks that end there are to be seen. */
function kept({ size, caller, name }, { focuses, held, ops, thread, cats, keeps }) {
  const keep = new Uint8Array(size).fill(1);
  const all = (1 << focuses) - 1;
  if (focuses || held.some((bits) => bits)) {
    const seen = new Uint8Array(size);
    for (let f = 1; f < size; f++) {
      seen[f] = seen[caller[f]] | held[name[f - 1]];
      keep[f] = (seen[f] & all) === all && seen[f] < ignored ? 1 : 0;
    }
    keep[0] = 0;
  }
  if (keeps) for (let f = 0; f < size; f++) if (!f || !keeps[cats[f]]) keep[f] = 0;
  if (thread >= 0) {
    for (let f = 1, on = false; f < size; f++) {
      if (!caller[f]) on = name[f - 1] === thread;
      if (!on) keep[f] = 0;
    }
    keep[0] = 0;
  }
  if (ops.some((op) => op)) keep[0] = 0; // what has no frames has none that could be left
  return keep;
}

/**
 * Says what an expression that matches some names would keep of a refined tree as a chip "focus": {names: how many of those
 * that are left match, weight: what the stacks that hold one weigh}. What there is of them is asked of the frames as they were
 * recorded, as the chip does.
 */
export function wouldKeep({ size, caller, name }, marks, column, { keep, to }) {
  const held = new Uint8Array(size);
  const live = new Uint8Array(size);
  let weight = 0;
  for (let f = 1; f < size; f++) {
    held[f] = held[caller[f]] | marks[name[f - 1]];
    if (!column[f] || !keep[f] || (to && to[f] <= 0)) continue;
    live[f] = 1;
    if (held[f]) weight += column[f];
  }
  const found = new Uint8Array(marks.length);
  for (let f = size - 1; f > 0; f--) {
    if (!live[f]) continue;
    live[caller[f]] = 1;
    found[name[f - 1]] = marks[name[f - 1]];
  }
  return { names: found.reduce((sum, mark) => sum + mark, 0), weight };
}

const notBegun = -1;

/** Builds the tree of the frames that are left. */
function rebuild({ size, caller, name }, { ops, from, threads }) {
  const grown = new Growing(size);
  const to = new Int32Array(size);
  const begun = new Uint8Array(size); // whether a frame or one of its callers is left, before skip-after
  const thread = new Int32Array(size); // the frame of the thread that a stack belongs to, or 0
  to[0] = from ? notBegun : 0;
  for (let f = 1; f < size; f++) {
    const k = name[f - 1];
    const op = ops[k];
    const up = caller[f];
    begun[f] = begun[up];
    thread[f] = thread[up];
    to[f] = to[up];
    if (op & hide || (to[up] === notBegun && !(op & showFrom))) continue;
    let parent = Math.max(0, to[up]);
    if (op & skipAfter) parent = thread[up];
    to[f] = op & recursion && grown.name[parent] === k ? parent : grown.call(parent, k, up);
    if (threads[k] && !begun[up]) thread[f] = to[f];
    begun[f] = 1;
  }
  const { tree, place } = grown.inOrder();
  for (let f = 0; f < size; f++) if (to[f] > 0) to[f] = place[to[f]];
  return { ...tree, to };
}

/**
 * A tree that grows. Frames of the same name and caller are one. Most callees come from one frame of the old tree, in
 * the order of names and without doubles, and are put at the end of a list; where a second old frame adds to the same
 * list, all of them go into a hash table, and the list is sorted in the end.
 */
class Growing {
  constructor(most) {
    this.parent = new Int32Array(most);
    this.name = new Int32Array(most).fill(-1);
    this.first = new Int32Array(most);
    this.last = new Int32Array(most);
    this.next = new Int32Array(most);
    this.owner = new Int32Array(most).fill(-1); // the old frame that the callees of a frame come from
    this.mixed = new Uint8Array(most); // whether they come from several
    this.table = new Int32Array(1 << 12);
    this.used = 0;
    this.size = 1;
  }

  /** Returns the frame of a name that a parent calls, adding it if it is new. The caller is from the old tree. */
  call(parent, name, caller) {
    if (!this.mixed[parent] && this.owner[parent] !== caller) {
      if (this.owner[parent] < 0) this.owner[parent] = caller;
      else this.mix(parent);
    }
    if (this.mixed[parent]) {
      const known = this.table[this.slot(parent, name)];
      if (known) return known;
    }
    const f = this.size++;
    this.parent[f] = parent;
    this.name[f] = name;
    if (this.last[parent]) this.next[this.last[parent]] = f;
    else this.first[parent] = f;
    this.last[parent] = f;
    if (this.mixed[parent]) this.remember(f);
    return f;
  }

  mix(parent) {
    this.mixed[parent] = 1;
    for (let f = this.first[parent]; f; f = this.next[f]) this.remember(f);
  }

  slot(parent, name) {
    const { table } = this;
    const mask = table.length - 1;
    let h = Math.imul(parent, 0x9e3779b1) ^ Math.imul(name, 0x85ebca6b);
    for (h = (h ^ (h >>> 15)) & mask; ; h = (h + 1) & mask) {
      const f = table[h];
      if (!f || (this.parent[f] === parent && this.name[f] === name)) return h;
    }
  }

  remember(f) {
    if (++this.used * 2 > this.table.length) {
      const old = this.table;
      this.table = new Int32Array(old.length * 4);
      for (const known of old) if (known) this.table[this.slot(this.parent[known], this.name[known])] = known;
    }
    this.table[this.slot(this.parent[f], this.name[f])] = f;
  }

  /** Returns the tree in pre-order, callees in the order of names, and the place of each frame in it. */
  inOrder() {
    const { size, parent, first, next } = this;
    for (let f = 0; f < size; f++) if (this.mixed[f]) this.sortCallees(f);
    const place = new Int32Array(size);
    const caller = new Uint32Array(size);
    const end = new Uint32Array(size).fill(size);
    const depth = new Uint32Array(size);
    const name = new Uint32Array(Math.max(0, size - 1));
    let f = 0;
    for (let at = 0; ; ) {
      place[f] = at;
      if (at) {
        caller[at] = place[parent[f]];
        depth[at] = depth[caller[at]] + 1;
        name[at - 1] = this.name[f];
      }
      at++;
      if (first[f]) {
        f = first[f];
        continue;
      }
      while (f && !next[f]) {
        end[place[f]] = at;
        f = parent[f];
      }
      if (!f) break;
      end[place[f]] = at;
      f = next[f];
    }
    return { tree: { size, caller, end, depth, name }, place };
  }

  sortCallees(f) {
    const list = [];
    for (let callee = this.first[f]; callee; callee = this.next[callee]) list.push(callee);
    list.sort((a, b) => this.name[a] - this.name[b]);
    list.forEach((callee, i) => (this.next[callee] = list[i + 1] || 0));
    [this.first[f]] = list;
  }
}

/** Moves a column of weights to the refined tree. */
export function move(column, { size, to, keep }) {
  const moved = new Float64Array(size);
  if (!to) {
    for (let f = 0; f < size; f++) moved[f] = keep[f] ? column[f] : 0;
    return moved;
  }
  for (let f = 1; f < column.length; f++) if (keep[f] && to[f] > 0) moved[to[f]] += column[f];
  return moved;
}
