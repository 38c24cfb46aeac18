import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { catalogue } from '@tandem/stack/services/catalogue.ts';
import { probeResp } from '@tandem/stack/services/resp-probe.ts';
import type { StackStatus } from '@tandem/stack/supervisor/status.ts';
import { eventually } from '@tandem/testkit/eventually.ts';
import { freeOffset, isFree } from '@tandem/testkit/free-port.ts';
import { isAlive } from '@tandem/testkit/is-alive.ts';
import { processesMentioning } from '@tandem/testkit/processes.ts';
import { run, startProcess } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { cloneWorkingTree, readmeCommands } from './checkout.ts';

const KV_PORT = 6379;

test('a newcomer clones, types the README’s two commands, and has the product running', async () => {
  const commands = readmeCommands();
  const clone = cloneWorkingTree();
  const env = { npm_config_cache: tempDir('npm-cache'), npm_config_update_notifier: 'false' };
  const installed = await run(['sh', '-c', commands.install], { cwd: clone, env });
  expect(installed.code, installed.stdout + installed.stderr).toBe(0);

  const data = join(tempDir('clone-data'), 'data');
  const offset = await freeOffset(
    catalogue.services.flatMap((service) => service.ports.map((p) => p.number)),
  );
  const port = KV_PORT + offset;
  const options = `--port-offset ${offset} --data ${data}`;
  const start = ['sh', '-c', `exec ${commands.start} -- ${options}`];
  const npx = (words: string) =>
    run(['sh', '-c', `npx ${words} --data ${data}`], { cwd: clone, env });
  const kv = async () => {
    const { stdout } = await npx('tandem status --json');
    return (JSON.parse(stdout) as StackStatus).services.find(({ name }) => name === 'kv')!;
  };

  const up = startProcess(start, { cwd: clone, env, ownGroup: true });
  await up.output('Stop: Ctrl-C');
  expect(up.stdout).toContain(`kv       127.0.0.1:${port}  default`);
  expect(await probeResp('127.0.0.1', port)).toBe('ready');

  const first = await kv();
  expect(first).toMatchObject({ state: 'ready', restarts: 0, address: `127.0.0.1:${port}` });
  process.kill(first.pid!, 'SIGKILL');
  const second = await eventually('the restart', async () => {
    const status = await kv();
    return status.state === 'ready' && status.pid !== first.pid && status;
  });
  expect(second.restarts).toBe(1);
  expect(await probeResp('127.0.0.1', port)).toBe('ready');

  // As the terminal does: to every process of the foreground group.
  process.kill(-up.pid, 'SIGINT');
  await up.exited;
  expect(up.stdout).not.toContain('Forced');
  expect(isAlive(second.pid!)).toBe(false);
  expect(await isFree(port)).toBe(true);
  expect(readdirSync(join(data, 'run'))).toEqual(['lock']);
  await eventually('its processes to be gone', () => processesMentioning(clone).length === 0);

  const squatter = createServer().listen(port, '127.0.0.1');
  await eventually('the squatter', () => squatter.listening);
  const refused = await run(start, { cwd: clone, env });
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain(`kv cannot use port ${port}: `);
  expect(refused.stderr).toContain(`(pid ${process.pid}) already listens on it`);
  squatter.close();
  expect(existsSync(join(data, 'run/state.json'))).toBe(false);
  expect(processesMentioning(clone)).toEqual([]);
});
