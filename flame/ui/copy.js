// Copy: names and stacks into the clipboard.

import { targetOf } from "./navigate.js";

export function copyName(g) {
  const { side, f } = targetOf(g);
  copy(g, g.text(g.sides[side].nameOf(f)), "name");
}

/** Copies the stack as folded text, root first: "main;parse;malloc 1204". */
export function copyStack(g) {
  const at = targetOf(g);
  const names = g.path(at).map((name) => g.text(name).replace(/;/g, ":"));
  if (at.side || g.reversed) names.reverse();
  const weight = g.sides[at.side].weight(at.f) / 10 ** (g.head.scale || 0);
  copy(g, names.join(";") + " " + weight, "stack");
}

async function copy(g, text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyOldWay(g, text)) return g.say("copying is not allowed", true);
  }
  g.say(what + " copied", true);
}

/** Copies where the page has no right to the clipboard, as on plain http. Only pages of HTML can. */
function copyOldWay(g, text) {
  const box = g.bar.search.cloneNode();
  box.value = text;
  g.bar.search.after(box);
  box.select();
  const done = document.body && document.execCommand("copy");
  box.remove();
  return done;
}
