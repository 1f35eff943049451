// Actions: what buttons and keys do. All of them change the state, and the page follows.

import { Popup, categoryMenuOf, helpText, menuOf, refineForm } from "../drawing/popup.js";
import { chipTexts, patternOf, previewOf, visible } from "../drawing/text.js";
import { around, spread } from "../../../ui/data/layout.js";
import { commandOf } from "../state/command.js";
import { formatFragment } from "../state/fragment.js";

/** A screen as narrow as this shows one pane at a time. */
const narrow = 900;

/** How long typing rests before the page follows, in milliseconds; large profiles take longer. */
const typingTime = (frames) => (frames > 200_000 ? 90 : 30);

/** How long a button says what it did, in milliseconds. */
const flashTime = 2000;

export class Actions {
  constructor({ store, view, shell, picture, table, setTheme }) {
    Object.assign(this, { store, view, shell, picture, table, setTheme });
    this.popup = new Popup(shell.pop);
    this.zooms = new Map(); // what each view of the stacks showed last
    this.subject = -1; // the function that the open menu is about
    this.typingTime = typingTime(view.profile.data.size);
  }

  set(change, isSoft) {
    this.store.set(change, isSoft);
  }

  /** Sets a key of the state, as buttons and menus name it. */
  setKey(key, value) {
    const { state, profile } = this.view;
    if (key === "v") return value === "sandwich" ? this.sandwich() : this.setStacks(value);
    if (key === "m" && value === profile.metricKeys[profile.head.show]) value = "";
    if (key === "p" && value === state.p) value = "";
    this.set({ [key]: value });
  }

  /** Shows the stacks from their roots, or merged in some way. Each way keeps its own zoom. */
  setStacks(v, change = {}) {
    const { state } = this.view;
    const keyOf = (v, f) => v + (isOfFunction(v) ? f : "");
    this.zooms.set(keyOf(state.v, state.f), state.z);
    const { f } = { ...state, ...change };
    this.set({ z: this.zooms.get(keyOf(v, f)) ?? "", ...change, v });
  }

  /** Chooses a function; on narrow screens that shows its details. */
  choose(name, { isSoft = false, stay = false } = {}) {
    const { profile, state } = this.view;
    if (name < 0) return;
    const p = innerWidth < narrow && !stay ? "info" : state.p;
    this.set({ f: profile.hashOf(name), p }, isSoft);
  }

  /** Lists the functions of a category in the table. */
  listCategory(category) {
    const { state, profile } = this.view;
    this.set({ cat: profile.head.cats[category], g: "", p: innerWidth < narrow ? "table" : state.p });
  }

  chooseNone() {
    const { v } = this.view.state;
    this.set({ f: "", ...(isOfFunction(v) ? { v: "", z: "" } : {}) });
  }

  /** Zooms into a box, and chooses its function; a sliver is spread around a place. */
  zoomTo(box, place) {
    const { view, picture } = this;
    if (box.frames) return this.set({ z: view.rangeText(...spread(box, place, picture.width)) });
    const f = box.name >= 0 && !isOfFunction(view.state.v) ? view.profile.hashOf(box.name) : view.state.f;
    this.set({ z: view.source.isTime ? view.rangeText(box.at, box.at + box.weight) : view.hashTo(box.f), f });
  }

  /** Moves the keyboard's cursor to a frame, and the range with it if the frame is too narrow to be drawn there. */
  moveTo(f) {
    const { view, picture } = this;
    const { source, zoomed, from, to } = view;
    let box = picture.l.boxes.find((one) => one.f === f);
    if (!box || box.x < 0 || box.x + Math.min(box.w, 1) > picture.width) {
      const range = around(source, f, view.byWidth, [from, to], picture.width);
      this.set({ z: source.parentOf(zoomed) === f ? view.hashTo(f) : view.rangeText(...range) }, true);
      picture.cursor = { f }; // on the way there the frame may be too narrow to be drawn
      picture.show(view.from, view.to);
      box = picture.cursor;
    }
    if (box) picture.setCursor(box);
    return box;
  }

  /** Adds a chip that asks for a function alone, or for a pattern. */
  addChip(op, pattern) {
    const { state } = this.view;
    const chips = [...state.chips.filter((chip) => op !== "recursion" || chip[0] !== op), [op, pattern]];
    this.set({ chips });
  }

  addChipFor(op) {
    this.addChip(op, patternOf(this.view.profile.plain(this.subjectOrChosen)));
  }

