// Store: holds the state of the page, and keeps the address and the history in step with it.

import { formatFragment, parseFragment } from "./fragment.js";

/** Changes of these keys alone make no entry in the history: Back would do little. */
const soft = new Set(["s", "k", "p", "g", "cat"]);

export class Store {
  constructor() {
    this.listeners = [];
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
    const before = this.state;
    this.state = parseFragment(location.hash);
    this.written = location.hash;
    this.tell(before);
  }

  /** Changes some values of the state. The history gets an entry, unless the change is a soft one. */
  set(change, isSoft = Object.keys(change).every((key) => soft.has(key))) {
    const before = this.state;
    this.state = { ...before, ...change };
    this.write(isSoft);
    this.tell(before);
  }

  write(isSoft) {
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
