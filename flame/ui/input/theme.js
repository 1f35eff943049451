// Theme: light or dark. The style sheet has the colours of one theme, and those of the other for the medium
// that prefers it. To change the theme is to change that medium, for all graphs of a page at once.

/** Shows the other theme. */
export function toggleTheme() {
  const rules = [];
  for (const style of document.querySelectorAll(".fold-fg>style")) {
    for (const rule of style.sheet.cssRules) if (rule.media && !/^print/.test(rule.media.mediaText)) rules.push(rule);
  }
  if (!rules.length) return;
  const isOn = matchMedia(rules[0].media.mediaText).matches;
  for (const rule of rules) rule.media.mediaText = isOn ? "not all" : "screen";
}
