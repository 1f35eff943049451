// Compare: the commands of pictures of changes, and their keys.

import { show } from "./navigate.js";

const reweigh = (picture, change) => {
  const { view } = picture;
  view.reweigh(view.cursor.f, () => change(view));
  show(picture);
};

export const commands = {
  /** Shows frames as wide as the other weight. */
  elided: (picture) => reweigh(picture, (view) => (view.shown = 1 - view.shown)),
  /** Colours by the other change. */
  kind: (picture) => reweigh(picture, ({ delta }) => (delta.by = delta.by === "self" ? "total" : "self")),
  /** Colours by the change of functions, or of frames. */
  whole: (picture) => reweigh(picture, ({ delta }) => (delta.isWhole = !delta.isWhole)),
};

export const actions = { __proto__: null, e: commands.elided, D: commands.kind, F: commands.whole };
