import { expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import { forEachIoredis, type Ioredis } from './ioredis-variants.ts';

async function collect(stream: AsyncIterable<string[]>): Promise<string[]> {
  const all: string[] = [];
  for await (const some of stream) all.push(...some);
  return all;
}

/** Waits until the server holds a client of that name in a blocking command. */
async function blocked(observer: Ioredis, name: string): Promise<void> {
  await eventually(`${name} to be blocked`, async () => {
    const list = (await observer.client('LIST')) as string;
    return list
      .split('\n')
      .some((line) => line.includes(`name=${name} `) && / flags=\w*b/.test(line));
  });
}

forEachIoredis(({ open, name }) => {
  test('a scan stream meets every key once, while the others are left alone', async () => {
    const client = open({ db: 5 });
    await client.flushdb();
    const keys = Array.from({ length: 3000 }, (_, i) => `scan:${i}`);
    await client.mset(keys.flatMap((key) => [key, 'v']));
    await client.mset(keys.flatMap((key) => [`other:${key}`, 'v']));
    const found = await collect(client.scanStream({ match: 'scan:*', count: 100 }));
    expect([...new Set(found)].sort()).toEqual([...keys].sort());
    await client.rpush('one-list', 'x');
    expect(await collect(client.scanStream({ type: 'list', count: 1000 }))).toEqual(['one-list']);
    await client.flushdb();
  });

  test('scan streams of large collections', async () => {
    const client = open();
    const key = name('scanned');
    const members = Array.from({ length: 1000 }, (_, i) => `m${i}`);
    await client.sadd(`${key}:s`, members);
    await client.hset(`${key}:h`, Object.fromEntries(members.map((member) => [member, 'v'])));
    await client.zadd(`${key}:z`, ...members.flatMap((member, i) => [i, member]));
    const set = await collect(client.sscanStream(`${key}:s`, { count: 50 }));
    expect(new Set(set)).toEqual(new Set(members));
    const hash = await collect(client.hscanStream(`${key}:h`, { match: 'm99*' }));
    expect(new Set(hash)).toEqual(new Set([...members.filter((m) => m.startsWith('m99')), 'v']));
    const zset = await collect(client.zscanStream(`${key}:z`));
    expect(new Set(zset.filter((_, i) => i % 2 === 0))).toEqual(new Set(members));
  });

  test('a consumer group shares a stream, and what was not acknowledged is claimed', async () => {
    const client = open();
    const key = name('stream');
    await client.xgroup('CREATE', key, 'workers', '0', 'MKSTREAM');
    const ids: string[] = [];
    for (let i = 1; i <= 6; i += 1) ids.push((await client.xadd(key, `${i}-1`, 'n', `${i}`)) ?? '');
    const read = (consumer: string) =>
      client.xreadgroup('GROUP', 'workers', consumer, 'COUNT', 3, 'STREAMS', key, '>');
    expect(await read('anna')).toEqual([
      [key, ids.slice(0, 3).map((id, i) => [id, ['n', `${i + 1}`]])],
    ]);
    expect(((await read('bert')) as [string, unknown[]][])[0]?.[1]).toHaveLength(3);
    expect(await read('carl')).toBeNull();
    expect(await client.xack(key, 'workers', ids[0]!, ids[1]!)).toBe(2);
    expect(await client.xpending(key, 'workers')).toEqual([
      4,
      '3-1',
      '6-1',
      [
        ['anna', '1'],
        ['bert', '3'],
      ],
    ]);
    expect(await client.xautoclaim(key, 'workers', 'carl', 0, '0', 'COUNT', 2)).toEqual([
      '5-1',
      [
        ['3-1', ['n', '3']],
        ['4-1', ['n', '4']],
      ],
      [],
    ]);
    expect(await client.xclaim(key, 'workers', 'carl', 0, '5-1', 'JUSTID')).toEqual(['5-1']);
    const info = (await client.xinfo('GROUPS', key)) as unknown[][];
    expect(info[0]?.slice(0, 8)).toEqual([
      'name',
      'workers',
      'consumers',
      3,
      'pending',
      4,
      'last-delivered-id',
      '6-1',
    ]);
  });

  test('a blocked client gets the element, in the order of asking', async () => {
    const [first, second] = [open({ connectionName: 'first' }), open({ connectionName: 'second' })];
    const client = open();
    const key = name('queue');
    const one = first.blpop(key, `${key}:b`, 0);
    await blocked(client, 'first');
    const two = second.blmove(key, `${key}:moved`, 'LEFT', 'RIGHT', 0);
    await blocked(client, 'second');
    await client.rpush(key, 'a', 'b');
    expect(await one).toEqual([key, 'a']);
    expect(await two).toBe('b');
    expect(await client.lrange(`${key}:moved`, 0, -1)).toEqual(['b']);
  });

  test('blocking on sorted sets and streams, and in vain', async () => {
    const [waiting, client] = [open({ connectionName: 'waiting' }), open()];
    const key = name('block');
    const popped = waiting.bzpopmin(`${key}:z`, 0);
    await blocked(client, 'waiting');
    await client.zadd(`${key}:z`, 2, 'two', 1, 'one');
    expect(await popped).toEqual([`${key}:z`, 'one', '1']);
    const read = waiting.xread('BLOCK', 0, 'STREAMS', `${key}:x`, '$');
    await blocked(client, 'waiting');
    await client.xadd(`${key}:x`, '1-1', 'f', 'v');
    expect(await read).toEqual([[`${key}:x`, [['1-1', ['f', 'v']]]]]);
    expect(await waiting.brpop(`${key}:none`, 0.01)).toBeNull();
  });
});
