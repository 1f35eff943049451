// Re: regular expressions in RE2's syntax, as fold's flags take them, matched in time that only grows with the text.
// The language's own engine may take forever over (\w+\.?)+! and cannot be stopped; and it reads some patterns
// otherwise than the flags do. An expression becomes a program of few instructions, and the program an automaton
// whose states are made when a text leads to them. There are no captures: a name matches or it does not.

import { parse } from "./re_parse.js";
import { wordRanges } from "./re_sets.js";

/** The most instructions of a program. Go's limit is on memory: it takes somewhat larger ones. */
const mostInstructions = 100_000;

/** States are thrown away, and made anew, when they hold so many threads. */
const mostThreads = 1 << 20;

/** What an instruction does. A thread that reaches match has found what it looks for. */
const [any, split, jump, assert, match] = [0, 1, 2, 3, 4];

/** Assertions: at the start and the end of the text, of a line, at the edge of a word and elsewhere. */
const assertions = {
  A: (at) => at.first,
  z: (at) => at.last,
  "^": (at) => at.first || at.afterLine,
  $: (at) => at.last || at.beforeLine,
  b: (at) => at.afterWord !== at.beforeWord,
  B: (at) => at.afterWord === at.beforeWord,
};

/** The instructions of an expression: what each does, and its one or two operands. */
class Program {
  constructor(tree) {
    this.op = [];
    this.x = [];
    this.y = [];
    this.sets = [];
    this.add(tree);
    this.emit(match);
  }

  emit(op, x = 0, y = 0) {
    if (this.op.length >= mostInstructions) throw new SyntaxError("expression too large");
    this.op.push(op);
    this.x.push(x);
    this.y.push(y);
    return this.op.length - 1;
  }

  get next() {
    return this.op.length;
  }

  add(node) {
    if (node.type === "set") this.emit(any, this.sets.push(node.set) - 1);
    else if (node.type === "assert") this.emit(assert, node.what);
    else if (node.type === "all") node.list.forEach((part) => this.add(part));
    else if (node.type === "either") this.addEither(node.list);
    else this.addRepeat(node);
  }

  addEither(list) {
    const ends = [];
    list.forEach((part, i) => {
      if (i === list.length - 1) return this.add(part);
      const fork = this.emit(split, this.next + 1);
      this.add(part);
      ends.push(this.emit(jump));
      this.y[fork] = this.next;
    });
    for (const end of ends) this.x[end] = this.next;
  }

  addRepeat({ part, least, most }) {
    for (let i = 0; i < least; i++) this.add(part);
    if (most === Infinity) {
      const fork = this.emit(split, this.next + 1);
      this.add(part);
      this.emit(jump, fork);
      this.y[fork] = this.next;
      return;
    }
    const forks = [];
    for (let i = least; i < most; i++) {
      forks.push(this.emit(split, this.next + 1));
      this.add(part);
    }
    for (const fork of forks) this.y[fork] = this.next;
  }
}

/** Letters that no set of a program tells apart are one class: there are few classes, and each has a number. */
class Alphabet {
  constructor(sets) {
    const edges = new Set([0, 10, 11]);
    for (const set of [...sets, wordRanges]) for (const [from, to] of set) edges.add(from).add(to + 1);
    this.edges = Uint32Array.from(edges).sort();
    this.size = this.edges.length;
    this.table = new Uint16Array(0x10000); // of the letters that names are made of
    for (let i = 0; i < this.size && this.edges[i] < 0x10000; i++) this.table.fill(i, this.edges[i]);
  }

