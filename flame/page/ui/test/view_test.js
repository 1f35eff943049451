import { test } from "node:test";
import { deepEqual, equal } from "node:assert/strict";
import { spread } from "../../../ui/data/layout.js";
import { layout } from "../data/sources.js";
import { commandOf } from "../state/command.js";
import { emptyState } from "../state/fragment.js";
import { View } from "../state/view.js";
import { profileOf } from "./build.js";

const folded = "main;parse;lex 40\nmain;parse;malloc 20\nmain;send;malloc 10\nmain;send;write 20\nidle 10";

/** Returns a view of the stacks with some values of the state. */
function viewOf(change = {}) {
  const view = new View(profileOf(folded));
  view.update({ ...emptyState(), ...change });
  return view;
}

const nameOf = ({ profile, source }, f) => profile.text(source.nameOf(f));

/** Returns the frame at the end of a path of names. */
function frameAt({ profile, source }, ...path) {
  return path.reduce((f, name) => source.kids(f).find((kid) => profile.text(source.nameOf(kid)) === name), source.root);
}

test("a frame and a range are written into the address and read from it", () => {
  const view = viewOf();
  for (const path of [[], ["main"], ["main", "send"], ["main", "send", "malloc"]]) {
    const f = frameAt(view, ...path);
    view.update({ ...emptyState(), z: view.hashTo(f) });
    equal(view.zoomed, f);
    equal(view.to - view.from, view.source.weight(f));
  }
  for (const [from, to, holder] of [[0, 100, "all"], [12, 30, "lex"], [20, 65, "parse"], [5, 50, "all"], [60, 80, "main"], [70, 80, "malloc"], [99.5, 120, "write"]]) {
    const z = view.rangeText(from, to);
    view.update({ ...emptyState(), z });
    const width = Math.min(100, to - from);
    const left = Math.min(from, 100 - width);
    deepEqual([view.from, view.to].map((v) => Math.round(v * 1e3) / 1e3), [left, left + width].map((v) => Math.round(v * 1e3) / 1e3), z);
    if (holder !== "write") equal(nameOf(view, view.zoomed), holder);
  }
});

test("ranges that make no sense show all of their frame", () => {
  for (const z of ["@", "@0.5-0.5", "@0.7-0.2", "@x-y", "@2-3", "@0-1"]) {
    const view = viewOf({ z });
    deepEqual([view.from, view.to, view.missing], [0, 100, false], z);
  }
});

test("of a frame that is gone, the nearest caller is shown", () => {
  const view = viewOf();
  const z = view.hashTo(frameAt(view, "main", "parse", "lex"));
  view.update({ ...emptyState(), z, chips: [["ignore", "lex"]] });
  deepEqual([view.missing, nameOf(view, view.zoomed)], [true, "parse"]);
  view.update({ ...emptyState(), z: "zzz" });
  deepEqual([view.missing, view.zoomed], [true, view.source.root]);
});

test("a sandwich has callers above the function and callees below, in one range", () => {
  const view = viewOf();
  const sandwich = (fn, change = {}) => view.update({ ...emptyState(), v: "sandwich", f: view.profile.hashOf(view.profile.names.indexOf(fn)), ...change });
  const shown = () => layout(view.source, view.from, view.to, { width: view.total, min: 0 }).boxes.map(({ row, name, at, weight }) => `${row} ${view.profile.text(name)} ${at}+${weight}`);
  sandwich("malloc");
  deepEqual(shown(), ["2 malloc 0+30", "1 parse 0+20", "1 send 20+10", "0 main 0+20", "0 main 20+10"]);
  sandwich("parse");
  deepEqual(shown(), ["1 parse 0+60", "2 lex 0+40", "2 malloc 40+20", "0 main 0+60"]);
  sandwich("malloc");
  const { source } = view;
  const [, send] = source.firstCallers;
  const [main] = source.kids(send);
  for (const [f, z, range] of [[send, view.hashOf(send), [20, 30]], [main, view.hashOf(main), [20, 30]], [source.root, "", [0, 30]]]) {
    sandwich("malloc", { z });
    equal(view.zoomed, f);
    deepEqual([view.from, view.to], range);
    equal(z[0] ?? "", f === source.root ? "" : "-");
  }
  deepEqual([source.parentOf(send), source.parentOf(main), source.parentOf(source.root)], [source.root, send, null]);
  view.update({ ...emptyState(), v: "sandwich" });
  deepEqual([view.lacks, view.isPlain], ["choose a function first", true]);
});

test("matches are gone through from the heaviest of the outermost", () => {
  const view = viewOf({ s: "malloc|parse" });
  const path = [1, 1, 1, -1].map((step) => {
    const f = view.search.step(step);
    return [nameOf(view, f), view.source.weight(f)];
  });
  deepEqual(path, [["parse", 60], ["malloc", 10], ["parse", 60], ["malloc", 10]]);
  equal(view.search.weight, 70);
});

