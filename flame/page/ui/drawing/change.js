// Change: how the page writes what changed between two profiles, and what it says of noise.

import { points, sign } from "./text.js";

/** Returns a change: of the weights, or of their shares of all. */
export function changeOf({ isAbsolute, trees }, [before, after]) {
  const [was, is] = trees.map((tree) => (isAbsolute ? 1 : tree.totals[0] || 1));
  return after / is - before / was;
}

/** Returns a change as text, in points or as a weight. */
export function changeText(profile, change) {
  if (profile.isAbsolute) return sign(change) + profile.weightText(Math.abs(change));
  const text = points(change);
  return /^[+−]0\.00 /.test(text) ? text.slice(1) : text;
}

/** Returns the class of a change: up or dn, or "" for one that is not to be seen. */
export const changeClass = (profile, change) => (/[1-9]/.test(changeText(profile, change)) ? (change > 0 ? "up" : "dn") : "");

/** Returns what was tested against: "the noise of sampling". */
export const noiseName = ({ metrics, metric }) => `the ${metrics[metric].noise || "noise"}`;

/** Returns what a faded change is: that of a function, where it is not clear of which one. */
export const withinNoise = (profile, name = -1) => `${name < 0 ? "the change" : `the change of ${profile.names[name]} as a whole`} is within ${noiseName(profile)}`;

/**
 * Returns what the noise says of the change of a function's total, for tooltips: "within the noise of sampling". With more than one
 * occurrence it says that it is about all of them.
 */
export function verdictOf(profile, name) {
  if (!profile.isTested || !profile.metrics[profile.metric].noise) return "";
  const { places } = profile.tree.measure();
  const verdict = `${profile.isNoise("total", name) ? "within" : "beyond"} ${noiseName(profile)}`;
  return places[name] > 1 ? `all ${places[name]} occurrences together: ${verdict}` : verdict;
}
