import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { forEachIoredis } from './ioredis-variants.ts';

const TEN_MEGABYTES = 10 * 1024 * 1024;

forEachIoredis(({ open, name }) => {
  test('values of every kind come back as they were', async () => {
    const client = open();
    const key = name('kinds');
    expect(await client.set(key, 'text')).toBe('OK');
    expect(await client.get(key)).toBe('text');
    expect(await client.get(name('absent'))).toBeNull();
    expect(await client.hset(`${key}:h`, { a: '1', b: '2' })).toBe(2);
    expect(await client.hgetall(`${key}:h`)).toEqual({ a: '1', b: '2' });
    expect(await client.zadd(`${key}:z`, 1.5, 'x', 2, 'y')).toBe(2);
    expect(await client.zrange(`${key}:z`, '0', '-1', 'WITHSCORES')).toEqual([
      'x',
      '1.5',
      'y',
      '2',
    ]);
    expect(await client.zscore(`${key}:z`, 'x')).toBe('1.5');
    expect(await client.sadd(`${key}:s`, 'm')).toBe(1);
    expect(await client.smembers(`${key}:s`)).toEqual(['m']);
    expect(await client.mget(key, `${key}:h`, `${key}:none`)).toEqual(['text', null, null]);
  });

  test('all bytes survive, in keys and in values', async () => {
    const client = open();
    const key = Buffer.concat([Buffer.from(name('bytes')), Buffer.from([0, 13, 10, 255])]);
    const value = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    await client.set(key, value);
    expect(await client.getBuffer(key)).toEqual(value);
    await client.hset(key.toString('hex'), key, value);
    expect(await client.hgetBuffer(key.toString('hex'), key)).toEqual(value);
  });

  test('ten megabytes in one value, and several in one pipeline', async () => {
    const client = open();
    const key = name('huge');
    const value = randomBytes(TEN_MEGABYTES);
    await client.set(key, value);
    expect(await client.strlen(key)).toBe(TEN_MEGABYTES);
    expect((await client.getBuffer(key))?.equals(value)).toBe(true);
    const pipeline = client.pipeline().getBuffer(key).append(key, 'end').getBuffer(key);
    const [before, , after] = ((await pipeline.exec()) ?? []).map(([, reply]) => reply as Buffer);
    expect(before?.equals(value)).toBe(true);
    expect(after?.subarray(TEN_MEGABYTES).toString()).toBe('end');
    await client.del(key);
  });

  test('a pipeline of thousands is answered in order, each error in its place', async () => {
    const client = open();
    const key = name('pipeline');
    const pipeline = client.pipeline();
    for (let i = 0; i < 5000; i += 1) pipeline.incr(key);
    pipeline.lpush(key, 'x').get(key);
    const replies = (await pipeline.exec()) ?? [];
    expect(replies.slice(0, 5000).map(([, reply]) => reply)).toEqual(
      Array.from({ length: 5000 }, (_, i) => i + 1),
    );
    expect(replies[5000]?.[0]?.message).toStartWith('WRONGTYPE');
    expect(replies[5001]).toEqual([null, '5000']);
  });

  test('commands of one tick go out as one pipeline', async () => {
    const client = open({ enableAutoPipelining: true });
    const key = name('auto');
    const replies = await Promise.all(Array.from({ length: 200 }, () => client.incr(key)));
    expect(replies.at(-1)).toBe(200);
  });

  test('MULTI answers at once, or one by one', async () => {
    const client = open();
    const key = name('multi');
    expect(await client.multi().set(key, '1').incr(key).get(key).exec()).toEqual([
      [null, 'OK'],
      [null, 2],
      [null, '2'],
    ]);
    await client.multi({ pipeline: false });
    expect(await client.incr(key)).toBe('QUEUED' as never);
    expect(await client.exec()).toEqual([[null, 3]]);
    await client.multi({ pipeline: false });
    expect(await client.discard()).toBe('OK');
  });

  test('a wrong command in MULTI aborts it, a failing one does not', async () => {
    const client = open();
    const key = name('abort');
    await expect(client.multi().set(key, '1').call('GET').exec()).rejects.toThrow(
      'EXECABORT Transaction discarded because of previous errors.',
    );
    expect(await client.exists(key)).toBe(0);
    const replies = await client.multi().set(key, 'x').incr(key).append(key, 'y').exec();
    expect(replies?.[1]?.[0]?.message).toBe('ERR value is not an integer or out of range');
    expect(replies?.[2]).toEqual([null, 2]);
  });

  test('WATCH gives up when another client was faster', async () => {
    const [client, other] = [open(), open()];
    const key = name('watch');
    await client.watch(key);
    await other.set(key, 'theirs');
    expect(await client.multi().set(key, 'mine').exec()).toBeNull();
    expect(await client.get(key)).toBe('theirs');
    await client.watch(key);
    expect(await client.multi().set(key, 'mine').exec()).toEqual([[null, 'OK']]);
  });

  test('errors have the name, the text and the command', async () => {
    const client = open();
    const key = name('errors');
    await client.lpush(key, 'x');
    const error = await client.incr(key).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({
      name: 'ReplyError',
      message: 'WRONGTYPE Operation against a key holding the wrong kind of value',
      command: { name: 'incr', args: [key] },
    });
    await expect(client.call('nosuch', 'a', 'b')).rejects.toThrow(
      "ERR unknown command 'nosuch', with args beginning with: 'a' 'b'",
    );
    await expect(client.call('get')).rejects.toThrow(
      "ERR wrong number of arguments for 'get' command",
    );
  });

  test('a prefix is put before every key', async () => {
    const [client, plain] = [open({ keyPrefix: 'app:' }), open()];
    const key = name('prefix');
    await client.mset(key, '1', `${key}:b`, '2');
    expect(await plain.mget(`app:${key}`, `app:${key}:b`)).toEqual(['1', '2']);
    expect(await client.eval('return KEYS[1]', 1, key)).toBe(`app:${key}`);
  });
});
