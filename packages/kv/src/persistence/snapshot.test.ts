import { expect, test } from 'bun:test';
import { datasetDigest } from '../observe/digest.ts';
import { Engine } from '../testing/engine.ts';
import { loadSnapshot } from './rdb/load-snapshot.ts';
import { RdbCorrupt } from './rdb/rdb-reader.ts';
import { snapshotBytes } from './rdb/snapshot.ts';

function filled(): Engine {
  const engine = new Engine();
  for (let i = 0; i < 300; i++) {
    engine.run('set', `s${i}`, i % 3 === 0 ? i : 'x'.repeat(i));
    engine.run('rpush', 'list', `e${i}`);
    engine.run('sadd', 'ints', i);
    engine.run('sadd', 'words', `w${i}`);
    engine.run('zadd', 'scores', i / 7, `m${i}`);
    engine.run('hset', 'hash', `f${i}`, i);
    engine.run('xadd', 'log', `${i + 1}-0`, 'n', i);
  }
  engine.run('xgroup', 'create', 'log', 'g', '0');
  engine.run('xreadgroup', 'group', 'g', 'c', 'count', 5, 'streams', 'log', '>');
  engine.run('pexpireat', 's1', Date.now() + 100_000);
  engine.run('hset', 'small', 'a', 1);
  engine.run('select', 3);
  engine.run('set', 'elsewhere', 'v');
  engine.run('select', 0);
  return engine;
}

test('a snapshot read back is the same data set', () => {
  const { server } = filled();
  const copy = new Engine().server;
  const result = loadSnapshot(copy.persistence.source, snapshotBytes(server.persistence.source));
  expect(result.loaded).toBe(308);
  expect(datasetDigest(copy)).toBe(datasetDigest(server));
  expect(copy.dbs[0]?.expires.size).toBe(1);
});

test('keys whose time is over are left out, unless a primary decides about them', () => {
  const engine = filled();
  const bytes = snapshotBytes(engine.server.persistence.source);
  const load = (keepExpired: boolean) => {
    const { server } = new Engine();
    server.store.now += 200_000;
    return loadSnapshot(server.persistence.source, bytes, { keepExpired });
  };
  expect(load(false).expired).toBe(1);
  expect(load(true).loaded).toBe(308);
});

test('a damaged snapshot is refused wherever it is cut or changed', () => {
  const bytes = snapshotBytes(filled().server.persistence.source);
  for (let i = 1; i < 40; i++) {
    const cut = bytes.subarray(0, Math.floor((bytes.length * i) / 40));
    expect(() => loadSnapshot(new Engine().server.persistence.source, cut)).toThrow(RdbCorrupt);
  }
  const changed = Buffer.from(bytes);
  changed[changed.length - 20] = (changed[changed.length - 20] as number) ^ 1;
  expect(() => loadSnapshot(new Engine().server.persistence.source, changed)).toThrow(RdbCorrupt);
});
