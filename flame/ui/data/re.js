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
const [any, split, assert, match] = [0, 1, 2, 3];

/** What stands before a place in the text: nothing, a letter of a word, the end of a line, or another letter. */
const [start, word, line, other] = [0, 1, 2, 3];

/**
 * Returns the program of an expression: instructions [what it does, operands]. Those of any are a set, those of assert a
 * place, those of split where threads go on. After any and assert they go on with the next instruction.
 */
function programOf(tree) {
  const program = [];
  const emit = (...instruction) => {
    if (program.length >= mostInstructions) throw new SyntaxError("expression too large");
    return program.push(instruction) - 1;
  };
  /** Emits a split to the next instruction, and returns what makes it lead to another one, too. */
  const fork = () => {
    const at = emit(split, program.length + 1);
    return () => program[at].push(program.length);
  };
  const add = ({ type, set, what, list, part, least, most }) => {
    if (type === "set") emit(any, set);
    else if (type === "assert") emit(assert, what);
    else if (type === "all") list.forEach(add);
    else if (type === "either") addEither(list);
    else {
      for (let i = 0; i < least; i++) add(part);
      const ends = [];
      for (let i = least; i < most; i++) {
        const from = program.length;
        ends.push(fork());
        add(part);
        if (most === Infinity) {
          emit(split, from);
          break;
        }
      }
      for (const end of ends) end();
    }
  };
  const addEither = (list) => {
    const ends = list.map((part, i) => {
      const next = i < list.length - 1 && fork();
      add(part);
      if (!next) return () => {};
      const end = emit(split);
      next();
      return () => program[end].push(program.length);
    });
    for (const end of ends) end();
  };
  add(tree);
  emit(match);
  return program;
}

/**
 * Returns the classes of letters that no set of a program tells apart: there are few, and each has a number. {edges: where
 * each begins, of: returns that of a letter}.
 */
function classesOf(program) {
  const starts = new Set([0, 10, 11]);
  for (const [op, set] of [...program, [any, wordRanges]]) if (op === any) for (const [from, to] of set) starts.add(from).add(to + 1);
  const edges = Uint32Array.from(starts).sort();
  const table = new Uint16Array(0x10000); // of the letters that names are made of
  edges.forEach((edge, i) => table.fill(i, edge));
  const of = (letter) => (letter < 0x10000 ? table[letter] : edges.findLastIndex((edge) => edge <= letter));
  return { edges, table, of };
}

/** Returns a function that says whether a text matches a program. States are sets of threads, each at an instruction, and what stands before. */
function automatonOf(program) {
  const { edges, table, of } = classesOf(program);
  const within = (set) => Uint8Array.from(edges, (edge) => set.some(([from, to]) => from <= edge && edge <= to));
  const sets = program.map(([op, set]) => op === any && within(set));
  const isWord = within(wordRanges);
  const end = edges.length; // the class of what stands after the text
  const width = end + 1;
  let states, numbers, next, held;

  const forget = () => {
    states = [];
    numbers = new Map();
    next = new Int32Array(64 * width); // for each state, and each class: the state after it and 1 more; 0: not known yet
    held = 0;
    stateOf([], start);
  };

  const stateOf = (threads, before) => {
    const key = before + "," + threads;
    if (!numbers.has(key)) {
      numbers.set(key, states.push({ threads, before }) - 1);
      held += threads.length + end;
      if (states.length * width > next.length) {
        const known = next;
        next = new Int32Array(2 * known.length);
        next.set(known);
      }
    }
    return numbers.get(key);
  };

  /** Returns the state after a letter of a class, or -1 where a match was found before it. */
  const step = (state, letter) => {
    const { threads, before } = states[state];
    const isEnd = letter === end;
    const isLine = edges[letter] === 10;
    const isEdge = (before === word) !== !!isWord[letter];
    const holds = { A: before === start, z: isEnd, "^": before === start || before === line, $: isEnd || isLine, b: isEdge, B: !isEdge };
    const seen = new Set();
    const found = [];
    const open = [...threads, 0]; // a match may begin anywhere
    while (open.length) {
      const i = open.pop();
      if (seen.has(i)) continue;
      seen.add(i);
      const [op, ...operands] = program[i];
      if (op === match) return -1;
      if (op === split) open.push(...operands);
      else if (op === assert) holds[operands[0]] && open.push(i + 1);
      else if (sets[i][letter]) found.push(i + 1);
    }
    return stateOf(found.sort((a, b) => a - b), isWord[letter] ? word : isLine ? line : other);
  };

  /** Finds out what comes after a state, and remembers it: the next state and 1 more, or -1 for a match. */
  const learn = (state, letter) => {
    const after = step(state, letter);
    return (next[state * width + letter] = after < 0 ? -1 : after + 1);
  };

  forget();
  return (text) => {
    if (held > mostThreads) forget();
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const letter = unit >= 0xd800 && unit < 0xdc00 ? of(text.codePointAt(i++)) : table[unit];
      const after = next[state * width + letter] || learn(state, letter);
      if (after < 0) return true;
      state = after - 1;
    }
    return (next[state * width + end] || learn(state, end)) < 0;
  };
}

/**
 * Returns a function that says whether a text matches an expression; with fold, whatever the case of its letters. It
 * throws a SyntaxError where Go's package regexp refuses the expression.
 */
export const compile = (expression, fold) => automatonOf(programOf(parse(expression, fold)));

/**
 * Returns how to find what was searched for: {test, error, minds}. What is no expression is searched for as text, and error
 * says what is wrong with it. The empty term has no test. Unless minds says whether the case matters, it does where there is a
 * capital; "(?i)" says no.
 */
export function matcher(term, minds = hasCapital(term) && !term.startsWith("(?i)")) {
  try {
    return { test: term && compile(term, !minds), minds };
  } catch (e) {
    return { test: compile(term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), !minds), minds, error: e.message };
  }
}

/** Says whether a search term has a capital, not counting those of "\S" and the like. */
const hasCapital = (term) => /\p{Lu}/u.test(term.replace(/\\./gs, ""));
