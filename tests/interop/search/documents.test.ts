import { expect, test } from 'bun:test';
import { forEachElastic, refusal } from './elastic-variants.ts';

const DOCUMENTS = 20_000;
/** What the engine may hold while it indexes. */
const LIMIT_BYTES = 768 * 2 ** 20;

forEachElastic(({ client, server, name }) => {
  test('one document from its birth to its end', async () => {
    const index = name('life');
    const document = { title: 'first', big: 12345678901234567890n.toString(), tags: ['a', 'b'] };
    const made = await client().index({ index, id: '1', document });
    expect(made).toMatchObject({ _index: index, _id: '1', _version: 1, result: 'created' });
    expect(made._shards).toEqual({ total: 2, successful: 1, failed: 0 });
    const got = await client().get({ index, id: '1' });
    expect(got).toMatchObject({ found: true, _version: 1, _source: document });
    expect(await client().exists({ index, id: '1' })).toBe(true);
    expect(await client().getSource({ index, id: '1' })).toEqual(document);
    const updated = await client().update({ index, id: '1', doc: { title: 'second' } });
    expect(updated).toMatchObject({ result: 'updated', _version: 2 });
    const same = await client().update({ index, id: '1', doc: { title: 'second' } });
    expect(same.result).toBe('noop');
    const gone = await client().delete({ index, id: '1' });
    expect(gone).toMatchObject({ result: 'deleted', _version: 3 });
    const missing = await refusal(client().get({ index, id: '1' }));
    expect(missing.statusCode).toBe(404);
    expect(missing.body).toEqual({ _index: index, _id: '1', found: false } as never);
  });

  test('an id of its own, upserts, and many at once', async () => {
    const index = name('many');
    const made = await client().index({ index, document: { n: 1 } });
    expect(made._id).toMatch(/^[\w-]{20}$/);
    await client().update({ index, id: 'u', doc: { n: 2 }, doc_as_upsert: true });
    const found = await client().mget<{ n: number }>({ index, ids: [made._id, 'u', 'none'] });
    const shown = found.docs.map((doc) => ('_source' in doc ? doc._source?.n : undefined));
    expect(shown).toEqual([1, 2, undefined]);
  });

  test('writes that come too late are refused', async () => {
    const index = name('versions');
    const first = await client().index({ index, id: '1', document: { n: 1 } });
    const at = {
      if_seq_no: first._seq_no as number,
      if_primary_term: first._primary_term as number,
    };
    await client().index({ index, id: '1', document: { n: 2 }, ...at });
    const late = await refusal(client().index({ index, id: '1', document: { n: 3 }, ...at }));
    expect(late.statusCode).toBe(409);
    expect(late.body.error.type).toBe('version_conflict_engine_exception');
    const twice = await refusal(client().create({ index, id: '1', document: {} }));
    expect(twice.statusCode).toBe(409);
  });

  test('a bulk tells what became of each', async () => {
    const index = name('bulk');
    const { errors, items } = await client().bulk({
      index,
      refresh: 'wait_for',
      operations: [
        { index: { _id: '1' } },
        { n: 1 },
        { create: { _id: '1' } },
        { n: 2 },
        { update: { _id: '1' } },
        { doc: { n: 3 } },
        { delete: { _id: 'none' } },
        { index: { _id: '2' } },
        { n: 'not a number' },
      ],
    });
    expect(errors).toBe(true);
    const statuses = items.map((item) => Object.values(item)[0]?.status);
    expect(statuses).toEqual([201, 409, 200, 404, 400]);
    expect(items[4]?.index?.error?.type).toBe('document_parsing_exception');
    expect((await client().search({ index })).hits.hits.map(({ _source }) => _source)).toEqual([
      { n: 3 },
    ]);
  });

  test(`the bulk helper brings ${DOCUMENTS} documents in`, async () => {
    const index = name('helped');
    await client().indices.create({ index, settings: { number_of_replicas: 0 } });
    async function* source() {
      for (let n = 0; n < DOCUMENTS; n += 1)
        yield { n, text: `document ${n} of many`, even: n % 2 === 0 };
    }
    const dropped: unknown[] = [];
    const result = await client().helpers.bulk<{ n: number }>({
      datasource: source(),
      flushBytes: 500_000,
      onDocument: ({ n }: { n: number }) => ({ index: { _index: index, _id: String(n) } }),
      onDrop: (document) => dropped.push(document),
      refreshOnCompletion: index,
    });
    expect(dropped).toEqual([]);
    expect(result).toMatchObject({ total: DOCUMENTS, successful: DOCUMENTS, failed: 0 });
    const even = await client().count({ index, query: { term: { even: true } } });
    expect(even.count).toBe(DOCUMENTS / 2);
    expect(server().memory().peak).toBeLessThan(LIMIT_BYTES);
  });
});
