import { expect, test } from 'bun:test';
import { rounds } from '@tandem/testkit/random.ts';
import { Crc64 } from '../persistence/rdb/crc64.ts';
import { Engine, type ErrorReply, type Reply } from '../testing/engine.ts';

function random(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
}

type Entry = { ms: number; seq: number; content: string[] };
const text = (e: { ms: number; seq: number }) => `${e.ms}-${e.seq}`;
const reply = (e: Entry): Reply => [text(e), e.content];
const below = (a: { ms: number; seq: number }, b: { ms: number; seq: number }) =>
  a.ms < b.ms || (a.ms === b.ms && a.seq < b.seq);

function content(rnd: (n: number) => number): string[] {
  switch (rnd(4)) {
    case 0:
      return ['f', String(rnd(1000) - 500)];
    case 1:
      return ['a', 'x'.repeat(rnd(200)), 'b', String(rnd(2 ** 31) * 1_000_000)];
    case 2:
      return ['a', '', 'b', 'y'];
    default:
      return rnd(60) === 0 ? ['big', 'z'.repeat(150_000)] : ['f', 'same'];
  }
}

test('random additions, deletions, trims and ranges match an array', () => {
  for (let seed = 1; seed <= rounds(3, 20); seed++) {
    const rnd = random(seed);
    const engine = new Engine();
    engine.run('SET', 'other', 'x');
    const before = engine.server.store.usedBytes;
    engine.run('CONFIG', 'SET', 'stream-node-max-entries', [100, 7, 3][seed % 3]!);
    engine.run('CONFIG', 'SET', 'stream-node-max-bytes', [4096, 300, 0][rnd(3)]!);
    let model: Entry[] = [];
    let last = { ms: 0, seq: 0 };
    let added = 0;
    const someId = () => ({ ms: rnd(last.ms + 2), seq: rnd(3) });
    for (let step = 0; step < 800; step++) {
      switch (rnd(9)) {
        case 0: {
          const id = model.length > 0 && rnd(2) ? model[rnd(model.length)]! : someId();
          const had = model.some((e) => text(e) === text(id));
          expect(engine.run('XDEL', 's', text(id))).toBe(had ? 1 : 0);
          model = model.filter((e) => text(e) !== text(id));
          break;
        }
        case 1: {
          if (rnd(4) > 0) break;
          const keep = rnd(model.length + 5);
          const removed = Math.max(0, model.length - keep);
          expect(engine.run('XTRIM', 's', 'MAXLEN', keep)).toBe(removed);
          model = model.slice(removed);
          break;
        }
        case 2: {
          if (rnd(4) > 0) break;
          const id = someId();
          const kept = model.filter((e) => !below(e, id));
          expect(engine.run('XTRIM', 's', 'MINID', text(id))).toBe(model.length - kept.length);
          model = kept;
          break;
        }
        case 3: {
          const [from, to] = [someId(), someId()];
          const inside = model.filter((e) => !below(e, from) && !below(to, e));
          expect(engine.run('XRANGE', 's', text(from), text(to))).toEqual(inside.map(reply));
          expect(engine.run('XREVRANGE', 's', text(to), text(from), 'COUNT', 5)).toEqual(
            inside.toReversed().slice(0, 5).map(reply),
          );
          break;
        }
        case 4: {
          const after = someId();
          const found = model.filter((e) => below(after, e)).slice(0, 4);
          expect(engine.run('XREAD', 'COUNT', 4, 'STREAMS', 's', text(after))).toEqual(
            found.length === 0 ? null : [['s', found.map(reply)]],
          );
          break;
        }
        default: {
          const id = rnd(3)
            ? { ms: last.ms + 1 + rnd(2), seq: 0 }
            : { ms: last.ms, seq: last.seq + 1 };
          const words = content(rnd);
          expect(engine.run('XADD', 's', text(id), ...words)).toBe(text(id));
          model.push({ ...id, content: words });
          last = id;
          added++;
        }
      }
      expect(engine.run('XLEN', 's')).toBe(model.length);
      if (step % 100 === 99 && added > 0) {
        const info = engine.run('XINFO', 'STREAM', 's') as Reply[];
        const field = (name: string) => info[info.indexOf(name) + 1];
        expect(field('entries-added')).toBe(added);
        expect(field('recorded-first-entry-id')).toBe(model.length > 0 ? text(model[0]!) : '0-0');
        expect(field('last-generated-id')).toBe(text(last));
        expect(engine.run('XRANGE', 's', '-', '+')).toEqual(model.map(reply));
      }
    }
    engine.run('COPY', 's', 'twin');
    expect(engine.run('XRANGE', 'twin', '-', '+')).toEqual(model.map(reply));
    engine.run('DEL', 's', 'twin');
    expect(engine.server.store.usedBytes).toBe(before);
  }
});

