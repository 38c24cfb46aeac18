import { join } from 'node:path';
import { type StartedProcess, startProcess } from '@tandem/testkit/started-process.ts';

const root = join(import.meta.dir, '../../..');
const PASSWORD = 'crash-password';
const authorization = `Basic ${btoa(`elastic:${PASSWORD}`)}`;

export interface Reply {
  readonly status: number;
  // Replies differ by API; tests look at what they asked for.
  readonly body: Record<string, never>;
}

/** A node in a process of its own, to be killed. */
export class Victim {
  private constructor(
    readonly process: StartedProcess,
    private readonly url: string,
  ) {}

  /** Starts one on a data directory; with `crashAt` it ends by itself there (failing-node.ts). */
  static async start(dataDir: string, crashAt?: string): Promise<Victim> {
    const settings = [
      ...['http.port=0', 'transport.port=0', `path.data=${dataDir}`],
      ...['discovery.type=single-node', 'node.name=victim'],
    ].flatMap((setting) => ['-E', setting]);
    const program =
      crashAt === undefined
        ? [join(root, 'packages/search/bin/tandem-search')]
        : [process.execPath, join(import.meta.dir, 'failing-node.ts')];
    const started = startProcess([...program, ...settings], {
      env: { ELASTIC_PASSWORD: PASSWORD, CRASH_AT: crashAt },
    });
    const bound = /HttpServerTransport.*publish_address \{[^}]*:(\d+)\}(?:.|\n)*\] started/;
    await started.output(bound, 10);
    const port = bound.exec(started.stdout)?.[1];
    return new Victim(started, `http://127.0.0.1:${port}`);
  }

  /** Throws when the node is gone. */
  async call(method: string, path: string, body?: unknown): Promise<Reply> {
    const isText = typeof body === 'string';
    const reply = await fetch(this.url + path, {
      method,
      headers: {
        authorization,
        ...(body === undefined
          ? {}
          : { 'content-type': isText ? 'application/x-ndjson' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, never> };
  }
}
