import { expect, test } from 'bun:test';
import { AutoIds } from './auto-id.ts';

test('ids are 20 url-safe characters and never the same, however slow the clock', () => {
  let now = 1_700_000_000_000;
  const ids = new AutoIds(() => now);
  const seen = new Set<string>();
  for (let i = 0; i < 50_000; i += 1) {
    if (i % 20_000 === 19_999) now -= 5;
    seen.add(ids.next());
  }
  expect(seen.size).toBe(50_000);
  for (const id of [...seen].slice(0, 100)) expect(id).toMatch(/^[A-Za-z0-9_-]{20}$/);
});
