// Address: what is shown, as the fragment of the page's address. So links show the same again, and Back and
// Forward work. Only what differs from the start is there:
//
//   #z=2pb1q0x8k3v4t&s=malloc      the zoomed frame by the hash of its path, what is searched for

import { Hash } from "./hash.js";

const decodePart = (text) => {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
};

/** Returns the keys and values of a fragment or a query. */
export function parseParts(text) {
  const parts = new Map();
  for (const part of text.slice(1).split("&")) {
    const at = part.indexOf("=");
    if (at > 0) parts.set(part.slice(0, at), decodePart(part.slice(at + 1)));
  }
  return parts;
}

/** Returns what is shown now as keys and values. */
function stateOf(g) {
  const { start } = g;
  const state = { z: "", f: "", r: g.reversed ? "1" : "", v: g.table ? "top" : "", i: "", o: "", c: "" };
  if (g.isZoomed) state.z = (g.zoom.side ? "-" : "") + g.hashes.path(g.path(g.zoom));
  if (g.fn >= 0) state.f = String(g.hashes.path([g.fn]));
  if (g.inverted !== start.inverted) state.i = g.inverted ? "1" : "0";
  if (g.order !== start.order) state.o = g.order;
  if (g.minds !== null) state.c = g.minds ? "1" : "0";
  if (g.term !== start.term) state.s = g.term;
  g.delta?.writeState(state);
  return Object.entries(state).filter(([key, value]) => value || key === "s");
}

/** Writes what is shown into the address, as a new entry of the history or in place of this one. */
export function writeAddress(g, isNew) {
  const parts = parseParts(location.hash);
  for (const key of "zfrviocsed") parts.delete(key + g.suffix);
  for (const [key, value] of stateOf(g)) parts.set(key + g.suffix, value);
  const fragment = [...parts].map(([key, value]) => key + "=" + encodeURIComponent(value)).join("&");
  if (fragment === location.hash.slice(1)) return;
  try {
    const url = fragment ? "#" + fragment : location.pathname + location.search;
    history[isNew ? "pushState" : "replaceState"](null, "", url);
  } catch {
    // A page without an address of its own has no links either.
  }
}

/** Shows what the address says. Returns what it names but the profile does not have, or "". */
export function readAddress(g) {
  const parts = parseParts(location.hash);
  const get = (key) => parts.get(key + g.suffix);
  g.delta?.readState(get);
  const reversed = get("r") === "1";
  const fn = findFunction(g, get("f"));
  if (reversed !== g.reversed || fn !== g.fn) {
    Object.assign(g, { reversed, fn });
    g.setSides();
  }
  g.table = get("v") === "top";
  g.inverted = get("i") ? get("i") === "1" : g.start.inverted;
  g.order = get("o") || g.start.order;
  g.minds = get("c") ? get("c") === "1" : null;
  g.term = get("s") ?? (parseParts(location.search).get("s") || g.start.term);
  return findZoom(g, get("z"));
}

function findFunction(g, text) {
  const hash = text && Hash.parse(text);
  if (!hash) return -1;
  return g.names.findIndex((_, name) => g.hashes.path([name]).equals(hash));
}

function findZoom(g, text) {
  const side = text && text[0] === "-" && g.sides[1] ? 1 : 0;
  const source = g.sides[side];
  g.zoom = g.cursor = { side, f: source.root };
  const hash = text && Hash.parse(text.replace("-", ""));
  if (!text || (g.isZoomed && !hash)) return "";
  const f = hash && source.find(hash);
  if (f === null || source.weight(f) === 0) return "the frame of this link is not in this profile";
  g.zoom = g.cursor = { side, f };
  return "";
}
