/**
 * The power goes at every single operation on the disk, one after the other, and recovery runs on what
 * the disk kept: nothing that was not synced, all of it, or a torn part.
 */
import { expect, test } from 'bun:test';
import type { Directory } from '@tandem/search/index/directory/directory.ts';
import { DEFAULT_MERGE_POLICY } from '@tandem/search/index/shard/merge-policy.ts';
import { openShard } from '@tandem/search/index/shard/open-shard.ts';
import type { Shard } from '@tandem/search/index/shard/shard.ts';
import { PowerCut, PowerCutDirectory } from '@tandem/testkit/power-cut-directory.ts';
import { isLong, rounds, seededRandom } from '@tandem/testkit/random.ts';
import { Ledger } from './ledger.ts';

type Durability = 'request' | 'async';

/** Every batch becomes a segment and every two are merged: the script goes through all there is. */
function open(directory: Directory, durability: Durability): Promise<Shard> {
  const mergePolicy = { ...DEFAULT_MERGE_POLICY, segmentsPerTier: 2 };
  const limits = { bufferBytes: BUFFER_BYTES[durability], memoryBytes: 0 };
  return openShard({ directory, durability, fill: () => {}, ...limits, mergePolicy });
}

/** Once every batch becomes a file by itself, once only by a refresh. */
const BUFFER_BYTES = { request: 1, async: 2 ** 20 } as const;

const bytes = (text: string) => new TextEncoder().encode(text);
const ids = ['a', 'b', 'c', 'd'];

/** The same writes every time; ends when the power does. */
async function work(directory: Directory, ledger: Ledger, durability: Durability): Promise<void> {
  const random = seededRandom('power cut script');
  const shard = await open(directory, durability);
  for (let batch = 0; batch < 6; batch += 1) {
    const sent = [0, 1, 2].map((i) => {
      const id = ids[Math.floor(random() * ids.length)] as string;
      const content = random() < 0.2 ? undefined : `batch ${batch} write ${i}`;
      const written = ledger.sent(id, content);
      const result =
        content === undefined ? shard.delete({ id }) : shard.index({ id, source: bytes(content) });
      return { id, written, result };
    });
    await shard.settle();
    // With `async` only what a sync or a commit has followed is promised.
    if (durability === 'async' && batch % 2 === 0) await shard.sync();
    if (durability === 'request' || batch % 2 === 0) {
      for (const { id, written, result } of sent) {
        ledger.acknowledged(id, written, result.version, result.seqNo);
      }
    }
    if (batch % 3 === 1) await shard.refresh();
    if (batch % 3 === 2) await shard.flush();
    await shard.mergesDone();
  }
  await shard.close();
}

function check(shard: Shard, ledger: Ledger): void {
  for (const id of ids) {
    const found = shard.get(id);
    const content = found && Buffer.from(found.source).toString();
    const { version, seqNo } = found ?? {};
    expect(ledger.settle(id, { content, version, seqNo })).toBeUndefined();
  }
  expect(shard.index({ id: 'new', source: bytes('x') }).seqNo).toBeGreaterThan(ledger.maxSeqNo);
}

for (const durability of ['request', 'async'] as const) {
  test(`nothing promised is lost or doubled wherever the power goes (${durability})`, async () => {
    const whole = new PowerCutDirectory();
    await work(whole, new Ledger(), durability);
    const points = whole.log.length;
    const kinds = new Set(whole.log.map((operation) => operation.replace(/\d+/g, 'N')));
    for (const operation of [
      ...['append translog-N.tlog', 'sync translog-N.tlog', 'sync segment-N.seg'],
      ...['sync manifest-N.tmp', 'rename manifest-N.tmp', 'sync directory'],
      ...['delete manifest-N', 'delete segment-N.seg', 'create segment-N-N.live'],
    ]) {
      expect(kinds).toContain(operation);
    }
    const random = seededRandom(`power cut ${durability}`);
    // The short run looks at every other point in one of three ways in turn, the long one in all.
    const tears = rounds(1, 12);
    for (let point = 0; point < points; point += rounds(2, 1)) {
      for (let tear = 0; tear < 2 + tears; tear += 1) {
        if (!isLong && tear !== point % 3) continue;
        const directory = new PowerCutDirectory();
        directory.cutAfter(point);
        const ledger = new Ledger();
        await work(directory, ledger, durability).then(
          () => expect.unreachable(),
          (error: unknown) => expect(error).toBeInstanceOf(PowerCut),
        );
        const kept = tear === 0 ? () => 0 : tear === 1 ? () => 0.999_999 : random;
        const again = await open(directory.remains(kept), durability);
        check(again, ledger);
        await again.close();
      }
    }
  }, 1_800_000);
}
