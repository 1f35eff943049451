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

/** Returns the tree of an expression. Fold says whether the case of letters does not matter. */
export function parse(expression, fold = false) {
  const parser = new Parser(expression, fold);
  const tree = parser.either();
  if (parser.peek() !== "") throw new SyntaxError("unexpected )");
  return tree;
}

const single = (letter) => [[letter, letter]];

class Parser {
  constructor(text, fold) {
    this.text = [...text];
    this.at = 0;
    this.depth = 0;
    this.flags = { i: fold, m: false, s: false, U: false };
  }

  /** The next letter, or "" at the end. */
  peek(ahead = 0) {
    return this.text[this.at + ahead] ?? "";
  }

  next() {
    return this.text[this.at++] ?? "";
  }

  /** Takes a text if it comes next. */
  take(text) {
    if (this.rest(text.length) !== text) return false;
    this.at += text.length;
    return true;
  }

  rest(n) {
    return this.text.slice(this.at, this.at + n).join("");
  }

  /** Takes what a pattern matches at this place, or returns null. */
  takeMatch(pattern) {
    const found = pattern.exec(this.text.slice(this.at, this.at + 1000).join(""));
    if (found) this.at += [...found[0]].length;
    return found;
  }

  either() {
    const list = [this.all()];
    while (this.take("|")) list.push(this.all());
    return list.length > 1 ? { type: "either", list } : list[0];
  }

  all() {
    const list = [];
    let repeated = false; // whether the last thing was a repetition: a** is refused
    while (this.peek() !== "" && this.peek() !== "|" && this.peek() !== ")") {
      const range = this.repetition();
      if (!range) {
        this.item(list);
        repeated = false;
        continue;
      }
      if (!list.length) throw new SyntaxError("missing argument to repetition operator");
      if (repeated) throw new SyntaxError("invalid nested repetition operator");
      repeated = true;
      const [least, most] = range;
      const node = { type: "repeat", part: list.pop(), least, most, isCounted: range.isCounted };
      if (range.isCounted && (least >= 2 || most >= 2) && !isSmall(node, mostRepeats)) throw new SyntaxError("invalid repeat count");
      list.push(node);
    }
    return { type: "all", list };
  }

