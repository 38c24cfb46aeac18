import { describe, expect, test } from 'bun:test';
import { PowerCutDirectory } from '@tandem/testkit/power-cut-directory.ts';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { CorruptIndexError } from '../corrupt-index-error.ts';
import type { Directory } from '../directory/directory.ts';
import { DiskDirectory } from '../directory/disk-directory.ts';
import { MemoryDirectory } from '../directory/memory-directory.ts';
import { hasBit } from '../segment/bitmap.ts';
import { PostingsCursor } from '../segment/postings-cursor.ts';
import { TEXT_OPTIONS } from '../segment/postings-format.ts';
import type { FillRows } from './documents.ts';
import { DEFAULT_MERGE_POLICY } from './merge-policy.ts';
import { openShard } from './open-shard.ts';
import type { Shard, ShardOptions } from './shard.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => Buffer.from(content).toString();

/** Words of the source, and its length as a column; `bad` is refused half-way. */
const fill: FillRows = (operation, rows) => {
  const words = text(operation.source).split(' ');
  rows.long('words', words.length);
  for (const [position, word] of words.entries()) {
    if (word === 'bad') throw new Error('bad document');
    const encoded = bytes(word);
    rows.tokens('body', TEXT_OPTIONS).token(encoded, 0, encoded.length, position, 0, 0);
  }
};

function open(directory: Directory, options: Partial<ShardOptions> = {}): Promise<Shard> {
  return openShard({ directory, fill, ...options });
}

/** Ids of the documents that searches find by a word. */
function search(shard: Shard, word: string): string[] {
  const found: string[] = [];
  for (const { segment, live } of shard.searchViews()) {
    const field = segment.field('body');
    const term = field?.find(bytes(word)) ?? -1;
    if (field === undefined || term < 0) continue;
    const cursor = new PostingsCursor(field, term);
    for (let i = 0; i < cursor.df; i += 1) {
      const doc = cursor.next();
      if (live === undefined || hasBit(live, doc)) found.push(text(segment.ids.idOf(doc)));
    }
  }
  return found.sort();
}

const index = (shard: Shard, id: string, source: string) =>
  shard.index({ id, source: bytes(source) });
const source = (shard: Shard, id: string) => {
  const found = shard.get(id);
  return found === undefined ? undefined : text(found.source);
};

describe('versions', () => {
  test('count up, and seq_nos with them', async () => {
    const shard = await open(new MemoryDirectory());
    expect(index(shard, 'a', 'one')).toEqual({
      seqNo: 0,
      primaryTerm: 1,
      version: 1,
      existed: false,
    });
    expect(index(shard, 'a', 'two')).toMatchObject({ seqNo: 1, version: 2, existed: true });
    expect(shard.delete({ id: 'a' })).toMatchObject({ seqNo: 2, version: 3, existed: true });
    expect(shard.delete({ id: 'a' })).toMatchObject({ seqNo: 3, version: 4, existed: false });
    expect(index(shard, 'a', 'three')).toMatchObject({ seqNo: 4, version: 5, existed: false });
    expect(shard.delete({ id: 'never' })).toMatchObject({ seqNo: 5, version: 1, existed: false });
    await shard.close();
  });

  test('a deleted id starts anew when its deletion is forgotten', async () => {
    let now = 0;
    const shard = await open(new MemoryDirectory(), { now: () => now });
    index(shard, 'a', 'one');
    shard.delete({ id: 'a' });
    now += 60_001;
    expect(index(shard, 'a', 'one').version).toBe(1);
    await shard.close();
  });

  test('conflicts carry the texts of the reference', async () => {
    const shard = await open(new MemoryDirectory());
    index(shard, '1', 'x');
    const write = (conditions: object) => () =>
      shard.index({ id: '1', source: bytes('y'), ...conditions });
    expect(write({ mustBeNew: true })).toThrow(
      '[1]: version conflict, document already exists (current version [1])',
    );
    expect(write({ ifSeqNo: 7, ifPrimaryTerm: 1 })).toThrow(
      '[1]: version conflict, required seqNo [7], primary term [1]. current document has seqNo [0] and primary term [1]',
    );
    expect(() =>
      shard.index({ id: '2', source: bytes('y'), ifSeqNo: 0, ifPrimaryTerm: 1 }),
    ).toThrow(
      '[2]: version conflict, required seqNo [0], primary term [1]. but no document was found',
    );
    expect(write({ versionType: 'external', version: 5 })().version).toBe(5);
    expect(write({ versionType: 'external', version: 5 })).toThrow(
      '[1]: version conflict, current version [5] is higher or equal to the one provided [5]',
    );
    expect(write({ versionType: 'external_gte', version: 5 })().version).toBe(5);
    expect(write({ versionType: 'external_gte', version: 4 })).toThrow(
      '[1]: version conflict, current version [5] is higher than the one provided [4]',
    );
    expect(shard.get('1')?.seqNo).toBe(2);
    expect(write({ ifSeqNo: 2, ifPrimaryTerm: 1 })().seqNo).toBe(3);
    await shard.close();
  });
});

