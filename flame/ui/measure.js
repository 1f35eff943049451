// Measure: how wide a text is, and how to cut one. Letters are measured once each, on a canvas and not in
// the document, in the font that the reader really has.

const dots = "…";

const segmenter = globalThis.Intl?.Segmenter && new Intl.Segmenter();

/** Returns the characters of a text as a reader sees them, as a list or as a text of which each letter is one. */
function charactersOf(text) {
  if (!/[^\0-\x7f…]/.test(text)) return text;
  return segmenter ? Array.from(segmenter.segment(text), (s) => s.segment) : [...text];
}

/** A face measures texts in one font. Measure returns the width of one character. */
export class Face {
  constructor(measure) {
    this.measure = measure;
    this.widths = new Map();
  }

  /** Returns the face of a font as CSS writes it: "12px Arial". */
  static of(font) {
    const canvas = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas").getContext("2d");
    canvas.font = font;
    return new Face((character) => canvas.measureText(character).width);
  }

  width(character) {
    let w = this.widths.get(character);
    if (w === undefined) this.widths.set(character, (w = this.measure(character)));
    return w;
  }

  /** Returns the longest start of a text that has room. */
  head(text, room) {
    let size = 0;
    const characters = charactersOf(text);
    for (let i = 0; i < characters.length; i++) {
      room -= this.width(characters[i]);
      if (room < 0) break;
      size += characters[i].length;
    }
    return text.slice(0, size);
  }

  /** Returns the longest end of a text that has room. */
  tail(text, room) {
    let size = text.length;
    const characters = charactersOf(text);
    for (let i = characters.length - 1; i >= 0; i--) {
      room -= this.width(characters[i]);
      if (room < 0) break;
      size -= characters[i].length;
    }
    return text.slice(size);
  }

  fits(text, room) {
    return this.head(text, room).length === text.length;
  }

  sum(text) {
    let sum = 0;
    for (const c of charactersOf(text)) sum += this.width(c);
    return sum;
  }

  /**
   * Returns the text for a box, or "" if it has no room for two letters.
   *
   * @param how   auto, right, left, middle or none
   * @param forms returns what the text may be shortened to, the longest first
   */
  label(text, room, how, forms) {
    if (room < 2 * this.width("l")) return "";
    if (this.fits(text, room)) return text;
    const rest = room - this.width(dots);
    if (how === "none") return "";
    if (how === "left") return join("", this.tail(text, rest));
    if (how === "middle") {
      const head = this.head(text, rest / 2);
      return join(head, this.tail(text, rest - this.sum(head)));
    }
    if (how === "auto") {
      for (const form of forms(text)) {
        text = form;
        if (this.fits(text, room)) return text;
      }
    }
    return join(this.head(text, rest).replace(/ +$/, ""), "");
  }
}

/** Joins what a cut left over, or returns "" where that is less than two letters. */
const join = (head, tail) => ([...(head + tail)].length < 2 ? "" : head + dots + tail);
