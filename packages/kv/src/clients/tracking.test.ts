import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { FakePeer } from '../net/fake.ts';
import { FakeServer } from '../testing/fake-server.ts';

let fake: FakeServer;
let writer: FakePeer;
beforeEach(() => {
  fake = new FakeServer();
  writer = fake.connect();
});
afterEach(() => fake.close());

const ask = (...args: Parameters<FakeServer['ask']>) => fake.ask(...args);

function caching(...options: string[]): FakePeer {
  const peer = fake.connect();
  ask(peer, 'hello', 3);
  expect(ask(peer, 'client', 'tracking', 'on', ...options)).toBe('+OK\r\n');
  return peer;
}

function invalidation(...keys: string[]): string {
  const items = keys.map((k) => `$${k.length}\r\n${k}\r\n`).join('');
  return `>2\r\n$10\r\ninvalidate\r\n*${keys.length}\r\n${items}`;
}

test('a key that was read is told once when it changes', () => {
  const peer = caching();
  ask(peer, 'mget', 'a', 'b');
  ask(writer, 'set', 'a', 1);
  ask(writer, 'set', 'a', 2);
  ask(writer, 'set', 'c', 1);
  expect(peer.read()).toBe(invalidation('a'));
});

test('OPTIN follows only what CLIENT CACHING announces, for one command or transaction', () => {
  const peer = caching('optin');
  ask(peer, 'get', 'a');
  ask(peer, 'client', 'caching', 'yes');
  ask(peer, 'get', 'b');
  ask(peer, 'get', 'c');
  ask(peer, 'client', 'caching', 'yes');
  ask(peer, 'multi');
  ask(peer, 'get', 'd');
  ask(peer, 'get', 'e');
  ask(peer, 'exec');
  ask(peer, 'get', 'f');
  for (const key of 'abcdef') ask(writer, 'set', key, 1);
  expect(peer.read()).toBe(invalidation('b') + invalidation('d') + invalidation('e'));
});

test('broadcast clients hear of every key with their prefixes, once per round', () => {
  const peer = caching('bcast', 'prefix', 'a:', 'prefix', 'b:');
  writer.send('SET a:1 x\r\nSET a:2 x\r\nSET c:1 x\r\nSET a:1 y\r\n');
  fake.transport.turn();
  expect(peer.read()).toBe(invalidation('a:1', 'a:2'));
  expect(ask(peer, 'client', 'tracking', 'on', 'bcast', 'prefix', 'a:b')).toStartWith(
    "-ERR Prefix 'a:b' overlaps with an existing prefix 'a:'",
  );
});

test('NOLOOP leaves out what the client changed itself', () => {
  const peer = caching('noloop');
  ask(peer, 'mget', 'a', 'b');
  ask(peer, 'set', 'a', 1);
  ask(writer, 'set', 'b', 1);
  expect(peer.read()).toBe(invalidation('b'));
});

test('one connection may get the invalidations of another, and its end is told', () => {
  const target = fake.connect();
  ask(target, 'subscribe', '__redis__:invalidate');
  const id = target.conn.client!.id;
  const peer = caching('redirect', String(id));
  ask(peer, 'get', 'a');
  ask(writer, 'set', 'a', 1);
  expect(peer.read()).toBe('');
  expect(target.read()).toBe(
    '*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n*1\r\n$1\r\na\r\n',
  );
  target.hangUp();
  ask(peer, 'get', 'a');
  ask(writer, 'set', 'a', 2);
  expect(peer.read()).toBe(`>2\r\n$21\r\ntracking-redir-broken\r\n:${id}\r\n`);
});

test('flushing tells everybody to forget, and forgets the keys of those who are gone', () => {
  const gone = caching();
  ask(gone, 'get', 'x');
  gone.hangUp();
  const peer = caching();
  ask(peer, 'get', 'a');
  expect(fake.server.tracking.keyCount).toBe(2);
  ask(writer, 'flushall');
  expect(peer.read()).toBe('>2\r\n$10\r\ninvalidate\r\n_\r\n');
  expect(fake.server.tracking.keyCount).toBe(0);
});

test('more keys than tracking-table-max-keys are not remembered', () => {
  const peer = caching();
  ask(writer, 'config', 'set', 'tracking-table-max-keys', 10);
  for (let i = 0; i < 50; i++) ask(peer, 'get', `k${i}`);
  fake.transport.turn();
  expect(fake.server.tracking.keyCount).toBe(10);
});
