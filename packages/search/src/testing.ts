/** For tests: a node in this process, on free ports and a directory of its own. */
import { Log } from './log.ts';
import { SearchNode } from './node.ts';
import { Settings } from './settings/settings.ts';

export interface TestNode {
  readonly node: SearchNode;
  readonly dataDir: string;
  readonly url: string;
  /** A request with credentials (`user:password`, or a whole Authorization value). */
  call(
    method: string,
    path: string,
    body?: unknown,
    credentials?: string,
  ): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }>;
}

export const ELASTIC = 'elastic:first-password';

export async function startTestNode(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<TestNode> {
  const log = new Log();
  log.quiet = true;
  const node = await SearchNode.start({
    settings: new Settings({
      'http.port': '0',
      'transport.port': '0',
      'path.data': dataDir,
      'node.name': 'test-node',
      // The process of a test run is many nodes and their tests.
      'indices.breaker.total.use_real_memory': 'false',
      ...settings,
    }),
    log,
    heapBudget: 512 * 2 ** 20,
    elasticPassword: ELASTIC.split(':')[1],
    announcePassword: () => {},
  });
  const url = `http://127.0.0.1:${node.httpPort}`;
  return {
    node,
    dataDir,
    url,
    call: async (method, path, body, credentials = ELASTIC) => {
      const headers: Record<string, string> = {};
      if (credentials !== '') {
        headers.authorization = /^\w+ /.test(credentials)
          ? credentials
          : `Basic ${Buffer.from(credentials).toString('base64')}`;
      }
      if (body !== undefined) headers['content-type'] = 'application/json';
      const reply = await fetch(url + path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await reply.text();
      return {
        status: reply.status,
        body: text === '' ? {} : JSON.parse(text),
        headers: reply.headers,
      };
    },
  };
}
