import { expect, test } from 'bun:test';
import { committedPage, compatibilityPage } from './generate.ts';

test('docs/compatibility.md says what the descriptors and the suite results say', () => {
  expect(committedPage()).toBe(compatibilityPage());
});
