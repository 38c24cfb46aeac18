import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { forEachNodeRedis } from './node-redis-variants.ts';

const SOCKET = 'server.sock';

forEachNodeRedis(
  ({ open, server, name, resp }) => {
    test('password, database and name are in place before the first command', async () => {
      const client = await open({ password: 'secret', database: 7, name: 'reporter' });
      const info = await client.clientInfo();
      expect(info).toMatchObject({ db: 7, name: 'reporter', user: 'default', resp });
    });

    test('all of it in a URL', async () => {
      const admin = await open({ password: 'secret' });
      const user = name('user').replace(':', '');
      await admin.aclSetUser(user, ['on', '>pw:1/', '~*', '&*', '+@all', '-flushall']);
      const url = `redis://${user}:${encodeURIComponent('pw:1/')}@127.0.0.1:${server().port}/4`;
      const client = await open({ url, socket: {} });
      expect(await client.aclWhoAmI()).toBe(user);
      expect((await client.clientInfo()).db).toBe(4);
      await expect(client.flushAll()).rejects.toThrow(/^NOPERM .* 'flushall' command$/);
      expect((await admin.aclGetUser(user))?.commands).toBe('+@all -flushall');
    });

    test('a wrong password is told as the reference tells it', async () => {
      const port = server().port;
      const refused = open({ password: 'wrong', socket: { port, reconnectStrategy: false } });
      await expect(refused).rejects.toThrow(
        'WRONGPASS invalid username-password pair or user is disabled.',
      );
    });

    test('a unix socket does as well', async () => {
      const client = await open({
        socket: { path: join(server().dir, SOCKET), tls: false },
        password: 'secret',
      });
      expect(await client.ping()).toBe('PONG');
      expect(await client.close()).toBeUndefined();
    });
  },
  ['--requirepass', 'secret', '--unixsocket', SOCKET],
);
