// Format: weights and shares as people read them, the same as the rest of fold writes.

const steps = {
  bytes: [["B", 1], ["kB", 2 ** 10], ["MB", 2 ** 20], ["GB", 2 ** 30], ["TB", 2 ** 40], ["PB", 2 ** 50]],
  nanoseconds: [["ns", 1], ["us", 1e3], ["ms", 1e6], ["s", 1e9], ["hrs", 3600e9]],
};

/** Returns a function that writes weights: "33,354", "4.51s". */
export function weightFormat(head, exact) {
  const about = exact ? "" : "≈";
  const scale = head.scale || 0;
  return (weight) => about + (head.unit ? human((weight * head.per) / 10 ** scale, steps[head.unit]) : digits(weight, scale));
}

/** Returns what stands behind a weight: " samples", " of cpu". */
export function nounOf(head) {
  if (!head.noun) return "";
  return (head.unit ? " of " : " ") + head.noun;
}

function human(value, units) {
  let best = units[0];
  for (const unit of units) if (value >= unit[1]) best = unit;
  const text = fixed(value / best[1]).replace(/\.00$/, "");
  return text === "0" ? text : text + best[0];
}

/**
 * Writes a number with two decimals as Go does, which rounds a tie to an even digit: 3.125 is 3.12, and 3.375
 * is 3.38. The language's own toFixed rounds ties up. Only odd multiples of 1/8 are ties.
 */
function fixed(value) {
  const isTie = (value * 8) % 2 === 1;
  return (isTie ? Math.round(value * 50) / 50 : value).toFixed(2);
}

/** Writes a weight that is stored times 10^scale: 1234.5. */
function digits(weight, scale) {
  const text = String(weight).padStart(scale + 1, "0");
  const point = text.length - scale;
  const fraction = text.slice(point).replace(/0+$/, "");
  return group(text.slice(0, point)) + (fraction && "." + fraction);
}

/** Groups the digits of a number by threes. */
export const group = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** Returns a share: "6.95%". */
export const percent = (part, whole) => fixed(whole ? Math.min(100, (100 * part) / whole) : 0) + "%";

/** Returns "1 frame", "2 frames". */
export const count = (n, noun) => group(n) + " " + noun + (n === 1 ? "" : "s");