  /** Returns the class of a letter. */
  of(letter) {
    if (letter < 0x10000) return this.table[letter];
    let low = 0;
    for (let high = this.size; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (this.edges[middle] <= letter) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Returns for each class whether its letters are in a set. */
  within(set) {
    return Uint8Array.from(this.edges, (edge) => set.some(([from, to]) => from <= edge && edge <= to));
  }
}

/** What stands before a place in the text: nothing, a letter of a word, the end of a line, or another letter. */
const [start, word, line, other] = [0, 1, 2, 3];

/** The automaton: states are sets of threads, each at an instruction, and what stands before. */
class Automaton {
  constructor(program) {
    this.program = program;
    this.alphabet = new Alphabet(program.sets);
    this.sets = program.sets.map((set) => this.alphabet.within(set));
    this.isWord = this.alphabet.within(wordRanges);
    this.isLine = this.alphabet.within([[10, 10]]);
    this.end = this.alphabet.size; // the class of what stands after the text
    this.forget();
  }

  forget() {
    this.states = [];
    this.numbers = new Map();
    this.next = new Int32Array(64 * (this.end + 1)); // for each state, and each class: the state after it and 1 more; 0: not known yet
    this.held = 0;
    this.stateOf([], start);
  }

  stateOf(threads, before) {
    const key = before + "," + threads.join();
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.states.length;
      this.numbers.set(key, number);
      this.states.push({ threads, before });
      this.held += threads.length + this.end;
      const size = this.states.length * (this.end + 1);
      if (size > this.next.length) {
        const grown = new Int32Array(2 * size);
        grown.set(this.next);
        this.next = grown;
      }
    }
    return number;
  }

  /** Returns the state after a letter of a class, or -1 where a match was found before it. */
  step(state, letter) {
    const { threads, before } = this.states[state];
    const { op, x, y } = this.program;
    const isEnd = letter === this.end;
    const at = {
      first: before === start,
      last: isEnd,
      afterLine: before === line,
      beforeLine: !isEnd && !!this.isLine[letter],
      afterWord: before === word,
      beforeWord: !isEnd && !!this.isWord[letter],
    };
    const seen = new Set();
    const found = new Set();
    const open = [...threads, 0]; // a match may begin anywhere
    while (open.length) {
      const i = open.pop();
      if (seen.has(i)) continue;
      seen.add(i);
      if (op[i] === match) return -1;
      if (op[i] === jump) open.push(x[i]);
      else if (op[i] === split) open.push(x[i], y[i]);
      else if (op[i] === assert) assertions[x[i]](at) && open.push(i + 1);
      else if (!isEnd && this.sets[x[i]][letter]) found.add(i + 1);
    }
    return this.stateOf([...found].sort((a, b) => a - b), at.beforeWord ? word : at.beforeLine ? line : other);
  }

  matches(text) {
    if (this.held > mostThreads) this.forget();
    const { alphabet, end } = this;
    const { table } = alphabet;
    const width = end + 1;
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      let kind = table[unit];
      if (unit >= 0xd800 && unit < 0xdc00) kind = alphabet.of(text.codePointAt(i++));
      const next = this.next[state * width + kind] || this.learn(state, kind);
      if (next < 0) return true;
      state = next - 1;
    }
    return (this.next[state * width + end] || this.learn(state, end)) < 0;
  }

  /** Finds out what comes after a state, and remembers it: the next state and 1 more, or -1 for a match. */
  learn(state, kind) {
    const after = this.step(state, kind);
    return (this.next[state * (this.end + 1) + kind] = after < 0 ? -1 : after + 1);
  }
}

/**
 * Returns a function that says whether a text matches an expression; with fold, whatever the case of its letters. It
 * throws a SyntaxError where Go's package regexp refuses the expression.
 */
export function compile(expression, fold) {
  const automaton = new Automaton(new Program(parse(expression, fold)));
  return (text) => automaton.matches(text);
}

/**
 * Returns the test of what was searched for, and what is wrong with it: what is no expression is searched for as text.
 * Unless minds says whether the case matters, it does where there is a capital.
 */
export function matcher(term, minds = hasCapital(term)) {
  try {
    return { test: compile(term, !minds), error: "" };
  } catch (e) {
    const quoted = term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return { test: compile(quoted, !minds), error: e.message };
  }
}

/** Says whether a search term has a capital, not counting those of "\S" and the like. */
const hasCapital = (term) => /\p{Lu}/u.test(term.replace(/\\./gs, ""));