test('random deliveries, claims and acknowledgements match a list of who has what', () => {
  for (let seed = 1; seed <= rounds(2, 20); seed++) {
    const rnd = random(seed);
    const engine = new Engine();
    engine.run('SET', 'other', 'x');
    const before = engine.server.store.usedBytes;
    engine.run('XGROUP', 'CREATE', 's', 'g', '0', 'MKSTREAM');
    const entries: number[] = [];
    const pending = new Map<number, { owner: string; deliveries: number }>();
    let last = 0;
    let delivered = 0;
    const names = ['ann', 'bob', 'cyd'];
    for (let step = 0; step < 600; step++) {
      const who = names[rnd(3)]!;
      const n = 1 + rnd(Math.max(1, last));
      switch (rnd(7)) {
        case 0:
        case 1:
          engine.run('XADD', 's', ++last, 'f', step);
          entries.push(last);
          break;
        case 2: {
          const fresh = entries.filter((e) => e > delivered).slice(0, 3);
          const got = engine.run('XREADGROUP', 'GROUP', 'g', who, 'COUNT', 3, 'STREAMS', 's', '>');
          if (fresh.length === 0) expect(got).toBeNull();
          else {
            const [[, list]] = got as [[string, [string, unknown][]]];
            expect(list.map(([id]) => id)).toEqual(fresh.map((e) => `${e}-0`));
            for (const e of fresh) pending.set(e, { owner: who, deliveries: 1 });
            delivered = fresh.at(-1)!;
          }
          break;
        }
        case 3:
          expect(engine.run('XACK', 's', 'g', n)).toBe(pending.delete(n) ? 1 : 0);
          break;
        case 4: {
          const exists = entries.includes(n);
          const p = pending.get(n);
          const claimed = engine.run('XCLAIM', 's', 'g', who, 0, n, 'JUSTID') as string[];
          expect(claimed).toEqual(exists && p !== undefined ? [`${n}-0`] : []);
          if (!exists) pending.delete(n);
          else if (p !== undefined) p.owner = who;
          break;
        }
        case 5:
          if (rnd(3) === 0 && entries.length > 0) {
            const [gone] = entries.splice(rnd(entries.length), 1);
            engine.run('XDEL', 's', gone!);
          } else if (rnd(10) === 0) {
            const mine = [...pending].filter(([, p]) => p.owner === who);
            expect(engine.run('XGROUP', 'DELCONSUMER', 's', 'g', who)).toBe(mine.length);
            for (const [e] of mine) pending.delete(e);
          }
          break;
        default: {
          const history = engine.run('XREADGROUP', 'GROUP', 'g', who, 'STREAMS', 's', '0');
          const mine = [...pending].filter(([, p]) => p.owner === who).sort(([x], [y]) => x - y);
          const [[, list]] = history as [[string, [string, unknown][]]];
          expect(list.map(([id, fields]) => [id, fields !== null])).toEqual(
            mine.map(([e]) => [`${e}-0`, entries.includes(e)]),
          );
          for (const [e, p] of mine) if (entries.includes(e)) p.deliveries++;
        }
      }
      const listed = engine.run('XPENDING', 's', 'g', '-', '+', 10_000) as [
        string,
        string,
        number,
        number,
      ][];
      expect(listed.map(([id, owner, , times]) => [id, owner, times])).toEqual(
        [...pending].sort(([x], [y]) => x - y).map(([e, p]) => [`${e}-0`, p.owner, p.deliveries]),
      );
    }
    engine.run('DEL', 's');
    expect(engine.server.store.usedBytes).toBe(before);
  }
});

/** DUMP of the reference after XADD 5-1 a 1 b two, XADD 5-2 a 300 b '', XADD 7-0 c x, XDEL 5-2. */
const REFERENCE_DUMP =
  '150110000000000000000500000000000000014042420000001900020101010201816102816202000102010001000101018374776f040501030100010101c12c028001050100010201dfff0201018163028178020601ff0207000501050203000b00e360735aa1a17c1f';

test('DUMP has the bytes of the reference, and RESTORE reads them', () => {
  const engine = new Engine();
  engine.run('CONFIG', 'SET', 'rdbcompression', 'no');
  engine.run('XADD', 's', '5-1', 'a', '1', 'b', 'two');
  engine.run('XADD', 's', '5-2', 'a', '300', 'b', '');
  engine.run('XADD', 's', '7-0', 'c', 'x');
  engine.run('XDEL', 's', '5-2');
  const dump = engine.run('DUMP', 's') as string;
  expect(Buffer.from(dump, 'latin1').toString('hex')).toBe(REFERENCE_DUMP);
  expect(engine.run('RESTORE', 'copy', 0, dump)).toBe('OK');
  expect(engine.run('XINFO', 'STREAM', 'copy', 'FULL')).toEqual(
    engine.run('XINFO', 'STREAM', 's', 'FULL')!,
  );
});

