import { afterEach, describe } from 'bun:test';
import type { StartedServer } from '@tandem/testkit/servers.ts';
import { createClient as createClient6, RESP_TYPES, type RedisClientOptions } from 'redis';
import { createClient as createClient5 } from 'redis5';
import { forEachServer } from '../for-each-server.ts';

export type NodeRedis = ReturnType<typeof createClient6>;
export type NodeRedisOptions = Partial<Pick<RedisClientOptions, keyof RedisClientOptions>>;

const create5 = createClient5 as unknown as typeof createClient6;

/** What the two majors agree on is all that the tests use. */
export const nodeRedisVariants: readonly {
  readonly name: string;
  readonly resp: 2 | 3;
  readonly create: (options: NodeRedisOptions) => NodeRedis;
}[] = [create5, createClient6].flatMap((create, i) =>
  ([2, 3] as const).map((resp) => ({
    name: `node-redis ${i + 5}, RESP${resp}`,
    resp,
    create: (options: NodeRedisOptions) =>
      create({ ...options, RESP: resp } as RedisClientOptions) as NodeRedis,
  })),
);

/** Makes a client answer with bytes. */
export const BYTES = { [RESP_TYPES.BLOB_STRING]: Buffer };

export interface NodeRedisTest {
  /** A new, connected client; it is closed after the test. */
  readonly open: (options?: NodeRedisOptions) => Promise<NodeRedis>;
  readonly server: () => StartedServer;
  readonly resp: 2 | 3;
  /** A key, channel or other name that no other test uses. */
  readonly name: (label: string) => string;
}

let names = 0;

/** Declares tests for each server and each way in which node-redis speaks to it. */
export function forEachNodeRedis(
  tests: (given: NodeRedisTest) => void,
  serverArgs: readonly string[] = [],
): void {
  forEachServer(
    (server) => {
      for (const { name, resp, create } of nodeRedisVariants) {
        describe(name, () => {
          const opened: NodeRedis[] = [];
          afterEach(() => {
            for (const client of opened.splice(0)) if (client.isOpen) client.destroy();
          });
          const open = async (options: NodeRedisOptions = {}) => {
            const client = create({ socket: { port: server().port }, ...options });
            client.on('error', () => {});
            opened.push(client);
            await client.connect();
            return client;
          };
          tests({ open, server, resp, name: (label) => `${label}:${(names += 1)}` });
        });
      }
    },
    { args: serverArgs },
  );
}
