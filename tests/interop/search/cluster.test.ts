import { expect, test } from 'bun:test';
import { forEachElastic } from './elastic-variants.ts';

forEachElastic(({ client, name }) => {
  test('the node tells which version it stands for', async () => {
    const info = await client().info();
    expect(info.version.number).toBe('8.11.3');
    expect(info.tagline).toBe('You Know, for Search');
    expect(await client().ping()).toBe(true);
  });

  test('health and settings of the cluster', async () => {
    const health = await client().cluster.health({ wait_for_status: 'yellow' });
    expect(health).toMatchObject({ number_of_nodes: 1, number_of_data_nodes: 1, timed_out: false });
    const persistent = { 'search.max_open_scroll_context': 600 };
    await client().cluster.putSettings({ persistent });
    const settings = await client().cluster.getSettings({ flat_settings: true });
    expect(settings.persistent).toEqual({ 'search.max_open_scroll_context': '600' });
    await client().cluster.putSettings({ persistent: { 'search.max_open_scroll_context': null } });
    const state = (await client().cluster.state({ metric: 'master_node' })) as {
      master_node: string;
    };
    expect(state.master_node).toBeString();
    expect((await client().cluster.stats()).nodes.count.total).toBe(1);
  });

  test('nodes and what they do', async () => {
    const info = await client().nodes.info();
    const [node] = Object.values(info.nodes);
    expect(node).toMatchObject({ name: 'test-node', version: '8.11.3' });
    const stats = await client().nodes.stats();
    expect(Object.values(stats.nodes)[0]?.jvm?.mem?.heap_max_in_bytes).toBe(512 * 2 ** 20);
    const { tasks } = await client().tasks.list({ group_by: 'none' });
    expect(tasks).toContainEqual(
      expect.objectContaining({ action: 'cluster:monitor/tasks/lists' }),
    );
  });

  test('tables for people', async () => {
    const index = name('shown');
    await client().index({ index, document: { a: 1 }, refresh: true });
    const [row] = await client().cat.indices({ index, format: 'json' });
    expect(row).toMatchObject({ index, health: 'yellow', status: 'open', 'docs.count': '1' });
    const text = await client().cat.count({ index, h: 'count', format: 'text' as 'json' });
    expect(String(text).trim()).toBe('1');
    const [health] = await client().cat.health({ format: 'json' });
    expect(health?.['node.total']).toBe('1');
    const [node] = await client().cat.nodes({ format: 'json' });
    expect(node?.name).toBe('test-node');
    expect(await client().cat.plugins({ format: 'json' })).toBeArray();
  });
});
