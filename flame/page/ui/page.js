// Page: puts the parts of the report together. No other module knows all of them.

import { decode } from "./data/codec.js";
import { Profile } from "./data/profile.js";
import { changeText } from "./drawing/announce.js";
import { detailsOf } from "./drawing/details.js";
import { fadeEdges } from "./drawing/fade.js";
import { Picture } from "./drawing/picture.js";
import { Shell } from "./drawing/shell.js";
import { summaryOf } from "./drawing/summary.js";
import { Table } from "./drawing/table.js";
import { lineOf, restLine } from "./drawing/tips.js";
import { Actions } from "./input/actions.js";
import { listenToClicks } from "./input/clicks.js";
import { listenToKeys } from "./input/keys.js";
import { listenToPointer } from "./input/pointer.js";
import { Store } from "./state/store.js";
import { View } from "./state/view.js";

/** Keys of the state of what stands beside the picture, and of what the picture only outlines. */
const beside = new Set(["f", "k", "p", "g", "cat"]);

class Page {
  constructor(data, root) {
    const isCoarse = matchMedia("(pointer: coarse)").matches;
    const profile = new Profile(data);
    const view = new View(profile);
    const store = new Store();
    view.update(store.state);
    this.view = view;
    this.store = store;
    this.shell = new Shell(root, view);
    this.info = root.querySelector(".info");
    this.picture = new Picture(root.querySelector(".pic"), view, isCoarse);
    this.table = new Table(root.querySelector(".table"), view, { base: root.querySelector(".base"), face: this.picture.face, letters: this.shell.letters, isCoarse });
    this.fade = fadeEdges([root.querySelector(".bar"), this.info]);
    this.listenToTheme();
    const { shell, picture, table } = this;
    const actions = new Actions({ store, view, shell, picture, table, setTheme: (isDark) => this.setTheme(isDark) });
    listenToClicks(actions);
    listenToKeys(actions);
    listenToPointer(actions, (box) => this.tell(box));
    store.listen((state, before) => this.follow(state, before));
    new ResizeObserver(() => this.resized()).observe(picture.pane);
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
    if (profile.head.live) new EventSource("changes").onmessage = () => location.reload();
    this.show({ tree: true, source: true });
    root.dataset.state = "ready";
  }

  follow(state, before) {
    const way = this.picture.wayToCursor;
    const changed = this.view.update(state);
    const isDrawn = Object.keys(state).every((key) => beside.has(key) || String(state[key]) === String(before[key]));
    this.show({ ...changed, isDrawn, way });
    if (this.view.lacks) this.shell.tell(this.view.lacks);
    else if (this.view.missing) this.shell.say("the zoomed frame is not there any more: its nearest caller is shown");
    else this.shell.say(changeText(this.view, before));
  }

  /** Shows the view: the picture at once, and what stands beside it after that frame of the screen. */
  show(changed) {
    this.shell.update();
    const isNew = changed.tree || changed.source;
    if (changed.isDrawn && !isNew) this.picture.mark();
    else this.picture.update(isNew, changed.way);
    this.tell(null);
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => this.showRest();
      channel.port2.postMessage(0);
    });
  }

  showRest() {
    const { view, info } = this;
    this.waiting = 0;
    this.store.write();
    this.picture.drawMap();
    this.table.update();
    const { profile } = view;
    const key = [view.chosen, profile.shape, profile.metric, profile.shown, profile.rangeKey, view.part].join();
    if (this.infoKey !== key) info.innerHTML = view.chosen >= 0 ? detailsOf(view) : summaryOf(view);
    if (this.told !== view.chosen) info.scrollTop = 0;
    Object.assign(this, { infoKey: key, told: view.chosen });
    this.fade();
  }

  /** Shows in the footer what a box is, or else what is zoomed. */
  tell(box) {
    const { view, picture, shell } = this;
    const shown = box || (view.isZoomed && !view.source.isTime && picture.l?.boxes.find(({ f }) => f === view.zoomed));
    shell.details.textContent = shown ? lineOf(view, shown) : view.lacks || restLine(view);
  }

  /** Shows everything, on white, for a printer; or the page as it was. */
  print(isOn) {
    this.picture.print(isOn);
    this.table.print(isOn);
    document.documentElement.dataset.theme = this.view.isDark && !isOn ? "dark" : "light";
  }

  resized() {
    if (this.picture.isPrinted) return;
    const { width, seen, from, to, isDragged } = this.picture;
    this.picture.measure();
    if (this.picture.width === width && this.picture.seen === seen) return;
    if (isDragged) this.picture.show(from, to);
    else this.picture.show(this.view.from, this.view.to); // where a movement ends that this breaks off
    this.picture.drawMap();
  }

  /** Follows the system's theme until the reader chooses one. */
  listenToTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => this.isThemeChosen || this.applyTheme(dark.matches);
    dark.addEventListener("change", () => follow() || this.show({}));
    this.applyTheme(dark.matches);
  }

  setTheme(isDark) {
    this.isThemeChosen = true;
    this.applyTheme(isDark);
    this.show({});
  }

  applyTheme(isDark) {
    this.view.isDark = isDark;
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  }
}

const root = document.getElementById("app");
decode(document.querySelectorAll('script[type="application/x-fold"]')).then(
  (data) => (root.fold = new Page(data, root)),
  (error) => {
    root.dataset.state = "static";
    console.error(error);
  },
);
