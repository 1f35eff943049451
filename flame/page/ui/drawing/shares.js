// Shares: which part of something a weight is, and of what. All texts of shares are made here, so that they name their
// base in the same words wherever it is not plainly all there is.

import { percent } from "./text.js";

/** Returns what shares of functions are of first: {whole, name}. The name is "" where it goes without saying. */
function allOf({ base, range, isPair, isRefined, tree, whole }, isNamed) {
  if (range) return { whole: base, name: "this time" };
  if (isPair && isRefined) return { whole: base, name: "what is left" };
  return { whole: base, name: isNamed || tree.totals[0] < whole ? "all" : "" };
}

/** Returns the base of all shares, and the innermost part of it that holds a weight, if one looks at a part. */
function withPart(all, parts, weight) {
  const part = parts.find(({ whole }) => weight < whole && whole < all.whole);
  return part ? [all, part] : [all];
}

const leftOf = ({ tree }) => ({ whole: tree.totals[0], name: "what is left" });

/** Returns what shares of a frame with a weight are of: all, and what is zoomed, chosen or left of it: [{whole, name}, …]. */
export function basesOfFrame(view, weight) {
  const { profile, source, zoomed, isZoomed, total } = view;
  if (source.isTime) return [{ whole: total, name: isZoomed ? "all" : "" }];
  const isOfFunction = !!source.callers;
  const zoom = zoomed === source.root ? [] : [{ whole: source.weight(zoomed), name: "zoom" }];
  const parts = isOfFunction ? [{ whole: total, name: "the function" }] : [...zoom, leftOf(profile)];
  return withPart(allOf(profile, isZoomed || isOfFunction), parts, weight);
}

/** Returns what shares of a function are of: all, and what is zoomed or left of it. */
export function basesOfFunction({ profile, part }) {
  const zoom = part ? [{ whole: profile.tree.totals[part], name: "zoom" }] : [];
  return withPart(allOf(profile, !!part), [...zoom, leftOf(profile)], 0);
}

/** Returns a share: "18.3%", "18.3% of all"; nothing is "0%" of everything. */
export const shareText = ({ whole, name }, weight) => percent(weight, whole) + (weight && name ? ` of ${name}` : "");

/** Returns what the search found: "30.0% matches", "matches: 30.0% of all". */
export function matchesText({ search, profile }) {
  const all = allOf(profile);
  const share = shareText(all, search.weight);
  return all.name ? `matches: ${share}` : `${share} matches`;
}

/** Returns what the percentages of a list are of, for its head: "% of zoom", "% of 9.40s"; "" where it goes without saying. */
export function baseText({ profile, part }, isOfZoom = true) {
  if (part && isOfZoom) return "% of zoom";
  const { whole, name } = allOf(profile, !!part);
  return name && `% of ${name === "all" ? profile.weightText(whole) : name}`;
}
