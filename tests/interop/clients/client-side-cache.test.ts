import { afterEach, expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import { BasicClientSideCache } from 'redis';
import { BasicClientSideCache as BasicClientSideCache5 } from 'redis5';
import { forEachServer } from '../for-each-server.ts';
import { type NodeRedis, nodeRedisVariants } from './node-redis-variants.ts';

const caches = { 5: BasicClientSideCache5, 6: BasicClientSideCache };

forEachServer((server) => {
  const opened: NodeRedis[] = [];
  afterEach(() => {
    for (const client of opened.splice(0)) client.destroy();
  });

  for (const { name, resp, create } of nodeRedisVariants.filter((variant) => variant.resp === 3)) {
    const connect = async (clientSideCache?: BasicClientSideCache) => {
      const client = create({ socket: { port: server().port }, clientSideCache });
      opened.push(client);
      return client.connect();
    };
    const newCache = () =>
      new caches[name.includes('5') ? 5 : 6]({ maxEntries: 100 }) as BasicClientSideCache;

    test(`${name} answers from its cache until another client writes`, async () => {
      const cache = newCache();
      const [client, other] = [await connect(cache), await connect()];
      expect(resp).toBe(3);
      await other.set('cached', 'first');
      await other.hSet('cached:h', 'f', '1');
      expect(await client.get('cached')).toBe('first');
      expect(await client.get('cached')).toBe('first');
      expect(await client.hGet('cached:h', 'f')).toBe('1');
      expect(cache.stats()).toMatchObject({ hitCount: 1, missCount: 2 });

      const invalidated = () => cache.stats().missCount;
      await other.set('cached', 'second');
      await eventually(
        'the write to be seen',
        async () => (await client.get('cached')) === 'second',
      );
      const before = invalidated();
      expect(await client.hGet('cached:h', 'f')).toBe('1');
      expect(invalidated()).toBe(before);

      await other.flushAll();
      await eventually(
        'the flush to be seen',
        async () => (await client.hGet('cached:h', 'f')) === null,
      );
      expect(await client.get('cached')).toBeNull();
    });

    test(`${name} forgets what expired or was evicted in the server's own table`, async () => {
      const cache = newCache();
      const [client, other] = [await connect(cache), await connect()];
      await other.set('short', 'lived', { PX: 20 });
      await client.get('short');
      await eventually('it to be gone', async () => (await client.get('short')) === null);
      await other.configSet('tracking-table-max-keys', '1');
      for (let i = 0; i < 20; i += 1) await client.get(`many:${i}`);
      await eventually('evictions from the table', async () => {
        const { missCount } = cache.stats();
        for (let i = 0; i < 20; i += 1) await client.get(`many:${i}`);
        return cache.stats().missCount > missCount;
      });
      await other.configSet('tracking-table-max-keys', '1000000');
    });
  }
});
