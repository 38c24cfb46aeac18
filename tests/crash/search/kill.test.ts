/** kill -9 under bulk load: at points of the write path, and at any moment. */
import { expect, test } from 'bun:test';
import { isLong, rounds, seededRandom } from '@tandem/testkit/random.ts';
import type { SearchServer } from '@tandem/testkit/search-server.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { Load } from './load.ts';
import { startVictim } from './victim.ts';

/** Operation, beginning of the file's name, moment; which time is drawn. */
const FAIL_POINTS = [
  'append translog half',
  'append translog after',
  'sync translog before',
  'sync translog after',
  'create translog after',
  'append segment half',
  'sync segment before',
  'create manifest after',
  'append manifest half',
  'sync manifest after',
  'rename manifest before',
  'rename manifest after',
  'sync directory before',
  'sync directory after',
  'delete translog before',
  'delete segment after',
  'delete manifest before',
];

/** Starts a node that is to die at `point`, or whenever; undefined when it died while it started. */
async function startDoomed(
  dataDir: string,
  point: string | undefined,
): Promise<SearchServer | undefined> {
  const started = startVictim(dataDir, point);
  if (point === undefined) return started;
  return started.catch((error: unknown) => {
    expect(String(error)).toContain('ended before it printed');
    return undefined;
  });
}

/**
 * One node after the other on the same data, each killed under load. What it finds at its start is
 * what the one before it left.
 */
async function killRounds(label: string, points: readonly (string | undefined)[]): Promise<void> {
  const random = seededRandom(label);
  const dataDir = tempDir('crash');
  const loads = [new Load('request', random), new Load('async', random)];
  const first = await startVictim(dataDir);
  for (const load of loads) await load.createIndex(first);
  await first.process.stop('SIGKILL');
  let before = 'the first start';
  const check = async (victim: SearchServer) => {
    for (const load of loads) expect(await load.complaints(victim), `after ${before}`).toEqual([]);
  };
  for (const point of points) {
    const at = point && `${point} ${1 + Math.floor(random() * 30)}`;
    const victim = await startDoomed(dataDir, at);
    if (victim !== undefined) {
      await unlessGone(victim, () => check(victim));
      const timer = setTimeout(
        () => victim.process.kill('SIGKILL'),
        at === undefined ? 20 + random() * 500 : 20_000,
      );
      await Promise.all(loads.map((load) => load.run(victim)));
      clearTimeout(timer);
      expect((await victim.process.exited).signal).toBe('SIGKILL');
    }
    before = at ?? 'a kill';
  }
  const last = await startVictim(dataDir);
  await check(last);
  await last.process.stop();
}

/** A node may die at its point while it is asked: then the next one is. */
async function unlessGone(victim: SearchServer, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Of fetch, not of a comparison.
    if ((error as { code?: string }).code === undefined) throw error;
    await victim.process.exited;
  }
}

test('no acknowledged write is lost or doubled when the node is killed at a fail-point', async () => {
  const random = seededRandom('fail-points');
  const some = isLong ? FAIL_POINTS : FAIL_POINTS.filter(() => random() < 0.3);
  for (let round = 0; round < rounds(1, 5); round += 1) {
    await killRounds(`fail-points ${round}`, some);
  }
}, 600_000);

test('no acknowledged write is lost or doubled when the node is killed at any moment', async () => {
  await killRounds(
    'moments',
    Array.from({ length: rounds(3, 100) }, () => undefined),
  );
}, 600_000);
