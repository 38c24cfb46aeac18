/** Patterns of `*` (any characters) and, where they are queries, `?` (one) and `\` (escape). */
const STAR = -1;
const ONE = -2;

/** A test for names: only `*` means something. */
export function wildcardTest(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => text === pattern;
  const parts = [...pattern].map((char) => (char === '*' ? STAR : (char.codePointAt(0) as number)));
  return (text) => isMatch(parts, codePoints(text));
}

/** A wildcard query: its literal head, and a test for whole terms. */
export interface WildcardPattern {
  readonly head: string;
  readonly test: (text: string) => boolean;
}

export function wildcardPattern(pattern: string, ignoreCase = false): WildcardPattern {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const parts: number[] = [];
  const chars = [...fold(pattern)];
  for (let i = 0; i < chars.length; i += 1) {
    const char = chars[i] as string;
    if (char === '*') parts.push(STAR);
    else if (char === '?') parts.push(ONE);
    else if (char === '\\' && i + 1 < chars.length) {
      i += 1;
      parts.push((chars[i] as string).codePointAt(0) as number);
    } else parts.push(char.codePointAt(0) as number);
  }
  const end = parts.findIndex((part) => part < 0);
  const literal = end < 0 ? parts : parts.slice(0, end);
  return {
    head: ignoreCase ? '' : String.fromCodePoint(...literal),
    test: (text) => isMatch(parts, codePoints(fold(text))),
  };
}

function codePoints(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0) as number);
}

/** Goes back to the last star only: time grows with the product of the lengths at worst. */
function isMatch(parts: readonly number[], text: readonly number[]): boolean {
  let part = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    if (parts[part] === STAR) {
      star = part++;
      resume = at;
    } else if (part < parts.length && (parts[part] === ONE || parts[part] === text[at])) {
      part += 1;
      at += 1;
    } else if (star >= 0) {
      part = star + 1;
      at = ++resume;
    } else return false;
  }
  while (parts[part] === STAR) part += 1;
  return part === parts.length;
}
