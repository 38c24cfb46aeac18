/** The client as most people run it: under Node, over its default connection, with gzip. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { SearchServer } from '@tandem/testkit/search-server.ts';
import { run } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { PASSWORD } from './elastic-variants.ts';

const SCRIPT = `
  import { Client } from process.env.CLIENT;
  const auth = { username: 'elastic', password: process.env.PASSWORD };
  const client = new Client({ node: process.env.URL, auth, compression: true, maxRetries: 0 });
  const datasource = Array.from({ length: 2000 }, (_, n) => ({ n, text: 'some text '.repeat(20) }));
  const { successful } = await client.helpers.bulk({
    datasource,
    onDocument: () => ({ index: { _index: 'node' } }),
    refreshOnCompletion: true,
  });
  const pages = [];
  for await (const page of client.helpers.scrollSearch({ index: 'node', size: 500 })) {
    pages.push(page.body.hits.hits.length);
  }
  const many = Array.from({ length: 50 }, () => client.count({ index: 'node' }));
  const counts = new Set((await Promise.all(many)).map(({ count }) => count));
  const refused = await client.search({ index: 'none' }).catch((error) => error);
  await client.indices.delete({ index: 'node' });
  const status = [refused.name, refused.statusCode];
  console.log(JSON.stringify({ successful, pages, counts: [...counts], status }));
  await client.close();
`;

test('both versions of the client under Node', async () => {
  const env = { ELASTIC_PASSWORD: PASSWORD };
  const server = await SearchServer.start({ dataDir: tempDir('interop-node'), env });
  for (const client of ['elasticsearch8.11', '@elastic/elasticsearch']) {
    const script = SCRIPT.replace('process.env.CLIENT', JSON.stringify(client));
    const { code, stdout, stderr } = await run(['node', '--input-type=module', '-e', script], {
      cwd: join(import.meta.dir, '../../..'),
      env: { URL: server.url, PASSWORD },
    });
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      successful: 2000,
      pages: [500, 500, 500, 500],
      counts: [2000],
      status: ['ResponseError', 404],
    });
  }
  await server.process.stop();
});
