/** What a run of tests came to. */
export interface Tally {
  passed: number;
  failed: number;
  /** Names of tests that were not run, because nothing is skipped silently. */
  skipped: string[];
}

/**
 * Reads the end of `bun test`'s console output: ` 12 pass`, ` 1 fail` and `Ran 13 tests …`.
 * The console is read rather than the JUnit file because the latter leaves out test files that
 * failed to load. A run without the closing line died half-way and counts as one more failure.
 */
export function readBunSummary(output: string, exitCode: number): Tally {
  const lines = output.replace(/\x1b\[[0-9;]*m/g, '').split('\n');
  const count = (word: string) => {
    const line = lines.findLast((candidate) => new RegExp(`^ *\\d+ ${word}$`).test(candidate));
    return line === undefined ? 0 : Number.parseInt(line, 10);
  };
  const skipped = lines.flatMap((line) => /^\((?:skip|todo)\) (.*)$/.exec(line)?.[1] ?? []);
  const tally = { passed: count('pass'), failed: count('fail'), skipped };
  const finished = lines.some((line) => /^Ran \d+ tests? across/.test(line));
  if (!finished) tally.failed += 1;
  else if (exitCode !== 0 && tally.failed === 0) tally.failed = 1;
  return tally;
}