test("a search makes an expression of what it finds, whatever the case", () => {
  const patterns = ["lex", "Lex", "(?i)Lex", "a(b", "A(B"].map((s) => viewOf({ s }).search.pattern);
  deepEqual(patterns, ["(?i)lex", "Lex", "(?i)Lex", "(?i)a\\(b", "A\\(B"]);
});

test("a layout shows a range, and its slivers spread", () => {
  const view = viewOf();
  const shown = (from, to) => layout(view.source, from, to, { width: 100, min: 1 }).boxes.map(({ name, x, w }) => `${view.profile.text(name)} ${x}+${w}`);
  deepEqual(shown(0, 100), ["all 0+100", "idle 0+10", "main 10+90", "parse 10+60", "send 70+30", "lex 10+40", "malloc 50+20", "malloc 70+10", "write 80+20"]);
  deepEqual(shown(50, 100), ["all -100+200", "main -80+180", "parse -80+120", "send 40+60", "malloc 0+40", "malloc 40+20", "write 60+40"]);
  deepEqual(spread({ at: 10, weight: 30, frames: [1, 2, 3] }, 15, 100), [10, 40]);
  deepEqual(spread({ at: 0, weight: 1000, frames: new Array(1000) }, 500, 100), [497.5, 502.5]);
  deepEqual(spread({ at: 0, weight: 1000, frames: new Array(1000) }, 0, 100), [0, 5]);
});

test("the command does what the chips do", () => {
  const profile = profileOf(folded, { metrics: [{ name: "samples" }, { name: "cpu", event: "cycles:u" }], input: ["my cpu.pb", "b"] });
  profile.head.metrics[1].of = undefined;
  profile.metric = 0;
  const command = (change) => commandOf({ ...emptyState(), ...change }, profile);
  equal(command({}), "fold top 'my cpu.pb' b");
  equal(command({ chips: [["hide", "it's"], ["focus", "a"], ["ignore", "^b$"]], t: "*" }), `fold top --focus a --hide 'it'\\''s' --ignore '^b$' --no-threads 'my cpu.pb' b`);
  equal(command({ chips: [["focus", "a"], ["focus", "b"]] }), "fold collapse --focus a 'my cpu.pb' b | fold top --focus b");
  equal(command({ chips: [["recursion", ""]] }), "fold svg --format html --collapse-recursion 'my cpu.pb' b");
  equal(command({ chips: [["ignore-category", "GC and runtime"], ["focus", "a"], ["focus-category", "hashing"]] }), "fold top --focus a --ignore-category 'GC and runtime' --focus-category hashing 'my cpu.pb' b");
  equal(command({ chips: [["focus", "a"], ["ignore-category", "hashing"], ["focus", "b"], ["hide", "c"]] }), "fold collapse --focus a --ignore-category hashing 'my cpu.pb' b | fold top --focus b --hide c");
  profile.head.flags = ["--focus", "a b"];
  equal(command({ chips: [["ignore-category", "hashing"]] }), "fold collapse --focus 'a b' 'my cpu.pb' b | fold top --ignore-category hashing");
  equal(command({}), "fold top --focus 'a b' 'my cpu.pb' b");
  equal(command({ chips: [["focus", "c"]] }), "fold collapse --focus 'a b' 'my cpu.pb' b | fold top --focus c");
  profile.head.flags = undefined;
  profile.metric = 1;
  equal(command({ t: "web-1" }), "fold collapse --metric cpu --event cycles:u --focus '^web-1$' 'my cpu.pb' b | fold top");
});

test("what is noise is as the header says it, of whole profiles alone", () => {
  const metrics = [{ name: "samples", beyond: { self: [1], total: [1, 2] }, noise: "noise of sampling" }, { name: "cpu" }];
  const profile = profileOf(folded, { metrics });
  profile.data.columns.push(profile.data.columns[0]);
  profile.wholes.push(profile.wholes[0]);
  const view = new View(profile);
  const noises = (change) => {
    view.update({ ...emptyState(), ...change });
    return [profile.isTested, ...[0, 1, 2].flatMap((name) => [profile.isNoise("self", name), profile.isNoise("total", name)])];
  };
  deepEqual(noises({}), [true, true, true, false, false, true, false]);
  const untested = [false, false, false, false, false, false, false];
  for (const change of [{ m: "cpu" }, { t: "main" }, { t: "*" }, { chips: [["focus", "main"]] }]) deepEqual(noises(change), untested, JSON.stringify(change));
  deepEqual(noises({ z: "@0.1-0.5" }), [true, true, true, false, false, true, false]);
});
