import type { FilteredText } from '../core/components.ts';
import { AnalysisError } from '../core/errors.ts';
import { OffsetMap } from '../core/offset-map.ts';

/** The replacement of java.util.regex ($1, ${name}, \$) as a function of the match. */
export function javaReplacement(template: string): (match: RegExpMatchArray) => string {
  const parts: (string | number | { readonly name: string })[] = [];
  let literal = '';
  for (let at = 0; at < template.length; at++) {
    const char = template[at] as string;
    if (char === '\\') {
      const next = template[++at];
      if (next === undefined) throw new AnalysisError('character to be escaped is missing');
      literal += next;
    } else if (char === '$') {
      const named = /^\{([a-zA-Z][a-zA-Z0-9]*)\}/.exec(template.slice(at + 1));
      const digit = /^\d/.exec(template.slice(at + 1));
      if (named === null && digit === null) throw new AnalysisError('Illegal group reference');
      parts.push(literal);
      literal = '';
      if (named !== null) {
        parts.push({ name: named[1] as string });
        at += named[0].length;
      } else {
        parts.push(Number((digit as RegExpExecArray)[0]));
        at++;
      }
    } else {
      literal += char;
    }
  }
  parts.push(literal);
  return (match) => {
    let out = '';
    for (const part of parts) {
      if (typeof part === 'string') out += part;
      else if (typeof part === 'number') {
        if (part >= match.length)
          throw new AnalysisError(`No group ${part}`, 'index_out_of_bounds_exception');
        out += match[part] ?? '';
      } else out += match.groups?.[part.name] ?? '';
    }
    return out;
  };
}

/** Replaces matches; offsets after a replacement of another length are corrected. */
export function replacePattern(
  text: string,
  before: OffsetMap | null,
  pattern: RegExp,
  replacement: (match: RegExpMatchArray) => string,
): FilteredText {
  const offsets = new OffsetMap(before);
  let out = '';
  let copied = 0;
  let diff = 0;
  for (const match of text.matchAll(pattern)) {
    const length = match[0].length;
    out += text.slice(copied, match.index);
    const to = replacement(match);
    const base = out.length;
    out += to;
    copied = match.index + length;
    if (length > to.length) {
      diff += length - to.length;
      offsets.add(base + to.length, diff);
    } else {
      // Surplus characters are taken to stand at the last replaced one.
      for (let i = length; i < to.length; i++) {
        diff--;
        offsets.add(base + i, diff);
      }
    }
  }
  if (copied === 0 && out === '') return { text, offsets: before };
  return { text: out + text.slice(copied), offsets };
}
