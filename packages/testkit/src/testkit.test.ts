import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { freePort, isFree } from './free-port.ts';
import { isAlive } from './is-alive.ts';
import { seededRandom } from './random.ts';
import { run, startProcess } from './started-process.ts';
import { tempDir } from './temp-dir.ts';

test('a free port can be listened on and is handed out once', async () => {
  const port = await freePort();
  expect(await freePort()).not.toBe(port);
  const server = createServer().listen(port, '127.0.0.1');
  await eventually('the listener', () => server.listening);
  expect(await isFree(port)).toBe(false);
  server.close();
});

test('what a test process started and made is gone after it', async () => {
  const script = `
    import { tempDir } from '${join(import.meta.dir, 'temp-dir.ts')}';
    import { startProcess } from '${join(import.meta.dir, 'started-process.ts')}';
    console.log(JSON.stringify({ dir: tempDir(), pid: startProcess(['sleep', '1000']).pid }));
    process.exit(0);`;
  const { stdout } = await run([process.execPath, '-e', script]);
  const { dir, pid } = JSON.parse(stdout) as { dir: string; pid: number };
  expect(existsSync(dir)).toBe(false);
  await eventually('the process to be gone', () => !isAlive(pid));
});

test('a server that was lost sight of goes with its directory', async () => {
  const script = `
    import { spawn } from 'node:child_process';
    import { tempDir } from '${join(import.meta.dir, 'temp-dir.ts')}';
    const idle = ['-e', 'setInterval(() => {}, 1000)', tempDir()];
    const lost = spawn(process.execPath, idle, { detached: true, stdio: 'ignore' });
    console.log(lost.pid);
    process.exit(0);`;
  const { stdout } = await run([process.execPath, '-e', script]);
  await eventually('its end', () => !isAlive(Number(stdout)));
});

test('waits for output, and says so when the program ends without it', async () => {
  await startProcess(['sh', '-c', 'echo one; echo two >&2']).output(/two/);
  const silent = startProcess(['sh', '-c', 'echo something else; exit 3']);
  expect(silent.output('never')).rejects.toThrow('ended before');
});

test('the same seed and label give the same numbers', () => {
  const numbers = (label: string) => Array.from({ length: 5 }, seededRandom(label));
  expect(numbers('a')).toEqual(numbers('a'));
  expect(numbers('a')).not.toEqual(numbers('b'));
  expect(numbers('a').every((n) => n >= 0 && n < 1)).toBe(true);
});

test('a temp directory exists and is empty', () => {
  expect([...new Bun.Glob('*').scanSync(tempDir())]).toEqual([]);
});
