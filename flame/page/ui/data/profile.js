// Profile: the data of the page, and the tree that thread, chips and metric leave of it. It knows no document.

import { Hash, Hashes } from "../../../ui/data/hash.js";
import { Callees, Callers } from "../../../ui/data/merged.js";
import { Tree } from "../../../ui/data/tree.js";
import { weightFormat } from "../../../ui/data/format.js";
import { partOf } from "../../../ui/data/layout.js";
import { compile } from "../../../ui/data/re.js";
import { Chart } from "./chart.js";
import * as ops from "./refine.js";
import { Sandwich } from "./sandwich.js";

/** What each chip asks of a function, see refine.js. */
const shapes = { hide: ops.hide, "show-from": ops.showFrom, "skip-after": ops.skipAfter };

export class Profile {
  /** Data is what codec.js read. */
  constructor(data) {
    this.data = data;
    this.head = data.head;
    this.names = data.names;
    this.metrics = data.head.metrics;
    this.metricKeys = keysOf(data.head.metrics);
    this.isPair = data.head.sides > 1;
    this.beyond = this.metrics.map(({ beyond }) => beyond && { self: new Set(beyond.self), total: new Set(beyond.total) });
    this.hashes = new Hashes(data.names);
    this.isThread = Uint8Array.from(data.looks, (look) => look & 1);
    this.threads = this.threadsOf();
    this.wholes = data.columns.map((sides) => sides.map((column) => column.reduce((a, b) => a + b, 0)));
  }

  /** Returns the names of the threads, in the order of the tree. */
  threadsOf() {
    const { name, end, size } = this.data;
    const threads = new Set();
    for (let f = 1; f < size; f = end[f]) if (this.isThread[name[f - 1]]) threads.add(name[f - 1]);
    return [...threads];
  }

  text(name) {
    return name < 0 ? "all" : this.names[name];
  }

  fileOf(name) {
    return this.data.files[this.data.file[name]] || "";
  }

  lineOf(name) {
    return this.data.line[name];
  }

  moduleOf(name) {
    return this.data.modules[this.data.module[name]] || "";
  }

  /** Returns the category of a function's own work, and 0, own code, where that is its caller's. */
  categoryOf(name) {
    return Math.max(0, (this.data.looks[name] >> 1) - 1);
  }

  /** Returns the function with a hash, as text, or -1. */
  find(text) {
    if (this.found?.text === text) return this.found.name;
    const hash = text && Hash.parse(text);
    const name = hash ? this.names.findIndex((_, name) => this.hashes.path([name]).equals(hash)) : -1;
    this.found = { text, name };
    return name;
  }

  hashOf(name) {
    const text = String(this.hashes.path([name]));
    this.found = { text, name }; // it will be looked for
    return text;
  }

  /** Returns the number of the metric with a name: that of an event, or of a column. */
  metricNamed(name) {
    const found = name ? this.metricKeys.indexOf(name) : -1;
    return found < 0 ? this.head.show : found;
  }

  /** Whether it is known which changes are noise: that was tested for whole profiles, without chips. */
  get isTested() {
    return !this.isRefined && !!this.beyond[this.metric];
  }

  /** Whether the change of a function's self or total is inside the noise, as far as that is known. */
  isNoise(kind, name) {
    return this.isTested && !this.beyond[this.metric][kind].has(name);
  }

  /** Whether it is known when the weights of the metric were added. */
  get hasTimes() {
    return !!this.data.moments?.[this.metric];
  }

