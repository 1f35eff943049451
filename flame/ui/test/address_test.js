import { test } from "node:test";
import { deepEqual, equal } from "node:assert/strict";
import { Profile } from "../data/profile.js";
import { partsOf, readParts } from "../state/address.js";
import { View } from "../state/view.js";
import { treeOf } from "./build.js";

const start = { inverted: false, order: "name", term: "" };

function viewOf(folded) {
  const tree = treeOf(folded);
  return new View(new Profile({ head: {}, names: tree.hashes.names, looks: [], tree }), { ...start });
}

const folded = "main;parse;read 3\nmain;send;parse;read 4\nidle 10";

/** Returns what is shown, without what follows from it. */
const shown = (view) => ({
  zoom: [view.zoom.side, view.path(view.zoom), view.range.map((end) => Math.round(end * 1e4) / 1e4)],
  hidden: [view.hiddenText, view.tree.weight(0)],
  ...Object.fromEntries(["reversed", "fn", "table", "inverted", "order", "term", "minds"].map((key) => [key, view[key]])),
});

test("the parts of an address show again what they were written from", () => {
  const parse = ["idle", "main", "parse", "read", "send"].indexOf("parse");
  const changes = [
    () => {},
    (view) => (view.zoom = { side: 0, f: view.sides[0].kids(0)[1] }),
    (view) => ((view.reversed = true), view.setSides()),
    (view) => ((view.reversed = true), view.setSides(), (view.zoom = { side: 0, f: view.sides[0].kids(view.sides[0].root)[1] })),
    (view) => view.open(parse),
    (view) => (view.open(parse), (view.zoom = { side: 1, f: view.sides[1].kids(view.sides[1].root)[0] })),
    (view) => view.zoomToRange([9, 9.5]),
    (view) => view.zoomToRange([2, 15]),
    (view) => (view.open(parse), view.zoomToRange([1, 5])),
    (view) => view.find("Read", false),
    (view) => view.hide({ side: 0, f: view.tree.kids(0)[0] }),
    (view) => (view.open(-1, true), view.hide({ side: 0, f: view.sides[0].kids(view.sides[0].root)[1] })), // read, in all places
    (view) => (view.open(parse), view.hide({ side: 1, f: view.sides[1].kids(view.sides[1].root)[1] }), view.open(-1), view.hide({ side: 0, f: view.tree.kids(0)[0] })),
    (view) => Object.assign(view, { table: true, inverted: true, order: "width" }),
  ];
  for (const change of changes) {
    const view = viewOf(folded);
    change(view);
    const parts = new Map(partsOf(view));
    const again = viewOf(folded);
    equal(readParts(again, (key) => parts.get(key)), "");
    deepEqual(shown(again), shown(view));
    readParts(again, () => undefined);
    deepEqual(shown(again), shown(viewOf(folded)));
  }
});

test("a frame that the profile does not have is reported, and all is shown", () => {
  const view = viewOf(folded);
  for (const z of ["0", "A", "-", "zzzzzzzzzzzzzz"]) {
    equal(readParts(view, (key) => (key === "z" ? z : undefined)), "this profile lacks the frame of the link");
    equal(!view.isZoomed, true);
  }
});

test("what is hidden zooms out to the callers that are left", () => {
  const view = viewOf(folded);
  const [, main] = view.tree.kids(0);
  const [, send] = view.tree.kids(main);
  view.zoom = view.cursor = { side: 0, f: send };
  equal(view.hide({ side: 0, f: send }), true);
  deepEqual([view.path(view.zoom), view.tree.weight(0)], [[1], 13]);
  equal(view.hide({ side: 0, f: 0 }), false);
  deepEqual([view.unhide(), view.unhide(), view.tree.weight(0)], [true, false, 17]);
});
