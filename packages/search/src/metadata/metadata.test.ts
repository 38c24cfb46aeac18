import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry } from '../analysis/builtin.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonObject } from '../json/values.ts';
import { FieldMapping } from '../mapping/index-mapping.ts';
import { parseCreateBody } from './create-index.ts';
import { resolveDateMath } from './date-math-name.ts';
import { checkIndexName } from './index-names.ts';
import { IndicesService } from './indices-service.ts';
import { resolveIndices, STRICT_ALL_HIDDEN, STRICT_OPEN } from './resolve-indices.ts';
import { defaultRoutingShards, routingHash, shardFor } from './routing.ts';
import { patternsOverlap } from './templates.ts';

const registry = createRegistry();
const directories: string[] = [];
afterEach(() => {
  for (const path of directories.splice(0)) rmSync(path, { recursive: true, force: true });
});

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'metadata-'));
  directories.push(path);
  return path;
}

const start = (path: string, heard: string[] = []) =>
  IndicesService.start(
    path,
    (mapping, settings) => FieldMapping.parse(mapping, settings, registry),
    (message) => heard.push(message),
  );

const body = (text: string) => parseCreateBody(parseJson(text) as JsonObject);

describe('the persisted state', () => {
  test('an index is there after a restart, with settings, mapping, aliases and files', async () => {
    const path = directory();
    const first = await start(path);
    const made = await first.create(
      'a',
      body(
        '{"settings":{"number_of_shards":2},"mappings":{"properties":{"f":{"type":"text"}}},"aliases":{"x":{"is_write_index":true,"filter":{"term":{"f":1.0}}}}}',
      ),
    );
    expect(readdirSync(join(path, 'indices', made.uuid)).sort()).toEqual(['0', '1']);
    await first.stop();
    const second = await start(path);
    expect(second.state.indices.get('a')).toEqual(made);
    expect(second.shardsOf(made)?.live.length).toBe(2);
    await second.stop();
  });

  test('a damaged newest version gives way to the one before, and is reported', async () => {
    const path = directory();
    const first = await start(path);
    await first.create('a', body('{}'));
    await first.create('b', body('{}'));
    await first.stop();
    writeFileSync(join(path, '_state', 'state-2.json'), 'torn');
    const heard: string[] = [];
    const second = await start(path, heard);
    expect([...second.state.indices.keys()]).toEqual(['a']);
    expect(heard.length).toBe(1);
    await second.stop();
    writeFileSync(join(path, '_state', 'state-1.json'), 'torn');
    expect(start(path)).rejects.toThrow('no readable cluster state');
  });

  test('a deleted index takes its files with it', async () => {
    const path = directory();
    const service = await start(path);
    const made = await service.create('a', body('{}'));
    await service.delete([made]);
    expect(readdirSync(join(path, 'indices'))).toEqual([]);
    expect(service.state.indices.size).toBe(0);
    await service.stop();
  });
});

describe('names', () => {
  const rows = [
    ['Upper', 'Invalid index name [Upper], must be lowercase'],
    ['_a', "Invalid index name [_a], must not start with '_', '-', or '+'"],
    ['a#b', "Invalid index name [a#b], must not contain '#'"],
    ['..', "Invalid index name [..], must not be '.' or '..'"],
  ] as const;
  for (const [name, complaint] of rows) {
    test(name, () => expect(() => checkIndexName(name)).toThrow(complaint));
  }

  test('date math is worked out at a given time and zone', () => {
    const now = Date.UTC(2024, 2, 31, 22, 30);
    expect(resolveDateMath('<logs-{now/d}>', now)).toBe('logs-2024.03.31');
    expect(resolveDateMath('<logs-{now/M-1M{yyyy.MM}}>', now)).toBe('logs-2024.02');
    expect(resolveDateMath('<logs-{now/d{yyyy.MM.dd|+12:00}}>', now)).toBe('logs-2024.04.01');
    expect(resolveDateMath('<a_{2022-12-31||/d{yyyy-MM-dd}}>', now)).toBe('a_2022-12-31');
  });
});

test('patterns, exclusions, aliases, closed and hidden indices', async () => {
  const service = await start(directory());
  await service.create('logs-1', body('{"aliases":{"all-logs":{}}}'));
  await service.create('logs-2', body('{"aliases":{"all-logs":{}}}'));
  await service.create('.secret', body('{"settings":{"hidden":true}}'));
  const closing = await service.create('old', body('{}'));
  await service.setState([closing], 'close');
  const names = (list: string[], options = STRICT_OPEN) =>
    resolveIndices(service.state, list, options).map(({ name }) => name);
  expect(names([])).toEqual(['logs-1', 'logs-2']);
  expect(names(['logs-*', '-logs-1'])).toEqual(['logs-2']);
  expect(names(['all*'])).toEqual(['logs-1', 'logs-2']);
  expect(names(['.sec*'])).toEqual(['.secret']);
  expect(names(['*'], STRICT_ALL_HIDDEN)).toEqual(['.secret', 'logs-1', 'logs-2', 'old']);
  expect(() => names(['nope'])).toThrow('no such index [nope]');
  expect(names(['nope'], { ...STRICT_OPEN, ignoreUnavailable: true })).toEqual([]);
  await service.stop();
});

test('routing is the reference’s', () => {
  expect(routingHash('hell') >>> 0).toBe(0x5a0cb7c3);
  expect(routingHash('hello') >>> 0).toBe(0xd7c31989);
  expect(routingHash('hello w') >>> 0).toBe(0x22ab2984);
  expect(defaultRoutingShards(1)).toBe(1024);
  expect(defaultRoutingShards(5)).toBe(640);
  expect(shardFor('hello', 5, 640)).toBeLessThan(5);
});

test('patterns overlap when one name fits both', () => {
  expect(patternsOverlap('a*', '*b')).toBe(true);
  expect(patternsOverlap('a*', 'b*')).toBe(false);
  expect(patternsOverlap('logs-*-x', 'logs-a*')).toBe(true);
});

test('settings that cannot be changed are refused with the reason', async () => {
  const service = await start(directory());
  const index = await service.create('a', body('{}'));
  const change = (name: string, value: string) =>
    service.updateSettings([index], new Map([[name, value]]), false);
  expect(() => change('index.number_of_shards', '2')).toThrow(
    `Can't update non dynamic settings [[index.number_of_shards]] for open indices [[a/${index.uuid}]]`,
  );
  expect(() => change('index.number_of_replica', '2')).toThrow(
    'unknown setting [index.number_of_replica] did you mean [index.number_of_replicas]?',
  );
  expect(() => change('index.number_of_replicas', '-1')).toThrow(
    'Failed to parse value [-1] for setting [index.number_of_replicas] must be >= 0',
  );
  await service.stop();
});
