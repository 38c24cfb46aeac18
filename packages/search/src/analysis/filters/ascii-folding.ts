import { ASCII_FOLDS } from './ascii-folds.ts';

let table: Map<number, string> | null = null;

function folds(): Map<number, string> {
  if (table !== null) return table;
  table = new Map();
  for (const [to, from] of ASCII_FOLDS) {
    for (const range of from.split(' ')) {
      const [low, high] = range.split('-');
      const first = Number.parseInt(low as string, 16);
      const last = high === undefined ? first : Number.parseInt(high, 16);
      for (let code = first; code <= last; code++) table.set(code, to);
    }
  }
  return table;
}

/** Letters, digits and signs of Latin origin as their ASCII counterparts. */
export function asciiFold(term: string): string {
  let at = 0;
  while (at < term.length && term.charCodeAt(at) < 128) at++;
  if (at === term.length) return term;
  const map = folds();
  let out = term.slice(0, at);
  for (; at < term.length; at++) {
    const code = term.charCodeAt(at);
    out += code < 128 ? term[at] : (map.get(code) ?? term[at]);
  }
  return out;
}
