// Empty: what the picture says where chips and thread leave nothing of it.

import { chipTexts, escape, nameOfPattern, shortName } from "./text.js";

/** Returns the markup, with a button that takes off what was added last. */
export function emptyMarkup({ state, profile, chosen }) {
  const [op, pattern] = state.chips.at(-1) ?? [];
  const isOfFunction = state.v === "sandwich" && chosen >= 0 && profile.tree.totals[0] > 0;
  const text = isOfFunction ? `No stack with <bdi>${escape(shortName(profile.names[chosen]))}</bdi> matches.` : "No stack matches.";
  const button = (data, label) => ` <button type="button" class="boxed" ${data}>${label}</button>`;
  if (op) return text + button(`data-chip-off="${state.chips.length - 1}"`, `Remove <b>${chipTexts[op][0]}</b> <bdi>${escape(shortName(nameOfPattern(pattern)) || pattern)}</bdi>`);
  return text + (state.t ? button(`data-key="t" data-value=""`, "Show all threads") : "");
}