test('a document is got at once and found after a refresh', async () => {
  const shard = await open(new MemoryDirectory());
  index(shard, 'a', 'red fox');
  expect(source(shard, 'a')).toBe('red fox');
  expect(shard.get('a', false)).toBeUndefined();
  expect(search(shard, 'fox')).toEqual([]);
  await shard.refresh();
  expect(search(shard, 'fox')).toEqual(['a']);
  index(shard, 'a', 'blue fish');
  shard.index({ id: 'b', source: bytes('red rose'), routing: 'r' });
  expect(search(shard, 'fox')).toEqual(['a']);
  expect(text(shard.get('a', false)!.source)).toBe('red fox');
  expect(source(shard, 'a')).toBe('blue fish');
  await shard.refresh();
  expect(search(shard, 'fox')).toEqual([]);
  expect(search(shard, 'red')).toEqual(['b']);
  expect(shard.get('b')?.routing).toBe('r');
  shard.delete({ id: 'b' });
  expect(shard.get('b')).toBeUndefined();
  expect(search(shard, 'red')).toEqual(['b']);
  await shard.refresh();
  expect(search(shard, 'red')).toEqual([]);
  await shard.close();
});

test('a document that cannot be indexed leaves nothing behind', async () => {
  const shard = await open(new MemoryDirectory());
  index(shard, 'a', 'good');
  expect(() => index(shard, 'a', 'worse bad')).toThrow('bad document');
  expect(() => index(shard, 'b', 'worse bad')).toThrow('bad document');
  expect(source(shard, 'a')).toBe('good');
  expect(index(shard, 'c', 'fine').seqNo).toBe(1);
  await shard.refresh();
  expect(search(shard, 'worse')).toEqual([]);
  expect(search(shard, 'good')).toEqual(['a']);
  expect(shard.stats().documents).toBe(2);
  await shard.close();
});

for (const [kind, directory] of [
  ['memory', () => new MemoryDirectory()],
  ['disk', () => new DiskDirectory(tempDir('shard'))],
] as const) {
  test(`everything acknowledged is there after a start (${kind})`, async () => {
    const storage = directory();
    const shard = await open(storage);
    for (let i = 0; i < 50; i += 1) index(shard, `d${i}`, `word w${i}`);
    await shard.flush();
    for (let i = 0; i < 50; i += 5) index(shard, `d${i}`, `changed w${i}`);
    for (let i = 1; i < 50; i += 5) shard.delete({ id: `d${i}` });
    await shard.settle();
    // No close: as after a kill.
    const again = await open(storage);
    expect(search(again, 'changed')).toHaveLength(10);
    expect(search(again, 'word')).toHaveLength(30);
    expect(source(again, 'd5')).toBe('changed w5');
    expect(again.get('d5')?.version).toBe(2);
    expect(again.get('d6')).toBeUndefined();
    expect(index(again, 'new', 'x').seqNo).toBe(70);
    await again.close();
    const third = await open(storage);
    expect(source(third, 'new')).toBe('x');
    expect(third.stats().documents).toBe(41);
    await third.close();
  });
}

test('merges keep what searches see and reclaim what is deleted', async () => {
  const directory = new MemoryDirectory();
  const shard = await open(directory);
  const wanted = new Map<string, string>();
  const random = seededRandom('merge');
  for (let round = 0; round < 30; round += 1) {
    for (let i = 0; i < 40; i += 1) {
      const id = `d${Math.floor(random() * 300)}`;
      if (random() < 0.2) {
        shard.delete({ id });
        wanted.delete(id);
      } else {
        const content = `all w${Math.floor(random() * 50)} r${round}`;
        index(shard, id, content);
        wanted.set(id, content);
      }
    }
    await shard.refresh();
    expect(search(shard, 'all')).toEqual([...wanted.keys()].sort());
  }
  await shard.mergesDone();
  expect(shard.stats().segments).toBeLessThan(10);
  await shard.forceMerge();
  expect(search(shard, 'all')).toEqual([...wanted.keys()].sort());
  expect(shard.stats()).toMatchObject({ segments: 1, documents: wanted.size, deleted: 0 });
  for (const [id, content] of wanted) expect(source(shard, id)).toBe(content);
  await shard.close();
  expect(directory.list().filter((name) => name.endsWith('.seg'))).toHaveLength(1);
});

test('deletions during a merge are carried over, unseen until the refresh', async () => {
  const shard = await open(new MemoryDirectory());
  for (let i = 0; i < 3; i += 1) {
    index(shard, `a${i}`, 'all');
    index(shard, `b${i}`, 'all');
    await shard.refresh();
  }
  shard.delete({ id: 'a0' });
  await shard.refresh();
  const merge = shard.forceMerge();
  shard.delete({ id: 'a1' });
  await merge;
  shard.delete({ id: 'a2' });
  expect(search(shard, 'all')).toContain('a2');
  await shard.refresh();
  expect(search(shard, 'all')).toEqual(['b0', 'b1', 'b2']);
  await shard.close();
});

