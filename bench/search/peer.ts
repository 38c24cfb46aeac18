/**
 * One of the JavaScript libraries on the corpus: `bun bench/search/peer.ts NAME DATA [limit=50000]`.
 * Prints one JSON line: documents a second of processor time, and by how much its memory grew.
 */
import { join } from 'node:path';
import { batches, type Line, residentKb } from './build.ts';
import { peers } from './peers.ts';

const [name = '', data = '.', ...rest] = process.argv.slice(2);
const limit = Number(rest.find((word) => word.startsWith('limit='))?.slice(6) ?? 50_000);
const make = peers[name];
if (make === undefined) throw new Error(`there is no peer ${name}`);

const index = make();
let documents = 0;
let spent = 0;
Bun.gc(true);
const before = residentKb();
let peak = before;
for (const all of batches(join(data, 'corpus.ndjson'))) {
  const lines = all.slice(0, limit - documents).map((line) => JSON.parse(line.toString()) as Line);
  if (lines.length === 0) break;
  const from = process.cpuUsage();
  for (const { title, body } of lines) index.add(documents++, title, body);
  const { user, system } = process.cpuUsage(from);
  spent += (user + system) / 1e6;
  peak = Math.max(peak, residentKb());
}
console.log(
  JSON.stringify({
    engine: name,
    docs: documents,
    docs_per_s: Math.round(documents / spent),
    grown_kb: peak - before,
    found: await index.find('file'),
  }),
);
