// View: what follows from a state of the page: the source that the picture shows and the range of it, the chosen
// function, and what the search finds.

import { weightFormat } from "../../../ui/data/format.js";
import { Hash } from "../../../ui/data/hash.js";
import { holder, inside, partIn, partOf, partText, rangeOf } from "../../../ui/data/layout.js";
import { matcher } from "../../../ui/data/re.js";
import { matchesOf } from "../../../ui/data/search.js";

/** How many decimal places the ends of a range of time have: a recording may take hours. */
const timeDigits = 12;

/** Returns what a view needs that is not there, or "". */
function lackOf({ v }, { chosen, profile }) {
  if (v === "sandwich" && chosen < 0) return "choose a function first";
  if (v === "chart" && !profile.hasTimes) return "the profile does not say when: this metric has no times";
  return "";
}

/** Writes nanoseconds. */
const timeText = weightFormat({ unit: "nanoseconds", per: 1 }, true);

export class View {
  constructor(profile) {
    this.profile = profile;
    this.isDark = false;
    this.search = null;
  }

  /** Follows a state. Returns what changed: {tree, source, search}. */
  update(state) {
    const { profile } = this;
    const searched = this.state?.s;
    const { tree, weights } = profile.update(state);
    this.state = state;
    this.chosen = profile.find(state.f);
    const key = [state.v, state.v === "sandwich" && state.f].join();
    const source = tree || key !== this.sourceKey;
    if (source) this.source = profile.sourceOf(state.v, this.chosen);
    this.sourceKey = key;
    this.lacks = lackOf(state, this);
    this.total = this.source.weight(this.source.root);
    const search = weights || state.s !== searched;
    if (search) this.search = state.s ? new Search(profile, state.s) : null;
    this.findRange(state.z);
    return { tree, source, search };
  }

  /** Returns a weight of the source as text. */
  weightText(weight) {
    return this.source.isTime ? timeText(weight) : this.profile.weightText(weight);
  }

  /** Whether the picture shows the call tree itself, and not one made of it. */
  get isPlain() {
    return this.source === this.profile.tree;
  }

  /** The frame of the call tree that table and summary are about: the zoomed one, or 0. */
  get part() {
    return this.isPlain ? this.zoomed : 0;
  }

  /** Says whether a frame stands for callers, so that it is called by what it stands on in the picture. */
  isCaller(f) {
    return this.state.v === "callers" || !!this.source.isCaller?.(f);
  }

  get byWidth() {
    return this.state.o === "width";
  }

  get isZoomed() {
    return this.from > 0 || this.to < this.total;
  }

  /** Finds the range that the address names: zoomed is the innermost frame that holds it, from and to are its ends. */
  findRange(z) {
    const { source } = this;
    const [text] = z.split(/[@:]/); // pictures write ranges with a colon
    const found = this.frameOf(text);
    this.missing = found === null;
    this.zoomed = found ?? this.nearest(text);
    [this.from, this.to] = rangeOf(source, this.zoomed, this.missing ? [0, 1] : partOf(z), this.byWidth);
  }

  /** Returns the frame of the source that a hash names, or null. */
  frameOf(text) {
    const { source } = this;
    if (!text) return source.root;
    if (this.known?.text === text && this.known.source === source) return this.known.f;
    const hash = Hash.parse(text.replace("-", ""));
    let f = hash && source.find(hash, text[0] === "-");
    if (f !== null && source.weight(f) === 0) f = null;
    if (f !== null) this.known = { text, source, f }; // or each step would search through the hashes of all frames
    return f;
  }

  /** Returns the innermost frame that is left of the path to one that chips or thread took away. */
  nearest(text) {
    const hash = Hash.parse(text);
    return this.closest((this.isPlain && hash && this.profile.pathTo(hash)) || []);
  }

  /** Returns the innermost frame on a path of names, of which some may be gone. */
  closest(names) {
    const { source } = this;
    let f = source.root;
    for (const name of names) {
      const next = source.kids(f).find((kid) => source.nameOf(kid) === name);
      if (next !== undefined) f = next;
    }
    return f;
  }

  /** Returns the z of the address for a range. */
  rangeText(...ends) {
    const { source } = this;
    const range = inside(source, ends);
    const frame = source.isTime ? { f: source.root, at: 0 } : holder(source, ...range, this.byWidth);
    return this.hashTo(frame.f) + partText(partIn(source, frame, range), source.isTime ? timeDigits : undefined);
  }

  /** Returns the z of the address for a frame. In a sandwich, "-" says that it stands above the function. */
  hashOf(f) {
    const { profile, source } = this;
    return (source.isCaller?.(f) ? "-" : "") + profile.pathHash(source, f);
  }

  /** Returns the z of the address for a frame, and remembers which frame it is. */
  hashTo(f) {
    const text = this.hashOf(f);
    this.known = { text, source: this.source, f };
    return text;
  }

  /** Says whether the search found a function. */
  isFound(name) {
    return name >= 0 && !!this.search?.marks[name];
  }
}

/** Returns the expression of a chip, which minds case, for what was searched for. */
function patternOf(term, error, minds) {
  const text = error ? term.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : term;
  return minds || text.startsWith("(?i)") ? text : "(?i)" + text;
}

/** What was searched for, and found in the call tree. */
class Search {
  constructor({ names, tree }, term) {
    const { test, error, minds } = matcher(term);
    this.term = term;
    this.error = error;
    this.pattern = patternOf(term, error, minds);
    this.marks = Uint8Array.from(names, test);
    this.at = -1; // which of the found frames is shown
    this.found = matchesOf(tree, this.marks);
    this.weight = this.found.reduce((sum, f) => sum + tree.totals[f], 0);
  }

  /** Goes to the next match (1) or to the one before (-1), the heaviest of the outermost first, and returns it. */
  step(direction) {
    const n = this.found.length;
    this.at = this.at < 0 && direction < 0 ? n - 1 : (this.at + direction + n) % n;
    return this.found[this.at];
  }
}
