import { expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { sealPayload } from '../persistence/rdb/dump-payload.ts';
import { RDB_TYPE } from '../persistence/rdb/rdb-types.ts';
import { RdbWriter } from '../persistence/rdb/rdb-writer.ts';
import { Engine, ErrorReply, type Reply } from '../testing/engine.ts';

const BAD = new ErrorReply('ERR Bad data format');

/** Everything a key holds, in a form that does not depend on the order of a hash table. */
function content(engine: Engine, key: string): Reply {
  const pairs = (flat: Reply[]) => flat.map((v, i) => (i % 2 === 0 ? [v, flat[i + 1]] : null));
  switch (engine.run('TYPE', key)) {
    case 'string':
      return engine.run('GET', key);
    case 'list':
      return engine.run('LRANGE', key, 0, -1);
    case 'set':
      return (engine.run('SMEMBERS', key) as string[]).sort();
    case 'zset':
      return engine.run('ZRANGE', key, 0, -1, 'WITHSCORES');
    case 'hash':
      return pairs(engine.run('HGETALL', key) as Reply[])
        .filter((p) => p !== null)
        .sort((x, y) => (String(x[0]) < String(y[0]) ? -1 : 1)) as Reply;
    default:
      return engine.run('XRANGE', key, '-', '+');
  }
}

const FILLERS: { readonly [type: string]: (i: number, value: string) => (string | number)[] } = {
  string: (_, v) => ['SET', 'k', v],
  list: (_, v) => ['RPUSH', 'k', v],
  set: (i, v) => ['SADD', 'k', i % 2 === 0 ? i : v],
  intset: (i) => ['SADD', 'k', i * 1000],
  zset: (i, v) => ['ZADD', 'k', ['1', '-inf', '2.5', '1e100'][i % 4] as string, v],
  hash: (i, v) => ['HSET', 'k', v, i],
  stream: (i, v) => ['XADD', 'k', `${i + 1}-0`, 'field', v],
};

test('every type survives DUMP and RESTORE, packed and large', () => {
  const next = seededRandom('dump');
  const value = () => {
    const kind = Math.floor(next() * 3);
    if (kind === 0) return String(Math.floor(next() * 1e6) - 5e5);
    return kind === 1 ? 'ab'.repeat(Math.floor(next() * 60)) : `v${next()}`;
  };
  for (const [name, fill] of Object.entries(FILLERS))
    for (const size of [1, 5, 300, 2000].slice(0, rounds(3, 4))) {
      const engine = new Engine();
      for (let i = 0; i < size; i++) engine.run(...fill(i, value()));
      const payload = engine.run('DUMP', 'k') as string;
      expect([name, size, engine.run('RESTORE', 'copy', 0, payload)]).toEqual([name, size, 'OK']);
      expect(content(engine, 'copy')).toEqual(content(engine, 'k'));
      expect(engine.run('OBJECT', 'ENCODING', 'copy')).toBe(engine.run('OBJECT', 'ENCODING', 'k'));
      engine.run('DEL', 'k', 'copy');
      expect(engine.server.store.objects.count).toBe(0);
    }
});

test('damaged payloads are refused or harmless, and leak nothing', () => {
  const next = seededRandom('damage');
  const engine = new Engine();
  engine.server.observe.testing.skipChecksums = true;
  for (const [name, fill] of Object.entries(FILLERS)) {
    engine.run('FLUSHALL');
    for (let i = 0; i < 20; i++) engine.run(...fill(i, `value-${i}`));
    const payload = engine.run('DUMP', 'k') as string;
    for (let round = 0; round < rounds(150, 5000); round++) {
      const bytes = Buffer.from(payload, 'latin1');
      for (let flips = 1 + Math.floor(next() * 3); flips > 0; flips--)
        bytes[Math.floor(next() * (bytes.length - 10))] = Math.floor(next() * 256);
      const reply = engine.run('RESTORE', 'c', 0, bytes.latin1Slice(), 'REPLACE');
      if (reply !== 'OK') expect([name, reply]).toEqual([name, BAD]);
      else content(engine, 'c');
    }
    engine.run('DEL', 'k', 'c');
    expect([name, engine.server.store.objects.count]).toEqual([name, 0]);
  }
});

/** A payload made by hand. */
function payload(type: number, write: (w: RdbWriter) => void): string {
  const w = new RdbWriter(false);
  w.byte(type);
  write(w);
  return sealPayload(w).latin1Slice();
}

/** A ziplist as old servers wrote it; numbers become integers of the given width. */
function ziplist(entries: readonly (string | [value: number, encoding: number, bytes: number])[]) {
  const parts: Buffer[] = [];
  let before = 0;
  let tail = 10;
  let size = 10;
  for (const e of entries) {
    const data =
      typeof e === 'string'
        ? Buffer.concat([Buffer.from([e.length]), Buffer.from(e)])
        : Buffer.from([e[1], ...Array.from({ length: e[2] }, (_, i) => (e[0] >> (8 * i)) & 0xff)]);
    const entry = Buffer.concat([Buffer.from([before]), data]);
    parts.push(entry);
    tail = size;
    size += entry.length;
    before = entry.length;
  }
  const header = Buffer.alloc(10);
  header.writeUInt32LE(size + 1, 0);
  header.writeUInt32LE(tail, 4);
  header.writeUInt16LE(entries.length, 8);
  return Buffer.concat([header, ...parts, Buffer.from([255])]);
}

test('values of older servers are read', () => {
  const engine = new Engine();
  const restore = (type: number, write: (w: RdbWriter) => void) => {
    engine.run('DEL', 'k');
    const reply = engine.run('RESTORE', 'k', 0, payload(type, write));
    return reply === 'OK' ? content(engine, 'k') : reply;
  };
  const packed = (bytes: Buffer) => (w: RdbWriter) => w.string(bytes, 0, bytes.length);
  const numbers = ziplist(['a', [5, 0xc0, 2], [-7, 0xfe, 1], [3, 0xf4, 0], [70000, 0xf0, 3]]);
  expect(restore(RDB_TYPE.listZiplist, packed(numbers))).toEqual(['a', '5', '-7', '3', '70000']);
  expect(
    restore(RDB_TYPE.listQuicklist, (w) => {
      w.length(2);
      packed(ziplist(['x', 'y']))(w);
      packed(ziplist(['z']))(w);
    }),
  ).toEqual(['x', 'y', 'z']);
  expect(
    restore(RDB_TYPE.list, (w) => {
      w.length(2);
      w.text('one');
      w.text('2');
    }),
  ).toEqual(['one', '2']);
  expect(restore(RDB_TYPE.hashZiplist, packed(ziplist(['f', 'v', 'g', 'w'])))).toEqual([
    ['f', 'v'],
    ['g', 'w'],
  ]);
  expect(restore(RDB_TYPE.hashZiplist, packed(ziplist(['f', 'v', 'f', 'w'])))).toEqual(BAD);
  expect(restore(RDB_TYPE.zsetZiplist, packed(ziplist(['m', '1.5', 'n', '3'])))).toEqual([
    'm',
    '1.5',
    'n',
    '3',
  ]);
  expect(
    restore(RDB_TYPE.zset, (w) => {
      w.length(2);
      w.text('m');
      w.byte(3);
      w.raw(Buffer.from('2.5'), 0, 3);
      w.text('low');
      w.byte(255);
    }),
  ).toEqual(['low', '-inf', 'm', '2.5']);
  const zipmap = Buffer.from([1, 1, 102, 2, 1, 118, 119, 0, 255]);
  expect(restore(RDB_TYPE.hashZipmap, packed(zipmap))).toEqual([['f', 'vw']]);
  const short = ziplist(['a']);
  short[8] = 2;
  expect(restore(RDB_TYPE.listZiplist, packed(short))).toEqual(BAD);
});

test('what does not make sense is refused', () => {
  const engine = new Engine();
  const restore = (type: number, write: (w: RdbWriter) => void) =>
    engine.run('RESTORE', 'k', 0, payload(type, write), 'REPLACE');
  expect(restore(RDB_TYPE.set, (w) => w.length(0))).toEqual(BAD);
  expect(
    restore(RDB_TYPE.set, (w) => {
      w.length(2);
      w.text('same');
      w.text('same');
    }),
  ).toEqual(BAD);
  expect(
    restore(RDB_TYPE.zset2, (w) => {
      w.length(1);
      w.text('m');
      w.double(Number.NaN);
    }),
  ).toEqual(BAD);
  expect(restore(7, (w) => w.length(1))).toEqual(BAD);
  engine.run('SET', 'k', 'v');
  const good = engine.run('DUMP', 'k') as string;
  expect(engine.run('RESTORE', 'k', 0, good)).toEqual(
    new ErrorReply('BUSYKEY Target key name already exists.'),
  );
  expect(engine.run('RESTORE', 'n', 0, `${good.slice(0, -1)}x`)).toEqual(
    new ErrorReply('ERR DUMP payload version or checksum are wrong'),
  );
  expect(engine.run('RESTORE', 'n', -1, good)).toEqual(
    new ErrorReply('ERR Invalid TTL value, must be >= 0'),
  );
  expect(engine.run('RESTORE', 'n', 0, good, 'FREQ', 256)).toEqual(
    new ErrorReply('ERR Invalid FREQ value, must be >= 0 and <= 255'),
  );
  expect(engine.run('RESTORE', 'n', 1000, good, 'IDLETIME', 50)).toBe('OK');
  expect(engine.run('OBJECT', 'IDLETIME', 'n')).toBe(50);
  expect(engine.run('PTTL', 'n')).toBeGreaterThan(0);
});
