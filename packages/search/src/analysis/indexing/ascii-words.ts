import { WB, wordBreakClass } from '../text/word-break.ts';

/**
 * The word breaking of UAX #29 for ASCII bytes. A word is a run of letters, digits and connectors; a middle character
 * (`can't`, `3.14`) joins two runs when letters, or digits, stand on both its sides.
 */
const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const CONNECTOR = 3;
/** From here on: characters that may stand inside a word, not at its ends. */
const MID_LETTER = 4;
const MID_NUMBER = 5;
const MID_BOTH = 6;

function classOf(code: number): number {
  switch (code < 128 ? wordBreakClass(code) : WB.other) {
    case WB.letter:
      return LETTER;
    case WB.numeric:
      return DIGIT;
    case WB.extendNumLet:
      return CONNECTOR;
    case WB.midLetter:
      return MID_LETTER;
    case WB.midNumber:
      return MID_NUMBER;
    case WB.midNumberLetter:
    case WB.singleQuote:
      return MID_BOTH;
    default:
      return OTHER;
  }
}

const CLASS = Uint8Array.from({ length: 256 }, (_, code) => classOf(code));
/** 1 for the characters a run is made of: one look-up a byte in the inner loop. */
const IN_RUN = CLASS.map((kind) => (kind >= LETTER && kind <= CONNECTOR ? 1 : 0));

function joins(before: number, middle: number, after: number): boolean {
  if (before === LETTER && after === LETTER) return middle === MID_LETTER || middle === MID_BOTH;
  if (before === DIGIT && after === DIGIT) return middle === MID_NUMBER || middle === MID_BOTH;
  return false;
}

/**
 * Writes start and end of every word of bytes[0, length) to `bounds` and returns how many numbers that are. A byte 0
 * must stand behind the text: it ends the inner loops, which then need not watch the length. `bounds` must have room
 * for one number a byte, and two more.
 */
export function findWords(bytes: Uint8Array, length: number, bounds: Int32Array): number {
  let count = 0;
  let at = 0;
  for (;;) {
    while (IN_RUN[bytes[at] as number] === 0) {
      if (at >= length) return count;
      at++;
    }
    const start = at;
    at++;
    for (;;) {
      while (IN_RUN[bytes[at] as number] === 1) at++;
      const middle = CLASS[bytes[at] as number] as number;
      if (middle < MID_LETTER) break;
      const before = CLASS[bytes[at - 1] as number] as number;
      if (!joins(before, middle, CLASS[bytes[at + 1] as number] as number)) break;
      at += 2;
    }
    if (bytes[start] === 95 && onlyConnectors(bytes, start, at)) continue;
    bounds[count] = start;
    bounds[count + 1] = at;
    count += 2;
  }
}

function onlyConnectors(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (CLASS[bytes[i] as number] !== CONNECTOR) return false;
  return true;
}

/**
 * Makes ASCII capitals small, four bytes at a time, in the first `words` words of 32 bits. In each byte, adding
 * 128 - 'A' carries into the top bit from A on, adding 127 - 'Z' beyond Z; where the two differ there is a capital.
 */
export function lowercaseAscii(view: Int32Array, words: number): void {
  for (let i = 0; i < words; i++) {
    const word = view[i] as number;
    const fromA = word + 0x3f3f3f3f;
    const beyondZ = word + 0x25252525;
    view[i] = word | (((fromA ^ beyondZ) & 0x80808080) >>> 2);
  }
}

/** Whether no byte has its top bit set, in the first `words` words of 32 bits. */
export function isAscii(view: Int32Array, words: number): boolean {
  let all = 0;
  for (let i = 0; i < words; i++) all |= view[i] as number;
  return (all & 0x80808080) === 0;
}