test('damaged payloads are refused or harmless', () => {
  const engine = new Engine();
  engine.run('CONFIG', 'SET', 'rdbcompression', 'no');
  for (let i = 1; i < 30; i++) engine.run('XADD', 's', i, 'f', i, `g${i % 3}`, 'v');
  engine.run('XGROUP', 'CREATE', 's', 'g', '0');
  engine.run('XREADGROUP', 'GROUP', 'g', 'ann', 'COUNT', 9, 'STREAMS', 's', '>');
  const dump = Buffer.from(engine.run('DUMP', 's') as string, 'latin1');
  const rnd = random(5);
  let accepted = 0;
  for (let round = 0; round < rounds(600, 10_000); round++) {
    const damaged = Buffer.from(dump);
    for (let k = rnd(3); k >= 0; k--) damaged[1 + rnd(damaged.length - 11)] = rnd(256);
    new Crc64().update(damaged, 0, damaged.length - 8).write(damaged, damaged.length - 8);
    const restored = engine.run('RESTORE', 'copy', 0, damaged.latin1Slice(), 'REPLACE');
    if (restored !== 'OK') continue;
    accepted++;
    for (const command of [
      ['XRANGE', 'copy', '-', '+'],
      ['XREVRANGE', 'copy', '+', '-'],
      ['XINFO', 'STREAM', 'copy', 'FULL'],
      ['XAUTOCLAIM', 'copy', 'g', 'bob', '0', '0'],
      ['XDEL', 'copy', '5', '6', '7'],
      ['XTRIM', 'copy', 'MAXLEN', '3'],
      ['XADD', 'copy', '*', 'f', 'v'],
    ])
      engine.run(...command);
  }
  expect(accepted).toBeGreaterThan(0);
});

test('what a stream command propagates can be repeated elsewhere', () => {
  const engine = new Engine();
  const effects: string[][] = [];
  engine.server.propagation.followers.push({ effect: (_db, args) => effects.push(args.strs()) });
  const take = () => effects.splice(0).map((words) => words.join(' '));
  engine.run('CONFIG', 'SET', 'stream-node-max-entries', 2);
  const id = engine.run('XADD', 's', '*', 'f', 'v') as string;
  expect(take()).toEqual([`XADD s ${id} f v`]);
  engine.run('DEL', 's');
  take();
  for (let i = 1; i < 8; i++) engine.run('XADD', 's', i, 'f', 'v');
  expect(take()[0]).toBe('XADD s 1 f v');
  engine.run('XADD', 's', 'MAXLEN', '~', 5, 'LIMIT', 100, '8-*', 'f', 'v');
  expect(take()).toEqual(['XADD s MAXLEN = 6 LIMIT 100 8-0 f v']);
  engine.run('XTRIM', 's', 'MINID', '~', '6');
  expect(take()).toEqual(['XTRIM s MINID = 5-0']);
  engine.run('XTRIM', 's', 'MINID', '~', '1');
  expect(take()).toEqual([]);
  engine.run('XGROUP', 'CREATE', 's', 'g', '0');
  take();
  engine.run('XREADGROUP', 'GROUP', 'g', 'ann', 'COUNT', 2, 'STREAMS', 's', '>');
  const claims = take();
  expect(claims.map((c) => c.replace(/TIME \d+/, 'TIME now'))).toEqual([
    'MULTI',
    'XCLAIM s g ann 0 5-0 TIME now RETRYCOUNT 1 FORCE JUSTID LASTID 5-0',
    'XCLAIM s g ann 0 6-0 TIME now RETRYCOUNT 1 FORCE JUSTID LASTID 6-0',
    'EXEC',
  ]);
  engine.run('XREADGROUP', 'GROUP', 'g', 'bob', 'NOACK', 'STREAMS', 's', '>');
  expect(take()).toEqual([
    'MULTI',
    'XGROUP CREATECONSUMER s g bob',
    'XGROUP SETID s g 8-0 ENTRIESREAD 8',
    'EXEC',
  ]);
});

test('a reader that waits gets what arrives, or learns that its group is gone', () => {
  const engine = new Engine();
  const reader = engine.connect();
  engine.run('XADD', 's', '1', 'f', 'v');
  expect(reader.run('XREAD', 'BLOCK', 0, 'STREAMS', 's', '$')).toBeUndefined();
  engine.run('XADD', 's', '2', 'f', 'w');
  expect(reader.received()).toEqual([[['s', [['2-0', ['f', 'w']]]]]]);

  engine.run('XGROUP', 'CREATE', 's', 'g', '$');
  const waiting = ['XREADGROUP', 'GROUP', 'g', 'ann', 'BLOCK', '0', 'STREAMS', 's', '>'];
  for (const [gone, code] of [
    [['XGROUP', 'DESTROY', 's', 'g'], 'NOGROUP'],
    [['DEL', 's'], 'NOGROUP'],
    [['SET', 's', 'x'], 'WRONGTYPE'],
  ] as const) {
    engine.run('XGROUP', 'CREATE', 's', 'g', '$', 'MKSTREAM');
    expect(reader.run(...waiting)).toBeUndefined();
    engine.run(...gone);
    const [error] = reader.received();
    expect((error as ErrorReply).text).toStartWith(code);
  }
});
