import { expect, test } from 'bun:test';
import { QueryBuffer } from './query-buffer.ts';

const text = (q: QueryBuffer) => q.buf?.latin1Slice(0, q.length);

test('a leftover is copied from the shared buffer, and moved to the front in its own', () => {
  const q = new QueryBuffer();
  q.keep(Buffer.from('used rest'), 5, 9);
  expect(text(q)).toBe('rest');
  const own = q.prepare();
  own.write('2345', q.length);
  q.length += 4;
  q.keep(own, 6, 8);
  expect(text(q)).toBe('45');
  q.keep(own, 2, 2);
  expect(q.length).toBe(0);
  expect(q.capacity).toBeGreaterThan(0);
});

test('an idle client keeps what it sent and no more; one without input keeps nothing', () => {
  const q = new QueryBuffer();
  q.need = 1_000_000;
  q.keep(Buffer.from('*1\r\n$999990\r\n'), 0, 13);
  q.trim(false);
  expect(q.capacity).toBe(1_000_000);
  q.trim(true);
  expect(q.capacity).toBe(13);
  expect(text(q)).toBe('*1\r\n$999990\r\n');
  q.need = 0;
  q.keep(q.prepare(), 13, 13);
  q.trim(true);
  expect(q.capacity).toBe(0);
});

test('a buffer much larger than lately needed shrinks while its client is busy', () => {
  const q = new QueryBuffer();
  q.need = 400_000;
  q.keep(Buffer.from('x'), 0, 1);
  const own = q.prepare();
  q.need = 0;
  q.keep(own, 400_000, 400_000);
  q.trim(false);
  expect(q.capacity).toBe(400_000);
  q.keep(Buffer.from('abc'), 0, 3);
  q.trim(false);
  expect(q.capacity).toBeLessThan(400_000);
  expect(text(q)).toBe('abc');
});

test('growth is geometric, so that many large arguments are not copied for each', () => {
  const q = new QueryBuffer();
  q.keep(Buffer.alloc(1000), 0, 1000);
  let grown = 0;
  for (let capacity = q.capacity; q.length < 10_000_000; ) {
    const buf = q.prepare();
    if (buf.length !== capacity) grown++;
    capacity = buf.length;
    q.length = Math.min(buf.length, q.length + 20_000);
    q.need = q.length + 20_000;
  }
  expect(grown).toBeLessThan(20);
});
