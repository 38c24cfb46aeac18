/** Data moves from redis-server to kv: key by key as dumps, and in one go with MIGRATE. */
import { expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import { startKv, startRedis } from '@tandem/testkit/servers.ts';
import { Generator } from './differential/generator.ts';
import { type Command, Peer } from './differential/peer.ts';

const args = ['--enable-debug-command', 'yes', '--proto-max-bulk-len', '1mb'];
const COMMANDS = 3000;

/** Values that random commands do not reach: past every limit of the packed encodings. */
const LARGE: readonly Command[] = [
  ['SET', 'large:string', 'abc'.repeat(100_000)],
  ['RPUSH', 'large:list', ...numbered(3000), 'x'.repeat(20_000)],
  ['SADD', 'large:set', ...numbered(2000)],
  ['SADD', 'large:intset', ...Array.from({ length: 400 }, (_, i) => `${i * 1e9}`)],
  ['HSET', 'large:hash', ...numbered(1000).flatMap((name) => [name, `v-${name}`])],
  ['ZADD', 'large:zset', ...numbered(1000).flatMap((name, i) => [`${i / 8}`, name])],
  ['PFADD', 'large:hll', ...numbered(5000)],
  ...Array.from({ length: 500 }, (_, i) => ['XADD', 'large:stream', `${i + 1}-1`, 'f', `${i}`]),
  ['XGROUP', 'CREATE', 'large:stream', 'group', '0'],
  ['XREADGROUP', 'GROUP', 'group', 'consumer', 'COUNT', '100', 'STREAMS', 'large:stream', '>'],
  ['PEXPIREAT', 'large:hash', '4102444800123'],
];

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `member-${i}`);
}

/** A redis-server with values of all kinds, and an empty kv. */
async function fullAndEmpty() {
  const servers = await Promise.all([startRedis({ args }), startKv({ args })]);
  const [full, empty] = await Promise.all(servers.map(({ port }) => Peer.open(port)));
  const generator = new Generator(seededRandom('migrate'), { decimalScores: false });
  await full!.send([...generator.batch(COMMANDS), ...LARGE, ['SELECT', '0']]);
  const keys = ((await full!.ask('KEYS', '*')).children ?? []).map(({ body }) => body ?? '');
  expect(keys.length).toBeGreaterThan(20);
  return {
    full: full!,
    empty: empty!,
    keys,
    emptyPort: servers[1].port,
    stop: async () => {
      full?.close();
      empty?.close();
      await Promise.all(servers.map((server) => server.process.stop()));
    },
  };
}

test('what redis-server dumps, kv restores', async () => {
  const { full, empty, keys, stop } = await fullAndEmpty();
  for (const key of keys) {
    const [dump, expires] = await full.send([
      ['DUMP', key],
      ['PEXPIRETIME', key],
    ]);
    const time = Math.max(0, Number(expires!.head.slice(1)));
    const restored = await empty.ask('RESTORE', key, `${time}`, dump!.body ?? '', 'ABSTTL');
    expect(`${key} ${restored.head}`).toBe(`${key} +OK`);
    const digest: Command = ['DEBUG', 'DIGEST-VALUE', key];
    expect(await empty.ask(...digest)).toEqual(await full.ask(...digest));
  }
  for (const command of [
    ['XPENDING', 'large:stream', 'group'],
    ['PEXPIRETIME', 'large:hash'],
    ['PFCOUNT', 'large:hll'],
    ['OBJECT', 'ENCODING', 'large:intset'],
  ]) {
    expect(await empty.ask(...command)).toEqual(await full.ask(...command));
  }
  await stop();
});

test('MIGRATE moves all keys of redis-server to kv', async () => {
  const { full, empty, keys, emptyPort, stop } = await fullAndEmpty();
  for (let db = 15; db >= 0; db -= 1) {
    await full.ask('SELECT', `${db}`);
    if (db > 0) await full.ask('FLUSHDB');
  }
  const before = await full.ask('DEBUG', 'DIGEST');
  const migrate = ['MIGRATE', '127.0.0.1', `${emptyPort}`, '', '0', '60000', 'KEYS', ...keys];
  expect((await full.ask(...migrate)).head).toBe('+OK');
  expect((await full.ask('DBSIZE')).head).toBe(':0');
  expect((await empty.ask('DBSIZE')).head).toBe(`:${keys.length}`);
  expect(await empty.ask('DEBUG', 'DIGEST')).toEqual(before);
  await stop();
});
