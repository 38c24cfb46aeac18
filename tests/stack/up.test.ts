import { expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import { startProcess } from '@tandem/testkit/started-process.ts';
import { TestStack } from './test-stack.ts';

test('starts what others depend on first, shows the table, stops in reverse order on Ctrl-C', async () => {
  const stack = await TestStack.make();
  const up = stack.up('--only', 'front');
  await up.output('Stop: Ctrl-C');
  expect(up.stdout).toMatch(/^base {2}ready in \d+ ms$/m);
  expect(up.stdout).toMatch(/^front {2}ready in \d+ ms$/m);
  expect(up.stdout).toContain('SERVICE  ADDRESS');
  expect(up.stdout).toContain(`base     127.0.0.1:${stack.offset + 1}  nobody`);
  expect(up.stdout).not.toContain('side');

  up.kill('SIGINT');
  expect((await up.exited).code).toBe(0);
  expect(stack.order()).toEqual(['base started', 'front started', 'front stopped', 'base stopped']);
  await stack.nothingLeft();
});

test('SIGTERM and a closed terminal stop it as Ctrl-C does', async () => {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    const stack = await TestStack.make();
    const up = stack.up('--only', 'base');
    await up.output('Stop: Ctrl-C');
    up.kill(signal);
    expect((await up.exited).code).toBe(0);
    expect(stack.order()).toEqual(['base started', 'base stopped']);
    await stack.nothingLeft();
  }
});

test('waits as long as a service needs; a second Ctrl-C forces', async () => {
  const stack = await TestStack.make();
  stack.behave('front', { stopMs: -1 });
  const up = stack.up('--only', 'front');
  await up.output('Stop: Ctrl-C');
  up.kill('SIGINT');
  // npm passes the terminal's Ctrl-C on, so one keystroke arrives twice.
  up.kill('SIGINT');
  await up.output('press Ctrl-C again to force');
  await Bun.sleep(600);
  expect(up.hasEnded).toBe(false);
  up.kill('SIGINT');
  expect((await up.exited).code).toBe(130);
  expect(up.stdout).toContain('Forced to stop.');
  await stack.nothingLeft();
});

test('Ctrl-C while services start leaves nothing behind', async () => {
  const stack = await TestStack.make();
  stack.behave('base', { neverAnswer: true });
  const up = stack.up();
  await up.output('base  starting');
  up.kill('SIGINT');
  expect((await up.exited).code).toBe(0);
  expect(up.stdout).not.toContain('SERVICE');
  await stack.nothingLeft();
});

test('a killed service is started again', async () => {
  const stack = await TestStack.make();
  const up = stack.up('--only', 'base');
  await up.output('Stop: Ctrl-C');
  const before = await stack.service('base');
  process.kill(before.pid!, 'SIGKILL');
  await up.output(/base {2}restarting: it was killed by SIGKILL[\s\S]*base {2}ready in/);
  const after = await stack.service('base');
  expect(after.state).toBe('ready');
  expect(after.restarts).toBe(1);
  expect(after.pid).not.toBe(before.pid);
  await up.stop('SIGINT');
  await stack.nothingLeft();
});

test('three fast deaths at the start end it all, with the last words of the culprit', async () => {
  const stack = await TestStack.make();
  stack.behave('front', { exitAtOnce: 3, print: 'I cannot go on' });
  const up = stack.up();
  expect((await up.exited).code).toBe(1);
  expect(up.stderr).toContain(
    'front failed: it ended 3 times within 60 s of its start, last it exited with code 3.',
  );
  expect(up.stderr).toContain('  I cannot go on\n');
  expect(up.stderr).toContain(`Log: ${stack.dir}/logs/front.log`);
  expect(stack.order().filter((line) => line === 'front started')).toHaveLength(3);
  await stack.nothingLeft();
});

test('a death that no restart will mend is told at once, in one sentence', async () => {
  const stack = await TestStack.make();
  stack.behave('base', { exitAtOnce: 1, print: 'hopeless' });
  const up = stack.up();
  expect((await up.exited).code).toBe(1);
  expect(up.stderr).toBe(`base failed: the fixture has no hope. Log: ${stack.dir}/logs/base.log\n`);
  expect(stack.order()).toEqual(['base started']);
  await stack.nothingLeft();
});

test('three fast deaths later stop only the culprit, until it is asked for again', async () => {
  const stack = await TestStack.make();
  const up = stack.up('--only', 'front');
  await up.output('Stop: Ctrl-C');
  stack.behave('front', { exitAtOnce: 3, print: 'I cannot go on' });
  process.kill((await stack.service('front')).pid!, 'SIGKILL');
  await up.output('front  failed');
  await up.output('Start it again with: npx tandem restart front');
  expect(up.stdout).toContain('  I cannot go on\n');

  const { code, stdout } = await stack.run('status');
  expect(code).toBe(1);
  expect(stdout).toMatch(/base +ready/);
  expect(stdout).toMatch(/front +failed .*it ended 3 times/);

  const failed = await stack.run('restart', 'front');
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('front failed');
  stack.behave('front', {});
  const mended = await stack.run('restart', 'front');
  expect(mended.code).toBe(0);
  expect((await stack.service('front')).state).toBe('ready');
  await up.stop('SIGINT');
  await stack.nothingLeft();
});

test('a service that is only restarted when asked stays down until then', async () => {
  const stack = await TestStack.make();
  const up = stack.up('--only', 'side');
  await up.output('Stop: Ctrl-C');
  process.kill((await stack.service('side')).pid!, 'SIGKILL');
  await up.output('side  failed: it was killed by SIGKILL, and is only restarted when asked');
  expect((await stack.service('side')).state).toBe('failed');
  expect((await stack.run('restart', 'side')).code).toBe(0);
  expect((await stack.service('side')).state).toBe('ready');
  await up.stop('SIGINT');
  await stack.nothingLeft();
});

test('a reader that goes away does not take the services with it', async () => {
  const stack = await TestStack.make();
  const command = stack.upCommand('--only', 'front').map((word) => `'${word}'`);
  const piped = startProcess(['sh', '-c', `${command.join(' ')} | head -n 1`]);
  await eventually('both to be ready', async () => {
    const { code } = await stack.run('status');
    return code === 0;
  });
  process.kill((await stack.service('front')).pid!, 'SIGKILL');
  await eventually('the restart', async () => (await stack.service('front')).restarts === 1);
  expect((await stack.run('down')).code).toBe(0);
  await piped.exited;
  expect(piped.stdout).toBe('base  starting\n');
  expect(piped.stderr).toBe('');
  await stack.nothingLeft();
});
