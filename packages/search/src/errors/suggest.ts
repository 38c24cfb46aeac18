/** "did you mean": the complaint about names a request should not have, with near names. */

/**
 * `request [/x] contains unrecognized parameter: [y] -> did you mean [z]?`
 * `what` is parameter, metric …; names nearer than half their length are offered, nearest first.
 */
export function unrecognized(
  path: string,
  what: string,
  invalid: readonly string[],
  known: Iterable<string>,
): string {
  const candidates = [...new Set(known)];
  const list = [...invalid].sort().map((name) => `[${name}]${suggestion(name, candidates)}`);
  return `request [${path}] contains unrecognized ${what}${invalid.length > 1 ? 's' : ''}: ${list.join(', ')}`;
}

function suggestion(name: string, candidates: readonly string[]): string {
  const near = candidates
    .map((candidate) => ({ candidate, score: similarity(name, candidate) }))
    .filter(({ score }) => score > 0.5)
    .sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
  if (near.length === 0) return '';
  const which = near.length === 1 ? `[${near[0]}]` : `any of [${near.join(', ')}]`;
  return ` -> did you mean ${which}?`;
}

/**
 * 1 for equal names, 0 for names with nothing in common. Names of which one is more than twice as
 * long are nowhere near each other: they are not compared, since a client's name can be of any length.
 */
export function similarity(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a.length, b.length] : [b.length, a.length];
  if (long > 2 * short) return 0;
  if (long === 0) return 1;
  return 1 - editDistance(a, b) / Math.max(a.length, b.length);
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
