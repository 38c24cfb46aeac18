import { expect, test } from 'bun:test';
import { Throttle } from './throttle.ts';

const { signal } = new AbortController();

test('without a limit nothing waits', async () => {
  const throttle = new Throttle(Number.POSITIVE_INFINITY);
  await throttle.wait(performance.now(), 1_000_000, signal);
  expect(throttle.heldUp).toBe(0);
});

test('a batch takes as long as the limit says, less what it already took', async () => {
  let now = 1000;
  const throttle = new Throttle(100, () => now);
  const held = throttle.wait(970, 5, signal);
  expect(throttle.left).toBe(20);
  now = 1020;
  await held;
  expect(throttle.heldUp).toBe(20);
  expect(throttle.left).toBe(0);
});

test('a faster pace holds at once, and no limit ends the waiting', async () => {
  const throttle = new Throttle(1e-8);
  const held = throttle.wait(performance.now(), 1, signal);
  expect(throttle.left).toBeGreaterThan(1e10);
  throttle.rethrottle(1e-6);
  expect(throttle.left).toBeLessThan(1.1e9);
  throttle.rethrottle(Number.POSITIVE_INFINITY);
  await held;
  expect(throttle.heldUp).toBe(0);
});

test('a slower pace leaves the waiting as it is', async () => {
  let now = 0;
  const throttle = new Throttle(1, () => now);
  const held = throttle.wait(0, 1, signal);
  throttle.rethrottle(0.001);
  expect(throttle.left).toBe(1000);
  expect(throttle.requestsPerSecond).toBe(0.001);
  now = 1000;
  throttle.rethrottle(Number.POSITIVE_INFINITY);
  await held;
});

test('whoever is cancelled waits no longer', async () => {
  const aborter = new AbortController();
  const throttle = new Throttle(1e-8);
  const held = throttle.wait(performance.now(), 1, aborter.signal);
  aborter.abort();
  await held;
  expect(throttle.heldUp).toBe(0);
});
