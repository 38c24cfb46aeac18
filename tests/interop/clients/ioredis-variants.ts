import { afterEach, describe } from 'bun:test';
import type { StartedServer } from '@tandem/testkit/servers.ts';
import { Redis as Redis6, type RedisOptions } from 'ioredis';
import { Redis as Redis5 } from 'ioredis5';
import { forEachServer } from '../for-each-server.ts';

export type Ioredis = Redis6;

/** What the two majors agree on is all that the tests use. */
export const ioredisVariants: readonly {
  readonly name: string;
  readonly create: (options: RedisOptions) => Ioredis;
}[] = [
  { name: 'ioredis 5', create: (options) => new Redis5(options as object) as unknown as Ioredis },
  { name: 'ioredis 6, RESP2', create: (options) => new Redis6({ ...options, protocol: 2 }) },
  { name: 'ioredis 6, RESP3', create: (options) => new Redis6({ ...options, protocol: 3 }) },
];

export interface IoredisTest {
  /** A new client; it is closed after the test. */
  readonly open: (options?: RedisOptions) => Ioredis;
  readonly server: () => StartedServer;
  /** A key, channel or other name that no other test uses. */
  readonly name: (label: string) => string;
}

let names = 0;

/** Declares tests for each server and each way in which ioredis speaks to it. */
export function forEachIoredis(
  tests: (given: IoredisTest) => void,
  serverArgs: readonly string[] = [],
): void {
  forEachServer(
    (server) => {
      for (const { name, create } of ioredisVariants) {
        describe(name, () => {
          const opened: Ioredis[] = [];
          afterEach(() => {
            for (const client of opened.splice(0)) client.disconnect();
          });
          const open = (options: RedisOptions = {}) => {
            const address = options.path === undefined ? { port: server().port } : {};
            const client = create({ host: '127.0.0.1', ...address, ...options });
            opened.push(client);
            return client;
          };
          tests({ open, server, name: (label) => `${label}:${(names += 1)}` });
        });
      }
    },
    { args: serverArgs },
  );
}
