import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StartedProcess, startProcess } from './started-process.ts';

const root = join(import.meta.dir, '../../..');
const PASSWORD = 'test-password';
const authorization = `Basic ${btoa(`elastic:${PASSWORD}`)}`;

export interface SearchReply {
  readonly status: number;
  // Replies differ by API; tests look at what they asked for.
  readonly body: Record<string, never>;
}

export interface SearchServerOptions {
  readonly dataDir: string;
  /** By default the engine's launcher. */
  readonly program?: readonly string[];
  readonly env?: Record<string, string | undefined>;
}

/** tandem-search in a process of its own, on ports of its choice. */
export class SearchServer {
  private constructor(
    readonly process: StartedProcess,
    readonly url: string,
  ) {}

  /** Resolves once it answers; throws when it ends before. */
  static async start(options: SearchServerOptions): Promise<SearchServer> {
    const settings = [
      ...['http.port=0', 'transport.port=0', `path.data=${options.dataDir}`],
      ...['discovery.type=single-node', 'node.name=test-node'],
    ].flatMap((setting) => ['-E', setting]);
    const program = options.program ?? [join(root, 'packages/search/bin/tandem-search')];
    const started = startProcess([...program, ...settings], {
      env: { ELASTIC_PASSWORD: PASSWORD, ...options.env },
    });
    const bound = /HttpServerTransport.*publish_address \{[^}]*:(\d+)\}(?:.|\n)*\] started/;
    await started.output(bound, 10);
    return new SearchServer(started, `http://127.0.0.1:${bound.exec(started.stdout)?.[1]}`);
  }

  /** A request as `elastic`, with JSON or (a string) lines of it; throws when the server is gone. */
  async call(method: string, path: string, body?: unknown): Promise<SearchReply> {
    const isLines = typeof body === 'string';
    const type = isLines ? 'application/x-ndjson' : 'application/json';
    const reply = await fetch(this.url + path, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body: isLines ? body : JSON.stringify(body) }),
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, never> };
  }

  /** Resident memory in bytes: now, and the most there ever was. */
  memory(): { readonly now: number; readonly peak: number } {
    const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
    const of = (line: string) =>
      Number(new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
    return { now: of('VmRSS'), peak: of('VmHWM') };
  }
}
