// Search: which frames have a name that an expression matches. Each distinct name is tested once.

import { matcher } from "./re.js";

/** What was searched for and found. */
export class Search {
  constructor(tree, names, term, minds) {
    const { test, ...more } = matcher(term, minds ?? undefined);
    Object.assign(this, more, { term, tree, place: "" }); // place: which match is shown, "3 of 12"
    if (!term) return;
    this.marks = Uint8Array.from(names, test);
    this.weight = this.below(1, tree.size);
    const { places } = tree.measure();
    this.count = this.marks.reduce((sum, mark, i) => sum + (mark && places[i]), 0);
  }

  /** Returns how much of the stacks that a source's frame stands for hold a match. */
  within(source, f) {
    let sum = 0;
    source.ranges(f, (from, to, weight) => (sum += this.isCovered(from) ? weight : this.below(from + 1, to)));
    return sum;
  }

  /** Says whether a frame is a match or called by one. */
  isCovered(f) {
    const { tree, marks } = this;
    while (f > 0 && !marks[tree.name[f - 1]]) f = tree.caller[f];
    return f > 0;
  }

  /** Adds up the weights of the outermost matches from a frame to another. */
  below(from, to, { name, totals, end } = this.tree) {
    const { marks } = this;
    let sum = 0;
    for (let f = from; f < to; ) {
      if (marks[name[f - 1]]) {
        sum += totals[f];
        f = end[f];
      } else f++;
    }
    return sum;
  }
}

/** Returns the outermost frames of a tree whose names are marked, the heaviest first. */
export function matchesOf({ totals, name, end, size }, marks) {
  const found = [];
  for (let f = 1; f < size; ) {
    if (marks[name[f - 1]] && totals[f] > 0) {
      found.push(f);
      f = end[f];
    } else f++;
  }
  return found.sort((a, b) => totals[b] - totals[a] || a - b);
}

/** How many places of the call tree are looked at to find all matches of merged trees. */
const mostPlaces = 1e6;

/**
 * Returns the outermost matches of merged trees that have at least some weight, the heaviest first.
 * Where that is none, it returns null if there are too many frames.
 */
export function mergedMatches(sides, marks, least) {
  const found = [];
  let places = 0;
  for (const side in sides) {
    const source = sides[side];
    const open = [source.root];
    for (let f; (f = open.pop()); ) {
      places += f.at.length;
      if (!least && places > mostPlaces) return null;
      if (marks[f.name] && (f.parent || side < 1)) found.push({ side: +side, f }); // both sides have the same root
      if (marks[f.name] && f.parent) continue; // all is in the function of a sandwich, which does not count
      for (const kid of [...source.kids(f)].reverse()) if (source.weight(kid) >= least) open.push(kid);
    }
  }
  return found.sort((a, b) => sides[b.side].weight(b.f) - sides[a.side].weight(a.f)); // of equal ones, callers first
}
