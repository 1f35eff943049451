// Help: the overlay that lists the keys.

import { addHTML, place } from "../drawing/elements.js";
import { keyList } from "../drawing/keylist.js";

/** Opens the help, or closes it. */
export function openHelp(picture) {
  const { svg, view, width } = picture;
  const opened = svg.querySelector(".help");
  if (opened) return closeHelp(svg, opened);
  const rows = keyList.concat(view.delta?.keys ?? []).map(([, keys, what]) => `<tr><th scope="row">${keys}</th><td>${what}</td></tr>`).join("");
  const help = addHTML(svg, "help", `<div role="dialog" aria-modal="true" aria-label="Keys"><button type="button" aria-label="Close">×</button><table>${rows}</table>` +
    `<p>Width is weight. The gap above a frame is its self weight.</p></div>`);
  const [from, to] = picture.window;
  place(help, { x: 0, y: Math.max(0, from), width, height: Math.max(to - Math.max(0, from), 1) });
  const close = help.querySelector("button");
  help.addEventListener("click", (e) => {
    if (!e.target.closest("[role=dialog]") || e.target === close) closeHelp(svg, help);
  });
  help.addEventListener("keydown", (e) => {
    if (e.key === "Tab") e.preventDefault(); // there is one button
    else if (e.key === "Escape" || e.key === "?") closeHelp(svg, help);
    e.stopPropagation();
  });
  close.focus();
}

function closeHelp(svg, help) {
  help.remove();
  svg.focus({ preventScroll: true });
}
