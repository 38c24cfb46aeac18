/**
 * Glob patterns as KEYS, SCAN, PSUBSCRIBE, CONFIG GET and ACL rules use them, over binary strings
 * (one character a byte):
 *
 *   *        any run of bytes        [abc] [a-z] [^a]   one byte of (or outside) a class
 *   ?        any one byte            \x                 x itself
 *
 * Odd cases are the reference's: a class that is never closed ends with the pattern, a range may be
 * written backwards, and a backslash at the very end stands for itself.
 */

const STAR = 42;
const DASH = 45;
const QUESTION = 63;
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;
const CARET = 94;

/** Lower case of one ASCII byte; other bytes are left alone, as C's tolower does in the C locale. */
function fold(c: number): number {
  return c >= 65 && c <= 90 ? c + 32 : c;
}

/** Bytes as C's signed char, which is how the reference compares the ends of a range. */
function signed(c: number): number {
  return c > 127 ? c - 256 : c;
}

/** Where the class that begins after '[' ended, when the byte did (or did not) belong to it. */
let classEnd = 0;

/** True when byte c is in the class whose text begins at p; leaves classEnd on its last byte. */
function inClass(pattern: string, start: number, c: number, nocase: boolean): boolean {
  const end = pattern.length;
  let p = start;
  const negated = p < end && pattern.charCodeAt(p) === CARET;
  if (negated) p++;
  const wanted = nocase ? fold(c) : c;
  let found = false;
  for (; ; p++) {
    if (p >= end) {
      p = end - 1;
      break;
    }
    const ch = pattern.charCodeAt(p);
    if (ch === BACKSLASH && p + 1 < end) {
      p++;
      if (pattern.charCodeAt(p) === c) found = true;
    } else if (ch === CLOSE) {
      break;
    } else if (p + 2 < end && pattern.charCodeAt(p + 1) === DASH) {
      let from = signed(ch);
      let to = signed(pattern.charCodeAt(p + 2));
      if (from > to) [from, to] = [to, from];
      if (nocase) {
        from = fold(from);
        to = fold(to);
      }
      const value = signed(wanted);
      if (value >= from && value <= to) found = true;
      p += 2;
    } else if ((nocase ? fold(ch) : ch) === wanted) found = true;
  }
  classEnd = p;
  return found !== negated;
}

/**
 * True when `text` as a whole matches `pattern`. A failed match goes back to the last '*' only: text
 * that an earlier star could have taken instead is text the last one was already offered. So the
 * time is at most pattern length times text length, whatever the pattern.
 */
export function globMatch(pattern: string, text: string, nocase = false): boolean {
  const plen = pattern.length;
  const tlen = text.length;
  let p = 0;
  let t = 0;
  let starAt = -1;
  let starText = 0;
  // The reference never looks at the pattern of an empty text: not even '*' matches it.
  if (tlen === 0) return plen === 0;
  while (t < tlen) {
    const ch = p < plen ? pattern.charCodeAt(p) : -1;
    if (ch === STAR) {
      while (p < plen && pattern.charCodeAt(p) === STAR) p++;
      if (p === plen) return true;
      starAt = p;
      starText = t;
      continue;
    }
    let matched = false;
    if (ch === QUESTION) matched = true;
    else if (ch === OPEN) {
      matched = inClass(pattern, p + 1, text.charCodeAt(t), nocase);
      p = classEnd;
    } else if (ch >= 0) {
      let literal = ch;
      if (ch === BACKSLASH && p + 1 < plen) literal = pattern.charCodeAt(++p);
      const c = text.charCodeAt(t);
      matched = nocase ? fold(literal) === fold(c) : literal === c;
    }
    if (matched) {
      p++;
      t++;
    } else if (starAt >= 0) {
      p = starAt;
      t = ++starText;
    } else return false;
  }
  while (p < plen && pattern.charCodeAt(p) === STAR) p++;
  return p === plen;
}

/** True when the pattern is plain text: it can only match itself. */
export function isLiteralGlob(pattern: string): boolean {
  return !/[*?[\\]/.test(pattern);
}
