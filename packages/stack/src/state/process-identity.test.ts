import { expect, test } from 'bun:test';
import { startProcess } from '@tandem/testkit/started-process.ts';
import { identify, isRunning } from './process-identity.ts';

test('knows a running process and sees its end', async () => {
  const sleeper = startProcess(['sleep', '1000']);
  const identity = identify(sleeper.pid);
  expect(identity?.pid).toBe(sleeper.pid);
  expect(isRunning(identity!)).toBe(true);
  await sleeper.stop('SIGKILL');
  expect(isRunning(identity!)).toBe(false);
  expect(identify(sleeper.pid)).toBeUndefined();
});

test('is not fooled by a pid that was given to another process', () => {
  const own = identify(process.pid)!;
  expect(isRunning({ ...own, started: 'another time' })).toBe(false);
});
