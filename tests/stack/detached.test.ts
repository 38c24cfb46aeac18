import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { DataDir } from '@tandem/stack/data-dir.ts';
import { eventually } from '@tandem/testkit/eventually.ts';
import { isAlive } from '@tandem/testkit/is-alive.ts';
import { TestStack } from './test-stack.ts';

test('up --detach returns when all is ready; status, logs, restart and down reach it', async () => {
  const stack = await TestStack.make();
  const up = stack.up('--detach');
  expect((await up.exited).code).toBe(0);
  expect(up.stdout).toContain(`Stop: npx tandem down --data ${stack.dir}`);

  const status = await stack.status();
  expect(status).toMatchObject({
    running: true,
    dataDir: stack.dir,
    topology: 'standalone',
    portOffset: stack.offset,
  });
  expect(isAlive(status.supervisorPid)).toBe(true);
  expect(status.services.map(({ name, state }) => [name, state])).toEqual([
    ['base', 'ready'],
    ['front', 'ready'],
    ['side', 'ready'],
  ]);
  const table = await stack.run('status');
  expect(table.code).toBe(0);
  expect(table.stdout).toMatch(/^SERVICE +STATE +PID +ADDRESS/);

  const before = status.services[0]!.pid!;
  const restart = await stack.run('restart', 'base');
  expect(restart.stdout).toMatch(/^base {2}ready in \d+ ms\n$/);
  const after = await stack.service('base');
  expect(after.pid).not.toBe(before);
  expect(after.restarts).toBe(0);

  const logs = await stack.run('logs', 'base');
  expect(logs.stdout).toBe(`base runs as ${before}\nbase runs as ${after.pid}\n`);
  expect((await stack.run('logs')).stdout).toContain(`base | base runs as ${before}\n`);

  const down = await stack.run('down');
  expect(down).toMatchObject({ code: 0, stdout: 'Stopped.\n' });
  expect(isAlive(status.supervisorPid)).toBe(false);
  await stack.nothingLeft();
});

test('two restarts at once are done one after the other', async () => {
  const stack = await TestStack.make();
  await stack.up('--detach', '--only', 'base').exited;
  const both = await Promise.all([stack.run('restart', 'base'), stack.run('restart', 'base')]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(stack.pids().filter(isAlive)).toEqual([(await stack.service('base')).pid!]);
  await stack.run('down');
  await stack.nothingLeft();
});

test('logs -f prints what is added, until Ctrl-C', async () => {
  const stack = await TestStack.make();
  await stack.up('--detach', '--only', 'base').exited;
  const follower = stack.start('logs', '-f', '-n', '0', 'base');
  // It says nothing before something is added, so restart until the follower has begun.
  await eventually('a line', async () => {
    await stack.run('restart', 'base');
    return follower.stdout.includes('base runs as');
  });
  follower.kill('SIGINT');
  expect((await follower.exited).code).toBe(0);
  await stack.run('down');
  await stack.nothingLeft();
});

test('a start that fails in the background is told in the foreground', async () => {
  const stack = await TestStack.make();
  stack.behave('base', { exitAtOnce: 3, print: 'I cannot go on' });
  const up = stack.up('--detach');
  expect((await up.exited).code).toBe(1);
  expect(up.stderr).toContain('base failed: it ended 3 times');
  expect(up.stderr).toContain('  I cannot go on\n');
  await stack.nothingLeft();
});

test('Ctrl-C during up --detach stops what was started', async () => {
  const stack = await TestStack.make();
  stack.behave('base', { neverAnswer: true });
  const up = stack.up('--detach');
  await up.output('base  starting');
  up.kill('SIGINT');
  expect((await up.exited).code).toBe(130);
  await stack.nothingLeft();
});

test('down --force does not wait', async () => {
  const stack = await TestStack.make();
  stack.behave('base', { stopMs: -1 });
  await stack.up('--detach', '--only', 'base').exited;
  expect((await stack.run('down', '--force')).code).toBe(0);
  await stack.nothingLeft();
});

test('a killed supervisor: its services are found, refused to be doubled, and stopped', async () => {
  const stack = await TestStack.make();
  await stack.up('--detach', '--only', 'front').exited;
  const { supervisorPid, services } = await stack.status();
  process.kill(supervisorPid, 'SIGKILL');
  await eventually('its end', () => !isAlive(supervisorPid));

  const base = services[0]!;
  const status = await stack.run('status');
  expect(status.code).toBe(3);
  expect(status.stdout).toContain(`But base (pid ${base.pid}) was left behind`);
  expect(JSON.parse((await stack.run('status', '--json')).stdout)).toMatchObject({
    running: false,
    left: services.map(({ name, pid }) => ({ name, pid })),
  });

  const up = stack.up();
  expect((await up.exited).code).toBe(4);
  expect(up.stderr).toContain(`base (pid ${base.pid}) still runs`);
  expect(up.stderr).toContain('tandem down');

  expect((await stack.run('down')).stdout).toContain('Stopped base, front');
  expect(stack.order().slice(-2)).toEqual(['front stopped', 'base stopped']);
  await eventually('its processes to be gone', () => !stack.pids().some(isAlive));

  const again = stack.up('--detach');
  expect((await again.exited).code).toBe(0);
  await stack.run('down');
  await stack.nothingLeft();
});

test('a data directory whose path is too long for a socket works as well', async () => {
  const stack = await TestStack.make(`${'long'.repeat(30)}/data`);
  await stack.up('--detach', '--only', 'base').exited;
  expect((await stack.service('base')).state).toBe('ready');
  const { socket } = new DataDir(stack.dir);
  expect(socket).not.toStartWith(stack.dir);
  expect(existsSync(socket)).toBe(true);
  expect((await stack.run('down')).code).toBe(0);
  expect(existsSync(socket)).toBe(false);
  await stack.nothingLeft();
});
