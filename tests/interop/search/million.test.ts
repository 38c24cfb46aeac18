/** Many small documents through `_bulk`: all of them arrive, and memory stays bounded. */
import { expect, test } from 'bun:test';
import { rounds } from '@tandem/testkit/random.ts';
import { SearchServer } from '@tandem/testkit/search-server.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';

const DOCUMENTS = rounds(20_000, 1_000_000);
const BATCH = 5_000;
/** What the engine may hold while it indexes. */
const LIMIT_BYTES = 768 * 2 ** 20;

test(`${DOCUMENTS} small documents in bulks`, async () => {
  const server = await SearchServer.start({ dataDir: tempDir('million') });
  const settings = { number_of_shards: 2, number_of_replicas: 0 };
  await server.call('PUT', '/small', { settings });
  for (let first = 0; first < DOCUMENTS; first += BATCH) {
    let lines = '';
    for (let i = first; i < first + BATCH; i += 1) {
      lines += `{"index":{"_id":"${i}"}}\n`;
      lines += `{"number":${i},"word":"word${i % 1000}","text":"document number ${i} of many"}\n`;
    }
    const { body } = await server.call('POST', '/small/_bulk?filter_path=errors', lines);
    expect(body.errors).toBe(false as never);
  }
  await server.call('POST', '/small/_refresh');
  expect((await server.call('GET', '/small/_count')).body.count).toBe(DOCUMENTS as never);
  const { body } = await server.call('POST', '/small/_count', {
    query: { term: { 'word.keyword': 'word7' } },
  });
  expect(body.count).toBe((DOCUMENTS / 1000) as never);
  const { status } = await server.call('GET', `/small/_doc/${DOCUMENTS - 1}`);
  expect(status).toBe(200);
  expect(server.memory().peak).toBeLessThan(LIMIT_BYTES);
  await server.process.stop();
}, 1_800_000);
