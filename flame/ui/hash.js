// Hashes of paths: FNV-1a with 64 bits, which the language has no fast numbers for.

const prime = 0x1b3; // and 2^40

/** The hash of a path of names, as two halves of 32 bits. A new one is that of the root. */
export class Hash {
  constructor(hi = 0xcbf29ce4, lo = 0x84222325) {
    this.hi = hi;
    this.lo = lo;
  }

  /** Becomes the hash of a path that is one name longer. */
  step(path, name) {
    const lo = (path.lo ^ name.lo) >>> 0;
    const hi = (path.hi ^ name.hi) >>> 0;
    const product = lo * prime;
    this.lo = product >>> 0;
    this.hi = (Math.imul(hi, prime) + (product - this.lo) / 2 ** 32 + (lo << 8)) >>> 0;
    return this;
  }

  equals(other) {
    return this.lo === other.lo && this.hi === other.hi;
  }

  toString() {
    return ((BigInt(this.hi) << 32n) | BigInt(this.lo)).toString(36);
  }

  /** Reads what toString wrote, or returns null. */
  static parse(text) {
    if (!/^[0-9a-z]{1,13}$/.test(text)) return null;
    let value = 0n;
    for (const c of text) value = value * 36n + BigInt(parseInt(c, 36));
    return new Hash(Number((value >> 32n) & 0xffffffffn), Number(value & 0xffffffffn));
  }
}

/** The hashes of names, each of which is worked out when it is asked for first. */
export class Hashes {
  constructor(names) {
    this.names = names;
    this.known = [];
  }

  of(name) {
    return (this.known[name] = this.known[name] || hashText(this.names[name]));
  }

  /** Returns the hash of a path of names. */
  path(names) {
    const hash = new Hash();
    for (const name of names) hash.step(hash, this.of(name));
    return hash;
  }
}

/** Returns the FNV-1a hash of a text in UTF-8. */
export function hashText(text) {
  const hash = new Hash();
  for (const byte of new TextEncoder().encode(text)) hash.step(hash, { hi: 0, lo: byte });
  return hash;
}