  /**
   * Brings the trees to a state of the page: chips, thread, metric, side, and in the view of time the range of it.
   * Returns what that changed: {tree: the trees, weights: what their frames weigh}.
   */
  update(state) {
    const { chips, t, side } = state;
    const shape = JSON.stringify([chips, t]);
    this.isRefined = chips.length > 0 || !!t;
    const metric = this.metricNamed(state.m);
    const shown = this.isPair && side !== "before" ? 1 : 0;
    const tree = shape !== this.shape || metric !== this.metric || shown !== this.shown;
    if (shape !== this.shape) this.refined = ops.refine(this.data, this.chipsOf(chips, t));
    if (tree) Object.assign(this, { shape, metric, shown, cats: null, madeChart: null });
    const range = (this.hasTimes && state.v === "chart" && partOf(state.z).join("-")) || "0-1";
    if (!tree && range === this.rangeKey) return { tree: false, weights: false };
    this.rangeKey = range;
    this.range = range === "0-1" ? null : partOf(state.z).map((part) => part * this.chart.length);
    const columns = this.range ? [this.columnIn(...this.range)] : this.data.columns[metric];
    this.column = columns[shown];
    this.trees = columns.map((column) => this.treeOf(column));
    this.tree = this.trees[shown];
    this.grouped = new Map();
    this.counted = null;
    const described = this.metrics[metric];
    this.isFiltered = !!described.whole; // before it came into the page
    this.whole = described.whole ?? this.wholes[metric][shown];
    this.weightText = weightFormat(described, this.wholes[metric].every((sum) => sum <= 2 ** 53));
    this.isAbsolute = !!described.absolute;
    return { tree, weights: true };
  }

  /** What shares are of, as in the table of "fold top": all there was before filters and chips, or the range of time. */
  get base() {
    return this.isPair || this.range ? this.tree.totals[0] : this.whole;
  }

  /** How much chips, thread and range leave: {frames, functions}. */
  get left() {
    if (this.counted) return this.counted;
    const { trees, tree, names } = this;
    const seen = new Uint8Array(names.length);
    const counted = { frames: 0, functions: 0 };
    for (let f = 1; f < tree.size; f++) {
      if (!trees.some(({ totals }) => totals[f] > 0)) continue;
      counted.frames++;
      if (!seen[tree.name[f - 1]]) counted.functions += seen[tree.name[f - 1]] = 1;
    }
    return (this.counted = counted);
  }

  /** Returns how long the weights of the metric took, in nanoseconds; undefined where they are no times. */
  lengthsOf({ weight }) {
    const { unit, per, scale = 0 } = this.metrics[this.metric];
    return unit === "nanoseconds" ? weight.map((w) => (w * per) / 10 ** scale) : undefined;
  }

  /** Returns the self weights of what was added in a range of time. Of a time that is partly in it, that part counts. */
  columnIn(from, to) {
    const moments = this.data.moments[this.metric];
    const { node, time, weight } = moments;
    const lengths = this.lengthsOf(moments);
    const column = new Float64Array(this.data.size);
    for (let i = 0; i < node.length; i++) {
      const length = lengths?.[i] ?? 0;
      if (!length) {
        if (time[i] >= from && time[i] < to) column[node[i]] += weight[i];
        continue;
      }
      const part = (Math.min(to, time[i] + length) - Math.max(from, time[i])) / length;
      if (part > 0) column[node[i]] += Math.round(weight[i] * part);
    }
    return column;
  }

  /** The chart of what chips and thread leave. */
  get chart() {
    if (this.madeChart) return this.madeChart;
    const { data, refined } = this;
    const moments = data.moments[this.metric];
    const { lanes, names } = this.lanesOf();
    const node = moments.node.map((f) => (!refined.keep[f] ? 0 : refined.to ? Math.max(0, refined.to[f]) : f));
    const lane = moments.node.map((f) => lanes[f]);
    const length = this.lengthsOf(moments);
    return (this.madeChart = new Chart(refined, { node, lane, start: moments.time, length }, names));
  }

  /**
   * Returns for each frame the number of its lane, and for each lane the name of the frame at its root, -1 for stacks of no
   * thread. Where threads stand on their process, each has a lane of its own, which begins with the process.
   */
  lanesOf() {
    const { caller, name, size } = this.data;
    const lanes = new Uint32Array(size);
    const names = [-1];
    const isHead = new Uint8Array(size).fill(1, 0, 1);
    for (let f = 1; f < size; f++) {
      const up = caller[f];
      isHead[f] = isHead[up] & this.isThread[name[f - 1]];
      lanes[f] = isHead[f] ? names.push(up ? names[lanes[up]] : name[f - 1]) - 1 : lanes[up];
    }
    return { lanes, names };
  }