test('a small buffer and translog flush by themselves', async () => {
  const shard = await open(new MemoryDirectory(), { bufferBytes: 300_000, translogBytes: 100_000 });
  for (let i = 0; i < 2000; i += 1) {
    index(shard, `d${i}`, `word number w${i} ${'y'.repeat(40)}`);
    if (i % 50 === 0) await shard.settle();
  }
  await shard.settle();
  expect(shard.counters.flush.total).toBeGreaterThan(0);
  expect(source(shard, 'd7')).toStartWith('word number w7');
  await shard.refresh();
  expect(search(shard, 'number')).toHaveLength(2000);
  await shard.close();
});

describe('a damaged file is found', () => {
  async function damaged(pattern: RegExp, at: (length: number) => number): Promise<unknown> {
    const directory = new PowerCutDirectory();
    const shard = await open(directory);
    for (let i = 0; i < 20; i += 1) index(shard, `d${i}`, 'word');
    await shard.flush();
    shard.delete({ id: 'd3' });
    await shard.flush();
    for (let i = 0; i < 20; i += 1) {
      index(shard, `e${i}`, 'word');
      await shard.settle();
    }
    const name = directory.list().find((file) => pattern.test(file))!;
    directory.flipByte(name, at(directory.read(name).length));
    return open(directory).then(
      () => undefined,
      (error: unknown) => error,
    );
  }
  test('segment', async () => {
    expect(await damaged(/\.seg$/, (length) => length - 40)).toBeInstanceOf(CorruptIndexError);
  });
  test('live documents', async () => {
    expect(await damaged(/\.live$/, () => 0)).toBeInstanceOf(CorruptIndexError);
  });
  test('manifest', async () => {
    expect(await damaged(/^manifest/, () => 10)).toBeInstanceOf(CorruptIndexError);
  });
  test('translog, in the middle', async () => {
    expect(await damaged(/^translog/, (length) => length >> 1)).toBeInstanceOf(CorruptIndexError);
  });
});

test('a disk that takes no more fails the shard, once, and what was acknowledged is there after it', async () => {
  const storage = new MemoryDirectory();
  let isFull = false;
  const create = storage.create.bind(storage);
  storage.create = (name) => {
    const file = create(name);
    const append = file.append.bind(file);
    file.append = (piece) => {
      if (isFull) throw new Error('ENOSPC: no space left on device');
      append(piece);
    };
    return file;
  };
  const failures: string[] = [];
  const shard = await open(storage, { onFailure: (error) => failures.push(String(error)) });
  index(shard, 'a', 'kept');
  await shard.settle();
  isFull = true;
  index(shard, 'b', 'lost');
  expect(shard.settle()).rejects.toThrow('ENOSPC');
  await shard.settle().catch(() => {});
  expect(() => index(shard, 'c', 'refused')).toThrow('ENOSPC');
  expect(shard.flush()).rejects.toThrow('ENOSPC');
  await shard.flush().catch(() => {});
  expect(failures).toEqual(['Error: ENOSPC: no space left on device']);
  expect(source(shard, 'a')).toBe('kept');
  await shard.close();
  isFull = false;
  const again = await open(storage);
  expect(source(again, 'a')).toBe('kept');
  expect(again.get('c')).toBeUndefined();
  await again.close();
});

test('after a power cut at any step nothing acknowledged is lost or doubled', async () => {
  const random = seededRandom('power cut');
  let merges = 0;
  for (let round = 0; round < rounds(60, 1500); round += 1) {
    const directory = new PowerCutDirectory();
    // Every batch becomes a segment and every two are merged: the cut falls into all of it.
    const mergePolicy = { ...DEFAULT_MERGE_POLICY, segmentsPerTier: 2 };
    const shard = await open(directory, { bufferBytes: 1, mergePolicy });
    /** By id: what was acknowledged last, and what was written after that. */
    const acknowledged = new Map<string, string | undefined>();
    const written = new Map<string, (string | undefined)[]>();
    directory.cutAfter(Math.floor(random() * 300));
    try {
      for (let batch = 0; ; batch += 1) {
        for (let i = 0; i < 4; i += 1) {
          const id = `d${Math.floor(random() * 8)}`;
          const content = random() < 0.2 ? undefined : `all b${batch} i${i}`;
          if (content === undefined) shard.delete({ id });
          else index(shard, id, content);
          written.set(id, [...(written.get(id) ?? []), content]);
        }
        const own = new Map(written);
        if (random() < 0.3) await shard.refresh();
        if (random() < 0.2) await shard.flush();
        await shard.settle();
        for (const [id, contents] of own) acknowledged.set(id, contents.at(-1));
        written.clear();
      }
    } catch (error) {
      expect(String(error)).toContain('power');
    }
    merges += shard.counters.merge.total;
    const left = directory.remains(round % 2 === 0 ? undefined : random);
    const again = await open(left);
    const ids = search(again, 'all');
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of new Set([...acknowledged.keys(), ...written.keys()])) {
      const allowed = [acknowledged.get(id), ...(written.get(id) ?? [])];
      const found = source(again, id);
      expect(allowed).toContain(found);
      expect(ids.includes(id)).toBe(found !== undefined);
    }
    await again.close();
  }
  expect(merges).toBeGreaterThan(0);
}, 60_000);
