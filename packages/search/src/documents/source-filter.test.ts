import { expect, test } from 'bun:test';
import { SourceFilter } from './source-filter.ts';

const SOURCE = Buffer.from('{"a":{"b":1.0,"c":[{"d":1,"e":2},{"e":3}]},"a.f":true,"g":null}');
const kept = (includes: string[], excludes: string[] = []) =>
  Buffer.from(new SourceFilter(includes, excludes).bytes(SOURCE)).toString();

test('keeps what is named, drops what is excluded', () => {
  expect(kept([])).toBe(SOURCE.toString());
  expect(kept(['a'])).toBe('{"a":{"b":1.0,"c":[{"d":1,"e":2},{"e":3}]}}');
  expect(kept(['*.d'])).toBe('{"a":{"c":[{"d":1}]}}');
  expect(kept(['a.*'], ['a.c'])).toBe('{"a":{"b":1.0},"a.f":true}');
  expect(kept([], ['*.e', 'g'])).toBe('{"a":{"b":1.0,"c":[{"d":1},{}]},"a.f":true}');
  expect(kept(['nothing'])).toBe('{}');
});