  /** Returns the refined tree with the weights of a column. */
  treeOf(column) {
    const { size, caller, end, depth, name } = this.refined;
    const selfs = ops.move(column, this.refined);
    const tree = Object.assign(Object.create(Tree.prototype), {
      size, root: 0, caller, end, depth, name, selfs, all: selfs, totals: new Float64Array(size), top: depth.slice(), hashes: this.hashes,
    });
    tree.sum();
    return tree;
  }

  /** Returns what chips and thread ask for, as refine takes it. */
  chipsOf(chips, thread) {
    const n = this.names.length;
    const asked = { ...this.keptCategories(chips), focuses: 0, held: new Uint8Array(n), ops: new Uint8Array(n), from: false, threads: this.isThread, thread: -1 };
    if (thread === "*") this.isThread.forEach((is, name) => is && (asked.ops[name] |= ops.hide));
    else if (thread) asked.thread = this.names.indexOf(thread);
    for (const [op, pattern] of chips) {
      const mark = (column, bit) => this.matching(pattern).forEach((does, name) => does && (column[name] |= bit));
      if (op === "focus" && asked.focuses < ops.mostFocuses) mark(asked.held, 1 << asked.focuses++);
      else if (op === "ignore") mark(asked.held, ops.ignored);
      else if (op === "recursion") asked.ops.forEach((_, name) => (asked.ops[name] |= ops.recursion));
      else if (shapes[op]) mark(asked.ops, shapes[op]);
      asked.from ||= op === "show-from";
    }
    return asked;
  }

  /** Returns which categories the chips keep, as refine takes it. Of several to focus on, stacks of any are kept. */
  keptCategories(chips) {
    const { cats } = this.head;
    const named = (op) => chips.filter((chip) => chip[0] === op).map(([, name]) => name);
    const [focused, ignored] = ["focus-category", "ignore-category"].map(named);
    if (!focused.length && !ignored.length) return {};
    return { cats: this.recordedCats, keeps: cats.map((name) => (!focused.length || focused.includes(name)) && !ignored.includes(name)) };
  }

  /**
   * Says what a pattern would keep of what is shown, as the chip "focus" does: {names: how many functions match, weight}. It
   * throws a SyntaxError where the pattern is no expression.
   */
  preview(pattern) {
    compile(pattern, false);
    return ops.wouldKeep(this.data, this.matching(pattern), this.column, this.refined);
  }

  /**
   * Says for each name whether a pattern matches: the function, its file or its module, as for the flags. What is no
   * expression matches nothing.
   */
  matching(pattern) {
    const { files, file, modules, module } = this.data;
    const n = this.names.length;
    let test;
    try {
      test = compile(pattern, false);
    } catch {
      return new Uint8Array(n);
    }
    const inFile = files.map((text) => test(text));
    const inModule = modules.map((text) => test(text));
    return Uint8Array.from(this.names, (_, name) => test(this.plain(name)) || inFile[file[name]] || inModule[module[name]]);
  }

  /** Returns a name without its module before it. */
  plain(name) {
    const text = this.names[name];
    const prefix = this.head.prefixed ? this.moduleOf(name) + "`" : "";
    return prefix && text.startsWith(prefix) ? text.slice(prefix.length) : text;
  }

  /**
   * Returns the source of a view: the stacks as they are, merged from their leaves, a function with what calls it and
   * what it calls, or what ran when. Where there is nothing to make it of, it is the stacks as they are.
   */
  sourceOf(view, fn) {
    if (view === "callers") return Callers.reverse(this.tree);
    if (view === "sandwich" && fn >= 0) return new Sandwich(this.callersOf(fn), this.calleesOf(fn));
    if (view === "chart" && this.hasTimes) return this.chart;
    return this.tree;
  }

