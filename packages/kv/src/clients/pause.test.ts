import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { FakePeer } from '../net/fake.ts';
import { FakeServer } from '../testing/fake-server.ts';

let fake: FakeServer;
let control: FakePeer;
beforeEach(() => {
  fake = new FakeServer();
  control = fake.connect();
});
afterEach(() => fake.close());

const ask = (...args: Parameters<FakeServer['ask']>) => fake.ask(...args);

test('writes wait for the end of a pause, in their order; reads go on', () => {
  ask(control, 'set', 'k', 1);
  ask(control, 'client', 'pause', 100_000, 'write');
  const peer = fake.connect();
  expect(ask(peer, 'get', 'k')).toBe('$1\r\n1\r\n');
  peer.send('INCR k\r\nGET k\r\nINCR k\r\n');
  fake.transport.turn();
  expect(peer.read()).toBe('');
  expect(ask(control, 'get', 'k')).toBe('$1\r\n1\r\n');
  ask(control, 'client', 'unpause');
  expect(peer.read()).toBe(':2\r\n$1\r\n2\r\n:3\r\n');
});

test('a transaction waits as a whole when it writes', () => {
  ask(control, 'client', 'pause', 100_000, 'write');
  const reads = fake.connect();
  ask(reads, 'multi');
  ask(reads, 'get', 'k');
  expect(ask(reads, 'exec')).toBe('*1\r\n$-1\r\n');
  const writes = fake.connect();
  ask(writes, 'multi');
  expect(ask(writes, 'set', 'k', 'v')).toBe('');
  ask(control, 'client', 'unpause');
  expect(writes.read()).toBe('+QUEUED\r\n');
  expect(ask(writes, 'exec')).toBe('*1\r\n+OK\r\n');
});

test('a pause of all lets nobody through until its time is over', () => {
  ask(control, 'client', 'pause', 50, 'all');
  const peer = fake.connect();
  expect(ask(peer, 'ping')).toBe('');
  fake.server.pause.tick(fake.server.store.now + 60);
  fake.transport.turn();
  expect(peer.read()).toBe('+PONG\r\n');
});

test('a client that goes away while held back runs nothing', () => {
  ask(control, 'client', 'pause', 100_000, 'write');
  const peer = fake.connect();
  ask(peer, 'set', 'k', 'v');
  peer.hangUp();
  ask(control, 'client', 'unpause');
  expect(ask(control, 'exists', 'k')).toBe(':0\r\n');
});
