import { afterAll, beforeAll, expect, test } from 'bun:test';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode(tempDir('by-query'), { 'discovery.type': 'single-node' });
});
afterAll(() => node.node.stop());

const everything = { query: { match_all: {} } };

async function fill(index: string, count: number, shards = 1): Promise<void> {
  const settings = { number_of_shards: shards, refresh_interval: '-1' };
  await node.call('PUT', `/${index}`, { settings });
  for (let n = 0; n < count; n += 1) await node.call('PUT', `/${index}/_doc/${n}`, { n });
  await node.call('POST', `/${index}/_refresh`);
}

async function count(index: string): Promise<unknown> {
  await node.call('POST', `/${index}/_refresh`);
  return (await node.call('GET', `/${index}/_count`)).body.count;
}

const common = {
  batches: 1,
  version_conflicts: 0,
  noops: 0,
  retries: { bulk: 0, search: 0 },
  throttled_millis: 0,
  requests_per_second: -1,
  throttled_until_millis: 0,
  failures: [],
};

test('an update writes every document again, and tells so', async () => {
  await fill('again', 3);
  const { status, body } = await node.call('POST', '/again/_update_by_query');
  expect(status).toBe(200);
  const { took, ...rest } = body;
  expect(took).toBeNumber();
  expect(rest).toEqual({ timed_out: false, total: 3, updated: 3, deleted: 0, ...common });
  expect((await node.call('GET', '/again/_doc/1')).body._version).toBe(2);
});

test('a delete removes what matches, batch by batch, up to a limit', async () => {
  await fill('fewer', 7);
  const query = { range: { n: { gte: 2 } } };
  const path = '/fewer/_delete_by_query?scroll_size=2&max_docs=4&refresh';
  const { body } = await node.call('POST', path, { query });
  const { took, ...rest } = body;
  expect(rest).toEqual({ timed_out: false, total: 4, deleted: 4, ...common, batches: 2 });
  expect((await node.call('GET', '/fewer/_count')).body.count).toBe(3);
});

test('what changed since it was searched is a conflict', async () => {
  await fill('raced', 2);
  await node.call('PUT', '/raced/_doc/0', { n: 99 });
  const aborted = await node.call('POST', '/raced/_delete_by_query', everything);
  expect(aborted.status).toBe(409);
  expect(aborted.body).toMatchObject({
    total: 2,
    deleted: 1,
    version_conflicts: 1,
    failures: [
      {
        index: 'raced',
        id: '0',
        cause: { type: 'version_conflict_engine_exception', index: 'raced', shard: '0' },
        status: 409,
      },
    ],
  });
  const path = '/raced/_update_by_query?conflicts=proceed';
  const proceeded = await node.call('POST', path);
  expect(proceeded.status).toBe(200);
  expect(proceeded.body).toMatchObject({ updated: 0, version_conflicts: 2, failures: [] });
});

test('slices share the work, and are told apart', async () => {
  await fill('sliced', 20, 3);
  const { body } = await node.call('POST', '/_reindex?slices=5&refresh=true', {
    source: { index: 'sliced' },
    dest: { index: 'whole' },
  });
  expect(body).toMatchObject({ total: 20, created: 20, updated: 0, deleted: 0 });
  const slices = body.slices as { slice_id: number; created: number }[];
  expect(slices.map(({ slice_id }) => slice_id)).toEqual([0, 1, 2, 3, 4]);
  expect(slices.reduce((sum, { created }) => sum + created, 0)).toBe(20);
  expect(await count('whole')).toBe(20);
  const auto = await node.call('POST', '/sliced/_delete_by_query?slices=auto', everything);
  expect(auto.body.slices).toHaveLength(3);
  expect(auto.body.deleted).toBe(20);
  const many = await node.call('POST', '/whole/_delete_by_query?slices=999999999', everything);
  expect(many.status).toBe(400);
});

test('a copy keeps version and routing as it is told', async () => {
  await node.call('PUT', '/original/_doc/1?routing=a&version=7&version_type=external&refresh', {
    kept: 1,
    dropped: 2,
  });
  const source = { index: 'original', _source: { excludes: ['dropped'] } };
  const copy = (dest: object, more: object = {}) =>
    node.call('POST', '/_reindex', { source, dest, ...more });
  await copy({ index: 'kept', version_type: 'external' });
  expect((await node.call('GET', '/kept/_doc/1?routing=a')).body).toMatchObject({
    _version: 7,
    _routing: 'a',
    _source: { kept: 1 },
  });
  await copy({ index: 'moved', routing: '=b' });
  expect((await node.call('GET', '/moved/_doc/1?routing=b')).body._routing).toBe('b');
  await copy({ index: 'moved', routing: 'discard' });
  expect((await node.call('GET', '/moved/_doc/1')).body._routing).toBeUndefined();
  const twice = await copy({ index: 'kept', op_type: 'create' });
  expect([twice.status, twice.body.version_conflicts]).toEqual([409, 1]);
  const anyway = await copy({ index: 'kept', op_type: 'create' }, { conflicts: 'proceed' });
  expect([anyway.status, anyway.body.failures]).toEqual([200, []]);
});