  callersOf(fn, tree = this.tree) {
    const places = placesOf(fn, tree);
    return new Callers(tree, fn, places.map((f) => tree.caller[f]), places, tree.totals);
  }

  calleesOf(fn, tree = this.tree) {
    return new Callees(tree, fn, placesOf(fn, tree));
  }

  /** The category of each frame of the tree: its function's, or its caller's. */
  get frameCats() {
    const { data, refined } = this;
    if (!refined.to) return this.recordedCats;
    return (this.cats ??= this.categoriesOf(refined, this.exceptions(data.category, refined)));
  }

  /** The category of each frame as it was recorded. */
  get recordedCats() {
    const { data } = this;
    return (this.recorded ??= this.categoriesOf(data, this.exceptions(data.category, data)));
  }

  categoriesOf({ size, caller, name }, exceptions) {
    const { looks } = this.data;
    const cats = new Uint8Array(size);
    for (let f = 1; f < size; f++) cats[f] = exceptions[f] || looks[name[f - 1]] >> 1 || cats[caller[f]] || 1;
    return cats.map((cat) => Math.max(0, cat - 1));
  }

  /** Returns for each frame of the tree the category that its place gives it, and 1 more; 0: none. */
  exceptions(category, { to, size }) {
    const moved = new Uint8Array(size);
    for (let f = 1; f <= category.length; f++) {
      if (category[f - 1] && (!to || to[f] > 0)) moved[to ? to[f] : f] = category[f - 1];
    }
    return moved;
  }

  /** Returns the self weights by category, module or file, the heaviest first: [[number, weight], …]. */
  groups(by, root = 0) {
    const key = by + root;
    if (!this.grouped.has(key)) this.grouped.set(key, this.groupsOf(by, root));
    return this.grouped.get(key);
  }

  groupsOf(by, root) {
    const { data, tree } = this;
    const [texts, column] = { category: [data.head.cats], module: [data.modules, data.module], file: [data.files, data.file] }[by];
    const cats = !column && this.frameCats;
    const sums = new Float64Array(texts.length);
    const { selfs, name } = tree;
    const end = root ? tree.end[root] : tree.size;
    for (let f = root || 1; f < end; f++) if (selfs[f]) sums[cats ? cats[f] : column[name[f - 1]]] += selfs[f];
    return [...sums.entries()].filter(([, sum]) => sum).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  }

  /** Returns the hash of the path of names to a frame of a source; "" for its root. */
  pathHash(source, f) {
    const names = [];
    for (let at = f; at !== null; at = source.parentOf(at)) if (source.nameOf(at) >= 0) names.unshift(source.nameOf(at));
    return source.parentOf(f) === null ? "" : String(this.hashes.path(names));
  }

  /** Returns the names from the root to the frame of the whole tree, without chips, whose path has a hash; or null. */
  pathTo(hash) {
    const { data } = this;
    const whole = Object.assign(Object.create(Tree.prototype), { ...data, hashes: this.hashes });
    const f = whole.find(hash);
    if (f === null) return null;
    const names = [];
    for (let at = f; at; at = data.caller[at]) names.unshift(data.name[at - 1]);
    return names;
  }

  /** Returns the heaviest frame of a function in the tree, or 0. */
  heaviestPlace(name) {
    const { totals } = this.tree;
    return this.tree.outermost(name).reduce((best, f) => (!best || totals[f] > totals[best] ? f : best), 0);
  }
}

/** Returns the outermost frames of a function. A tree remembers those that were asked for last. */
function placesOf(fn, tree) {
  if (tree.places?.fn !== fn) tree.places = { fn, list: Uint32Array.from(tree.outermost(fn)) };
  return tree.places.list;
}

/** Returns a name for each metric that no other has: that of its column, with its event before it if it must be. */
function keysOf(metrics) {
  const isUnique = new Set(metrics.map(({ name }) => name)).size === metrics.length;
  return metrics.map(({ name, event }) => (isUnique || !event ? name : `${event}/${name}`));
}
