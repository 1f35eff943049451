// Command: the command line that shows the same as the page.

/** Quotes an argument for a shell, if that takes it. */
const quote = (text) => (/^[\w./:@%+,=-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'");

/**
 * Returns the command for the chips, the metric and the thread of a state. Several --focus mean any of them, and chips
 * mean all: those after the first are a command of their own before it, and so are the filters that the page was made with.
 * Categories are chosen by the first command that may: folded stacks do not say which functions are the kernel's.
 */
export function commandOf(state, { head, metrics, metric }) {
  const input = head.input?.map(quote).join(" ") ?? "FILE";
  const focuses = state.chips.filter(([op]) => op === "focus");
  const flagsOf = (is) => state.chips.filter(([op]) => is(op)).map(([op, pattern]) => `--${op} ${quote(pattern)}`);
  const flags = flagsOf((op) => !/^(focus|recursion)$|category/.test(op));
  const categories = flagsOf((op) => op.endsWith("category"));
  if (state.t === "*") flags.push("--no-threads");
  const isRecursive = state.chips.some(([op]) => op === "recursion");
  const show = metrics[metric];
  const chosen = metric === head.show ? [] : [`--metric ${quote(show.name)}`, ...(show.event ? [`--event ${quote(show.event)}`] : [])];
  const last = focuses.length ? [`--focus ${quote(focuses[focuses.length - 1][1])}`] : [];
  const thread = state.t && state.t !== "*" ? [`^${state.t.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`] : [];
  const patterns = [...thread, ...focuses.slice(0, -1).map(([, pattern]) => pattern)];
  const before = patterns.map((pattern) => `--focus ${quote(pattern)}`);
  if (before.length) before[0] = [before[0], ...categories].join(" ");
  else flags.unshift(...categories);
  if (head.flags && (before.length || flags.length || last.length || isRecursive)) before.unshift(head.flags.map(quote).join(" "));
  else if (head.flags) flags.push(head.flags.map(quote).join(" "));
  const pipe = before.map((filter, i) => ["fold collapse", ...(i ? [] : chosen), filter, ...(i ? [] : [input])].join(" "));
  const command = isRecursive ? "fold svg --format html --collapse-recursion" : "fold top";
  pipe.push([command, ...(before.length ? [] : chosen), ...last, ...flags, ...(before.length ? [] : [input])].join(" "));
  return pipe.join(" | ");
}

