// Address: the view as the fragment of the page's address. So links show the same again, and Back and Forward
// work. Only what differs from the start is there:
//
//   #z=2pb1q0x8k3v4t@0.25-0.5&s=malloc      the zoomed frame by the hash of its path, and which part of it; what is searched for

import { partOf, partText } from "../data/layout.js";

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

/** Returns the keys and values of what the view shows other than it does at the start. */
export function partsOf(view) {
  const { start } = view;
  const parts = { z: "", f: "", r: view.reversed ? "1" : "", v: view.table ? "top" : "", i: "", o: "", c: "", x: view.hiddenText };
  if (view.isZoomed) parts.z = view.hashOf(view.zoom) + (view.zoom.part ? partText(view.zoom.part) : "");
  if (view.fn >= 0) parts.f = String(view.profile.hashes.path([view.fn]));
  if (view.inverted !== start.inverted) parts.i = view.inverted ? "1" : "0";
  if (view.order !== start.order) parts.o = view.order;
  if (view.minds !== null) parts.c = view.minds ? "1" : "0";
  if (view.term !== start.term) parts.s = view.term;
  view.delta?.write(parts);
  return Object.entries(parts).filter(([key, value]) => value || key === "s");
}

/** Changes the view to what the keys and values say. Returns what they name but the profile does not have, or "". */
export function readParts(view, get, term = "") {
  const { start, profile } = view;
  view.delta?.read(get);
  const reversed = get("r") === "1";
  const fn = profile.find(get("f"));
  const hidden = get("x") || "";
  const isOther = hidden !== view.hiddenText;
  if (isOther) view.hideAll(hidden);
  if (isOther || reversed !== view.reversed || fn !== view.fn) {
    Object.assign(view, { reversed, fn });
    view.setSides();
  }
  view.table = get("v") === "top";
  view.inverted = get("i") ? get("i") === "1" : start.inverted;
  view.order = get("o") || start.order;
  view.find(get("s") ?? (term || start.term), get("c") ? get("c") === "1" : null);
  view.hovered = null;
  return readZoom(view, get("z"));
}

function readZoom(view, text) {
  view.zoom = view.cursor = view.root;
  if (!text) return "";
  const at = view.frameOf(text.split(/[@:]/)[0]); // older pictures wrote other ranges after a colon
  if (!at) return "this profile lacks the frame of the link";
  const part = partOf(text);
  view.zoom = view.cursor = { ...at, part: partText(part) && part };
  return "";
}

/** Writes the view into the address, as a new entry of the history or in place of this one. */
export function writeAddress(view, isNew) {
  const parts = parseParts(location.hash);
  for (const key of "zfrviocsedpx") parts.delete(key + view.suffix);
  for (const [key, value] of partsOf(view)) parts.set(key + view.suffix, value);
  const fragment = [...parts].map(([key, value]) => key + "=" + encodeURIComponent(value)).join("&");
  if (fragment === location.hash.slice(1)) return;
  try {
    const url = fragment ? "#" + fragment : location.pathname + location.search;
    history[isNew ? "pushState" : "replaceState"](null, "", url);
  } catch {
    // A page without an address of its own has no links either.
  }
}

/** Reads the address into the view. Returns what it names but the profile does not have, or "". */
export function readAddress(view) {
  const parts = parseParts(location.hash);
  return readParts(view, (key) => parts.get(key + view.suffix), parseParts(location.search).get("s"));
}
