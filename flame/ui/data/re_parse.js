// Parse: an expression in RE2's syntax becomes a tree of these nodes:
//
//   {type: "set", set}                     a letter out of a set, see re_sets.js
//   {type: "assert", what}                 a place: A, z, ^, $, b, B, see re.js
//   {type: "all", list}                    one after the other
//   {type: "either", list}                 one of them
//   {type: "repeat", part, least, most}
//
// It refuses what Go's package regexp refuses. How greedy a repetition is does not matter, nor what is captured.

import { clean, folded, last, negated, perl, posix, unicode } from "./re_sets.js";

/** The largest number in {n,m}, also of repetitions inside of each other, and the most parentheses inside of each other. */
const mostRepeats = 1000;
const mostDepth = 1000;

const fail = (why) => {
  throw new SyntaxError(why);
};

/** Returns the tree of an expression. Fold says whether the case of letters does not matter. */
export function parse(text, fold) {
  let at = 0;
  let depth = 0;
  let flags = { i: fold };

  /** Takes what a pattern, which must be sticky, matches at this place, or returns null. */
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };

  const cased = (set) => (flags.i ? clean(folded(set)) : set);
  const signed = (set, isNegated) => (isNegated ? negated(cased(set)) : cased(set));

  const either = () => {
    const list = [];
    do list.push(all());
    while (take(/\|/y));
    return list[1] ? { type: "either", list } : list[0];
  };

  const all = () => {
    const list = [];
    let repeated = false; // whether the last thing was a repetition: a** is refused
    while (at < text.length && !"|)".includes(text[at])) {
      const range = repetition();
      if (!range) item(list);
      else if (!list.length || repeated) fail("nothing to repeat");
      else {
        const node = { type: "repeat", part: list.pop(), ...range };
        if (!isSmall(node, mostRepeats)) fail("invalid repeat count");
        list.push(node);
      }
      repeated = !!range;
    }
    return { type: "all", list };
  };

  /** Takes *, +, ? or {n,m}, and the ? after it. Numbers that begin with a zero are none to Go. */
  const repetition = () => {
    const found = take(/(?:([*+?])|\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\})\??/y);
    if (!found) return null;
    const [, sign, from, comma, to] = found;
    if (sign) return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const least = +from;
    const most = comma ? +(to ?? Infinity) : least;
    if (least > mostRepeats || to > mostRepeats || most < least) fail("invalid repeat count");
    return { least, most, isCounted: true };
  };

  /** Takes what can be repeated, and adds it to a list; flags add nothing. */
  const item = (list) => {
    const add = (set) => list.push({ type: "set", set });
    const place = take(/[$^]|\\[AzbB]/y)?.[0];
    if (place) list.push({ type: "assert", what: place[1] ?? (flags.m ? place : place === "^" ? "A" : "z") });
    else if (take(/\(/y)) group(list);
    else if (take(/\[/y)) add(brackets());
    else if (take(/\./y)) add(flags.s ? [[0, last]] : negated([[10, 10]]));
    else if (take(/\\Q/y)) {
      for (const c of take(/.*?(?=\\E|$)/sy)[0]) add(cased([[c.codePointAt(0), c.codePointAt(0)]]));
      take(/\\E/y);
    } else {
      const set = named();
      if (set) return add(set);
      const c = letter();
      add(cased([[c, c]]));
    }
  };

  /** Takes a group after its parenthesis: (x), (?:x), (?P<name>x), (?flags:x), or (?flags), which adds nothing. */
  const group = (list) => {
    const before = flags;
    if (text[at] === "?" && options()) return; // the flags hold up to the end of the group around
    if (++depth > mostDepth) fail("expression too large");
    list.push({ type: "all", list: [either()] });
    depth--;
    flags = before;
    if (!take(/\)/y)) fail("missing closing )");
  };

  /** Takes what stands after "(". Returns whether that was all of the group. */
  const options = () => {
    const name = take(/\?P?<([^>]*)>/y);
    if (name) return /^\w+$/.test(name[1]) ? false : fail("invalid group");
    const [, on, off, end] = take(/\?([imsU]*)(-[imsU]+)?([:)])/y) ?? fail("invalid group");
    flags = { ...flags };
    for (const flag of on) flags[flag] = true;
    for (const flag of off ?? "") flags[flag] = false;
    return end === ")";
  };

  /** Takes a class that has a name: \d, \pL, \p{Greek}. Returns its set, or null. */
  const named = () => {
    const found = take(/\\(?:([dswDSW])|([pP])(?:\{(\^?)([^}]*)\}|(.?)))/suy);
    if (!found) return null;
    const [, short, p, not, long, letter] = found;
    const set = short ? perl[short.toLowerCase()] : unicode(long ?? letter);
    return signed(set ?? fail("invalid character class"), short ? short < "a" : (p === "P") !== !!not);
  };

  /** Takes a letter, or what stands for one after a backslash. */
  const letter = () => {
    const plain = take(/[^\\]|\\([^0-9A-Za-z\x80-\u{10ffff}])/uy);
    if (plain) return (plain[1] ?? plain[0]).codePointAt(0);
    const control = take(/\\([afnrtv])/y);
    if (control) return { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }[control[1]];
    const octal = take(/\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/y);
    if (octal) return parseInt(octal[1], 8);
    const hex = take(/\\x(?:\{([\dA-Fa-f]+)\}|([\dA-Fa-f]{2}))/y);
    const c = hex ? parseInt(hex[1] ?? hex[2], 16) : Infinity;
    return c > last ? fail("invalid escape sequence") : c;
  };

  /** Takes a class in brackets, after the first. */
  const brackets = () => {
    const isNegated = take(/\^/y);
    const set = [];
    do {
      if (at === text.length) fail("missing closing ]");
      set.push(...(alphabet() ?? named() ?? range()));
    } while (!take(/\]/y));
    return isNegated ? negated(set) : clean(set);
  };

  /** Takes [:alpha:] inside of brackets. */
  const alphabet = () => {
    const found = take(/\[:(\^?)(.*?):\]/sy);
    return found && signed(posix[found[2]] ?? fail("invalid character class"), found[1]);
  };

  /** Takes a letter or a range of letters inside of brackets. */
  const range = () => {
    const from = letter();
    const to = take(/-(?=[^\]])/y) ? letter() : from;
    return to < from ? fail("invalid character class") : cased([[from, to]]);
  };

  const tree = either();
  return at < text.length ? fail("unexpected )") : tree;
}

/** Says whether counted repetitions inside of each other are at most so many. */
function isSmall({ isCounted, least, most, list, part }, left) {
  if (isCounted) {
    if (!most) return true;
    const n = most === Infinity ? least : most;
    if (n > left) return false;
    left = Math.floor(left / (n || 1));
  }
  return (list ?? (part ? [part] : [])).every((one) => isSmall(one, left));
}
