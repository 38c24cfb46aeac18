import { expect, test } from 'bun:test';
import { forEachElastic } from './elastic-variants.ts';

forEachElastic(({ client, name }) => {
  test('documents are copied, written again and deleted by what a search finds', async () => {
    const index = name('books');
    const operations = [2001, 2010, 2020].flatMap((year) => [{ index: {} }, { year }]);
    await client().bulk({ index, refresh: true, operations });
    const copy = name('copy');
    const copied = await client().reindex({
      refresh: true,
      source: { index, query: { range: { year: { gte: 2010 } } } },
      dest: { index: copy },
    });
    expect(copied).toMatchObject({ total: 2, created: 2, updated: 0, failures: [] });
    const touched = await client().updateByQuery({ index: copy, refresh: true });
    expect(touched).toMatchObject({ total: 2, updated: 2, version_conflicts: 0 });
    const query = { range: { year: { lt: 2015 } } };
    const deleted = await client().deleteByQuery({ index: copy, refresh: true, query });
    expect(deleted).toMatchObject({ total: 1, deleted: 1 });
    expect((await client().count({ index: copy })).count).toBe(1);
  });

  test('a run in the background is a task', async () => {
    const index = name('slow');
    await client().index({ index, document: { n: 1 }, refresh: true });
    const query = { match_all: {} };
    const { task } = await client().deleteByQuery({ index, query, wait_for_completion: false });
    const done = await client().tasks.get({ task_id: String(task), wait_for_completion: true });
    expect(done).toMatchObject({ completed: true, response: { deleted: 1 } });
  });
});
