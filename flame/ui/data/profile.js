// Profile: what a picture is drawn from. It stays as it was read, but for the weights of what is hidden.

import { Hash, Hashes } from "./hash.js";
import { weightFormat, nounOf } from "./format.js";

export class Profile {
  constructor({ head, names, looks, tree }) {
    this.head = head;
    this.names = names;
    this.looks = looks;
    this.trees = [tree]; // in a picture of changes two: before and after
    this.hashes = tree.hashes = new Hashes(names);
    this.weightText = weightFormat(head, tree.exact);
    this.noun = nounOf(head);
  }

  /** The name of a function, by its number. That of the root is -1. */
  text(name) {
    return name < 0 ? "all" : this.names[name];
  }

  /** Returns the function with a hash, as text, or -1. */
  find(text) {
    const hash = text && Hash.parse(text);
    if (!hash) return -1;
    return this.names.findIndex((_, name) => this.hashes.path([name]).equals(hash));
  }

  /** Leaves the stacks that end in some ranges of frames out of all sums. */
  hide(ranges) {
    for (const tree of this.trees) tree.hide(ranges);
  }
}