  /** Adds a chip of a category, which need not be chosen any more. */
  addCategory(op, category) {
    const { state, profile } = this.view;
    this.set({ chips: [...state.chips, [op, profile.head.cats[category]]], cat: "" });
  }

  /** Makes a chip of what is searched for. */
  addSearch(op) {
    const { state, search } = this.view;
    if (!search) return;
    this.shell.input.value = "";
    this.set({ chips: [...state.chips, [op, search.pattern]], s: "" });
  }

  /** Makes the tooltip of such a button say what the chip would match: that is files and modules, too. */
  hintMatches(button) {
    const { profile, search } = this.view;
    const op = button.dataset.match;
    if (op && search) button.title = `${chipTexts[op][1]} of ${visible(search.pattern)}: ${previewOf(profile, search.pattern)}`;
  }

  takeOff(i) {
    this.set({ chips: this.view.state.chips.filter((_, at) => at !== i) });
  }

  /** The function that a menu is about, or else the chosen one. */
  get subjectOrChosen() {
    return this.popup.isOpen && this.subject >= 0 ? this.subject : this.view.chosen;
  }

  /** Shows a function with what calls it and what it calls. */
  sandwich() {
    const name = this.subjectOrChosen;
    if (name < 0) return this.shell.tell("choose a function first");
    this.setStacks("sandwich", { f: this.view.profile.hashOf(name), p: "" });
  }

  /** Zooms into the largest occurrence of a function. */
  largest() {
    const { profile } = this.view;
    const name = this.subjectOrChosen;
    const f = profile.heaviestPlace(name);
    if (f) this.set({ v: "", z: profile.pathHash(profile.tree, f), f: profile.hashOf(name), p: "" });
  }

  /** Goes to a match of the search, and chooses it. */
  step(direction) {
    const { view, shell } = this;
    const { search, profile } = view;
    if (!search?.found.length) return;
    const f = search.step(direction);
    const name = profile.tree.name[f - 1];
    this.set({ v: "", z: profile.pathHash(profile.tree, f), f: profile.hashOf(name) }, true);
    shell.showMatches();
    shell.say(`match ${search.at + 1} of ${search.found.length}: ${profile.names[name]}`);
  }

  next() {
    this.step(1);
  }

  previous() {
    this.step(-1);
  }

  /** Steps back: menu, search, graph of a function, zoom, choice. */
  escape() {
    const { state } = this.view;
    if (this.popup.isOpen) return this.popup.close();
    if (state.s) {
      this.shell.input.value = "";
      return this.set({ s: "" });
    }
    if (isOfFunction(state.v)) return this.setStacks("");
    if (state.z) return this.set({ z: "" });
    if (state.f) this.chooseNone();
  }

  find() {
    this.shell.input.focus();
    this.shell.input.select();
  }

  reverse() {
    this.setStacks(this.view.state.v === "callers" ? "" : "callers");
  }

  flip() {
    this.set({ i: this.view.state.i ? "" : "1" });
  }

  order() {
    this.set({ o: this.view.state.o ? "" : "width" });
  }

  reset() {
    this.set({ z: "" });
  }

  showTable() {
    this.set({ p: "table" });
    this.table.scroll.focus();
  }

  showGraph() {
    this.set({ p: "" });
    this.picture.pane.focus();
  }

  theme() {
    this.setTheme(!this.view.isDark);
    this.shell.say(this.view.isDark ? "dark" : "light");
  }

  /** Opens the menu of a function at a place of the window. */
  menu(place, name, box = null) {
    if (name < 0) return;
    this.subject = name;
    this.box = box;
    this.picture.point(null);
    this.popup.open(place, "menu", "Function menu", menuOf(this.view, name, !!box));
  }

  /** Opens the menu of a category. */
  categoryMenu(place, category) {
    this.subject = -1;
    this.popup.open(place, "menu", "What to do with the category", categoryMenuOf(this.view, category));
  }

  more(from) {
    this.menu(below(from), this.view.chosen);
  }

