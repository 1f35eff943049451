// Copy: names and stacks into the clipboard.

export function copyName(picture) {
  const { target, sides, profile } = picture.view;
  copy(picture, profile.text(sides[target.side].nameOf(target.f)), "name");
}

/** Copies the stack as folded text, root first: "main;parse;malloc 1204". */
export function copyStack(picture) {
  const { view, head } = picture;
  const { target } = view;
  const names = view.path(target).map((name) => view.profile.text(name).replace(/;/g, ":"));
  if (target.side || view.reversed) names.reverse();
  const weight = view.sides[target.side].weight(target.f) / 10 ** (head.scale || 0);
  copy(picture, names.join(";") + " " + weight, "stack");
}

async function copy(picture, text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyOldWay(picture.bar.search, text)) return picture.say("copying is not allowed", true);
  }
  picture.say(what + " copied", true);
}

/** Copies where the page has no right to the clipboard, as on plain http. Only pages of HTML can. */
function copyOldWay(search, text) {
  const box = search.cloneNode();
  box.value = text;
  search.after(box);
  box.select();
  const done = document.body && document.execCommand("copy");
  box.remove();
  return done;
}
