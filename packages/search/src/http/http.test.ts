import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { SearchError } from '../errors/search-error.ts';
import { LineSplitter } from '../json/ndjson.ts';
import { Double } from '../json/values.ts';
import { RestResponse } from './response.ts';
import type { Route } from './route.ts';
import { serveRoutes, type TestServer, talk } from './testing.ts';

const echo: Route['handler'] = (request) =>
  RestResponse.of({
    method: request.method,
    params: Object.fromEntries(request.params),
    body: request.content.toString(),
  });
const route = (methods: Route['methods'], path: string, more: Partial<Route> = {}): Route => ({
  methods,
  path,
  params: [],
  action: 'cluster:monitor/test',
  handler: echo,
  ...more,
});

let server: TestServer;
beforeAll(async () => {
  server = await serveRoutes([
    route(['GET', 'POST'], '/_analyze', { params: ['index', 'size', 'flag'] }),
    route(['GET', 'HEAD'], '/', {
      prettyByDefault: true,
      handler: () => RestResponse.of({ a: new Double(1) }),
    }),
    route(['GET', 'PUT', 'HEAD', 'DELETE'], '/{index}'),
    route(['GET'], '/{index}/_doc/{id}'),
    route(['GET'], '/_deep', {
      handler: () =>
        RestResponse.of({ took: 1, hits: { total: { value: 2 }, hits: [{ _id: '1', s: {} }] } }),
    }),
    route(['GET'], '/_fault', {
      handler: () => {
        throw new TypeError('broken');
      },
    }),
    route(['GET'], '/_missing', {
      handler: (request) => {
        request.deprecate('this "goes" away');
        throw new SearchError('index_not_found_exception', 'no such index [x]');
      },
    }),
    route(['GET'], '/_typed', {
      params: ['size', 'flag', 'timeout'],
      handler: (r) =>
        RestResponse.of({
          size: r.integer('size', 10),
          flag: r.flag('flag', false),
          t: r.time('timeout', 5),
        }),
    }),
    route(['POST'], '/_lines', {
      body: 'stream',
      handler: async (request) => {
        const splitter = new LineSplitter();
        let lines = 0;
        for await (const chunk of request.stream ?? [])
          for (const _ of splitter.push(chunk)) lines += 1;
        return RestResponse.of({ lines });
      },
    }),
  ]);
});
afterAll(() => server.close());

const json = { 'content-type': 'application/json' };
const get = (path: string, init: RequestInit = {}) => fetch(server.url + path, init);

