// Sets of letters: sorted ranges of code points, [[from, to], …], and what expressions call them.

export const last = 0x10ffff;

export const wordRanges = [[48, 57], [65, 90], [95, 95], [97, 122]];

/** The classes of Perl, \d and so on. */
export const perl = { d: [[48, 57]], s: [[9, 10], [12, 13], [32, 32]], w: wordRanges };

/** The classes of POSIX, [[:alpha:]] and so on. */
export const posix = {
  __proto__: null,
  alnum: [[48, 57], [65, 90], [97, 122]],
  alpha: [[65, 90], [97, 122]],
  ascii: [[0, 127]],
  blank: [[9, 9], [32, 32]],
  cntrl: [[0, 31], [127, 127]],
  digit: [[48, 57]],
  graph: [[33, 126]],
  lower: [[97, 122]],
  print: [[32, 126]],
  punct: [[33, 47], [58, 64], [91, 96], [123, 126]],
  space: [[9, 13], [32, 32]],
  upper: [[65, 90]],
  word: wordRanges,
  xdigit: [[48, 57], [65, 70], [97, 102]],
};

/** Sorts ranges, and joins those that touch. */
export function clean(set) {
  const out = [];
  for (const [from, to] of set.slice().sort((a, b) => a[0] - b[0])) {
    const before = out[out.length - 1];
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** Returns all other letters. */
export function negated(set) {
  const out = [];
  let at = 0;
  for (const [from, to] of clean(set)) {
    if (from > at) out.push([at, from - 1]);
    at = to + 1;
  }
  if (at <= last) out.push([at, last]);
  return out;
}

/** Returns the letters of a set in each case: those that Unicode's simple folding puts together. */
export function folded(set) {
  const out = set.slice();
  for (const orbit of orbits()) {
    if (orbit.some((letter) => set.some(([from, to]) => from <= letter && letter <= to))) {
      for (const letter of orbit) out.push([letter, letter]);
    }
  }
  return out;
}

let known;

/** The letters that are the same but for their case, as [[65, 97], …, [75, 107, 0x212a], …]. */
function orbits() {
  if (known) return known;
  const groups = new Map();
  for (let letter = 0; letter < 0x20000; letter++) {
    if (letter === 0xd800) letter = 0xe000; // surrogates
    const text = String.fromCodePoint(letter);
    const cases = [text.toLowerCase(), text.toUpperCase(), text.toUpperCase().toLowerCase()];
    for (const one of cases) {
      if (one === text || !isOne(one) || !new RegExp(`^${text}$`, "iu").test(one)) continue;
      const other = one.codePointAt(0);
      const group = groups.get(letter) ?? groups.get(other) ?? new Set();
      for (const member of [letter, other, ...(groups.get(letter) ?? []), ...(groups.get(other) ?? [])]) {
        group.add(member);
        groups.set(member, group);
      }
    }
  }
  return (known = [...new Set(groups.values())].map((group) => [...group]));
}

const isOne = (text) => text.length === (text.codePointAt(0) > 0xffff ? 2 : 1);

/** The long names of Unicode's general categories. */
const categories = {
  __proto__: null,
  letter: "L", casedletter: "LC", uppercaseletter: "Lu", lowercaseletter: "Ll", titlecaseletter: "Lt", modifierletter: "Lm", otherletter: "Lo",
  mark: "M", combiningmark: "M", nonspacingmark: "Mn", spacingmark: "Mc", enclosingmark: "Me",
  number: "N", decimalnumber: "Nd", digit: "Nd", letternumber: "Nl", othernumber: "No",
  punctuation: "P", punct: "P", connectorpunctuation: "Pc", dashpunctuation: "Pd", openpunctuation: "Ps", closepunctuation: "Pe", initialpunctuation: "Pi", finalpunctuation: "Pf", otherpunctuation: "Po",
  symbol: "S", mathsymbol: "Sm", currencysymbol: "Sc", modifiersymbol: "Sk", othersymbol: "So",
  separator: "Z", spaceseparator: "Zs", lineseparator: "Zl", paragraphseparator: "Zp",
  other: "C", control: "Cc", cntrl: "Cc", format: "Cf", surrogate: "Cs", privateuse: "Co", unassigned: "Cn",
};

const short = /^(L[CulmtoLC]?|M[nce]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?|C[cfosn]?)$/i;

/** Returns the set that \p{name} stands for: a general category or a script, or null. */
export function unicode(name) {
  const plain = name.replace(/[-_ ]/g, "").toLowerCase();
  if (plain === "any") return [[0, last]];
  if (plain === "ascii") return [[0, 127]];
  if (plain === "assigned") return negated(unicode("Cn"));
  const category = categories[plain] ?? (short.test(plain) ? plain[0].toUpperCase() + plain.slice(1) : null);
  if (category) return setOf(category === "Lc" ? "LC" : category);
  const script = plain === name.toLowerCase() ? name : name.replace(/[- ]/g, "_");
  return setOf("Script=" + script.replace(/[a-z]+/gi, (word) => word[0].toUpperCase() + word.slice(1).toLowerCase()));
}

const sets = new Map();

/** Returns the letters that have a property, as the language calls it, or null where it knows none. */
function setOf(property) {
  if (sets.has(property)) return sets.get(property);
  let pattern;
  try {
    pattern = new RegExp(`\\p{${property}}`, "u");
  } catch {
    return null;
  }
  const set = [];
  for (let letter = 0; letter <= last; letter++) {
    if (!pattern.test(String.fromCodePoint(letter))) continue;
    const before = set[set.length - 1];
    if (before && before[1] === letter - 1) before[1] = letter;
    else set.push([letter, letter]);
  }
  sets.set(property, set);
  return set;
}
