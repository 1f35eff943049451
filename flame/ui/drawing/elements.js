// Elements: the pieces of HTML and SVG that pictures are made of. Only this and draw.js write markup, and names go
// through escape.

import { hintOf } from "./keylist.js";

export const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Sets attributes of an element. */
export function place(element, attributes) {
  for (const key in attributes) element.setAttribute(key, attributes[key]);
}

/** Adds a piece of HTML to a picture. */
export function addHTML(svg, name, markup) {
  const object = document.createElementNS(svg.namespaceURI, "foreignObject");
  place(object, { class: name });
  fillHTML(object, markup);
  svg.append(object);
  return object;
}

/** Replaces what is in a piece of HTML. Names in the markup must be escaped. */
export function fillHTML(object, markup) {
  object.innerHTML = `<div xmlns="http://www.w3.org/1999/xhtml" class="box">${markup}</div>`;
}

/** Returns the button of a command. */
export const button = (act, text, hint = hintOf(act) || "reset search (Esc)") => {
  return `<button type="button" tabindex="-1" data-act="${act}" title="${hint}"${/\w/.test(text) ? "" : ` aria-label="${hint}"`}>${text}</button>`;
};
