// Sets of letters: sorted ranges of code points, [[from, to], …], and what expressions call them.

export const last = 0x10ffff;

/** Returns the ranges of a text that has their ends: "09az". */
function rangesOf(ends) {
  const set = [];
  for (let i = 0; i < ends.length; i += 2) set.push([ends.charCodeAt(i), ends.charCodeAt(i + 1)]);
  return set;
}

export const wordRanges = rangesOf("09AZ__az");

/** The classes of Perl, \d and so on. */
export const perl = { d: rangesOf("09"), s: rangesOf("\t\n\f\r  "), w: wordRanges };

/** The classes of POSIX, [[:alpha:]] and so on. */
export const posix = Object.fromEntries(
  ["alnum 09AZaz", "alpha AZaz", "ascii \0\x7f", "blank \t\t  ", "cntrl \0\x1f\x7f\x7f", "digit 09", "graph !~", "lower az", "print  ~", "punct !/:@[`{~", "space \t\r  ", "upper AZ", "word 09AZ__az", "xdigit 09AFaf"].map(
    (text) => [text.split(" ", 1)[0], rangesOf(text.replace(/^\w+ /, ""))],
  ),
);

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
  const escape = (letter) => `\\u{${letter.toString(16)}}`;
  const pattern = new RegExp(`[${set.map((range) => range.map(escape).join("-")).join("")}]`, "giu");
  const letters = set.every(([, to]) => to < 128) ? latin : cased();
  return [...set, ...Array.from(letters.match(pattern) ?? [], (c) => [c.codePointAt(0), c.codePointAt(0)])];
}

/** The letters that are ASCII's in some case: those that most expressions have, without looking for all. */
const latin = "\u017f\u212a" + String.fromCharCode(...Array(128).keys());

let known;

/** Returns all letters that have another case. */
function cased() {
  if (known) return known;
  const size = 0x800; // so many are arguments of one call, and so many surrogates there are
  let all = "";
  for (let from = 0; from < 0x20000; from += size) if (from !== 0xd800) all += String.fromCodePoint(...Array.from({ length: size }, (_, i) => from + i));
  return (known = all.match(/[\p{CWCM}\p{CWCF}]/gu).join(""));
}

const capital = (words) => words.replace(/(^|_)./g, (c) => c.toUpperCase());

/** Returns the set that \p{name} stands for: a general category or a script of one word, or undefined. Go ignores "_" and the like. */
export function unicode(name) {
  const plain = name.replace(/[-_ ]/g, "").toLowerCase();
  if (plain === "any") return [[0, last]];
  if (plain === "ascii") return [[0, 127]];
  if (plain === "assigned") return negated(unicode("Cn"));
  const long = plain.replace(/(?<=.)(letter|mark|number|punctuation|symbol|separator|use)$/, "_$1"); // as the language has it
  const category = plain === "lc" ? "LC" : /^(punct|digit|cntrl)$/.test(plain) ? plain : capital(long);
  return setOf("gc=" + category) ?? setOf("sc=" + capital(plain));
}

const sets = new Map();

/** Returns the letters that have a property, as the language calls it, or undefined where it knows none. */
function setOf(property) {
  if (sets.has(property)) return sets.get(property);
  let pattern;
  try {
    pattern = new RegExp(`\\p{${property}}`, "u");
  } catch {
    return;
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
