import { expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import { forEachIoredis, type Ioredis } from './ioredis-variants.ts';

/** What a client was told, in the order of its coming. */
function heardBy(client: Ioredis): unknown[][] {
  const heard: unknown[][] = [];
  for (const event of ['message', 'pmessage', 'smessage'] as const) {
    client.on(event, (...message: unknown[]) => heard.push([event, ...message]));
  }
  return heard;
}

forEachIoredis(({ open, name }) => {
  test('channels, patterns and shards each get their messages', async () => {
    const [subscriber, sharded, publisher] = [open(), open(), open()];
    const channel = name('channel');
    const heard = heardBy(subscriber);
    const heardSharded = heardBy(sharded);
    expect(await subscriber.subscribe(channel, `${channel}:b`)).toBe(2);
    expect(await subscriber.psubscribe(`${channel}*`)).toBe(3);
    expect(await sharded.ssubscribe(`${channel}:s`)).toBe(1);
    expect(await publisher.publish(channel, 'one')).toBe(2);
    expect(await publisher.publish(`${channel}:c`, 'two')).toBe(1);
    expect(await publisher.spublish(`${channel}:s`, 'three')).toBe(1);
    await eventually('all messages', () => heard.length + heardSharded.length === 4);
    expect(heard).toEqual([
      ['message', channel, 'one'],
      ['pmessage', `${channel}*`, channel, 'one'],
      ['pmessage', `${channel}*`, `${channel}:c`, 'two'],
    ]);
    expect(heardSharded).toEqual([['smessage', `${channel}:s`, 'three']]);
    expect(await subscriber.unsubscribe(channel)).toBe(2);
    expect(await sharded.sunsubscribe()).toBe(0);
    expect(await publisher.publish(`${channel}:b`, 'four')).toBe(2);
    expect(await publisher.pubsub('NUMSUB', channel, `${channel}:b`)).toEqual([
      channel,
      0,
      `${channel}:b`,
      1,
    ]);
    expect(await publisher.pubsub('CHANNELS', `${channel}*`)).toEqual([`${channel}:b`]);
  });

  test('messages are bytes', async () => {
    const [subscriber, publisher] = [open(), open()];
    const channel = name('bytes');
    const message = Buffer.from([0, 255, 13, 10, 128]);
    const heard = new Promise<Buffer>((resolve) =>
      subscriber.on('messageBuffer', (_, bytes: Buffer) => resolve(bytes)),
    );
    await subscriber.subscribe(channel);
    await publisher.publish(channel, message);
    expect(await heard).toEqual(message);
  });

  test('changes of keys are announced', async () => {
    const [subscriber, client] = [open({ db: 3 }), open({ db: 3 })];
    const key = name('notified');
    await client.config('SET', 'notify-keyspace-events', 'KEA');
    const heard = heardBy(subscriber);
    await subscriber.psubscribe(`__keyspace@3__:${key}`);
    await client.set(key, 'x');
    await client.expire(key, 1000);
    await client.rename(key, `${key}:b`);
    await client.del(`${key}:b`);
    await eventually('the events', () => heard.length === 3);
    expect(heard.map((message) => message.at(-1))).toEqual(['set', 'expire', 'rename_from']);
    await client.config('SET', 'notify-keyspace-events', '');
  });

  test('a thousand messages to three subscribers lose none', async () => {
    const subscribers = [open(), open(), open()];
    const publisher = open();
    const channel = name('many');
    const all = await Promise.all(
      subscribers.map(async (subscriber) => {
        const heard = heardBy(subscriber);
        await subscriber.subscribe(channel);
        return heard;
      }),
    );
    const pipeline = publisher.pipeline();
    for (let i = 0; i < 1000; i += 1) pipeline.publish(channel, `${i}`);
    const replies = await pipeline.exec();
    expect(replies?.every(([, receivers]) => receivers === 3)).toBe(true);
    await eventually('all of them', () => all.every((heard) => heard.length === 1000));
    for (const heard of all) {
      expect(heard.map((message) => message[2])).toEqual(
        Array.from({ length: 1000 }, (_, i) => `${i}`),
      );
    }
  });

  test('MONITOR shows what others do', async () => {
    const client = open();
    const monitor = await open().monitor();
    const key = name('monitored');
    const seen: string[][] = [];
    monitor.on('monitor', (_: string, args: string[]) => seen.push(args));
    await client.set(key, 'a "b"');
    await eventually('the command', () => seen.some((args) => args[1] === key));
    expect(seen.find((args) => args[1] === key)).toEqual(['set', key, 'a "b"']);
    monitor.disconnect();
  });
});
