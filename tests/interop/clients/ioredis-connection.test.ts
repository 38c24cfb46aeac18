import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { forEachIoredis, type Ioredis } from './ioredis-variants.ts';

const SOCKET = 'server.sock';

/** What CLIENT LIST says about the connection that asks. */
async function ownInfo(client: Ioredis): Promise<Record<string, string>> {
  const line = ((await client.client('INFO')) as string).trim();
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=', 2) as [string, string]));
}

forEachIoredis(
  ({ open, server, name }) => {
    test('password, database and name are in place before the first command', async () => {
      const client = open({ password: 'secret', db: 7, connectionName: 'reporter' });
      expect(await ownInfo(client)).toMatchObject({ db: '7', name: 'reporter', user: 'default' });
    });

    test('a user of its own, with rights of its own', async () => {
      const admin = open({ password: 'secret' });
      const user = name('user');
      await admin.acl('SETUSER', user, 'on', '>pw', '~mine:*', '&*', '+@all', '-flushall');
      const client = open({ username: user, password: 'pw' });
      expect((await ownInfo(client)).user).toBe(user);
      expect(await client.set('mine:a', '1')).toBe('OK');
      await expect(client.set('other', '1')).rejects.toThrow(/^NOPERM .* key/);
      await expect(client.flushall()).rejects.toThrow(/^NOPERM .* 'flushall' command$/);
      await expect(client.multi().get('mine:a').flushall().exec()).rejects.toThrow('EXECABORT');
    });

    test('a wrong password is told as the reference tells it', async () => {
      const client = open({ username: 'nobody', password: 'x', retryStrategy: () => null });
      const error = new Promise<Error>((resolve) => client.once('error', resolve));
      client.ping().catch(() => {});
      expect((await error).message).toBe(
        'WRONGPASS invalid username-password pair or user is disabled.',
      );
    });

    test('without a password nothing is answered', async () => {
      const client = open({
        retryStrategy: () => null,
        enableReadyCheck: false,
        lazyConnect: true,
      });
      client.on('error', () => {});
      await client.connect().catch(() => {});
      await expect(client.get('x')).rejects.toThrow(/NOAUTH|Connection is closed/);
    });

    test('a unix socket does as well', async () => {
      const client = open({ path: join(server().dir, SOCKET), password: 'secret' });
      expect(await client.ping()).toBe('PONG');
      expect((await ownInfo(client)).addr).toEndWith(`${SOCKET}:0`);
    });

    test('QUIT ends the connection, and a duplicate lives on', async () => {
      const client = open({ password: 'secret', connectionName: 'original' });
      await client.ping();
      const copy = client.duplicate();
      expect(await copy.client('GETNAME')).toBe('original');
      expect(await client.quit()).toBe('OK');
      expect(await copy.ping()).toBe('PONG');
      copy.disconnect();
    });

    test('a client that was killed is told, and comes back', async () => {
      const [client, admin] = [open({ password: 'secret' }), open({ password: 'secret' })];
      const before = await client.client('ID');
      const closed = new Promise((resolve) => client.once('close', resolve));
      expect(await admin.client('KILL', 'ID', before)).toBe(1);
      await closed;
      expect(await client.client('ID')).toBeGreaterThan(before);
    });
  },
  ['--requirepass', 'secret', '--unixsocket', SOCKET],
);
