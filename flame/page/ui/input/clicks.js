// Clicks: buttons, menus and lists of the page say in their data what they do.

/** How long typing rests before the search follows, in milliseconds; large profiles take longer. */
const typingTime = (frames) => (frames > 200_000 ? 90 : 30);

export function listenToClicks(actions) {
  const { shell, view } = actions;
  shell.root.addEventListener("click", (e) => {
    const button = e.target.closest("button");
    const isInPopup = shell.pop.contains(e.target);
    if (button && !button.disabled) press(actions, button);
    if (actions.popup.isOpen && (isInPopup ? button && closes(button) : !opens(button))) actions.popup.close();
  });
  for (const menu of shell.root.querySelectorAll("select[data-key]")) menu.addEventListener("change", () => actions.setKey(menu.dataset.key, menu.value));
  listenToTable(actions);
  listenToSearch(actions, typingTime(view.profile.data.size));
}

/** Says whether a button opens what would be closed again at once. */
const opens = (button) => button && /^(refine|more|help)$/.test(button.dataset.act);

/** Says whether a button of a menu or a form closes it. */
const closes = (button) => button.type !== "submit" && !opens(button);

/** Does what a button says. */
function press(actions, button) {
  const { act, key, value, chip, chipOff, fn, z, category, k } = button.dataset;
  if (act) actions[act](button);
  else if (key) actions.setKey(key, value);
  else if (k) actions.set({ k });
  else if (chip) actions.addChipFor(chip);
  else if (chipOff) actions.takeOff(+chipOff);
  else if (fn) actions.choose(+fn, { stay: true });
  else if (category) actions.listCategory(+category);
  else if (z !== undefined) actions.set({ z });
}

function listenToTable(actions) {
  const { table } = actions;
  const rowOf = (e) => table.rows[e.target.closest("[data-i]")?.dataset.i];
  table.spacer.addEventListener("click", (e) => {
    const row = rowOf(e);
    if (!row) return;
    if (!table.isGrouped) actions.choose(row.name);
    else if (actions.view.state.g === "category") actions.listCategory(row.key);
  });
  table.spacer.addEventListener("contextmenu", (e) => {
    const row = rowOf(e);
    if (!row || table.isGrouped) return;
    e.preventDefault();
    actions.menu({ x: e.clientX, y: e.clientY }, row.name);
  });
}

function listenToSearch(actions, time) {
  const { input } = actions.shell;
  let typing = 0;
  const search = () => actions.set({ s: input.value });
  input.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(search, time);
  });
  input.addEventListener("keydown", (e) => {
    if (e.key !== "Enter") return;
    clearTimeout(typing);
    if (input.value !== actions.view.state.s) search();
    actions.step(e.shiftKey ? -1 : 1);
  });
}
