import type { TokenSink } from '@tandem/search/index/buffer/row-sink.ts';

/**
 * Word breaking for the benchmark's English corpus: letters, digits and underscores; an apostrophe,
 * full stop or colon between letters, a comma, full stop or semicolon between digits do not break.
 * The engine's own analysis is measured with the whole node; here it would hide the index.
 */
const LETTER = 1;
const DIGIT = 2;
const UNDERSCORE = 3;
const MIDDLE_BOTH = 4;
const MIDDLE_LETTER = 5;
const MIDDLE_NUMBER = 6;
const KIND = new Uint8Array(256);
const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => byte);
KIND.fill(LETTER, 128);
for (let byte = 65; byte <= 90; byte += 1) {
  KIND[byte] = LETTER;
  KIND[byte + 32] = LETTER;
  LOWER[byte] = byte + 32;
}
KIND.fill(DIGIT, 48, 58);
for (const [characters, kind] of [
  ['_', UNDERSCORE],
  [".'", MIDDLE_BOTH],
  [':', MIDDLE_LETTER],
  [',;', MIDDLE_NUMBER],
] as const) {
  for (const character of characters) KIND[character.charCodeAt(0)] = kind;
}

/** Sends the words of bytes[0, n) in lower case; the bytes are changed in place. */
export function sendWords(bytes: Uint8Array, n: number, sink: TokenSink): void {
  let at = 0;
  let position = 0;
  while (at < n) {
    let kind = KIND[bytes[at] as number] as number;
    if (kind === 0 || kind > UNDERSCORE) {
      at += 1;
      continue;
    }
    const start = at;
    for (;;) {
      bytes[at] = LOWER[bytes[at] as number] as number;
      at += 1;
      if (at >= n) break;
      const next = KIND[bytes[at] as number] as number;
      if (next >= LETTER && next <= UNDERSCORE) {
        kind = next;
        continue;
      }
      if (next < MIDDLE_BOTH || at + 1 >= n) break;
      const after = KIND[bytes[at + 1] as number] as number;
      const joinsLetters = kind === LETTER && after === LETTER && next <= MIDDLE_LETTER;
      const joinsDigits = kind === DIGIT && after === DIGIT && next !== MIDDLE_LETTER;
      if (!joinsLetters && !joinsDigits) break;
    }
    sink.token(bytes, start, at, position, start, at);
    position += 1;
  }
}
