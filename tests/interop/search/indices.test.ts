import { expect, test } from 'bun:test';
import { forEachElastic, refusal } from './elastic-variants.ts';

forEachElastic(({ client, name }) => {
  test('an index is made, looked at, closed, opened and deleted', async () => {
    const index = name('books');
    const made = await client().indices.create({
      index,
      settings: { number_of_shards: 2, number_of_replicas: 0 },
      mappings: { properties: { title: { type: 'text' }, year: { type: 'integer' } } },
      aliases: { [`${index}-alias`]: {} },
    });
    expect(made).toEqual({ acknowledged: true, shards_acknowledged: true, index });
    expect(await client().indices.exists({ index })).toBe(true);
    const got = await client().indices.get({ index });
    expect(got[index]?.settings?.index?.number_of_shards).toBe('2');
    expect(got[index]?.mappings?.properties?.year).toEqual({ type: 'integer' });
    const twice = await refusal(client().indices.create({ index }));
    expect(twice.statusCode).toBe(400);
    expect(twice.body.error.type).toBe('resource_already_exists_exception');
    await client().indices.close({ index });
    const closed = await refusal(client().search({ index }));
    expect(closed.body.error.type).toBe('index_closed_exception');
    await client().indices.open({ index });
    expect((await client().search({ index })).hits.hits).toEqual([]);
    await client().indices.delete({ index });
    expect(await client().indices.exists({ index })).toBe(false);
  });

  test('mappings and settings change where they may', async () => {
    const index = name('changing');
    await client().indices.create({ index, mappings: { properties: { a: { type: 'keyword' } } } });
    await client().indices.putMapping({ index, properties: { b: { type: 'date' } } });
    const mapping = await client().indices.getMapping({ index });
    expect(Object.keys(mapping[index]?.mappings.properties ?? {})).toEqual(['a', 'b']);
    const conflict = await refusal(
      client().indices.putMapping({ index, properties: { a: { type: 'long' } } }),
    );
    expect(conflict.body.error.reason).toBe(
      'mapper [a] cannot be changed from type [keyword] to [long]',
    );
    await client().indices.putSettings({ index, settings: { number_of_replicas: 0 } });
    const settings = await client().indices.getSettings({ index, flat_settings: true });
    expect(settings[index]?.settings).toMatchObject({ 'index.number_of_replicas': '0' });
  });

  test('aliases filter and choose where writes go', async () => {
    const [old, fresh, alias] = [name('old'), name('fresh'), name('alias')];
    await client().indices.create({ index: old });
    await client().indices.create({ index: fresh });
    await client().indices.updateAliases({
      actions: [
        { add: { index: old, alias, is_write_index: false } },
        { add: { index: fresh, alias, is_write_index: true } },
        { add: { index: fresh, alias: `${alias}-red`, filter: { term: { colour: 'red' } } } },
      ],
    });
    const written = await client().index({ index: alias, document: { colour: 'red' } });
    expect(written._index).toBe(fresh);
    await client().index({ index: alias, document: { colour: 'blue' }, refresh: true });
    expect((await client().count({ index: `${alias}-red` })).count).toBe(1);
    expect((await client().count({ index: alias })).count).toBe(2);
    expect(await client().indices.existsAlias({ name: alias })).toBe(true);
    const found = await client().indices.getAlias({ name: alias });
    expect(found[fresh]?.aliases[alias]).toEqual({ is_write_index: true });
  });

  test('templates give new indices what they say', async () => {
    const prefix = name('metrics');
    await client().cluster.putComponentTemplate({
      name: `${prefix}-settings`,
      template: { settings: { number_of_shards: 3 } },
    });
    await client().indices.putIndexTemplate({
      name: prefix,
      index_patterns: [`${prefix}-*`],
      composed_of: [`${prefix}-settings`],
      template: { mappings: { properties: { host: { type: 'keyword' } } } },
    });
    await client().index({ index: `${prefix}-1`, document: { host: 'a', value: 1 } });
    const made = (await client().indices.get({ index: `${prefix}-1` }))[`${prefix}-1`];
    expect(made?.settings?.index?.number_of_shards).toBe('3');
    expect(made?.mappings?.properties?.host).toEqual({ type: 'keyword' });
    expect(made?.mappings?.properties?.value).toEqual({ type: 'long' });
    const simulated = await client().indices.simulateIndexTemplate({ name: `${prefix}-2` });
    expect(simulated.template.mappings.properties?.host).toEqual({ type: 'keyword' });
    await client().indices.deleteIndexTemplate({ name: prefix });
  });

  test('text is analyzed, Chinese too', async () => {
    const standard = await client().indices.analyze({
      analyzer: 'standard',
      text: '全文搜索 engine',
    });
    expect(standard.tokens?.map(({ token }) => token)).toEqual(['全', '文', '搜', '索', 'engine']);
    const cjk = await client().indices.analyze({ analyzer: 'cjk', text: '全文搜索' });
    expect(cjk.tokens?.map(({ token }) => token)).toEqual(['全文', '文搜', '搜索']);
    expect(cjk.tokens?.[1]).toEqual({
      token: '文搜',
      start_offset: 1,
      end_offset: 3,
      type: '<DOUBLE>',
      position: 1,
    });
    const unknown = await refusal(client().indices.analyze({ analyzer: 'none', text: 'a' }));
    expect(unknown.body.error.reason).toBe('failed to find global analyzer [none]');
  });
});