  refine(from) {
    this.popup.open(below(from), "dialog", "Refine", refineForm(this.view.search?.pattern ?? ""));
    const form = this.popup.element.querySelector("form");
    let typing = 0;
    form.pattern.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => this.tellMatches(form), this.typingTime);
    });
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      this.submit(form);
    });
    this.tellMatches(form);
  }

  /** Says what the expression of the form matches, or why it is none. Returns whether it is one. */
  tellMatches({ pattern }) {
    const line = this.popup.element.querySelector(".why");
    line.className = "why";
    try {
      line.textContent = pattern.value && previewOf(this.view.profile, pattern.value);
      return !!pattern.value;
    } catch (e) {
      line.className = "why bad";
      line.textContent = e.message;
      return false;
    }
  }

  /** Adds the chip of the form, if its expression is one. */
  submit(form) {
    if (!this.tellMatches(form)) return form.pattern.focus();
    const { op, pattern } = form;
    this.popup.close();
    this.addChip(op.value, pattern.value);
  }

  recursion() {
    this.addChip("recursion", "");
  }

  help() {
    if (this.popup.isOpen) return this.popup.close();
    this.popup.open({ x: innerWidth / 2 - 220, y: 72 }, "dialog", "Keys", helpText());
  }

  close() {
    this.popup.close();
  }

  /** Shows the details of the chosen function, or the summary. */
  details() {
    this.set({ p: "info" });
  }

  copyName(from) {
    const name = this.subjectOrChosen;
    if (name >= 0) this.copy(this.view.profile.names[name], "name", from);
  }

  /** Copies the address, which says all that is shown. */
  copyLink(from) {
    const { state } = this.view;
    const fragment = formatFragment(state);
    this.copy(location.href.replace(/#.*/, "") + (fragment && "#" + fragment), "link", from);
  }

  /** Copies a stack as folded text, root first. */
  copyStack() {
    const { view, picture } = this;
    const box = this.popup.isOpen && this.box ? this.box : picture.cursorBox;
    if (!box || box.frames) return;
    const names = [];
    for (let f = box.f; f !== null; f = view.source.parentOf(f)) if (view.source.nameOf(f) >= 0) names.unshift(view.profile.names[view.source.nameOf(f)].replace(/;/g, ":"));
    if (view.isCaller(box.f)) names.reverse();
    const { scale = 0 } = view.profile.metrics[view.profile.metric];
    this.copy(names.join(";") + (view.source.isTime ? "" : ` ${box.weight / 10 ** scale}`), "stack");
  }

  copyCommand(from) {
    this.copy(commandOf(this.view.state, this.view.profile), "command", from);
  }

  /** Opens the place of a function in the source, or copies it. */
  source() {
    const { profile } = this.view;
    const name = this.subjectOrChosen;
    const [file, line] = [profile.fileOf(name), profile.lineOf(name)];
    const { sourceURL } = profile.head;
    if (!sourceURL) return this.copy(file + (line ? ":" + line : ""), "file and line");
    open(sourceURL.replace("{file}", file.split("/").map(encodeURIComponent).join("/")).replace("{line}", line || 1), "_blank", "noopener");
  }

  /** Asks the server for a new recording; the page follows when it is there. */
  async again(from) {
    from.disabled = true;
    this.shell.tell("recording …");
    const answer = await fetch("again", { method: "POST" }).catch((error) => error);
    from.disabled = false;
    if (answer.ok) return;
    this.shell.tell("nothing recorded: " + (answer.text ? await answer.text() : answer.message));
  }

  /** Asks the page's server for another recording, which it shows in the same way. */
  record(from) {
    const [kind, seconds] = from.closest(".rec").querySelectorAll("select,input");
    const query = new URLSearchParams(location.search);
    query.set("kind", kind.value);
    query.set("seconds", seconds.value);
    from.disabled = true;
    this.shell.tell("recording …");
    location.search = query;
  }

  /** Copies a text and says so, also on the button that asked for it, if that is still there. */
  async copy(text, what, button) {
    this.popup.close();
    const isDone = await copyText(text);
    this.shell.tell(isDone ? `${what} copied` : `copying is not allowed here: ${text}`);
    if (isDone && button) flash(button, `${what} copied`);
  }
}

/** Shows a text on a button for a while, which keeps its width if that is enough. */
function flash(button, text) {
  if (button.dataset.flash) return;
  const { innerHTML } = button;
  button.dataset.flash = text;
  button.style.minWidth = button.offsetWidth + "px";
  button.textContent = text;
  setTimeout(() => {
    button.innerHTML = innerHTML;
    button.style.minWidth = "";
    delete button.dataset.flash;
  }, flashTime);
}

const isOfFunction = (v) => v === "sandwich";

/** Returns the place below a button. */
export function below(button) {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom + 4 };
}

/** Copies a text, also where the page has no right to the clipboard, as on plain http. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    const isDone = document.execCommand("copy");
    box.remove();
    return isDone;
  }
}
