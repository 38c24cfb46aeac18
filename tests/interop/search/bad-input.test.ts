/** Requests that are wrong in every way, over real sockets: only those who send them pay for it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '@tandem/testkit/eventually.ts';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { SearchServer } from '@tandem/testkit/search-server.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { ANALYSES } from './bad-input/analyze-samples.ts';
import { APIS, SETUP } from './bad-input/api-samples.ts';
import { HttpClient, type Reply } from './bad-input/http-client.ts';
import { type BrokenRequest, broken } from './bad-input/mutate.ts';
import { SEARCHES } from './bad-input/query-samples.ts';
import { bodyText, type Sample } from './bad-input/request.ts';

const MIB = 2 ** 20;
const PASSWORD = 'bad-input-password';
const AUTHORIZATION = `Basic ${btoa(`elastic:${PASSWORD}`)}`;
const SAMPLES = [...SEARCHES, ...APIS, ...ANALYSES];

/** Words of the program and of the machine that no client should read. */
const LEAKS =
  /Cannot read|is not a function|is not iterable|is not an object|\bundefined\b|\[object |null_pointer|\bNaN\b|\.ts\b|\n\s+at /;

let server: SearchServer;
let port: number;

beforeAll(async () => {
  const env = { ELASTIC_PASSWORD: PASSWORD };
  server = await SearchServer.start({ dataDir: tempDir('bad-input'), env });
  port = Number(new URL(server.url).port);
});
afterAll(() => server.process.stop());

const open = () => HttpClient.open(port, AUTHORIZATION);

function plain(from: Sample): BrokenRequest {
  const type = Array.isArray(from.body) ? 'application/x-ndjson' : 'application/json';
  const body = Buffer.from(bodyText(from));
  return { method: from.method, path: from.path, headers: { 'content-type': type }, body };
}

/** What is wrong with an answer, or undefined. */
function complaint(request: BrokenRequest, { status, body }: Reply): string | undefined {
  if (status === 0) return 'the connection ended';
  // The reference answers this one with a 500 as well.
  if (status >= 500 && !body.includes('index.analyze.max_token_count')) return `status ${status}`;
  const leak = LEAKS.exec(body)?.[0];
  if (leak === undefined) return undefined;
  const said = request.body.includes(leak) || request.path.includes(leak);
  return said || body.includes('undefined tokenfilter') ? undefined : `says ${leak}`;
}

/** Asks for the node's health again and again; returns how long the slowest answer took. */
function probe(): () => Promise<number> {
  let isDone = false;
  const slowest = (async () => {
    const client = await open();
    let longest = 0;
    while (!isDone) {
      const start = performance.now();
      const { status } = await client.ask(plain({ method: 'GET', path: '/_cluster/health' }));
      expect(status).toBe(200);
      longest = Math.max(longest, performance.now() - start);
      await Bun.sleep(10);
    }
    client.close();
    return longest;
  })();
  return () => {
    isDone = true;
    return slowest;
  };
}

test(
  'mutations of every kind of request get an answer, and none says what it should not',
  async () => {
    const random = seededRandom('bad input');
    const stop = probe();
    const wrong: string[] = [];
    const seen = new Map<number, number>();
    let client = await open();
    for (let round = 0; round < rounds(16, 1000); round += 1) {
      for (const one of SETUP) await client.ask(plain(one));
      for (let i = 0; i < 60; i += 1) {
        const from = SAMPLES[Math.floor(random() * SAMPLES.length)] as Sample;
        const request = broken(from, random);
        const reply = await client.ask(request);
        seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
        const problem = complaint(request, reply);
        if (problem !== undefined) {
          const { method, path, body } = request;
          const shown = `${body.subarray(0, 1000)} => ${reply.body.slice(0, 500)}`;
          wrong.push(`${problem}: ${method} ${path} ${shown}`);
        }
        if (client.ended || /connection: close/i.test(reply.head)) {
          client.close();
          client = await open();
        }
      }
    }
    client.close();
    expect(wrong).toEqual([]);
    expect(seen.get(200)).toBeGreaterThan(0);
    expect(seen.get(400)).toBeGreaterThan(0);
    await stop();
    expect(server.memory().now).toBeLessThan(768 * MIB);
    expect(server.process.stdout).not.toContain('uncaught exception');
    expect(server.process.hasEnded).toBe(false);
  },
  rounds(60_000, 900_000),
);

describe('framing', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };

  async function answerTo(send: (client: HttpClient) => void): Promise<Reply> {
    const client = await open();
    send(client);
    const reply = await client.reply();
    client.close();
    return reply;
  }

  const head = (client: HttpClient, headers: Record<string, string>, path = '/_analyze') =>
    client.head('POST', path, { ...JSON_TYPE, ...headers });

  const REFUSED: readonly [string, Record<string, string>, string][] = [
    ['a length that is no number', { 'content-length': 'abc' }, '{}'],
    ['a negative length', { 'content-length': '-1' }, '{}'],
    ['a length beyond all numbers', { 'content-length': '9'.repeat(40) }, '{}'],
    ['two lengths', { 'content-length': '2', 'Content-Length': '3' }, '{}'],
    ['a length and chunks', { 'content-length': '2', 'transfer-encoding': 'chunked' }, '0\r\n\r\n'],
    ['a chunk without length', { 'transfer-encoding': 'chunked' }, 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a header with a carriage return', { 'x-opaque-id': 'a\rset-cookie: b' }, ''],
    ['a header with a zero byte', { 'x-opaque-id': 'a\0b' }, ''],
  ];
  for (const [what, headers, body] of REFUSED) {
    test(`${what} is refused`, async () => {
      const reply = await answerTo((client) => client.write(head(client, headers) + body));
      expect(reply.status).toBe(400);
      expect(reply.head.toLowerCase()).not.toContain('set-cookie');
    });
  }

  test('headers beyond the limit are refused', async () => {
    const reply = await answerTo((client) => client.write(head(client, { a: 'x'.repeat(20_000) })));
    expect(reply.status).toBe(431);
  });

  test('who hangs up in the middle of a body changes nothing', async () => {
    for (const path of ['/_bulk', '/_analyze', '/gone/_doc/1']) {
      const client = await open();
      const start = '{"index":{"_index":"gone","_id":"1"}}\n{"a":1}\n{"index"';
      client.write(head(client, { 'content-length': '5000' }, path) + start);
      await Bun.sleep(20);
      client.close();
    }
    const client = await open();
    const zipped = { 'content-length': '5000', 'content-encoding': 'gzip' };
    client.write(`${head(client, zipped, '/_bulk')}this is not compressed`);
    expect((await client.reply()).status).toBe(400);
    client.close();
    expect(server.process.hasEnded).toBe(false);
    expect(server.process.stdout).not.toContain('uncaught exception');
  });

  test('a body in small slow pieces is waited for while others are served', async () => {
    const slow = await open();
    const body = '{"analyzer":"standard","text":"slow but sure"}';
    slow.write(head(slow, { 'content-length': String(body.length) }));
    const other = await open();
    for (const char of body) {
      slow.write(char);
      expect((await other.ask(plain({ method: 'GET', path: '/' }))).status).toBe(200);
    }
    expect((await slow.reply()).status).toBe(200);
    slow.close();
    other.close();
  });

  test('pipelined requests are answered in their order', async () => {
    const client = await open();
    const texts = Array.from({ length: 50 }, (_, i) => `{"text":"word${i}"}`);
    const all = texts.map((text) => head(client, { 'content-length': `${text.length}` }) + text);
    client.write(all.join(''));
    for (let i = 0; i < texts.length; i += 1) {
      expect((await client.reply()).body).toContain(`"word${i}"`);
    }
    client.close();
  });

  test('what is too large is refused with a bare 413, however it comes', async () => {
    const before = server.memory().now;
    const said = await answerTo((client) => {
      client.write(head(client, { 'content-length': String(101 * MIB) }));
    });
    const asked = await answerTo((client) => {
      const headers = { 'content-length': String(101 * MIB), expect: '100-continue' };
      client.write(head(client, headers));
    });
    const inChunks = await answerTo((client) => {
      client.write(head(client, { 'transfer-encoding': 'chunked' }));
      const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MIB, ' ')]);
      for (let i = 0; i <= 100; i += 1) client.write(Buffer.concat([piece, Buffer.from('\r\n')]));
    });
    const bomb = gzipSync(Buffer.alloc(300 * MIB));
    for (const path of ['/_analyze', '/_bulk']) {
      const exploded = await answerTo((client) => {
        const length = String(bomb.length);
        const headers = { 'content-length': length, 'content-encoding': 'gzip' };
        client.write(head(client, headers, path));
        client.write(bomb);
      });
      expect(exploded.status).toBe(413);
    }
    for (const reply of [said, asked, inChunks]) {
      expect(reply.status).toBe(413);
      expect(reply.head).toContain('X-elastic-product: Elasticsearch');
      expect(reply.body).toBe('');
    }
    await eventually('the memory to come back', () => server.memory().now < before + 300 * MIB);
  });

  test('many connections that send nothing hold nobody up', async () => {
    const idle = await Promise.all(Array.from({ length: 500 }, open));
    for (const client of idle) client.write('POST /_bulk HTTP/1.1\r\nhost: x\r\n');
    const client = await open();
    expect((await client.ask(plain({ method: 'GET', path: '/_cluster/health' }))).status).toBe(200);
    for (const one of [...idle, client]) one.close();
  });
});
