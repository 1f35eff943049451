// Fragment: the state of the page as text, "#z=2pb1q0x8k3v4t&s=malloc". The state is one object, and all of it is in
// the fragment, so that a link shows the same again. Where a value is not there, it is "".
//
//   z     the zoomed frame by the hash of its path, and after "@" the part of its width that is shown: "@0.25-0.5"
//   f     the chosen function, by the hash of its name
//   v     callers: stacks merged from their leaves; sandwich: what calls the chosen function and what it calls; chart:
//         what ran when, of which z is a range of time
//   m, t  the metric by its name, the thread by its name; "*" merges all threads
//   s     what is searched for
//   c     the colours: pkg or hot; of changes fn: those of the function everywhere   i=1  the root at the bottom      o=width  the widest callee first
//   side  before: as wide as before      p    table or info: the pane on narrow screens
//   g     category, module or file: what the table lists       k  what it is sorted by
//   cat   a category: the table lists its functions alone
//   focus, ignore, hide, show-from, skip-after  the chips, any number of each; recursion=1
//   focus-category, ignore-category             chips that have the name of a category
//
// Keys that nobody knows stay where they are.

const keys = ["z", "f", "v", "m", "t", "s", "c", "i", "o", "side", "p", "g", "k", "cat"];

/** The chips that have a pattern, in the order in which they work. */
export const chipOps = ["focus", "ignore", "hide", "show-from", "skip-after"];

/** The chips that have the name of a category. */
export const categoryOps = ["focus-category", "ignore-category"];

/** Returns the state that nothing is chosen in. */
export const emptyState = () => ({ ...Object.fromEntries(keys.map((key) => [key, ""])), chips: [], unknown: [] });

const decodePart = (text) => {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
};

/** Reads a fragment. */
export function parseFragment(text) {
  const state = emptyState();
  for (const part of text.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    const key = part.slice(0, at);
    const value = decodePart(part.slice(at + 1));
    if (chipOps.includes(key) || categoryOps.includes(key)) state.chips.push([key, value]);
    else if (key === "recursion") state.chips.push([key, ""]);
    else if (key === "threads") state.t = "*";
    else if (pictureKeys[key]) pictureKeys[key](state, value);
    else if (!keys.includes(key)) state.unknown.push(part);
    else if (key === "v" && value === "top") state.p = "table";
    else if (key === "v" && /^call(edby|s)$/.test(value)) state.v = "sandwich";
    else state[key] = value;
  }
  return state;
}

/** What links to a picture of fold say in another way. */
const pictureKeys = {
  __proto__: null,
  r: (state, value) => value === "1" && (state.v = "callers"),
  e: (state, value) => value === "1" && (state.side = "before"),
  d: () => {},
};

/** Writes the state as a fragment, "" where there is nothing to say. */
export function formatFragment(state) {
  const parts = state.chips.map(([op, pattern]) => [op, op === "recursion" ? "1" : pattern]);
  for (const key of keys) if (state[key]) parts.push([key, state[key]]);
  const texts = parts.map(([key, value]) => key + "=" + encodeURIComponent(value));
  return [...texts, ...state.unknown].join("&");
}
