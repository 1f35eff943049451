// Axis: the times under the minimap, where the picture shows what ran when.

import { group } from "../../../ui/data/format.js";

/** The least room of a label, in pixels. */
const leastRoom = 90;

/** So near to the right edge a label would be cut off. */
const lastRoom = 60;

const units = [["ns", 1], ["µs", 1e3], ["ms", 1e6], ["s", 1e9]];

/** Returns the times of a range of nanoseconds that get a label: steps of 1, 2 or 5 times a power of ten. */
export function ticksOf(from, to, width) {
  const least = ((to - from) * leastRoom) / width;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * [1, 2, 5, 10].find((times) => times * power >= least * (1 - 1e-9));
  const [unit, size] = units.findLast(([, size]) => size <= step * (1 + 1e-9)) ?? units[0];
  const digits = Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9));
  const ticks = [];
  for (let n = Math.ceil(from / step - 1e-9); n * step <= to; n++) {
    const [whole, part] = ((n * step) / size).toFixed(digits).split(".");
    ticks.push({ at: n * step, text: group(whole) + (part ? "." + part : "") + (n ? unit : "") });
  }
  return ticks;
}

/** Returns the axis as markup. */
export function axis(from, to, width) {
  const ticks = ticksOf(from, to, width).map(({ at, text }) => {
    const left = ((at - from) / (to - from)) * width;
    return `<i style="left:${left.toFixed(1)}px">${left < width - lastRoom ? text : ""}</i>`;
  });
  return ticks.join("");
}
