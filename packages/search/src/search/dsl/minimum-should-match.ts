import { SearchError } from '../../errors/search-error.ts';

/** How many of `clauses` a `minimum_should_match` asks for: `2`, `-25%`, `3<90% 9<-3`. */
export function minimumShouldMatch(clauses: number, spec: string): number {
  const text = spec.trim();
  if (!text.includes('<')) return Math.max(0, simple(clauses, text));
  let result = clauses;
  for (const condition of text.replace(/\s*<\s*/g, '<').split(/\s+/)) {
    const [limit = '', rest = ''] = condition.split('<', 2);
    if (clauses <= whole(limit)) return Math.max(0, result);
    result = simple(clauses, rest);
  }
  return Math.max(0, result);
}

function simple(clauses: number, text: string): number {
  if (text.endsWith('%')) {
    const share = Math.trunc((clauses * whole(text.slice(0, -1))) / 100);
    return share < 0 || text.startsWith('-') ? clauses + share : share;
  }
  const count = whole(text);
  return count < 0 ? clauses + count : count;
}

function whole(text: string): number {
  const trimmed = text.trim();
  if (/^[+-]?\d+$/.test(trimmed)) return Number(trimmed);
  throw new SearchError('number_format_exception', `For input string: "${trimmed}"`);
}
