import { expect, test } from 'bun:test';
import { committedPage, compatibilityPage } from './generate.ts';
import { kindOf } from './search-kinds.ts';
import { committedSearchPage, searchPage } from './search-suite.ts';

test('docs/compatibility.md says what the descriptors and the suite results say', () => {
  expect(committedPage()).toBe(compatibilityPage());
});

test('docs/compatibility-search.md says what the results of the YAML suite say', () => {
  expect(committedSearchPage()).toBe(searchPage());
});

test('what the runner says of a failure decides its kind', () => {
  expect(kindOf('es/core/a/10.yml', 'x', 'script_lang not supported [painless]')).toBe('scripts');
  expect(kindOf('es/modules/ingest-common/10.yml', 'x', 'status 400')).toBe('ingest');
  expect(kindOf('es/core/a/10.yml', 'x', 'unknown query [has_child]')).toBe('queries');
  expect(kindOf('es/core/a/10.yml', 'x', 'hits.total: expected 1 but was 2')).toBe('open');
});
