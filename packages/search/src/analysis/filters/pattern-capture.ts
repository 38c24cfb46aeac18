/** The groups of all matches of all patterns, in order of where they begin; whole matches of groupless patterns too. */
export function patternCapture(
  term: string,
  patterns: readonly RegExp[],
  preserveOriginal: boolean,
): { first: string; others: string[] } {
  const found: { start: number; end: number }[] = [];
  for (const pattern of patterns) {
    const global = new RegExp(pattern.source, `${pattern.flags}gd`);
    for (const match of term.matchAll(global)) {
      const groups = match.indices ?? [];
      for (let group = groups.length > 1 ? 1 : 0; group < groups.length; group++) {
        const range = groups[group];
        if (range === undefined || range[0] === range[1]) continue;
        // A capture of the whole term is the original itself.
        if (preserveOriginal && range[0] === 0 && range[1] === term.length) continue;
        found.push({ start: range[0], end: range[1] });
      }
    }
  }
  found.sort((a, b) => a.start - b.start);
  const captures = found.map(({ start, end }) => term.slice(start, end));
  if (preserveOriginal || captures.length === 0) return { first: term, others: captures };
  return { first: captures[0] as string, others: captures.slice(1) };
}
