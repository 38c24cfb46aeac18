/** A damaged file takes its index out of service, says why, and leaves the node and the others alone. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@tandem/testkit/eventually.ts';
import type { SearchServer } from '@tandem/testkit/search-server.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startVictim } from './victim.ts';

/** Which byte of which file; what the log must say. */
const DAMAGES = [
  { name: 'trailer', file: /\.seg$/, at: (n: number) => n - 8, says: 'lengths in the trailer' },
  {
    name: 'directory',
    file: /\.seg$/,
    at: (n: number) => n - 60,
    says: 'checksum of the directory',
  },
  // Not seen when it is opened: checksums of the arrays are compared in the background.
  { name: 'postings', file: /\.seg$/, at: () => 3, says: 'checksum of' },
  { name: 'cut', file: /\.seg$/, at: 'cut', says: 'segment-0' },
  { name: 'translog', file: /\.tlog$/, at: (n: number) => n >> 1, says: 'damaged record' },
  { name: 'manifest', file: /^manifest-\d+$/, at: () => 5, says: 'checksum differs' },
] as const;

const doc = (i: number) => `{"index":{"_id":"${i}"}}\n{"word":"w${i}"}\n`;

/** The directory of an index's only shard. */
async function shardPath(victim: SearchServer, dataDir: string, index: string): Promise<string> {
  const { body } = await victim.call('GET', `/${index}/_settings`);
  const { settings } = (body as Record<string, { settings: { index: { uuid: string } } }>)[index]!;
  return join(dataDir, 'indices', settings.index.uuid, '0');
}

async function health(victim: SearchServer, index: string): Promise<string> {
  const { body } = await victim.call('GET', `/_cluster/health/${index}?timeout=0s`);
  return String(body.status);
}

test('damaged files make their index red, with the reason in the log', async () => {
  const dataDir = tempDir('damage');
  const victim = await startVictim(dataDir);
  const paths = new Map<string, string>();
  for (const name of [...DAMAGES.map((damage) => damage.name), 'whole']) {
    const settings = { number_of_shards: 1, number_of_replicas: 0 };
    await victim.call('PUT', `/${name}`, { settings });
    await victim.call('POST', `/${name}/_bulk`, doc(0) + doc(1) + doc(2));
    await victim.call('POST', `/${name}/_flush`);
    // One sync each: later records vouch for earlier ones.
    for (let i = 3; i < 13; i += 1) await victim.call('POST', `/${name}/_bulk`, doc(i));
    paths.set(name, await shardPath(victim, dataDir, name));
  }
  await victim.process.stop('SIGKILL');

  for (const { name, file, at } of DAMAGES) {
    const path = paths.get(name)!;
    const found = readdirSync(path).find((entry) => file.test(entry))!;
    const bytes = readFileSync(join(path, found));
    if (at !== 'cut') bytes[at(bytes.length)]! ^= 0xff;
    writeFileSync(join(path, found), at === 'cut' ? bytes.subarray(0, bytes.length >> 1) : bytes);
  }

  const again = await startVictim(dataDir);
  for (const { name, says } of DAMAGES) {
    await eventually(`${name} to be red`, async () => (await health(again, name)) === 'red');
    const line = again.process.stdout
      .split('\n')
      .find((text) => text.includes(`[${name}][0] shard failed`));
    expect(line, name).toContain(says);
    expect((await again.call('POST', `/${name}/_bulk?timeout=0s`, doc(0))).body.errors).toBe(
      true as never,
    );
    expect((await again.call('GET', `/${name}/_doc/0`)).status).toBe(503);
    expect((await again.call('GET', `/${name}/_search`)).status).toBe(503);
  }
  expect(await health(again, 'whole')).toBe('green');
  expect((await again.call('GET', '/whole/_doc/12')).status).toBe(200);
  // What is damaged can still be deleted.
  expect((await again.call('DELETE', '/postings')).status).toBe(200);
  await again.process.stop();
});

test('index.shard.check_on_startup compares checksums before an index is opened', async () => {
  const dataDir = tempDir('damage');
  const victim = await startVictim(dataDir);
  const settings = { number_of_shards: 1, 'shard.check_on_startup': 'checksum' };
  await victim.call('PUT', '/checked', { settings });
  await victim.call('POST', '/checked/_bulk', doc(0));
  await victim.call('POST', '/checked/_flush');
  const path = await shardPath(victim, dataDir, 'checked');
  await victim.process.stop();
  const found = readdirSync(path).find((entry) => entry.endsWith('.seg'))!;
  const bytes = readFileSync(join(path, found));
  bytes[0]! ^= 0xff;
  writeFileSync(join(path, found), bytes);
  const again = await startVictim(dataDir);
  expect(await health(again, 'checked')).toBe('red');
  await again.process.stop();
});