test('a run that nobody waits for changes its pace, and its result is kept', async () => {
  await fill('slow', 3);
  const path = '/slow/_delete_by_query?wait_for_completion=false&scroll_size=1';
  const { body } = await node.call('POST', `${path}&requests_per_second=0.00000001`, everything);
  const task = body.task as string;
  const running = await node.call('GET', `/_tasks/${task}`);
  expect(running.body).toMatchObject({
    completed: false,
    task: { action: 'indices:data/write/delete/byquery', description: 'delete-by-query [slow]' },
  });
  const changed = await node.call(
    'POST',
    `/_delete_by_query/${task}/_rethrottle?requests_per_second=-1`,
  );
  expect(JSON.stringify(changed.body)).toContain('"requests_per_second":-1');
  const done = await node.call('GET', `/_tasks/${task}?wait_for_completion=true`);
  expect(done.body).toMatchObject({
    completed: true,
    task: { status: { total: 3, deleted: 3, created: 0 } },
    response: { deleted: 3, batches: 3 },
  });
  const late = await node.call('POST', `/_reindex/${task}/_rethrottle?requests_per_second=1`);
  expect(late.status).toBe(404);
});

test('a run that is cancelled ends, and says why', async () => {
  await fill('stopped', 3);
  const path = '/stopped/_update_by_query?wait_for_completion=false&scroll_size=1&slices=2';
  const { body } = await node.call('POST', `${path}&requests_per_second=0.0001`, everything);
  await node.call('POST', `/_tasks/${body.task}/_cancel`);
  const done = await node.call('GET', `/_tasks/${body.task}?wait_for_completion=true`);
  expect(done.body).toMatchObject({
    task: { cancelled: true },
    response: { canceled: 'by user request' },
  });
  const { body: left } = await node.call('GET', '/_tasks?actions=*byquery&group_by=none');
  expect(left.tasks).toEqual([]);
});

test('who may not search or write does neither', async () => {
  await fill('guarded', 1);
  const role = (privileges: string[]) => ({ indices: [{ names: ['guarded'], privileges }] });
  const users = { reader: ['read'], deleter: ['delete'], both: ['read', 'delete'] };
  for (const [name, privileges] of Object.entries(users)) {
    await node.call('PUT', `/_security/role/${name}`, role(privileges));
    await node.call('PUT', `/_security/user/${name}`, { password: 'secret', roles: [name] });
  }
  const path = '/guarded/_delete_by_query?refresh';
  const statuses: number[] = [];
  for (const name of Object.keys(users)) {
    statuses.push((await node.call('POST', path, everything, `${name}:secret`)).status);
  }
  expect(statuses).toEqual([403, 403, 200]);
  expect(await count('guarded')).toBe(0);
});

const complaints: readonly [string, unknown, string][] = [
  ['/none/_delete_by_query', {}, 'query is missing'],
  ['/none/_update_by_query?conflicts=maybe', {}, 'but was [maybe]'],
  ['/none/_update_by_query?requests_per_second=0', {}, 'must be a float greater than 0'],
  ['/none/_update_by_query?slices=x', {}, 'must be a positive integer or the string'],
  ['/none/_update_by_query?max_docs=5', { max_docs: 4 }, 'two different values [4] and [5]'],
  ['/none/_update_by_query?max_docs=1&slices=2', {}, '[max_docs] should be >= [slices]'],
  ['/none/_update_by_query', { size: 1 }, 'use [max_docs] instead'],
  ['/none/_update_by_query?scroll_size=0', {}, '[size] cannot be [0] in a scroll context'],
  ['/none/_update_by_query', { collapse: { field: 'n' } }, 'cannot use `collapse` in a scroll'],
  ['/none/_update_by_query', { search_after: [1] }, '`search_after` cannot be used in a scroll'],
  ['/again/_update_by_query', { script: 'x' }, 'script_lang not supported [painless]'],
  ['/_reindex', { junk: 1 }, '[reindex] unknown field [junk]'],
  ['/_reindex', { dest: {} }, 'index must be specified'],
  ['/_reindex', { source: [], dest: { index: 'x' } }, "source doesn't support values of type"],
  [
    '/_reindex',
    { source: { index: 'again' }, dest: { index: 'again' } },
    'reindex cannot write into an index its reading from [again]',
  ],
  [
    '/_reindex',
    { source: { index: 'again' }, dest: { index: 'x', routing: 'y' } },
    'routing must be unset, [keep], [discard] or [=<some new value>]',
  ],
  [
    '/_reindex',
    { source: { index: 'a', remote: { host: 'http://other:9200' } }, dest: { index: 'x' } },
    '[other:9200] not whitelisted in reindex.remote.whitelist',
  ],
];

test.each(complaints)('%s %j is refused', async (path, sent, text) => {
  const { status, body } = await node.call('POST', path, sent);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(JSON.stringify(text).slice(1, -1));
});
