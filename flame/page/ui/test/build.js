// Build: makes profiles for the tests from folded stacks.

import { Profile } from "../data/profile.js";

/** Returns what the codec would read of folded stacks, whose weights are samples. */
export function dataOf(folded, head = {}) {
  const stacks = folded.trim().split("\n").map((line) => [line.slice(0, line.lastIndexOf(" ")).split(";"), Number(line.slice(line.lastIndexOf(" ") + 1))]);
  const names = [...new Set(stacks.flatMap(([stack]) => stack))].sort();
  const root = { calls: new Map(), self: 0 };
  for (const [stack, weight] of stacks) {
    let f = root;
    for (const name of stack) {
      if (!f.calls.has(name)) f.calls.set(name, { calls: new Map(), self: 0 });
      f = f.calls.get(name);
    }
    f.self += weight;
  }
  const [caller, end, depth, name, selfs] = [[0], [], [0], [], [0]];
  const add = (f, at) => {
    selfs[at] = f.self;
    for (const key of [...f.calls.keys()].sort()) {
      const next = selfs.push(0) - 1;
      caller[next] = at;
      depth[next] = depth[at] + 1;
      name[next - 1] = names.indexOf(key);
      add(f.calls.get(key), next);
    }
    end[at] = selfs.length;
  };
  add(root, 0);
  const none = names.map(() => 0);
  return {
    head: { metrics: [{ name: "samples", noun: "samples" }], show: 0, sides: 1, cats: ["own code"], ...head },
    names, files: [""], modules: [""], looks: none, file: none, line: none, module: none, size: selfs.length,
    caller: Uint32Array.from(caller), end: Uint32Array.from(end), depth: Uint32Array.from(depth), name: Uint32Array.from(name),
    category: name.map(() => 0), columns: [[Float64Array.from(selfs)]],
  };
}

export const profileOf = (folded, head) => new Profile(dataOf(folded, head));
