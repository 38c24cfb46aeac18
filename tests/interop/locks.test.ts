/** Locks as applications build them: SET NX PX to take, a script that compares to give back. */
import { afterEach, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { eventually } from '@tandem/testkit/eventually.ts';
import { Redis } from 'ioredis';
import { forEachServer } from './for-each-server.ts';

const RELEASE = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
  end
  return 0`;

const EXTEND = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('PEXPIRE', KEYS[1], ARGV[2])
  end
  return 0`;

/** Takes `n` at once or nothing, as a counting semaphore with a sorted set of holders does. */
const ACQUIRE_SLOT = `
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
  if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[3]) then
    redis.call('ZADD', KEYS[1], ARGV[2], ARGV[4])
    return 1
  end
  return 0`;

const FAR_MS = 600_000;
const CLIENTS = 8;
const TURNS = 15;

async function take(client: Redis, lock: string, token: string): Promise<void> {
  await eventually(
    'the lock',
    async () => (await client.set(lock, token, 'PX', FAR_MS, 'NX')) === 'OK',
    { everyMs: 1 },
  );
}

forEachServer((server) => {
  const opened: Redis[] = [];
  afterEach(() => {
    for (const client of opened.splice(0)) client.disconnect();
  });
  const open = (count: number) => {
    const clients = Array.from({ length: count }, () => new Redis(server().port));
    opened.push(...clients);
    return clients;
  };

  test('only one of several clients is ever inside', async () => {
    const clients = open(CLIENTS);
    let inside = 0;
    let most = 0;
    const work = async (client: Redis) => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        const token = randomUUID();
        await take(client, 'lock', token);
        inside += 1;
        most = Math.max(most, inside);
        const seen = Number(await client.get('counter'));
        await client.set('counter', seen + 1);
        inside -= 1;
        expect(await client.eval(RELEASE, 1, 'lock', token)).toBe(1);
      }
    };
    await Promise.all(clients.map(work));
    expect(most).toBe(1);
    expect(await clients[0]!.get('counter')).toBe(`${CLIENTS * TURNS}`);
    expect(await clients[0]!.exists('lock')).toBe(0);
  });

  test('a lock is given back and prolonged by its holder only', async () => {
    const [holder, other] = open(2) as [Redis, Redis];
    await take(holder, 'own', 'mine');
    expect(await other.set('own', 'theirs', 'PX', FAR_MS, 'NX')).toBeNull();
    expect(await other.eval(RELEASE, 1, 'own', 'theirs')).toBe(0);
    expect(await other.eval(EXTEND, 1, 'own', 'theirs', 1)).toBe(0);
    expect(await holder.eval(EXTEND, 1, 'own', 'mine', FAR_MS * 2)).toBe(1);
    expect(await holder.pttl('own')).toBeGreaterThan(FAR_MS);
    expect(await holder.eval(RELEASE, 1, 'own', 'mine')).toBe(1);
    expect(await other.set('own', 'theirs', 'PX', FAR_MS, 'NX')).toBe('OK');
  });

  test('a lock that was forgotten frees itself', async () => {
    const [forgetful, next] = open(2) as [Redis, Redis];
    expect(await forgetful.set('left', 'mine', 'PX', 30, 'NX')).toBe('OK');
    await take(next, 'left', 'theirs');
    expect(await forgetful.eval(RELEASE, 1, 'left', 'mine')).toBe(0);
    expect(await next.get('left')).toBe('theirs');
  });

  test('a semaphore lets in as many as it has places', async () => {
    const clients = open(CLIENTS);
    const enter = (client: Redis, now: number, until: number, who: string) =>
      client.eval(ACQUIRE_SLOT, 1, 'places', now, until, 3, who);
    const entered = await Promise.all(clients.map((client, i) => enter(client, 0, 100, `c${i}`)));
    expect(entered.filter((reply) => reply === 1)).toHaveLength(3);
    expect(await enter(clients[0]!, 50, 150, 'late')).toBe(0);
    expect(await enter(clients[0]!, 100, 200, 'later')).toBe(1);
  });

  test('optimistic locking with WATCH loses no update', async () => {
    const clients = open(4);
    const add = async (client: Redis) => {
      for (let done = 0; done < TURNS; ) {
        await client.watch('balance');
        const balance = Number(await client.get('balance'));
        const replies = await client
          .multi()
          .set('balance', balance + 1)
          .exec();
        if (replies !== null) done += 1;
      }
    };
    await Promise.all(clients.map(add));
    expect(await clients[0]!.get('balance')).toBe(`${4 * TURNS}`);
  });
});
