import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode, type TestNode } from '../../testing.ts';

interface Hit {
  _id: string;
  sort?: unknown[];
}

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'geo-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
  await node.call('PUT', '/places', {
    mappings: {
      properties: {
        at: { type: 'geo_point' },
        word: { type: 'keyword' },
        stops: { type: 'nested', properties: { at: { type: 'geo_point' } } },
      },
    },
  });
  const docs = {
    paris: { at: '48.86,2.35', stops: [{ at: '1,1' }, { at: '0,2' }] },
    london: { at: [-0.13, 51.51], stops: [{ at: '0,5' }] },
    fiji: { at: { lat: -17.7, lon: 178 } },
    samoa: { at: 'POINT (-172 -13.6)' },
    both: { at: ['48.86,2.35', '40.7,-74'] },
    none: { word: 'x' },
  };
  for (const [id, doc] of Object.entries(docs)) await node.call('PUT', `/places/_doc/${id}`, doc);
  await node.call('POST', '/places/_refresh');
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

async function search(body: object): Promise<Hit[]> {
  const reply = await node.call('POST', '/places/_search', body);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return (reply.body.hits as unknown as { hits: Hit[] }).hits;
}
const ids = async (query: object) =>
  (await search({ query }))
    .map(({ _id }) => _id)
    .sort()
    .join();
const box = (at: object, more = {}) => ids({ geo_bounding_box: { at, ...more } });

test('a box is written in many ways', async () => {
  const forms = [
    { top_left: { lat: 50, lon: 2 }, bottom_right: { lat: 48, lon: 3 } },
    { top_right: '50,3', bottom_left: [2, 48] },
    { top: 50, left: 2, bottom: 48, right: '3' },
    { top_left: 'POINT (2 50)', bottom_right: 'POINT (3 48)' },
    { wkt: 'BBOX (2, 3, 50, 48)' },
    { top_left: 'u09', bottom_right: 'u09' },
  ];
  for (const form of forms) expect(await box(form)).toBe('both,paris');
});

test('a box may pass the date line', async () => {
  expect(await box({ top: 0, left: 170, bottom: -20, right: -170 })).toBe('fiji,samoa');
  const over = { top: 0, left: 170, bottom: -20, right: 190 };
  expect(await box(over, { validation_method: 'COERCE' })).toBe('fiji,samoa');
  await expect(box(over)).rejects.toThrow("couldn't validate latitude/ longitude values");
  const all = { top: 100, left: -180, bottom: -100, right: 180 };
  expect(await box(all, { validation_method: 'coerce' })).toBe('both,fiji,london,paris,samoa');
});

test('boxes and fields that cannot be are refused', async () => {
  await expect(box({ top: 1, left: 1, bottom: 2, right: 2 })).rejects.toThrow(
    'top is below bottom corner: 1.0 vs. 2.0',
  );
  await expect(box({ topLeft: [1, 1] })).rejects.toThrow(
    'failed to parse bounding box. unexpected field [topLeft]',
  );
  const sides = { top: 1, left: 0, bottom: 0, right: 1 };
  const on = (field: string, more = {}) => ids({ geo_bounding_box: { [field]: sides, ...more } });
  await expect(on('nowhere')).rejects.toThrow('failed to find geo field [nowhere]');
  expect(await on('nowhere', { ignore_unmapped: true })).toBe('');
  await expect(on('word')).rejects.toThrow('unsupported type [keyword] for [geo_bounding_box]');
});

test('a circle takes points in all forms', async () => {
  const near = (more: object) => ids({ geo_distance: { distance: '400km', ...more } });
  for (const at of [[2, 49], '49,2', { lat: 49, lon: 2 }, 'POINT (2 49)', 'u09']) {
    expect(await near({ at })).toBe('both,london,paris');
  }
  expect(await near({ 'at.lat': 49, 'at.lon': 2 })).toBe('both,london,paris');
  expect(await near({ at: [2, 49], distance: 60, unit: 'km' })).toBe('both,paris');
  expect(await near({ at: [180, -15], distance: '1200km' })).toBe('fiji,samoa');
  expect(await near({ at: [0, 90], distance: '4400km' })).toBe('london');
  await expect(near({ at: [0, 95] })).rejects.toThrow(
    'illegal latitude value [95.0] for [geo_distance]',
  );
  await expect(near({ at: [0, 0], distance: '0m' })).rejects.toThrow('greater than zero');
  await expect(near({ at: [0, 0], distance: '3 parsecs' })).rejects.toThrow('distance unit');
});

test('hits are sorted by distance', async () => {
  const sorted = async (sort: object) =>
    (await search({ sort: [{ _geo_distance: sort }, '_doc'], size: 3 })).map(({ _id }) => _id);
  expect(await sorted({ at: '51,0', unit: 'km' })).toEqual(['london', 'paris', 'both']);
  expect(
    await sorted({
      at: [
        [0, 51],
        [178, -17],
      ],
      order: 'asc',
    }),
  ).toEqual(['london', 'fiji', 'paris']);
  expect((await sorted({ at: '51,0', order: 'desc' }))[0]).toBe('none');
  const [first] = await search({
    sort: [{ _geo_distance: { at: [2.35, 47.86], unit: 'km', distance_type: 'arc' } }],
  });
  expect(Number(first?.sort?.[0])).toBeCloseTo(111.195, 2);
  const last = (await search({ sort: [{ _geo_distance: { at: '51,0' } }] })).at(-1);
  expect(last).toMatchObject({ _id: 'none', sort: ['Infinity'] });
  const nested = await sorted({ 'stops.at': '0,4', nested: { path: 'stops' } });
  expect(nested.slice(0, 2)).toEqual(['london', 'paris']);
  await expect(sorted({ at: '1,1', mode: 'sum' })).rejects.toThrow('sort_mode [sum]');
});
