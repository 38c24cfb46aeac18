/**
 * `_bulk` end to end, over HTTP, with `_source` and the translog's syncs:
 * `bun bench/search/bulk.ts DATA [docs=100000] [batch=1000] [cpu=0] [shards=1] [refresh=1s]`. DATA holds
 * corpus.ndjson of the comparison kit; one JSON line with documents a second (of the clock and of
 * processor time) and the peak resident memory of the node. `cpu` pins the node to one core, so that the client does not share it.
 */
import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [data = '.', ...rest] = process.argv.slice(2);
const option = (name: string, otherwise: string) =>
  rest.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1) ?? otherwise;
const documents = Number(option('docs', '100000'));
const batch = Number(option('batch', '1000'));
const PASSWORD = 'bench-password';
/** Of /proc, on every Linux that matters. */
const TICKS = 100;

const directory = mkdtempSync(join(tmpdir(), 'bench-bulk-'));
const launcher = join(import.meta.dir, '../../packages/search/bin/tandem-search');
const settings = {
  'http.port': '0',
  'transport.port': '0',
  'path.data': directory,
  'discovery.type': 'single-node',
};
const flags = Object.entries(settings).flatMap(([name, value]) => ['-E', `${name}=${value}`]);
const pinned = option('cpu', '');
const command = pinned === '' ? [] : ['taskset', '-c', pinned];
const [program = '', ...first] = [...command, launcher];
const node = spawn(program, [...first, ...flags], {
  env: { ...process.env, ELASTIC_PASSWORD: PASSWORD },
  stdio: ['ignore', 'pipe', 'inherit'],
});

/** The port of the node, once it says where it listens. */
const port = await new Promise<number>((resolve, reject) => {
  let log = '';
  node.stdout.on('data', (chunk) => {
    log += String(chunk);
    const bound = /HttpServerTransport.*publish_address \{[^}]*:(\d+)\}/.exec(log);
    if (bound !== null && log.includes('started')) resolve(Number(bound[1]));
  });
  node.on('exit', () => reject(new Error(`the node ended:\n${log}`)));
});

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
function send(method: string, path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        method,
        path,
        agent,
        auth: `elastic:${PASSWORD}`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (reply) => {
        let text = '';
        reply.on('data', (chunk) => {
          text += String(chunk);
        });
        reply.on('end', () => resolve(text));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Of the node: its resident memory now and at its peak, in MB. */
function resident(): { now: number; peak: number } {
  const status = readFileSync(`/proc/${node.pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: Math.round(of('VmRSS')), peak: Math.round(of('VmHWM')) };
}

/** Seconds of processor time the node has used: what a core costs, however busy the machine is. */
function cpuSeconds(): number {
  const stat = readFileSync(`/proc/${node.pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS;
}

await send(
  'PUT',
  '/bench',
  JSON.stringify({
    settings: {
      number_of_shards: Number(option('shards', '1')),
      number_of_replicas: 0,
      refresh_interval: option('refresh', '1s'),
    },
    mappings: {
      properties: {
        title: { type: 'text' },
        body: { type: 'text' },
        tag: { type: 'keyword' },
        num: { type: 'long' },
        date: { type: 'date' },
      },
    },
  }),
);
const idle = resident().now;
const cpuBefore = cpuSeconds();
let pending = '';
let count = 0;
let bytes = 0;
let failed = 0;
let spent = 0;

async function flush(): Promise<void> {
  const began = performance.now();
  const answer = await send('POST', '/bench/_bulk', pending);
  spent += performance.now() - began;
  if (!answer.startsWith('{"errors":false')) {
    failed += 1;
    if (failed === 1) console.error(answer.slice(0, 500));
  }
  bytes += pending.length;
  pending = '';
}

for await (const line of createInterface({
  input: createReadStream(join(data, 'corpus.ndjson')),
})) {
  if (count === documents) break;
  pending += `{"index":{}}\n${line}\n`;
  count += 1;
  if (count % batch === 0) await flush();
}
if (pending !== '') await flush();
const memory = resident();
const cpu = cpuSeconds() - cpuBefore;
console.log(
  JSON.stringify({
    kind: 'bulk',
    docs: count,
    batch,
    failed_requests: failed,
    mb: Math.round(bytes / 2 ** 20),
    seconds: Math.round(spent) / 1000,
    docs_per_s: Math.round(count / (spent / 1000)),
    cpu_seconds: Math.round(cpu * 100) / 100,
    docs_per_cpu_s: Math.round(count / cpu),
    rss_idle_mb: idle,
    rss_peak_mb: memory.peak,
    rss_end_mb: memory.now,
  }),
);
agent.destroy();
node.kill('SIGTERM');
await new Promise((resolve) => node.on('exit', resolve));
rmSync(directory, { recursive: true, force: true });
