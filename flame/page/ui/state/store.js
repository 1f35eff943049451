// Store: holds the state of the page, and keeps the address and the history in step with it.

import { formatFragment, parseFragment } from "./fragment.js";

/** Changes of these keys alone make no entry in the history: Back would do little. */
const soft = new Set(["s", "k", "p", "g", "cat"]);

export class Store {
  constructor() {
    this.listeners = [];
    this.unwritten = null; // whether the change that the address does not know yet is a soft one; null: it knows all
    this.state = parseFragment(location.hash);
    this.written = location.hash;
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => location.hash !== this.written && this.read());
  }

  /** Calls a function with the state, and with the one before, after each change. */
  listen(call) {
    this.listeners.push(call);
  }

  read() {
    this.unwritten = null;
    const before = this.state;
    this.state = parseFragment(location.hash);
    this.written = location.hash;
    this.tell(before);
  }

  /**
   * Changes some values of the state. The history gets an entry, unless the change is a soft one, when somebody calls
   * write, or at the next change: browsers take milliseconds for that, which the picture need not wait for.
   */
  set(change, isSoft = Object.keys(change).every((key) => soft.has(key))) {
    this.write();
    const before = this.state;
    this.state = { ...before, ...change };
    this.unwritten = isSoft;
    this.tell(before);
  }

  /** Brings the address and the history in step with the state. */
  write() {
    const isSoft = this.unwritten;
    if (isSoft === null) return;
    this.unwritten = null;
    const fragment = formatFragment(this.state);
    if (fragment === location.hash.slice(1)) return;
    try {
      history[isSoft ? "replaceState" : "pushState"](null, "", fragment ? "#" + fragment : location.pathname + location.search);
      this.written = location.hash;
    } catch {
      // A page without an address of its own keeps its state in memory.
    }
  }

  tell(before) {
    for (const call of this.listeners) call(this.state, before);
  }
}
