import { expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import { type CommandParser, defineScript } from 'redis';
import { forEachNodeRedis, type NodeRedis } from './node-redis-variants.ts';

type WithScript = NodeRedis & { addTo: (key: string, amount: number) => Promise<number> };

const addTo = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: 'return redis.call("INCRBY", KEYS[1], ARGV[1])',
  parseCommand(parser: CommandParser, key: string, amount: number) {
    parser.pushKey(key);
    parser.push(amount.toString());
  },
  transformReply: undefined as unknown as () => number,
});

forEachNodeRedis(({ open, name }) => {
  test('a script is sent again when the server forgot it', async () => {
    const client = (await open({ scripts: { addTo } })) as unknown as WithScript;
    const key = name('script');
    expect(await client.addTo(key, 5)).toBe(5);
    await client.scriptFlush();
    expect(await client.addTo(key, 5)).toBe(10);
    expect(
      await client.eval('return {KEYS[1], ARGV[1]}', { keys: [key], arguments: ['a'] }),
    ).toEqual([key, 'a']);
    await expect(client.evalSha('0'.repeat(40))).rejects.toThrow('NOSCRIPT');
  });

  test('functions are loaded and called', async () => {
    const client = await open();
    const library = name('library').replace(':', '');
    const code = `#!lua name=${library}
      redis.register_function('${library}_twice', function(keys, args) return args[1] * 2 end)`;
    expect(await client.functionLoad(code, { REPLACE: true })).toBe(library);
    expect(await client.fCall(`${library}_twice`, { keys: [], arguments: ['21'] })).toBe(42);
    const [listed] = await client.functionList({ LIBRARYNAME: library });
    expect(listed).toMatchObject({ library_name: library, engine: 'LUA' });
    expect((await client.functionStats()).running_script).toBeNull();
    expect(await client.functionDelete(library)).toBe('OK');
  });

  test('channels, patterns and shards each get their messages', async () => {
    const [subscriber, publisher] = [await open(), await open()];
    const channel = name('channel');
    const heard: string[][] = [];
    const listener = (kind: string) => (message: string, from: string) => {
      heard.push([kind, from, message]);
    };
    await subscriber.subscribe(channel, listener('channel'));
    await subscriber.pSubscribe(`${channel}*`, listener('pattern'));
    await subscriber.sSubscribe(`${channel}:s`, listener('shard'));
    expect(await publisher.publish(channel, 'one')).toBe(2);
    expect(await publisher.sPublish(`${channel}:s`, 'two')).toBe(1);
    await eventually('all messages', () => heard.length === 3);
    expect(heard).toEqual([
      ['channel', channel, 'one'],
      ['pattern', channel, 'one'],
      ['shard', `${channel}:s`, 'two'],
    ]);
    await subscriber.unsubscribe(channel);
    await subscriber.sUnsubscribe(`${channel}:s`);
    expect(await publisher.publish(channel, 'three')).toBe(1);
    expect({ ...(await publisher.pubSubNumSub([channel])) }).toEqual({ [channel]: 0 });
  });

  test('a blocked client gets the element', async () => {
    const [waiting, client] = [await open({ name: 'waiting' }), await open()];
    const key = name('queue');
    const popped = waiting.blPop(key, 0);
    await eventually('it to be blocked', async () =>
      (await client.clientList()).some(
        (other) => other.name === 'waiting' && other.flags.includes('b'),
      ),
    );
    await client.rPush(key, 'element');
    expect(await popped).toEqual({ key, element: 'element' });
    expect(await waiting.blPop(key, 0.01)).toBeNull();
  });
});
