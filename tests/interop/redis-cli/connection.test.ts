import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { StartedServer } from '@tandem/testkit/servers.ts';
import { bothServers, cli, type RunOptions } from './both-servers.ts';

const SOCKET = 'server.sock';
const { run } = bothServers(['--requirepass', 'secret', '--unixsocket', SOCKET]);

const onSocket =
  (...args: string[]) =>
  ({ dir }: StartedServer) => ['redis-cli', '-s', join(dir, SOCKET), ...args];
const onUri =
  (uri: string, ...args: string[]) =>
  ({ port }: StartedServer) => ['redis-cli', '-u', uri.replace('PORT', `${port}`), ...args];

const WHO = ['ACL', 'WHOAMI'];

/** Every way to reach a server and to say who is there. */
const CASES: readonly {
  what: string;
  argv: (server: StartedServer) => string[];
  options?: RunOptions;
}[] = [
  { what: 'no password', argv: cli(...WHO) },
  { what: '-a', argv: cli('-a', 'secret', ...WHO) },
  { what: '-a without its warning', argv: cli('-a', 'secret', '--no-auth-warning', ...WHO) },
  { what: '-a wrong', argv: cli('-a', 'wrong', '--no-auth-warning', 'PING') },
  {
    what: 'a user of its own',
    argv: cli('-a', 'secret', '--no-auth-warning', 'ACL', 'SETUSER', 'anna', 'on', '>pw', '+@all'),
  },
  {
    what: '--user --pass',
    argv: cli('--user', 'anna', '--pass', 'pw', '--no-auth-warning', ...WHO),
  },
  { what: 'REDISCLI_AUTH', argv: cli(...WHO), options: { env: { REDISCLI_AUTH: 'secret' } } },
  { what: '-u', argv: onUri('redis://:secret@127.0.0.1:PORT/3', 'CLIENT', 'GETNAME') },
  {
    what: '-u with a user',
    argv: onUri('redis://anna:pw@127.0.0.1:PORT', '--no-auth-warning', ...WHO),
  },
  { what: '-s', argv: onSocket('-a', 'secret', '--no-auth-warning', ...WHO) },
  { what: '-3 with a password', argv: cli('-3', '-a', 'secret', '--no-auth-warning', 'PING') },
  {
    what: 'AUTH in a session',
    argv: cli(),
    options: { stdin: 'GET x\nAUTH wrong\nAUTH secret\nGET x\nAUTH anna pw\nACL WHOAMI\n' },
  },
];

for (const { what, argv, options } of CASES) {
  test(`redis-cli, ${what}`, async () => {
    const [ours, theirs] = await run(argv, options);
    expect(ours).toEqual(theirs);
  });
}

test('redis-benchmark with a password, over TCP and over a socket', async () => {
  const options = ['-a', 'secret', '-q', '-n', '500', '-t', 'ping,set'];
  for (const argv of [
    ({ port }: StartedServer) => ['redis-benchmark', '-p', `${port}`, ...options],
    ({ dir }: StartedServer) => ['redis-benchmark', '-s', join(dir, SOCKET), ...options],
  ]) {
    const [ours] = await run(argv);
    expect(ours.stdout.match(/requests per second/g)?.length).toBe(3);
    expect(ours.code).toBe(0);
  }
});
