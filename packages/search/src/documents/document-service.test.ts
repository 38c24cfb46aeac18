import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry } from '../analysis/builtin.ts';
import { FieldMapping } from '../mapping/index-mapping.ts';
import type { IndexMetadata } from '../metadata/cluster-state.ts';
import { IndicesService } from '../metadata/indices-service.ts';
import { DocumentService } from './document-service.ts';
import type { IndexDocument } from './requests.ts';

const registry = createRegistry();
let path: string;
let indices: IndicesService;
let documents: DocumentService;
beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'document-service-'));
  indices = await IndicesService.start(
    path,
    (mapping, settings) => FieldMapping.parse(mapping, settings, registry),
    () => {},
  );
  documents = new DocumentService(indices);
});
afterEach(async () => {
  documents.stop();
  await indices.stop();
  rmSync(path, { recursive: true, force: true });
});

const doc = (index: string, id: string, source = '{"a":1}'): IndexDocument => ({
  kind: 'index',
  index,
  id,
  source: Buffer.from(source),
});

test('writes, reads and bulks for callers without HTTP', async () => {
  const made = await documents.write(doc('x', '1'), { refresh: 'true' });
  expect(made).toMatchObject({ index: 'x', shard: 0, result: 'created', forcedRefresh: true });
  const [updated, deleted] = await documents.bulk([
    { kind: 'update', index: 'x', id: '1', doc: new Map([['b', 2]]) },
    { kind: 'delete', index: 'x', id: '2' },
  ]);
  expect(updated).toMatchObject({ result: 'updated', version: 2 });
  expect(deleted).toMatchObject({ result: 'not_found' });
  const { document } = await documents.get({ index: 'x', id: '1' });
  expect(Buffer.from(document?.source ?? []).toString()).toBe('{"a":1,"b":2}');
});

test('the source may be a view that changes later', async () => {
  const bytes = Buffer.from('{"a":"before"}');
  await documents.write({ kind: 'index', index: 'x', id: '1', source: bytes });
  bytes.fill(0x20);
  const { document } = await documents.get({ index: 'x', id: '1' });
  expect(Buffer.from(document?.source ?? []).toString()).toBe('{"a":"before"}');
});

test('an index that goes away takes only its own writes along', async () => {
  await documents.write(doc('stays', '0'));
  await documents.write(doc('goes', '0'));
  const going = indices.state.indices.get('goes') as IndexMetadata;
  const running = documents.bulk([doc('stays', '1'), doc('goes', '1')], { refresh: 'wait_for' });
  await indices.delete([going]);
  const [stayed, gone] = await running;
  expect(stayed).toMatchObject({ result: 'created' });
  // Whichever came first: the write was done before the index went, or it is told that it is gone.
  const told = gone !== undefined && 'error' in gone ? gone.error.type : 'done';
  expect(['done', 'index_not_found_exception']).toContain(told);
});

test('pipelines that are named but missing are refused, `_none` is none', async () => {
  await documents.write(doc('x', '1'));
  indices.updateSettings(
    [indices.state.indices.get('x') as IndexMetadata],
    new Map([['index.default_pipeline', 'absent']]),
    false,
  );
  expect(documents.write(doc('x', '2'))).rejects.toThrow(
    'pipeline with id [absent] does not exist',
  );
  const done = await documents.write({ ...doc('x', '2'), pipeline: '_none' });
  expect(done.result).toBe('created');
});
