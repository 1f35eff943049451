import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { deepEqual } from "node:assert/strict";

const folder = new URL("..", import.meta.url).pathname;

/** The layers, from the lowest. A module imports from its own layer and from lower ones. */
const layers = ["data", "state", "drawing", "input"];

/** Returns for each module, as "data/tree.js", the modules that it imports. */
function importsOf() {
  const modules = new Map();
  for (const layer of layers) {
    for (const file of readdirSync(join(folder, layer))) {
      const name = join(layer, file);
      const text = readFileSync(join(folder, name), "utf8");
      modules.set(name, [...text.matchAll(/from "(.+)"/g)].map(([, path]) => normalize(join(dirname(name), path))));
    }
  }
  return modules;
}

/** Returns the circle that a module is part of, as a list of names, or null. */
function circleFrom(modules, start) {
  const seen = new Set();
  const visit = (name, path) => {
    for (const next of modules.get(name)) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const circle = visit(next, [...path, next]);
      if (circle) return circle;
    }
    return null;
  };
  return visit(start, [start]);
}

test("no layer imports from a higher one", () => {
  const wrong = [];
  const rank = (name) => layers.indexOf(dirname(name));
  for (const [name, imports] of importsOf()) {
    for (const other of imports) if (rank(other) > rank(name) || rank(other) < 0) wrong.push(`${name} imports ${other}`);
  }
  deepEqual(wrong, []);
});

test("no module imports itself by way of others", () => {
  const modules = importsOf();
  deepEqual([...modules.keys()].map((name) => circleFrom(modules, name)).filter((circle) => circle), []);
});
