/** A server dies under its clients and comes back on the same port; nobody has to do anything. */
import { expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import { type ServerOptions, startKv, startRedis } from '@tandem/testkit/servers.ts';
import { ioredisVariants } from './ioredis-variants.ts';
import { nodeRedisVariants } from './node-redis-variants.ts';

/** A client with an open subscription and a command under way, seen from a test that cuts its line. */
interface Customer {
  readonly name: string;
  /** Starts waiting for an element of that list; the promise ends with the element. */
  waitFor(list: string): Promise<string>;
  set(key: string, value: string): Promise<unknown>;
  database(): Promise<number>;
  readonly heard: string[];
  close(): void;
}

const DATABASE = 3;

async function ioredisCustomers(port: number, channel: string): Promise<Customer[]> {
  return Promise.all(
    ioredisVariants.map(async ({ name, create }) => {
      const open = () => {
        const client = create({ port, db: DATABASE, maxRetriesPerRequest: null });
        client.on('error', () => {});
        return client;
      };
      const [client, waiting, subscriber] = [open(), open(), open()];
      const heard: string[] = [];
      subscriber.on('message', (_, message: string) => heard.push(message));
      await Promise.all([client.ping(), waiting.ping(), subscriber.subscribe(channel)]);
      return {
        name,
        heard,
        waitFor: async (list: string) => (await waiting.blpop(list, 0))?.[1] ?? 'nothing',
        set: (key: string, value: string) => client.set(key, value),
        database: async () =>
          Number(/ db=(\d+)/.exec((await client.client('INFO')) as string)?.[1]),
        close: () => {
          for (const each of [client, waiting, subscriber]) each.disconnect();
        },
      };
    }),
  );
}

async function nodeRedisCustomers(port: number, channel: string): Promise<Customer[]> {
  return Promise.all(
    nodeRedisVariants.map(async ({ name, create }) => {
      const open = async () => {
        const client = create({ socket: { port, reconnectStrategy: 50 }, database: DATABASE });
        client.on('error', () => {});
        await client.connect();
        return client;
      };
      const [client, waiting, subscriber] = [await open(), await open(), await open()];
      const heard: string[] = [];
      await subscriber.subscribe(channel, (message) => heard.push(message));
      return {
        name,
        heard,
        // node-redis gives a command up when its line breaks; a worker asks again.
        waitFor: (list: string) =>
          eventually('an element', async () => {
            const reply = await waiting.blPop(list, 0).catch(() => undefined);
            return reply?.element;
          }),
        set: (key: string, value: string) =>
          eventually('a line', () => client.set(key, value).catch(() => undefined)),
        database: async () => (await client.clientInfo()).db,
        close: () => {
          for (const each of [client, waiting, subscriber]) each.destroy();
        },
      };
    }),
  );
}

const servers = { 'redis-server': startRedis, 'tandem-kv': startKv };

for (const [name, start] of Object.entries(servers)) {
  test(`${name} is killed and started again under seven kinds of clients`, async () => {
    const server = await start();
    const channel = 'news';
    const { port } = server;
    const customers = [
      ...(await ioredisCustomers(port, channel)),
      ...(await nodeRedisCustomers(port, channel)),
    ];
    const waiting = customers.map((customer) => customer.waitFor(`list:${customer.name}`));

    await server.process.stop('SIGKILL');
    const written = customers.map((customer) => customer.set(`key:${customer.name}`, 'written'));
    const again = await start({ port } satisfies ServerOptions);

    expect(await Promise.all(written)).toEqual(customers.map(() => 'OK'));
    expect(await Promise.all(customers.map((customer) => customer.database()))).toEqual(
      customers.map(() => DATABASE),
    );
    const publisher = ioredisVariants[0]!.create({ port, db: DATABASE });
    for (const customer of customers) {
      await publisher.rpush(`list:${customer.name}`, customer.name);
    }
    expect(await Promise.all(waiting)).toEqual(customers.map((customer) => customer.name));
    await eventually('all to be subscribed again', async () => {
      await publisher.publish(channel, 'back');
      return customers.every((customer) => customer.heard.includes('back'));
    });

    publisher.disconnect();
    for (const customer of customers) customer.close();
    await again.process.stop();
  });
}
