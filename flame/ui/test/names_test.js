import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { deepEqual } from "node:assert/strict";

const folder = new URL("..", import.meta.url).pathname;

/** Returns the sources of both scripts, without comments. */
function sources() {
  const files = ["flame.js", "diff.js"];
  for (const layer of ["data", "state", "drawing", "input"]) for (const file of readdirSync(join(folder, layer))) files.push(join(layer, file));
  return files.map((file) => readFileSync(join(folder, file), "utf8").replace(/(^|\s)\/\/.*/g, "").replace(/\/\*.*?\*\/|"(?:https?:|\.).*?"/gs, "")).join("\n");
}

/** Returns the names that build.sh keeps, as a regular expression. */
function kept() {
  const [, first, names] = /theirs='(.*?)'\nfor name in (.*?);/s.exec(readFileSync(join(folder, "build.sh"), "utf8"));
  return new RegExp(`^(${first}|${names.replace(/[\\\s]+/g, " ").trim().split(" ").join("|")})$`);
}

const found = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

test("properties that no source makes are a browser's, and the bundle keeps their names", () => {
  const text = sources();
  const made = new Set([
    ...found(text, /^ +(?:static |async |get )*(\w+)\(.*\) \{$/gm), // methods
    "startOf", // the page's sources make it
    ...found(text, /\.(\w+) (?:[|?*+]{0,2}=) /g),
    ...found(text, /[{,] *\n? *(\w+): /g), // keys
    ...found(text.replace(/(?:const|let|for \(const) *\{[^}]*\} (?:=|of)|\(\{[^}]*\}/g, ""), /[{,] *(\w+)(?=[,} ])/g), // and short ones, unless they are read
  ]);
  const isKept = kept();
  const read = new Set(found(text, /(?<!\.)\.([a-z_]\w*)/gi));
  deepEqual([...read].filter((name) => !made.has(name) && !isKept.test(name)).sort(), []);
});
