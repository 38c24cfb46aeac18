import { expect, test } from 'bun:test';
import { freePort } from '@tandem/testkit/free-port.ts';
import { startProcess } from '@tandem/testkit/started-process.ts';
import { portTrouble } from './ports.ts';

test('a free port is no trouble', async () => {
  const port = await freePort();
  expect(await portTrouble({ service: 'kv', host: '127.0.0.1', port })).toBeUndefined();
});

for (const host of ['127.0.0.1', '0.0.0.0']) {
  test(`a listener on ${host} is found, and named`, async () => {
    const port = await freePort();
    const squatter = startProcess([
      process.execPath,
      '-e',
      `require('node:net').createServer().listen(${port}, '${host}', () => console.log('on'))`,
    ]);
    await squatter.output('on');
    const trouble = await portTrouble({ service: 'kv', host: '127.0.0.1', port });
    const name = process.execPath.slice(process.execPath.lastIndexOf('/') + 1);
    expect(trouble).toBe(
      `kv cannot use port ${port}: ${name} (pid ${squatter.pid}) already listens on it. ` +
        'Stop that program, or move the whole stack with --port-offset N.',
    );
    await squatter.stop('SIGKILL');
  });
}

test('an address of another machine is trouble too', async () => {
  const port = await freePort();
  const trouble = await portTrouble({ service: 'kv', host: '192.0.2.1', port });
  expect(trouble).toContain(`kv cannot listen on 192.0.2.1:${port}`);
});
