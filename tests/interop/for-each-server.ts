import { afterAll, beforeAll, describe } from 'bun:test';
import {
  type ServerOptions,
  type StartedServer,
  startKv,
  startRedis,
} from '@tandem/testkit/servers.ts';

/** The original first: what does not hold for it is a wrong test. */
const servers = [
  { name: 'redis-server', start: startRedis },
  { name: 'tandem-kv', start: startKv },
] as const;

/**
 * Declares `tests` once for Debian's redis-server and once for ours: what holds for the original must
 * hold for ours. They share one server each, so keys should be their own.
 */
export function forEachServer(
  tests: (server: () => StartedServer) => void,
  options?: ServerOptions,
): void {
  for (const { name, start } of servers) {
    describe(name, () => {
      let server: StartedServer;
      beforeAll(async () => {
        server = await start(options);
      });
      afterAll(() => server.process.stop());
      tests(() => server);
    });
  }
}
