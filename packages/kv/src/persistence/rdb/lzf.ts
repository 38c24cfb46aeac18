/**
 * LZF, the compression of strings in RDB files:
 *
 *   000LLLLL  L+1 bytes                 literals, 1 to 32
 *   LLLooooo  oooooooo                  L+2 bytes (3 to 8) from o+1 bytes back
 *   111ooooo  LLLLLLLL  oooooooo        L+9 bytes (9 to 264) from o+1 bytes back
 *
 * Offsets reach 8192 bytes back. A reference may overlap what it produces.
 */
const HASH_BITS = 14;
const MAX_LITERALS = 32;
const MAX_OFFSET = 8192;
const MAX_MATCH = 264;

/**
 * Where a hash of three bytes was last seen: `base` plus one plus the distance from the start. Each
 * call has a higher base than all entries before it, so that the table need not be cleared.
 */
const seen = new Int32Array(1 << HASH_BITS);
let base = 0;
const BASE_MAX = 2 ** 31 - 1;

function hash(b: Uint8Array, p: number): number {
  const v = (b[p] as number) | ((b[p + 1] as number) << 8) | ((b[p + 2] as number) << 16);
  return Math.imul(v, 0x9e3779b1) >>> (32 - HASH_BITS);
}

/**
 * Compresses src[off, off+len) into out; returns the bytes written, or 0 when they would be more
 * than `limit`.
 */
export function lzfCompress(
  src: Uint8Array,
  off: number,
  len: number,
  out: Uint8Array,
  limit: number,
): number {
  if (base + len >= BASE_MAX) {
    seen.fill(0);
    base = 0;
  }
  /** An entry of `seen` minus this is a position in src. */
  const shift = base + 1 - off;
  const end = off + len;
  base += len;
  let o = 0;
  let literals = off;
  let p = off;
  while (p + 2 < end) {
    const slot = hash(src, p);
    const from = (seen[slot] as number) - shift;
    seen[slot] = p + shift;
    const offset = p - from - 1;
    if (
      from < off ||
      offset >= MAX_OFFSET ||
      src[from] !== src[p] ||
      src[from + 1] !== src[p + 1] ||
      src[from + 2] !== src[p + 2]
    ) {
      p++;
      continue;
    }
    const most = Math.min(MAX_MATCH, end - p);
    let n = 3;
    while (n < most && src[from + n] === src[p + n]) n++;
    o = writeLiterals(src, literals, p, out, o, limit);
    if (o < 0 || o + 3 > limit) return 0;
    if (n < 9) out[o++] = ((n - 2) << 5) | (offset >>> 8);
    else {
      out[o++] = 0xe0 | (offset >>> 8);
      out[o++] = n - 9;
    }
    out[o++] = offset;
    const next = p + n;
    // The start of the match is noted already; a few more places inside it find later repeats.
    for (p++; p < next && p + 2 < end; p++) seen[hash(src, p)] = p + shift;
    p = next;
    literals = next;
  }
  o = writeLiterals(src, literals, end, out, o, limit);
  return o < 0 ? 0 : o;
}

/** Writes runs of literals; the new end, or -1 when the limit is passed. */
function writeLiterals(
  src: Uint8Array,
  from: number,
  to: number,
  out: Uint8Array,
  at: number,
  limit: number,
): number {
  let o = at;
  for (let p = from; p < to; ) {
    const n = Math.min(MAX_LITERALS, to - p);
    if (o + n + 1 > limit) return -1;
    out[o++] = n - 1;
    for (let i = 0; i < n; i++) out[o++] = src[p++] as number;
  }
  return o;
}

/** Decompresses src[off, off+len) into exactly out[0, size); false when it is not valid. */
export function lzfDecompress(
  src: Uint8Array,
  off: number,
  len: number,
  out: Uint8Array,
  size: number,
): boolean {
  const end = off + len;
  let o = 0;
  for (let p = off; p < end; ) {
    const control = src[p++] as number;
    if (control < MAX_LITERALS) {
      const n = control + 1;
      if (p + n > end || o + n > size) return false;
      for (let i = 0; i < n; i++) out[o++] = src[p++] as number;
      continue;
    }
    let n = control >>> 5;
    if (n === 7) {
      if (p >= end) return false;
      n += src[p++] as number;
    }
    if (p >= end) return false;
    let from = o - (((control & 0x1f) << 8) | (src[p++] as number)) - 1;
    n += 2;
    if (from < 0 || o + n > size) return false;
    for (let i = 0; i < n; i++) out[o++] = out[from++] as number;
  }
  return o === size;
}
