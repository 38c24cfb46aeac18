import { describe, expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { TestStack } from './test-stack.ts';

/** One sentence or two on one line, and nothing that only its author understands. */
function expectPlain(stderr: string): void {
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/\n\s+at |Error:|\.ts:\d/);
}

test('a port in use: names service, port and program; starts nothing', async () => {
  const stack = await TestStack.make();
  const port = stack.offset + 2;
  const squatter = startProcess([
    process.execPath,
    '-e',
    `require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('on'))`,
  ]);
  await squatter.output('on');
  for (const args of [[], ['--detach']]) {
    const up = stack.up(...args);
    expect((await up.exited).code).toBe(4);
    expect(up.stderr).toContain(`front cannot use port ${port}: `);
    expect(up.stderr).toContain(`(pid ${squatter.pid}) already listens on it`);
    expect(up.stderr).toContain('--port-offset');
    expectPlain(up.stderr);
    expect(stack.order()).toEqual([]);
  }
  const doctor = await stack.run('doctor', '--port-offset', `${stack.offset}`);
  expect(doctor.code).toBe(4);
  expect(doctor.stdout).toMatch(new RegExp(`trouble +front port +front cannot use port ${port}`));
  await squatter.stop();
  await stack.nothingLeft();
});

test('a second up on one data directory: refused, with the pid of the first', async () => {
  const stack = await TestStack.make();
  const first = stack.up('--only', 'base');
  await first.output('Stop: Ctrl-C');
  for (const args of [[], ['--detach']]) {
    const second = stack.up(...args);
    expect((await second.exited).code).toBe(5);
    expect(second.stderr).toContain(
      `${stack.dir} is in use by a running tandem (pid ${first.pid})`,
    );
    expectPlain(second.stderr);
  }
  expect((await stack.service('base')).state).toBe('ready');
  await first.stop('SIGINT');
  await stack.nothingLeft();
});

test('a data directory that cannot be one: named, with the mend', async () => {
  const stack = await TestStack.make();
  const file = join(tempDir('stack'), 'file');
  writeFileSync(file, '');
  for (const args of [[], ['--detach']]) {
    const up = stack.up('--data', file, ...args);
    expect((await up.exited).code).toBe(4);
    expect(up.stderr).toBe(
      `${file} is a file, not a directory. Mend that, or choose another directory with --data DIR.\n`,
    );
  }
});

test('a data directory that cannot be written to: named, with the mend', async () => {
  const stack = await TestStack.make();
  // Nobody may make directories here, root included.
  const up = stack.up('--data', '/proc/tandem');
  expect((await up.exited).code).toBe(4);
  expect(up.stderr).toContain('/proc ');
  expect(up.stderr).toContain('choose another directory with --data DIR');
  expectPlain(up.stderr);
});

test('too little memory: said before anything starts', async () => {
  const stack = await TestStack.make();
  const up = startProcess(stack.upCommand('--only', 'giant,base'), { env: { FIXTURE_GIANT: '1' } });
  expect((await up.exited).code).toBe(4);
  expect(up.stderr).toContain('giant, base need 1000000001 MiB of memory to start');
  expectPlain(up.stderr);
  expect(stack.order()).toEqual([]);
});

describe('a command line that cannot be meant', () => {
  const cases: [string[], string][] = [
    [['up', '--topolgy', 'x'], 'has no option --topolgy; did you mean --topology?'],
    [['up', '--topology', 'cluster'], 'The topology "cluster" is not available in this version'],
    [['up', '--only', 'base,nosuch'], 'There is no service "nosuch"; there is: front, base, side.'],
    [['up', '--port-offset', '65535'], 'moves base to port 65536; ports end at 65535'],
    [['up', '--port-offset', 'x'], '--port-offset takes a whole number'],
    [['up', 'now'], 'does not know what to do with "now"'],
    [['restart'], '"tandem restart" needs a service'],
    [['restart', 'nosuch'], 'There is no service "nosuch"'],
    [['logs', 'nosuch'], 'There is no service "nosuch"'],
    [['fly'], 'tandem has no command "fly"'],
  ];
  for (const [[word, ...args], sentence] of cases) {
    test(`tandem ${[word, ...args].join(' ')}`, async () => {
      const stack = await TestStack.make();
      const { code, stdout, stderr } = await stack.run(word as string, ...args);
      expect(stderr).toContain(sentence);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expectPlain(stderr);
    });
  }
});

describe('when nothing runs', () => {
  const cases: [string[], number, string][] = [
    [['status'], 3, 'Nothing is running on'],
    [['status', '--json'], 3, '"running": false'],
    [['restart', 'base'], 3, 'Nothing is running on'],
    [['logs'], 3, 'There are no logs in'],
    [['down'], 0, 'Nothing is running on'],
  ];
  for (const [[word, ...args], code, sentence] of cases) {
    test(`tandem ${[word, ...args].join(' ')} says so`, async () => {
      const stack = await TestStack.make();
      const result = await stack.run(word as string, ...args);
      expect(result.stdout + result.stderr).toContain(sentence);
      expect(result.code).toBe(code);
    });
  }
});

test('doctor finds nothing in the way, and a stack that runs already', async () => {
  const stack = await TestStack.make();
  const before = await stack.run('doctor', '--port-offset', `${stack.offset}`);
  expect(before.code).toBe(0);
  expect(before.stdout).toContain(`127.0.0.1:${stack.offset + 1} is free`);
  expect(existsSync(stack.dir)).toBe(false);
  await stack.up('--detach').exited;
  const after = await stack.run('doctor', '--port-offset', `${stack.offset}`);
  expect(after.code).toBe(0);
  expect(after.stdout).toContain('runs already');
  await stack.run('down');
});

test('every command has its help', async () => {
  const stack = await TestStack.make();
  for (const word of ['up', 'down', 'status', 'logs', 'restart', 'doctor']) {
    const { code, stdout } = await stack.run(word, '--help');
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: tandem ${word} [options]`);
  }
});
