// Reader: from the base64 text of a data layer to bytes, and from bytes to numbers and texts.

/** Returns the inflated bytes of blocks of base64. */
export async function inflate(blocks) {
  const open = [...blocks];
  const stream = new ReadableStream({
    pull(to) {
      const block = open.shift();
      if (block) to.enqueue(bytesOf(block.textContent));
      else to.close();
    },
  });
  return new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer());
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Reads the numbers and the texts that stand in bytes one after the other. */
export class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** Reads a number in base 128. Beyond 2^53 it is the nearest number that the language has. */
  number() {
    let b = this.bytes[this.at++];
    if (b < 128) return b;
    let value = b & 127;
    let unit = 128;
    do {
      b = this.bytes[this.at++];
      value += (b & 127) * unit;
      unit *= 128;
    } while (b > 127);
    return value;
  }

  column(n) {
    const numbers = new Uint32Array(n);
    for (let i = 0; i < n; i++) numbers[i] = this.number();
    return numbers;
  }

  text() {
    const size = this.number();
    const bytes = this.bytes.subarray(this.at, (this.at += size));
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }

  /** Reads texts, each as what it shares with the one before, and the rest. */
  texts(n) {
    const prefixes = this.column(n);
    const texts = this.text().split("\n");
    texts.length = n;
    for (let i = 1; i < n; i++) texts[i] = texts[i - 1].slice(0, prefixes[i]) + texts[i];
    return texts;
  }
}
