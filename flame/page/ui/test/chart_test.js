import { test } from "node:test";
import { deepEqual, equal } from "node:assert/strict";
import { ticksOf } from "../drawing/axis.js";
import { emptyState } from "../state/fragment.js";
import { View } from "../state/view.js";
import { dataOf } from "./build.js";
import { Profile } from "../data/profile.js";

/** Stacks of two threads, and when each was seen: the stack, its begin and its weight. */
const folded = "one;a;b 30\none;a 20\ntwo;a;c 40";
const added = [["one;a;b", 0, 10], ["two;a;c", 5, 40], ["one;a;b", 10, 20], ["one;a", 60, 20]];

/** Returns a view of what was added when; unit says what the weights are. */
function viewOf(change = {}, unit = "nanoseconds") {
  const data = dataOf(folded, { metrics: [{ name: "time", unit, per: 1 }] });
  const pathOf = (f) => (data.caller[f] ? pathOf(data.caller[f]) + ";" : "") + data.names[data.name[f - 1]];
  const frames = new Map(Array.from({ length: data.size - 1 }, (_, i) => [pathOf(i + 1), i + 1]));
  data.looks = data.names.map((name) => (/one|two/.test(name) ? 1 : 2));
  data.moments = [{ node: Uint32Array.from(added, ([stack]) => frames.get(stack)), time: Float64Array.from(added, ([, at]) => at), weight: Float64Array.from(added, ([, , weight]) => weight) }];
  const view = new View(new Profile(data));
  view.update({ ...emptyState(), v: "chart", ...change });
  return view;
}

/** Returns the boxes of a range as text: the row, the name, from when to when. */
const shown = ({ source, profile }, from, to, min = 0) =>
  source.layout(from, to, { width: 100, min }).boxes.map(({ row, name, at, weight }) => `${row} ${profile.text(name)} ${at}-${at + weight}`);

test("a chart has a lane for each thread, and neighbours share their callers", () => {
  const view = viewOf();
  deepEqual(shown(view, 0, 80), ["0 all 0-80", "1 one 0-80", "2 a 0-30", "2 a 60-80", "3 b 0-30", "4 two 5-45", "5 a 5-45", "6 c 5-45"]);
  deepEqual(shown(view, 50, 70), ["0 all 0-80", "1 one 0-80", "2 a 60-80"]);
  equal(view.source.rows, 6);
});

test("where nobody knows how long a sample lasted, it lasts until the next one, or for two usual gaps", () => {
  // The gaps of thread one are 10 and 50, so that 50 is usual.
  deepEqual(shown(viewOf({}, ""), 0, 200), ["0 all 0-160", "1 one 0-160", "2 a 0-160", "3 b 0-60", "4 two 5-105", "5 a 5-105", "6 c 5-105"]);
});

test("a range of time is in the address, and the numbers are of it", () => {
  const view = viewOf();
  const z = view.rangeText(20, 40);
  equal(z, "@0.25-0.5");
  view.update({ ...emptyState(), v: "chart", z });
  deepEqual([view.from, view.to], [20, 40]);
  const { self } = view.profile.tree.measure();
  deepEqual(view.profile.names.map((name, i) => name + " " + self[i]), ["a 0", "b 10", "c 20", "one 0", "two 0"]);
  view.update({ ...emptyState(), z: "" });
  equal(view.profile.tree.totals[0], 90);
});

test("samples count where they begin", () => {
  const view = viewOf({}, "");
  view.update({ ...emptyState(), v: "chart", z: view.rangeText(5, 60) });
  equal(view.profile.tree.totals[0], 60);
});

test("chips and the thread change what ran", () => {
  deepEqual(shown(viewOf({ chips: [["hide", "^a$"]] }), 0, 80), ["0 all 0-80", "1 one 0-80", "2 b 0-30", "3 two 5-45", "4 c 5-45"]);
  deepEqual(shown(viewOf({ t: "two" }), 0, 80), ["0 all 0-45", "1 two 5-45", "2 a 5-45", "3 c 5-45"]);
});

test("what is narrow becomes slivers", () => {
  const { slivers } = viewOf().source.layout(0, 80, { width: 8, min: 4 });
  deepEqual(slivers.map(({ row, at, weight, frames }) => [row, at, weight, frames.length]), [[2, 0, 30, 1], [2, 60, 20, 1], [3, 0, 30, 1]]);
});

test("the axis has steps of 1, 2 or 5", () => {
  const texts = (from, to, width) => ticksOf(from, to, width).map(({ text }) => text);
  deepEqual(texts(0, 10e9, 500), ["0", "2s", "4s", "6s", "8s", "10s"]);
  deepEqual(texts(1.2e9, 1.21e9, 500), ["1,200ms", "1,202ms", "1,204ms", "1,206ms", "1,208ms", "1,210ms"]);
  deepEqual(texts(0, 7000, 880), ["0", "1µs", "2µs", "3µs", "4µs", "5µs", "6µs", "7µs"]);
  deepEqual(texts(0, 3.3, 300), ["0", "1ns", "2ns", "3ns"]);
});
