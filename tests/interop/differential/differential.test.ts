import { expect, test } from 'bun:test';
import { rounds, seed, seededRandom } from '@tandem/testkit/random.ts';
import { startKv, startRedis } from '@tandem/testkit/servers.ts';
import { type Difference, Duel } from './duel.ts';
import { Generator } from './generator.ts';
import { shrink } from './shrink.ts';

/** Commands sent in one piece, after which the data of both is compared too. */
const BATCH = 50;
/** Batches until both start anew: what led to a difference is never further back. */
const BATCHES = 40;
const ROUNDS = rounds(2, 150);
/** Enough to see a pattern; more of them would hide it. */
const MOST_TOLD = 5;

const args = [
  // For DEBUG DIGEST.
  ...['--enable-debug-command', 'yes'],
  // Offsets are drawn from afar.
  ...['--proto-max-bulk-len', '1mb'],
  // Two compressors need not find the same matches.
  ...['--rdbcompression', 'no'],
];

for (const resp of [2, 3] as const) {
  test(`random commands get the reference's replies in RESP${resp}`, async () => {
    const [ours, theirs] = await Promise.all([startKv({ args }), startRedis({ args })]);
    const duel = await Duel.open(ours.port, theirs.port, resp);
    const generator = new Generator(seededRandom(`differential ${resp}`), {
      decimalScores: !duel.version.startsWith('7.0.'),
    });
    const told: string[] = [];
    for (let i = 0; i < ROUNDS * BATCHES && told.length < MOST_TOLD; i += 1) {
      if (i % BATCHES === 0) await duel.reset();
      const difference = await duel.compare(generator.batch(BATCH));
      if (difference !== undefined) told.push(tell(await shrink(duel, difference)));
    }
    duel.close();
    await Promise.all([ours.process.stop(), theirs.process.stop()]);
    expect(told.join('\n')).toBe('');
  });
}

function tell({ command, ours, theirs, history }: Difference): string {
  const lines = history.map((words) => `  ${words.map((word) => JSON.stringify(word)).join(' ')}`);
  return `seed ${seed}:\n${lines.join('\n')}\n${command.join(' ')}\n  ours   ${ours}\n  theirs ${theirs}\n`;
}
