/** `_analyze` as a client sees it: a node in a process of its own, GET with a body in both framings. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type StartedProcess, startProcess } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { talk } from '../http/testing.ts';

const LAUNCHER = join(import.meta.dir, '../../bin/tandem-search');
const credentials = (user: string) => `Basic ${Buffer.from(user).toString('base64')}`;
const ELASTIC = credentials('elastic:analyze-me');

let node: StartedProcess;
let port = 0;
beforeAll(async () => {
  const settings = {
    'http.port': '0',
    'transport.port': '0',
    'path.data': tempDir('analyze'),
    'discovery.type': 'single-node',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-E', `${name}=${value}`]);
  node = startProcess([LAUNCHER, ...flags], { env: { ELASTIC_PASSWORD: 'analyze-me' } });
  await node.output('started');
  const bound = /HttpServerTransport\].*publish_address \{127\.0\.0\.1:(\d+)\}/;
  port = Number(bound.exec(node.stdout + node.stderr)?.[1]);
  await call('PUT', '/_security/role/r', {
    indices: [{ names: ['mine'], privileges: ['manage'] }],
  });
  await call('PUT', '/_security/user/bob', { password: 'bobs-password', roles: ['r'] });
  await call('PUT', '/mine', {
    settings: {
      'index.analyze.max_token_count': 4,
      analysis: {
        analyzer: {
          default: { tokenizer: 'whitespace' },
          loud: { tokenizer: 'standard', filter: 'uppercase' },
        },
        normalizer: { low: { filter: 'lowercase' } },
      },
    },
    mappings: {
      properties: {
        loud: { type: 'text', analyzer: 'loud', search_analyzer: 'simple' },
        low: { type: 'keyword', normalizer: 'low' },
        plain: { type: 'keyword' },
        count: { type: 'long' },
        also: { type: 'alias', path: 'loud' },
      },
    },
    aliases: { one: {}, both: {} },
  });
  await call('PUT', '/theirs', { aliases: { both: {} } });
});
afterAll(() => node.stop());

/** What the tests look at; each of an answer's kinds has some of it. */
interface Body {
  readonly tokens: readonly { readonly token: string }[];
  readonly detail: {
    readonly custom_analyzer: boolean;
    readonly tokenizer: { readonly name: string };
    readonly tokenfilters: readonly { readonly tokens: readonly object[] }[];
  };
  readonly error: { readonly reason: string };
}

interface Answer {
  readonly status: number;
  readonly body: Body;
}

async function call(
  method: string,
  path: string,
  body: unknown,
  authorization = ELASTIC,
): Promise<Answer> {
  const text = JSON.stringify(body);
  const reply = await talk(
    port,
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  const [head, content] = reply.split('\r\n\r\n') as [string, string];
  return { status: Number(head.slice(9, 12)), body: JSON.parse(content) };
}

const terms = ({ body }: Answer): string[] => body.tokens.map(({ token }) => token);
const analyze = (path: string, body: unknown) => call('GET', `${path}/_analyze`, body);

describe('GET /_analyze', () => {
  const BODY = '{"text":"Foo Bar"}';
  const expected =
    '{"tokens":[{"token":"foo","start_offset":0,"end_offset":3,"type":"<ALPHANUM>","position":0},{"token":"bar","start_offset":4,"end_offset":7,"type":"<ALPHANUM>","position":1}]}';
  const head = (framing: string) =>
    `GET /_analyze HTTP/1.1\r\nHost: x\r\nAuthorization: ${ELASTIC}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;

  test('with a body by Content-Length', async () => {
    const reply = await talk(port, head(`Content-Length: ${BODY.length}`) + BODY, (got) =>
      got.endsWith(']}'),
    );
    expect(reply).toEndWith(`\r\n\r\n${expected}`);
  });

  test('with a chunked body', async () => {
    const chunks = [BODY.slice(0, 5), BODY.slice(5)]
      .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
      .join('');
    const reply = await talk(
      port,
      `${head('Transfer-Encoding: chunked') + chunks}0\r\n\r\n`,
      (got) => got.endsWith(']}'),
    );
    expect(reply).toEndWith(`\r\n\r\n${expected}`);
  });
});

describe('/{index}/_analyze', () => {
  test('takes the analyzer of a field, of an alias, of a keyword, and the default of the index', async () => {
    expect(terms(await analyze('/mine', { field: 'loud', text: 'a-b' }))).toEqual(['A', 'B']);
    expect(terms(await analyze('/one', { field: 'also', text: 'a-b' }))).toEqual(['A', 'B']);
    expect(terms(await analyze('/mine', { field: 'low', text: 'A-B c' }))).toEqual(['a-b c']);
    expect(terms(await analyze('/mine', { field: 'plain', text: 'A-B c' }))).toEqual(['A-B c']);
    expect(terms(await analyze('/mine', { field: 'no such', text: 'A-B c' }))).toEqual([
      'A-B',
      'c',
    ]);
    expect(terms(await analyze('/mine', { text: 'A-B c' }))).toEqual(['A-B', 'c']);
    expect(terms(await analyze('/mine', { normalizer: 'low', text: 'A B' }))).toEqual(['a b']);
  });

  test('explains a chain step by step', async () => {
    const { body } = await analyze('/mine', { analyzer: 'loud', text: 'x', explain: true });
    expect(body.detail.custom_analyzer).toBe(true);
    expect(body.detail.tokenizer.name).toBe('standard');
    expect(body.detail.tokenfilters[0]!.tokens[0]).toEqual({
      token: 'X',
      start_offset: 0,
      end_offset: 1,
      type: '<ALPHANUM>',
      position: 0,
      bytes: '[58]',
      positionLength: 1,
      termFrequency: 1,
    });
  });

  test.each([
    [
      '/mine',
      { text: 'a b c d e' },
      500,
      'illegal_state_exception',
      'The number of tokens produced by calling _analyze has exceeded the allowed maximum of [4]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.',
    ],
    [
      '/mine',
      { text: 'a', field: 'count' },
      400,
      'illegal_argument_exception',
      "Can't process field [count], Analysis requests are only supported on tokenized fields",
    ],
    [
      '/mine',
      { text: 'a', analyzer: 'nix' },
      400,
      'illegal_argument_exception',
      'failed to find analyzer [nix]',
    ],
    ['/none', { text: 'a' }, 404, 'index_not_found_exception', 'no such index [none]'],
    [
      '/both',
      { text: 'a' },
      400,
      'illegal_argument_exception',
      "alias [both] has more than one index associated with it [mine, theirs], can't execute a single index op",
    ],
  ])('%s refuses %p', async (path, body, status, type, reason) => {
    const answer = await analyze(path, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ type, reason });
  });

  test('asks for privileges: of the cluster without an index, of the index with one', async () => {
    const bob = credentials('bob:bobs-password');
    const own = await call('POST', '/mine/_analyze', { text: 'a' }, bob);
    expect(own.status).toBe(200);
    for (const path of ['', '/theirs', '/both']) {
      const { status, body } = await call('POST', `${path}/_analyze`, { text: 'a' }, bob);
      expect([path, status]).toEqual([path, 403]);
      if (path === '')
        expect(body.error.reason).toStartWith(
          'action [cluster:admin/analyze] is unauthorized for user [bob]',
        );
    }
  });
});