  /** Takes *, +, ? or {n,m}, and the ? after it; returns [least, most], or null. */
  repetition() {
    let range = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] }[this.peek()];
    if (range) this.at++;
    else {
      const found = this.peek() === "{" && this.takeMatch(/^\{(\d+)(,(\d*))?\}/);
      if (!found) return null;
      const [, least, comma, most] = found;
      if (/^0\d|,0\d/.test(least + (comma ?? ""))) return this.untake(found[0]); // not a number to Go
      range = [Number(least), comma ? (most ? Number(most) : Infinity) : Number(least)];
      range.isCounted = true;
      if (range[0] > mostRepeats || (most && range[1] > mostRepeats) || range[1] < range[0]) throw new SyntaxError("invalid repeat count");
    }
    this.take("?");
    return range;
  }

  untake(text) {
    this.at -= text.length;
    return null;
  }

  /** Takes what can be repeated, and adds it to a list; flags add nothing. */
  item(list) {
    const c = this.next();
    const assertion = (what) => list.push({ type: "assert", what });
    if (c === "(") this.group(list);
    else if (c === "[") list.push({ type: "set", set: this.brackets() });
    else if (c === ".") list.push({ type: "set", set: this.flags.s ? [[0, last]] : negated(single(10)) });
    else if (c === "^") assertion(this.flags.m ? "^" : "A");
    else if (c === "$") assertion(this.flags.m ? "$" : "z");
    else if (c !== "\\") list.push(this.literal(c));
    else if (/^[AzbB]$/.test(this.peek())) assertion(this.next());
    else if (this.take("Q")) this.quoted(list);
    else list.push({ type: "set", set: this.named() ?? this.cased(single(this.escape())) });
  }

  literal(c) {
    return { type: "set", set: this.cased(single(c.codePointAt(0))) };
  }

  cased(set) {
    return this.flags.i ? clean(folded(set)) : set;
  }

  /** Takes the text after \Q up to \E. */
  quoted(list) {
    while (this.peek() !== "" && !this.take("\\E")) list.push(this.literal(this.next()));
  }

  /** Takes a group after its parenthesis: (x), (?:x), (?P<name>x), (?flags:x), or (?flags), which adds nothing. */
  group(list) {
    const before = { ...this.flags };
    if (this.peek() === "?" && this.options()) return; // the flags hold up to the end of the group around
    if (++this.depth > mostDepth) throw new SyntaxError("expression nests too deeply");
    const part = this.either();
    this.depth--;
    this.flags = before;
    if (this.next() !== ")") throw new SyntaxError("missing closing )");
    list.push({ type: "all", list: [part] });
  }

  /** Takes what stands after "(?". Returns whether that was all of the group. */
  options() {
    const name = this.takeMatch(/^\?P?<([^>]*)>/);
    if (name) {
      if (!/^\w+$/.test(name[1])) throw new SyntaxError("invalid named capture");
      return false;
    }
    const found = this.takeMatch(/^\?([imsU]*)(-[imsU]+)?([:)])/);
    if (!found) throw new SyntaxError("invalid or unsupported Perl syntax");
    this.flags = { ...this.flags };
    for (const flag of found[1]) this.flags[flag] = true;
    for (const flag of found[2]?.slice(1) ?? "") this.flags[flag] = false;
    return found[3] === ")";
  }

  /** Takes a class that has a name, after its backslash: \d, \pL, \p{Greek}. Returns its set, or null. */
  named() {
    const c = this.peek();
    const set = perl[c.toLowerCase()];
    if (set) {
      this.at++;
      return this.signed(set, c !== c.toLowerCase());
    }
    if (c !== "p" && c !== "P") return null;
    this.at++;
    const name = this.takeMatch(/^\{(\^?)([^}]*)\}/) ?? ["", "", this.next()];
    const found = unicode(name[2]);
    if (!found) throw new SyntaxError("invalid character class range");
    return this.signed(found, (c === "P") !== (name[1] === "^"));
  }

  signed(set, isNegated) {
    return isNegated ? negated(this.cased(set)) : this.cased(set);
  }

  /** Takes what a backslash stands before, and returns the letter that it is. */
  escape() {
    const c = this.next();
    if (c === "") throw new SyntaxError("trailing backslash at end of expression");
    const control = "abfnrtv".includes(c) && c !== "b" ? { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }[c] : 0;
    if (control) return control;
    if (c === "x") return this.hex();
    if (/[0-7]/.test(c) && (c === "0" || /[0-7]/.test(this.peek()))) {
      const [more] = this.takeMatch(/^[0-7]{0,2}/);
      return parseInt(c + more, 8);
    }
    if (/[0-9a-z]/i.test(c) || c > "\x7f") throw new SyntaxError("invalid escape sequence");
    return c.codePointAt(0);
  }

  hex() {
    const found = this.takeMatch(/^(?:\{([0-9a-f]+)\}|([0-9a-f]{2}))/i);
    const letter = found ? parseInt(found[1] ?? found[2], 16) : Infinity;
    if (letter > last) throw new SyntaxError("invalid escape sequence");
    return letter;
  }

  /** Takes a class in brackets, after the first. */
  brackets() {
    const isNegated = this.take("^");
    const set = [];
    for (let first = true; first || this.peek() !== "]"; first = false) {
      if (this.peek() === "") throw new SyntaxError("missing closing ]");
      set.push(...(this.posix() ?? this.namedWithin() ?? this.range()));
    }
    this.at++;
    return isNegated ? negated(set) : clean(set);
  }

  /** Takes [:alpha:] inside of brackets. */
  posix() {
    if (this.rest(2) !== "[:") return null;
    const found = this.takeMatch(/^\[:(\^?)(.*?):\]/s);
    if (!found) return null;
    const set = posix[found[2]];
    if (!set) throw new SyntaxError("invalid character class range");
    return this.signed(set, found[1] === "^");
  }

  namedWithin() {
    if (this.peek() !== "\\") return null;
    this.at++;
    const set = this.named();
    if (!set) this.at--;
    return set;
  }

  /** Takes a letter or a range of letters inside of brackets. */
  range() {
    const from = this.letter();
    let to = from;
    if (this.peek() === "-" && this.peek(1) !== "]" && this.peek(1) !== "") {
      this.at++;
      to = this.letter();
      if (to < from) throw new SyntaxError("invalid character class range");
    }
    return this.cased([[from, to]]);
  }

  letter() {
    const c = this.next();
    if (c === "") throw new SyntaxError("missing closing ]");
    return c === "\\" ? this.escape() : c.codePointAt(0);
  }
}

/** Says whether counted repetitions inside of each other are at most so many. */
function isSmall(node, most) {
  let left = most;
  if (node.isCounted) {
    const n = node.most === Infinity ? node.least : node.most;
    if (node.most === 0) return true;
    if (n > left) return false;
    if (n > 0) left = Math.floor(left / n);
  }
  return (node.list ?? (node.part ? [node.part] : [])).every((part) => isSmall(part, left));
}
