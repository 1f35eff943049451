// Sources: those that are no trees, such as a sandwich, lay themselves out and know their own rows.

import * as trees from "../../../ui/data/layout.js";

/** Lays out a range of a source, as layout does of trees. */
export const layout = (source, from, to, o) => (source.layout ? source.layout(from, to, o) : trees.layout(source, from, to, o));

/** Returns the frames of the row that a frame stands in, as siblingsOf does of trees. */
export const siblingsOf = (source, f, byWidth) => (source.siblings ? source.siblings(f, byWidth) : trees.siblingsOf(source, f, byWidth));
