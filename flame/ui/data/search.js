// Search: which frames have a name that a regular expression matches. Each distinct name is tested once.

/** What was searched for and found. */
export class Search {
  constructor(tree, names, term, minds) {
    this.term = term;
    this.place = ""; // which match is shown: "3 of 12"
    this.minds = minds ?? (hasCapital(term) && !term.startsWith("(?i)"));
    this.pattern = this.compile();
    if (!term) return;
    this.marks = Uint8Array.from(names, (name) => this.pattern.test(name));
    this.tree = tree;
    this.weight = this.below(1, tree.size);
    const { places } = tree.measure();
    this.count = this.marks.reduce((sum, mark, i) => sum + (mark && places[i]), 0);
  }

  /** Makes the regular expression. What is none is searched for as it stands. Other tools begin with "(?i)". */
  compile() {
    const term = this.term.replace(/^\(\?i\)/, "");
    const flags = this.minds ? "" : "i";
    try {
      return new RegExp(term, flags);
    } catch (e) {
      this.error = e.message;
      return new RegExp(term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), flags);
    }
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

  /** Returns all matching frames of the call tree, the heaviest first, so each after those that call it. */
  all() {
    const { totals, name, size } = this.tree;
    const list = [];
    for (let f = 1; f < size; f++) if (this.marks[name[f - 1]] && totals[f] > 0) list.push(f);
    return list.sort((a, b) => totals[b] - totals[a] || a - b);
  }
}

/** Says whether a search term has a capital, not counting those of "\S" and the like. */
const hasCapital = (term) => /\p{Lu}/u.test(term.replace(/\\./gs, ""));

/** How many places of the call tree are looked at to find all matches of merged trees. */
const mostPlaces = 1e6;

/**
 * Returns the matches of merged trees that have at least some weight, the heaviest first.
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
      for (const kid of [...source.kids(f)].reverse()) if (source.weight(kid) >= least) open.push(kid);
    }
  }
  return found.sort((a, b) => sides[b.side].weight(b.f) - sides[a.side].weight(a.f)); // of equal ones, callers first
}
