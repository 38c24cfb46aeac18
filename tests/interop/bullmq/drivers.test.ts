/** BullMQ over every client that it knows how to use. */
import { afterEach, describe, expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import {
  type ConnectionOptions,
  createBunRedisClient,
  FlowProducer,
  Queue,
  QueueEvents,
  Worker,
} from 'bullmq';
import { Redis as Redis6 } from 'ioredis';
import { Redis as Redis5 } from 'ioredis5';
import { createClient as createClient6 } from 'redis';
import { createClient as createClient5 } from 'redis5';
import { forEachServer } from '../for-each-server.ts';

interface Driver {
  readonly name: string;
  readonly open: (port: number) => Promise<{ connection: ConnectionOptions; close: () => void }>;
}

const ioredis = (name: string, create: (port: number) => Redis6): Driver => ({
  name,
  open: async (port) => {
    const client = create(port);
    return { connection: client, close: () => client.disconnect() };
  },
});

const nodeRedis = (name: string, create: typeof createClient6, RESP: 2 | 3): Driver => ({
  name,
  open: async (port) => {
    const client = await create({ socket: { port }, RESP }).connect();
    client.on('error', () => {});
    return {
      connection: client as unknown as ConnectionOptions,
      close: () => client.isOpen && client.destroy(),
    };
  },
});

const blocking = { maxRetriesPerRequest: null };

const drivers: readonly Driver[] = [
  ioredis('ioredis 5', (port) => new Redis5({ port, ...blocking }) as unknown as Redis6),
  ioredis('ioredis 6, RESP2', (port) => new Redis6({ port, ...blocking, protocol: 2 })),
  ioredis('ioredis 6, RESP3', (port) => new Redis6({ port, ...blocking, protocol: 3 })),
  nodeRedis('node-redis 5', createClient5 as unknown as typeof createClient6, 2),
  nodeRedis('node-redis 6', createClient6, 3),
  {
    name: 'the client in Bun',
    open: async (port) => {
      const client = new Bun.RedisClient(`redis://127.0.0.1:${port}`);
      await client.connect();
      const connection = createBunRedisClient(client);
      connection.on('error', () => {});
      return { connection, close: () => client.close() };
    },
  },
];

forEachServer((server) => {
  for (const [i, driver] of drivers.entries()) {
    describe(driver.name, () => {
      const closing: (() => unknown)[] = [];
      afterEach(async () => {
        for (const close of closing.splice(0).reverse()) await close();
      });

      test('a flow with a retry, a delay and a priority ends well', async () => {
        const { connection, close } = await driver.open(server().port);
        closing.push(close);
        const keep = <T extends { close(): Promise<unknown> }>(each: T): T => {
          closing.push(() => each.close());
          return each;
        };
        const name = `driven-${i}`;
        const queue = keep(new Queue(name, { connection }));
        const events = keep(new QueueEvents(name, { connection }));
        await events.waitUntilReady();
        keep(
          new Worker(
            name,
            async (job) => {
              if (job.name === 'shy' && job.attemptsMade === 0) throw new Error('not yet');
              return { name: job.name, below: Object.values(await job.getChildrenValues()).length };
            },
            { connection },
          ),
        );
        const flow = keep(new FlowProducer({ connection }));
        const { job } = await flow.add({
          name: 'parent',
          queueName: name,
          children: [
            { name: 'shy', queueName: name, opts: { attempts: 2, backoff: 5 } },
            { name: 'late', queueName: name, opts: { delay: 10 } },
            { name: 'urgent', queueName: name, opts: { priority: 1 } },
          ],
        });
        await eventually('the parent', async () => (await job.getState()) === 'completed');
        expect((await queue.getJob(job.id!))?.returnvalue).toEqual({ name: 'parent', below: 3 });
        expect(await queue.getJobCounts('completed', 'failed')).toEqual({
          completed: 4,
          failed: 0,
        });
      });
    });
  }
});
