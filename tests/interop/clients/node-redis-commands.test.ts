import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { BYTES, forEachNodeRedis } from './node-redis-variants.ts';

const TEN_MEGABYTES = 10 * 1024 * 1024;

forEachNodeRedis(
  ({ open, resp, name }) => {
    test('values of every kind come back as they were', async () => {
      const client = await open();
      const key = name('kinds');
      expect(await client.set(key, 'text', { EX: 100 })).toBe('OK');
      expect(await client.get(key)).toBe('text');
      expect(await client.hSet(`${key}:h`, { a: '1', b: '2' })).toBe(2);
      expect({ ...(await client.hGetAll(`${key}:h`)) }).toEqual({ a: '1', b: '2' });
      expect(
        await client.zAdd(`${key}:z`, [
          { score: 1.5, value: 'x' },
          { score: Number.POSITIVE_INFINITY, value: 'y' },
        ]),
      ).toBe(2);
      expect(await client.zRangeWithScores(`${key}:z`, 0, -1)).toEqual([
        { value: 'x', score: 1.5 },
        { value: 'y', score: Number.POSITIVE_INFINITY },
      ]);
      expect(await client.zScore(`${key}:z`, 'x')).toBe(1.5);
      expect(await client.zPopMin(`${key}:z`)).toEqual({ value: 'x', score: 1.5 });
      expect(await client.sAdd(`${key}:s`, ['m', 'n'])).toBe(2);
      expect((await client.sMembers(`${key}:s`)).sort()).toEqual(['m', 'n']);
      expect(
        await client.geoAdd(`${key}:g`, { longitude: 2.35, latitude: 48.85, member: 'paris' }),
      ).toBe(1);
      const [place] = await client.geoPos(`${key}:g`, 'paris');
      expect(Number(place?.longitude)).toBeCloseTo(2.35, 4);
      expect(await client.lmPop([`${key}:none`], 'LEFT')).toBeNull();
    });

    test('replies have the types of their protocol', async () => {
      const client = await open();
      const key = name('types');
      await client.hSet(key, 'f', 'v');
      await client.zAdd(`${key}:z`, { score: 2.5, value: 'm' });
      const raw = async (...command: string[]) => (await client.sendCommand(command)) as unknown;
      const map = await raw('HGETALL', key);
      expect(resp === 3 ? { ...(map as object) } : map).toEqual(
        resp === 3 ? { f: 'v' } : ['f', 'v'],
      );
      expect(await raw('ZSCORE', `${key}:z`, 'm')).toBe(resp === 3 ? 2.5 : ('2.5' as never));
      expect(`${await raw('DEBUG', 'PROTOCOL', 'bignum')}`).toBe(
        '1234567999999999999999999999999999999',
      );
      expect(await raw('DEBUG', 'PROTOCOL', 'true')).toBe(resp === 3 ? true : (1 as never));
      expect(await raw('DEBUG', 'PROTOCOL', 'null')).toBeNull();
      expect(await raw('DEBUG', 'PROTOCOL', 'verbatim')).toBe('This is a verbatim\nstring');
    });

    test('all bytes survive, in keys and in values', async () => {
      const client = (await open()).withTypeMapping(BYTES);
      const key = Buffer.concat([Buffer.from(name('bytes')), Buffer.from([0, 13, 10, 255])]);
      const value = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
      await client.set(key, value);
      expect((await client.get(key)) as unknown).toEqual(value);
      const huge = randomBytes(TEN_MEGABYTES);
      await client.set(key, huge);
      const back = (await client.get(key)) as unknown as Buffer;
      expect(back.equals(huge)).toBe(true);
      await client.del(key);
    });

    test('commands of one tick are a pipeline', async () => {
      const client = await open();
      const key = name('pipeline');
      const replies = await Promise.allSettled([
        ...Array.from({ length: 2000 }, () => client.incr(key)),
        client.lPush(key, 'x'),
        client.get(key),
      ]);
      expect(replies.slice(0, 2000).map((reply) => (reply as { value?: number }).value)).toEqual(
        Array.from({ length: 2000 }, (_, i) => i + 1),
      );
      expect(replies[2000]).toMatchObject({ status: 'rejected' });
      expect(replies[2001]).toEqual({ status: 'fulfilled', value: '2000' });
    });

    test('MULTI, WATCH, and what went wrong in between', async () => {
      const [client, other] = [await open(), await open()];
      const key = name('multi');
      const replies: unknown = await client.multi().set(key, '1').incr(key).get(key).exec();
      expect(replies).toEqual(['OK', 2, '2']);
      const piped: unknown = await client.multi().incr(key).execAsPipeline();
      expect(piped).toEqual([3]);
      await client.watch(key);
      await other.set(key, 'theirs');
      await expect(client.multi().set(key, 'mine').exec()).rejects.toThrow(
        'One (or more) of the watched keys has been changed',
      );
      const failed = client.multi().set(key, 'x').incr(key).exec();
      await expect(failed).rejects.toMatchObject({ errorIndexes: [1] });
      await expect(client.multi().addCommand(['GET']).exec()).rejects.toThrow(
        "ERR wrong number of arguments for 'get' command",
      );
    });

    test('errors keep their text', async () => {
      const client = await open();
      const key = name('errors');
      await client.lPush(key, 'x');
      await expect(client.incr(key)).rejects.toThrow(
        'WRONGTYPE Operation against a key holding the wrong kind of value',
      );
      await expect(client.sendCommand(['nosuch', 'a'])).rejects.toThrow(
        "ERR unknown command 'nosuch', with args beginning with: 'a'",
      );
      await expect(client.sendCommand(['GET'])).rejects.toThrow(
        "ERR wrong number of arguments for 'get' command",
      );
    });

    test('iterators meet everything once', async () => {
      const client = await open({ database: 6 });
      await client.flushDb();
      const keys = Array.from({ length: 2000 }, (_, i) => `scan:${i}`);
      await client.mSet(Object.fromEntries(keys.map((key) => [key, 'v'])));
      const found: string[] = [];
      for await (const some of client.scanIterator({ MATCH: 'scan:*', COUNT: 100 }))
        found.push(...some);
      expect(new Set(found)).toEqual(new Set(keys));
      await client.hSet('hash', Object.fromEntries(keys.map((key) => [key, 'v'])));
      const fields: string[] = [];
      for await (const some of client.hScanIterator('hash'))
        fields.push(...some.map((e) => e.field));
      expect(new Set(fields)).toEqual(new Set(keys));
      await client.flushDb();
    });

    test('a consumer group shares a stream', async () => {
      const client = await open();
      const key = name('stream');
      await client.xGroupCreate(key, 'workers', '0', { MKSTREAM: true });
      for (let i = 1; i <= 4; i += 1) await client.xAdd(key, `${i}-1`, { n: `${i}` });
      const read = await client.xReadGroup('workers', 'anna', { key, id: '>' }, { COUNT: 3 });
      // The shape depends on version and protocol, the entries do not.
      expect(JSON.stringify(read).match(/\b\d-1\b/g)).toEqual(['1-1', '2-1', '3-1']);
      expect(await client.xAck(key, 'workers', '1-1')).toBe(1);
      const claimed = await client.xAutoClaim(key, 'workers', 'bert', 0, '-');
      expect(claimed.messages.map((message) => message?.id)).toEqual(['2-1', '3-1']);
      expect((await client.xPending(key, 'workers')).consumers).toEqual([
        { name: 'bert', deliveriesCounter: 2 },
      ]);
      expect((await client.xInfoStream(key)).length).toBe(4);
    });
  },
  ['--enable-debug-command', 'yes'],
);
