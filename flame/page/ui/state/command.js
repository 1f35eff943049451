// Command: the command line that shows the same as the page.

/** Quotes an argument for a shell, if that takes it. */
const quote = (text) => (/^[\w./:@%+,=-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'");

/**
 * Returns the command for the chips, the metric and the thread of a state. Several --focus mean any of them, and chips
 * mean all: those after the first are a command of their own before it.
 */
export function commandOf(state, { head, metrics, metric }) {
  const input = head.input?.map(quote).join(" ") ?? "FILE";
  const focuses = state.chips.filter(([op]) => op === "focus");
  const flags = state.chips.filter(([op]) => op !== "focus" && op !== "recursion").map(([op, pattern]) => `--${op} ${quote(pattern)}`);
  if (state.t === "*") flags.push("--no-threads");
  const isRecursive = state.chips.some(([op]) => op === "recursion");
  const show = metrics[metric];
  const chosen = metric === head.show ? [] : [`--metric ${quote(show.name)}`, ...(show.event ? [`--event ${quote(show.event)}`] : [])];
  const last = focuses.length ? [`--focus ${quote(focuses[focuses.length - 1][1])}`] : [];
  const thread = state.t && state.t !== "*" ? [`^${state.t.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`] : [];
  const before = [...thread, ...focuses.slice(0, -1).map(([, pattern]) => pattern)];
  const pipe = before.map((pattern, i) => ["fold collapse", ...(i ? [] : chosen), `--focus ${quote(pattern)}`, ...(i ? [] : [input])].join(" "));
  const command = isRecursive ? "fold svg --format html --collapse-recursion" : "fold top";
  pipe.push([command, ...(before.length ? [] : chosen), ...last, ...flags, ...(before.length ? [] : [input])].join(" "));
  return pipe.join(" | ");
}

