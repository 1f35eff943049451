// Help: the overlay that lists the keys.

import { addHTML, place } from "./bar.js";
import { keyList } from "./keylist.js";

/** Opens the help, or closes it. */
export function openHelp(g) {
  if (g.help) return closeHelp(g);
  const rows = keyList.concat(g.delta?.keys ?? []).map(([, keys, what]) => `<tr><th scope="row">${keys}</th><td>${what}</td></tr>`).join("");
  g.help = addHTML(g, "help", `<div role="dialog" aria-modal="true" aria-label="Keys"><button type="button" aria-label="Close">×</button><table>${rows}</table>` +
    `<p>Width is weight. The gap above a frame is its self weight.</p></div>`);
  const [from, to] = g.window();
  place(g.help, { x: 0, y: Math.max(0, from), width: g.width, height: Math.max(to - Math.max(0, from), 1) });
  const close = g.help.querySelector("button");
  g.help.addEventListener("click", (e) => {
    if (!e.target.closest("[role=dialog]") || e.target === close) closeHelp(g);
  });
  g.help.addEventListener("keydown", (e) => {
    if (e.key === "Tab") e.preventDefault(); // there is one button
    else if (e.key === "Escape" || e.key === "?") closeHelp(g);
    e.stopPropagation();
  });
  close.focus();
}

export function closeHelp(g) {
  g.help.remove();
  g.help = null;
  g.svg.focus({ preventScroll: true });
}
