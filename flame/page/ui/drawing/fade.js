// Fade: panes that scroll fade at the edges beyond which there is more. The style sheet has a mask for each edge.

/** Makes elements follow what of them is in sight. Returns what is to be called when their content has changed. */
export function fadeEdges(elements) {
  const update = () => elements.forEach(mark);
  const sizes = new ResizeObserver(update);
  for (const element of elements) {
    element.addEventListener("scroll", () => mark(element), { passive: true });
    element.addEventListener("toggle", () => mark(element), true); // a finding opened
    sizes.observe(element);
  }
  return update;
}

/** Writes the edges with more behind them into data-more: "left right". A pixel more is rounding. */
function mark(element) {
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
  const more = [
    scrollLeft > 1 && "left",
    scrollLeft + clientWidth < scrollWidth - 1 && "right",
    scrollTop + clientHeight < scrollHeight - 1 && "below",
  ];
  element.dataset.more = more.filter(Boolean).join(" ");
}
