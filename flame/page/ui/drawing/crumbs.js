// Crumbs: the callers of what is zoomed, from the root; unzoomed, what the mouse does.

import { escape, shortName } from "./text.js";

/** About how many pixels a crumb takes. */
const crumbWidth = 130;

const hints = {
  mouse: "Click a frame to zoom · Ctrl+wheel zooms, drag pans · right-click for more",
  touch: "Tap a frame to zoom · pinch zooms, drag pans · hold for more",
  line: "Tap a frame to zoom, its line below for more", // where the line is a button
};

/** Returns the crumbs as markup for so much room. */
export function crumbs(view, width, isTouched) {
  const { profile, source } = view;
  if (!view.isZoomed) return `<span class="hint">${hints[!isTouched ? "mouse" : innerWidth < 900 ? "line" : "touch"]}</span>`;
  if (source.isTime) return rangeOf(view) + reset;
  const path = [];
  for (let f = view.zoomed; f !== null; f = source.parentOf(f)) path.unshift(f);
  const room = Math.max(3, Math.floor(width / crumbWidth));
  const left = path.length - room;
  const shown = left > 0 ? [path[0], null, ...path.slice(left + 1)] : path;
  const crumb = (f) => {
    if (f === null) return `<span title="${left} more callers">…</span>`;
    const name = profile.text(source.nameOf(f));
    return `<button type="button" data-z="${view.hashOf(f)}" title="${escape(name)}"><bdi>${escape(shortName(name))}</bdi></button>`;
  };
  return shown.map(crumb).join('<span aria-hidden="true">›</span>') + reset;
}

const reset = `<button type="button" class="x" data-z="" title="Reset zoom (0)" aria-label="Reset zoom">✕</button>`;

/** Returns the range of time that is shown. */
const rangeOf = (view) => `<span>${view.weightText(view.from)} – ${view.weightText(view.to)}, ${view.weightText(view.to - view.from)}</span>`;
