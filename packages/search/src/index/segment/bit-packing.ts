/**
 * Blocks of 128 numbers at one bit width, in four lanes: number i lies in lane i mod 4, and a lane's
 * words are every fourth word. Width b takes 4·b words. The layout decodes by straight-line code and
 * would by 128-bit vectors; one number can be read without the others.
 */
export const BLOCK_SIZE = 128;
const LANES = 4;
const WORD_BITS = 32;

/** Bits needed for every number up to `max` (0 needs none). */
export function bitWidth(max: number): number {
  return WORD_BITS - Math.clz32(max);
}

/** Packs 128 numbers of at most `width` bits (1..31) into `out` at `offset`. */
export function packBlock(
  source: Int32Array,
  width: number,
  out: Int32Array,
  offset: number,
): void {
  for (let lane = 0; lane < LANES; lane += 1) {
    let word = offset + lane;
    let pending = 0;
    let used = 0;
    for (let i = lane; i < BLOCK_SIZE; i += LANES) {
      const value = source[i] as number;
      pending |= value << used;
      used += width;
      if (used >= WORD_BITS) {
        out[word] = pending;
        word += LANES;
        used -= WORD_BITS;
        pending = used > 0 ? value >>> (width - used) : 0;
      }
    }
  }
}

/** `widthMasks[width]`: the lowest bits; a table, since a power per value costs more than the value. */
export const widthMasks = Int32Array.from({ length: WORD_BITS + 1 }, (_, width) => 2 ** width - 1);

export type Unpack = (words: Int32Array, offset: number, out: Int32Array) => void;

/** `unpackers[width]` writes the 128 numbers of a block to `out`; width 0 has nothing to read. */
export const unpackers: readonly Unpack[] = Array.from({ length: WORD_BITS }, (_, width) =>
  width === 0 ? (_words, _offset, out) => out.fill(0, 0, BLOCK_SIZE) : generateUnpacker(width),
);

/**
 * Straight-line code for one width: engines compile it to shifts and masks with constants, which no
 * loop over a variable width reaches. Built from numbers alone, never from input.
 */
function generateUnpacker(width: number): Unpack {
  const mask = 2 ** width - 1;
  let code = '';
  for (let lane = 0; lane < LANES; lane += 1) {
    let used = 0;
    let word = lane;
    code += `{let v=w[o+${word}];`;
    for (let i = lane; i < BLOCK_SIZE; i += LANES) {
      const end = used + width;
      if (end < WORD_BITS) {
        code += `out[${i}]=(v>>>${used})&${mask};`;
        used = end;
      } else if (end === WORD_BITS) {
        code += `out[${i}]=v>>>${used};`;
        used = 0;
        word += LANES;
        if (i + LANES < BLOCK_SIZE) code += `v=w[o+${word}];`;
      } else {
        word += LANES;
        used = end - WORD_BITS;
        code += `{const n=w[o+${word}];out[${i}]=((v>>>${WORD_BITS - width + used})|(n<<${width - used}))&${mask};v=n;}`;
      }
    }
    code += '}';
  }
  return new Function('w', 'o', 'out', code) as Unpack;
}

export type UnpackRun = (words: Int32Array, offset: number, out: Int32Array, to: number) => void;
/** Numbers in a run: those of width b take b whole words. */
export const RUN = WORD_BITS;

/** `runUnpackers[width]` writes 32 numbers that lie back to back (not in lanes) to `out` from `to` on. */
export const runUnpackers: readonly UnpackRun[] = Array.from({ length: WORD_BITS }, (_, width) =>
  width === 0 ? (_words, _offset, out, to) => out.fill(0, to, to + RUN) : generateRun(width),
);

/** Straight-line code for the same reason as above. */
function generateRun(width: number): UnpackRun {
  const mask = 2 ** width - 1;
  let code = 'let v=w[o];';
  let used = 0;
  let word = 0;
  for (let i = 0; i < RUN; i += 1) {
    const end = used + width;
    if (end <= WORD_BITS) {
      code += `out[t+${i}]=(v>>>${used})&${mask};`;
      used = end % WORD_BITS;
      if (used === 0 && i + 1 < RUN) code += `v=w[o+${++word}];`;
    } else {
      used = end - WORD_BITS;
      const low = WORD_BITS - width + used;
      code += `{const n=w[o+${++word}];out[t+${i}]=((v>>>${low})|(n<<${width - used}))&${mask};v=n;}`;
    }
  }
  return new Function('w', 'o', 'out', 't', code) as UnpackRun;
}

/** Number `index` of a packed block, without decoding the rest. */
export function readPacked(
  words: Int32Array,
  offset: number,
  width: number,
  index: number,
): number {
  const bit = (index >> 2) * width;
  const shift = bit & 31;
  const at = offset + ((bit >>> 5) << 2) + (index & 3);
  let value = (words[at] as number) >>> shift;
  if (shift + width > WORD_BITS) value |= (words[at + LANES] as number) << (WORD_BITS - shift);
  return value & (widthMasks[width] as number);
}
