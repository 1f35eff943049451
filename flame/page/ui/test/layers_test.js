import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { deepEqual } from "node:assert/strict";

const folder = new URL("..", import.meta.url).pathname;

/** The layers, from the lowest. A module imports from its own layer and from lower ones, and from the picture's data. */
const layers = ["../../ui/data", "data", "state", "drawing", "input"];

/** Returns for each module of the page, as "data/profile.js", the modules that it imports. */
function importsOf() {
  const modules = new Map();
  for (const layer of layers.slice(1)) {
    for (const file of readdirSync(join(folder, layer))) {
      const name = join(layer, file);
      const text = readFileSync(join(folder, name), "utf8");
      modules.set(name, [...text.matchAll(/from "(.+)"/g)].map(([, path]) => normalize(join(dirname(name), path))));
    }
  }
  return modules;
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
  const reaches = (name, goal, seen = new Set()) =>
    (modules.get(name) ?? []).some((next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))));
  deepEqual([...modules.keys()].filter((name) => reaches(name, name)), []);
});
