import { expect, test } from 'bun:test';
import { AuthThrottle } from './auth-throttle.ts';

test('ten failures are free, then each takes twice as long, up to a bound', () => {
  const throttle = new AuthThrottle();
  const delays = Array.from({ length: 20 }, () => throttle.failed('10.0.0.1'));
  expect(delays.slice(0, 10)).toEqual(new Array(10).fill(0));
  expect(delays.slice(10)).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000, 5000]);
  expect(throttle.failed('10.0.0.2')).toBe(0);
});

test('a success ends it', () => {
  const throttle = new AuthThrottle();
  for (let i = 0; i < 15; i += 1) throttle.failed('10.0.0.1');
  throttle.succeeded('10.0.0.1');
  expect(throttle.failed('10.0.0.1')).toBe(0);
});
