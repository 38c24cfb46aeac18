import { expect, test } from 'bun:test';
import { addressOf, memcpy } from './libc.ts';

test('the address of a short buffer stays true after a view of it is made', () => {
  const from = Buffer.allocUnsafeSlow(24);
  const to = Buffer.alloc(24);
  const address = addressOf(from);
  from.subarray(0, 3);
  from.latin1Write('twenty-four bytes of text', 0);
  memcpy(addressOf(to), address, 24);
  expect(to.latin1Slice()).toBe('twenty-four bytes of tex');
});
