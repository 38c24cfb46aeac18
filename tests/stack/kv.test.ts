import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { probeResp } from '@tandem/stack/services/resp-probe.ts';
import type { StackStatus } from '@tandem/stack/supervisor/status.ts';
import { freePort, isFree } from '@tandem/testkit/free-port.ts';
import { isAlive } from '@tandem/testkit/is-alive.ts';
import { run, startProcess } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';

const TANDEM = join(import.meta.dir, '../../packages/stack/bin/tandem');

/** The product's own `tandem`, with only its key-value server. */
async function kvStack() {
  const port = await freePort();
  const data = join(tempDir('kv-stack'), 'data');
  const options = ['--data', data];
  const upOptions = ['--only', 'kv', '--port-offset', String(port - 6379)];
  return {
    port,
    data,
    conf: join(data, 'kv/kv.conf'),
    up: (...args: string[]) => startProcess([TANDEM, 'up', ...options, ...upOptions, ...args]),
    run: (word: string, ...args: string[]) => run([TANDEM, word, ...options, ...args]),
  };
}

test('kv starts on loopback with its own configuration file, and stops when told', async () => {
  const stack = await kvStack();
  expect((await stack.up('--detach').exited).code).toBe(0);
  expect(await probeResp('127.0.0.1', stack.port)).toBe('ready');
  expect(readFileSync(stack.conf, 'utf8')).toContain('\nbind 127.0.0.1 -::1\n');

  const status = JSON.parse((await stack.run('status', '--json')).stdout) as StackStatus;
  const { pid } = status.services[0]!;
  // The launcher became the server: the process we know is the one that wrote the log.
  expect((await stack.run('logs', 'kv')).stdout).toContain(`pid=${pid}`);

  expect((await stack.run('down')).code).toBe(0);
  expect(isAlive(pid!)).toBe(false);
  expect(await isFree(stack.port)).toBe(true);
  expect(existsSync(join(stack.data, 'run/control.sock'))).toBe(false);
});

test('a bad line of kv.conf is named with file and number, and nothing is left running', async () => {
  const stack = await kvStack();
  mkdirSync(join(stack.data, 'kv'), { recursive: true });
  writeFileSync(stack.conf, 'bind 127.0.0.1\n\nmaxmemori 1gb\n');
  const up = stack.up();
  expect((await up.exited).code).toBe(1);
  expect(up.stderr).toBe(
    `kv failed: ${stack.conf}:3 is wrong: 'maxmemori 1gb': Bad directive or wrong number of arguments. ` +
      `Mend that line, then start again. Log: ${stack.data}/logs/kv.log\n`,
  );
  expect(await isFree(stack.port)).toBe(true);
});

test('files that cannot be written are named', async () => {
  const stack = await kvStack();
  mkdirSync(join(stack.data, 'kv'), { recursive: true });
  // A link to nowhere: it does not exist, and cannot be made.
  symlinkSync(join(stack.data, 'no/such/kv.conf'), stack.conf);
  const up = stack.up();
  expect((await up.exited).code).toBe(1);
  expect(up.stderr).toContain('kv failed: its files cannot be written (ENOENT');
  expect(up.stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('a password in kv.conf does not hide that kv is ready', async () => {
  const stack = await kvStack();
  mkdirSync(join(stack.data, 'kv'), { recursive: true });
  writeFileSync(stack.conf, 'bind 127.0.0.1\nrequirepass secret\n');
  expect((await stack.up('--detach').exited).code).toBe(0);
  expect((await stack.run('status')).code).toBe(0);
  expect((await stack.run('down')).code).toBe(0);
});