describe('GET with a body', () => {
  test('by Content-Length', async () => {
    const reply = await talk(
      server.port,
      'GET /_analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"text":"hi"}',
      (got) => got.includes('}"'),
    );
    expect(reply).toStartWith('HTTP/1.1 200 OK\r\n');
    expect(reply).toEndWith('{"method":"GET","params":{},"body":"{\\"text\\":\\"hi\\"}"}');
  });

  test('chunked, and the connection stays for the next request', async () => {
    const one =
      'GET /_analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{"text\r\n7\r\n":"hi"}\r\n0\r\n\r\n';
    const reply = await talk(
      server.port,
      one + one,
      (got) => (got.match(/hi/g) ?? []).length === 2,
    );
    expect(reply.match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
    expect(reply.match(/"body":"\{\\"text\\":\\"hi\\"\}"/g)).toHaveLength(2);
  });
});

describe('headers of every answer', () => {
  test('product, opaque id, length, and no more than the reference sends', async () => {
    const reply = await talk(
      server.port,
      'GET /_fault HTTP/1.1\r\nHost: x\r\nX-Opaque-Id: me\r\nConnection: close\r\n\r\n',
    );
    const head = reply.split('\r\n\r\n')[0] as string;
    expect(head).toContain('HTTP/1.1 500 ');
    expect(head).toContain('X-elastic-product: Elasticsearch');
    expect(head).toContain('X-Opaque-Id: me');
    expect(head).not.toMatch(/^date:/im);
    expect(server.reported.pop()).toBeInstanceOf(TypeError);
  });

  test('HEAD tells the length and sends no body', async () => {
    const reply = await talk(
      server.port,
      'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(reply).toMatch(/content-length: 16/i);
    expect(reply).toEndWith('\r\n\r\n');
  });

  test('gzip both ways', async () => {
    const reply = await get('/_analyze', {
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip', 'accept-encoding': 'gzip' },
      body: gzipSync('{"text":"packed"}'),
    });
    expect(reply.headers.get('content-encoding')).toBe('gzip');
    expect(((await reply.json()) as { body: string }).body).toBe('{"text":"packed"}');
  });
});

describe('media types', () => {
  const vendored = (version: number) =>
    `application/vnd.elasticsearch+json; compatible-with=${version}`;

  test('vendored JSON is answered in kind', async () => {
    const reply = await get('/_analyze', {
      method: 'POST',
      headers: { accept: vendored(8), 'content-type': vendored(8) },
      body: '{}',
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe(
      'application/vnd.elasticsearch+json;compatible-with=8',
    );
  });

  test('a version from the future', async () => {
    const reply = await get('/_analyze', {
      method: 'POST',
      headers: { accept: vendored(9), 'content-type': vendored(9) },
      body: '{}',
    });
    expect(reply.status).toBe(400);
    const reason = 'Invalid media-type value on headers [Accept, Content-Type]';
    expect(await reply.json()).toEqual({
      error: {
        root_cause: [{ type: 'media_type_header_exception', reason }],
        type: 'media_type_header_exception',
        reason,
        caused_by: {
          type: 'status_exception',
          reason: `Accept version must be either version 8 or 7, but found 9. Accept=${vendored(9)}`,
        },
      },
      status: 400,
    });
  });

  test('a body nobody reads', async () => {
    const reply = await get('/_analyze', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '{}',
    });
    expect(reply.status).toBe(406);
    expect(await reply.text()).toBe(
      '{"error":"Content-Type header [application/x-www-form-urlencoded] is not supported","status":406}',
    );
  });

  test('a body without a type', async () => {
    const reply = await talk(
      server.port,
      'POST /_analyze HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    );
    expect(reply).toEndWith('{"error":"Content-Type header is missing","status":406}');
  });

  test('YAML by parameter and by Accept', async () => {
    for (const reply of [
      await get('/?format=yaml'),
      await get('/', { headers: { accept: 'application/yaml' } }),
    ]) {
      expect(reply.headers.get('content-type')).toBe('application/yaml');
      expect(await reply.text()).toBe('---\na: 1.0\n');
    }
  });

  test('a browser gets JSON', async () => {
    const reply = await get('/', {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect(reply.headers.get('content-type')).toBe('application/json');
  });
});

describe('what no route takes', () => {
  test('an unknown path', async () => {
    const reply = await get('/a/b/c?x=1', { method: 'PUT' });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toBe(
      '{"error":"no handler found for uri [/a/b/c?x=1] and method [PUT]"}',
    );
  });

  test('a wrong method', async () => {
    const reply = await get('/logs', { method: 'POST' });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('GET,PUT,DELETE,HEAD');
    expect(await reply.text()).toBe(
      '{"error":"Incorrect HTTP method for uri [/logs] and method [POST], allowed: [GET, PUT, DELETE, HEAD]","status":405}',
    );
  });

  test('OPTIONS lists methods', async () => {
    const reply = await get('/logs', { method: 'OPTIONS' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([200, 'GET,PUT,DELETE,HEAD']);
  });

  test('an unknown parameter', async () => {
    const reply = await get('/_analyze?indx=1&zzzzz=2');
    const reason =
      'request [/_analyze] contains unrecognized parameters: [indx] -> did you mean [index]?, [zzzzz]';
    expect(reply.status).toBe(400);
    expect(((await reply.json()) as { error: { reason: string } }).error.reason).toBe(reason);
  });
});

describe('parameters', () => {
  test('come from the path, decoded, and literal parts win over them', async () => {
    const reply = (await (await get('/a%2Fb/_doc/x%20y%2B+?pretty=false')).json()) as {
      params: object;
    };
    expect(reply.params).toEqual({ index: 'a/b', id: 'x y++', pretty: 'false' });
    expect(await (await get('/_deep')).json()).toHaveProperty('took');
  });

  test('are read by their kind', async () => {
    expect(await (await get('/_typed?size=3&flag&timeout=2s')).text()).toBe(
      '{"size":3,"flag":true,"t":2000}',
    );
    const reasons: [string, string][] = [
      ['size=x', 'Failed to parse int parameter [size] with value [x]'],
      ['flag=yes', 'Failed to parse value [yes] as only [true] or [false] are allowed.'],
      [
        'timeout=9',
        'failed to parse setting [timeout] with value [9] as a time value: unit is missing or unrecognized',
      ],
    ];
    for (const [query, reason] of reasons) {
      const body = (await (await get(`/_typed?${query}`)).json()) as { error: { reason: string } };
      expect(body.error.reason).toBe(reason);
    }
  });

  test('a broken escape is answered, not dropped', async () => {
    const reply = await talk(
      server.port,
      'GET /_analyze?size=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(reply).toContain('400 Bad Request');
  });
});

describe('filter_path', () => {
  const cases: [string, string][] = [
    ['took', '{"took":1}'],
    ['hits.total', '{"hits":{"total":{"value":2}}}'],
    ['hits.hits._id', '{"hits":{"hits":[{"_id":"1"}]}}'],
    ['**._id', '{"hits":{"hits":[{"_id":"1"}]}}'],
    ['t*k', '{"took":1}'],
    ['-hits.hits', '{"took":1,"hits":{"total":{"value":2}}}'],
    ['hits,-**.total', '{"hits":{"hits":[{"_id":"1","s":{}}]}}'],
    ['nothing', '{}'],
  ];
  for (const [filter, body] of cases) {
    test(filter, async () =>
      expect(await (await get(`/_deep?filter_path=${filter}`)).text()).toBe(body),
    );
  }
});

test('errors carry warnings, and a trace when asked', async () => {
  const reply = await get('/_missing?error_trace&filter_path=error.type,error.stack_trace');
  expect(reply.status).toBe(404);
  expect(reply.headers.get('warning')).toBe(
    '299 Elasticsearch-8.11.3-64cf052f3b56b1fd4449f5454cb88aca7e739d9a "this \\"goes\\" away"',
  );
  expect(await reply.text()).toContain(
    '"stack_trace":"[index_not_found_exception] no such index [x]\\n\\tat ',
  );
});

describe('bounds', () => {
  test('a body over the limit is a bare 413', async () => {
    const small = await serveRoutes([route(['POST'], '/x')], { maxContentLength: 10 });
    const declared = await talk(
      small.port,
      'POST /x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"a":"bcd"}',
    );
    expect(declared).toStartWith('HTTP/1.1 413 ');
    expect(declared).toContain('X-elastic-product');
    const chunked = await talk(
      small.port,
      'POST /x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n{"a":"bcd"}\r\n0\r\n\r\n',
    );
    expect(chunked).toStartWith('HTTP/1.1 413 ');
    await small.close();
  });

  test('a body over the memory budget is a 429, and the memory comes back', async () => {
    const tight = await serveRoutes([route(['POST'], '/x')], { budget: 1000 });
    const send = (size: number) =>
      fetch(`${tight.url}/x`, { method: 'POST', headers: json, body: 'x'.repeat(size) });
    const reply = await send(900);
    expect(reply.status).toBe(429);
    const { error } = (await reply.json()) as { error: Record<string, unknown> };
    expect(error).toMatchObject({
      type: 'circuit_breaking_exception',
      bytes_wanted: 1800,
      bytes_limit: 1000,
      durability: 'TRANSIENT',
    });
    expect(error.reason).toBe(
      '[inflight_requests] Data too large, data for [<http_request>] would be [1800/1.7kb], which is larger than the limit of [1000/1000b]',
    );
    for (let i = 0; i < 5; i += 1) expect((await send(400)).status).toBe(200);
    expect(tight.breakers.stats().inflight_requests?.estimated).toBe(0);
    await tight.close();
  });

  test('a streamed body is never whole in memory', async () => {
    const reply = await get('/_lines', {
      method: 'POST',
      headers: json,
      body: '{}\n'.repeat(200_000),
    });
    expect(await reply.json()).toEqual({ lines: 200_000 });
  });
});
