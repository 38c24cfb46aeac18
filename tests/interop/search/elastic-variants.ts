import { afterAll, beforeAll, describe } from 'bun:test';
import { Client, type ClientOptions, HttpConnection } from '@elastic/elasticsearch';
import { SearchServer } from '@tandem/testkit/search-server.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { Client as Client811, HttpConnection as HttpConnection811 } from 'elasticsearch8.11';

export type Elastic = Client;

export const PASSWORD = 'interop-password';

/**
 * What the two versions agree on is all that the tests use. The connection over Node's own HTTP is
 * named because Bun brings an undici of its own that the default one cannot work with;
 * `default-connection.test.ts` runs that one under Node.
 */
const variants: readonly {
  readonly name: string;
  readonly create: (options: ClientOptions) => Elastic;
}[] = [
  {
    name: 'client 8.11',
    create: (options) => {
      const own = { ...options, Connection: HttpConnection811 };
      return new Client811(own as object) as unknown as Elastic;
    },
  },
  {
    name: 'client 8.19',
    create: (options) => new Client({ ...options, Connection: HttpConnection }),
  },
];

export interface ElasticTest {
  /** As `elastic`, the superuser. */
  readonly client: () => Elastic;
  /** A client of somebody else; it is closed after the tests. */
  readonly open: (auth: ClientOptions['auth']) => Elastic;
  readonly server: () => SearchServer;
  /** A name of an index or a user that no other test uses. */
  readonly name: (label: string) => string;
}

let names = 0;

/** Declares tests for each version of the client; those of a file share one server. */
export function forEachElastic(tests: (given: ElasticTest) => void): void {
  let server: SearchServer;
  beforeAll(async () => {
    const env = { ELASTIC_PASSWORD: PASSWORD };
    server = await SearchServer.start({ dataDir: tempDir('interop-search'), env });
  });
  afterAll(() => server.process.stop());
  for (const { name, create } of variants) {
    describe(name, () => {
      const opened: Elastic[] = [];
      const open = (auth: ClientOptions['auth']) => {
        const client = create({ node: server.url, maxRetries: 0, ...(auth && { auth }) });
        opened.push(client);
        return client;
      };
      let client: Elastic;
      beforeAll(() => {
        client = open({ username: 'elastic', password: PASSWORD });
      });
      afterAll(async () => {
        for (const one of opened.splice(0)) await one.close();
      });
      tests({
        client: () => client,
        open,
        server: () => server,
        name: (label) => `${label}-${(names += 1)}`,
      });
    });
  }
}

/** What a call of the client fails with. */
export interface Refusal {
  readonly name: string;
  readonly message: string;
  readonly statusCode: number;
  readonly body: {
    readonly status: number;
    readonly error: {
      readonly type: string;
      readonly reason: string;
      readonly root_cause: readonly { readonly type: string; readonly reason: string }[];
    };
  };
  readonly headers: Readonly<Record<string, string>>;
}

export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (error) {
    return error as Refusal;
  }
  throw new Error('the call was not refused');
}
