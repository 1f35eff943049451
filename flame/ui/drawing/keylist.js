// Key list: what keys and buttons do, as the help and the buttons tell it.

/** Lines of a command, its keys and what it does. Only those that have a button need their command's name. */
export const keyList = `
|click Enter|zoom into a frame, or out to a faded one
|Ctrl-wheel pinch|zoom at the pointer
|drag Shift-wheel|move to the side
|Backspace u|zoom out by one frame
reset|0 Home Esc|show all
search|/ Ctrl-F F3|search (a regular expression)
next|n|next match
prev|N|previous match
case|Ctrl-I|mind the case
|arrows hjkl|go to caller, widest callee, neighbours
flip|i|flip: root at the top or at the bottom
reverse|r|reverse: merge stacks from their leaves
order|o|order callees by name or by width
sandwich|s|sandwich: callers and callees of the function
top|t|table of functions
|x Alt-click|hide the frame and scale the rest
undo|z|undo hiding
|c C|copy the name, the stack
|%|percentages of all, zoom or caller
theme|d|light or dark
help|?|this help`
  .trim()
  .split("\n")
  .map((line) => line.split("|"));

/** Returns the hint of a button. */
export function hintOf(act) {
  const line = keyList.find(([name]) => name === act);
  return line ? `${line[2]} (${line[1]})` : "";
}
