import { afterEach, beforeEach, expect, test } from 'bun:test';
import { FakeServer } from '../testing/fake-server.ts';

let fake: FakeServer;
beforeEach(() => {
  fake = new FakeServer();
});
afterEach(() => fake.close());

const ask = (...args: Parameters<FakeServer['ask']>) => fake.ask(...args);

test('commands run wherever their bytes are cut', () => {
  const text = '*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$3\r\nabc\r\nGET k\r\n*2\r\n$3\r\nGET\r\n$1\r\nk\r\n';
  for (let bytes = 1; bytes <= text.length; bytes++) {
    const peer = fake.connect();
    peer.send(text, bytes);
    expect(peer.read()).toBe('+OK\r\n$3\r\nabc\r\n$3\r\nabc\r\n');
  }
});

test('a protocol error is told, and ends the connection', () => {
  const peer = fake.connect();
  peer.send('PING\r\n*1\r\nx\r\nPING\r\n');
  expect(peer.read()).toBe("+PONG\r\n-ERR Protocol error: expected '$', got 'x'\r\n");
  expect(peer.closed).toBe(true);
});

test('an HTTP request gets no answer and no command of it runs', () => {
  const peer = fake.connect();
  peer.send('POST / HTTP/1.1\r\nHost: localhost\r\nSET k v\r\n');
  expect(peer.closed).toBe(true);
  expect(ask(fake.connect(), 'exists', 'k')).toBe(':0\r\n');
});

test('strangers are turned away by protected mode, and everybody by maxclients', () => {
  const stranger = fake.connect({ remote: '10.0.0.1:5' });
  fake.transport.turn();
  expect(stranger.read()).toStartWith('-DENIED Redis is running in protected mode');
  expect(stranger.closed).toBe(true);
  const first = fake.connect();
  ask(first, 'config', 'set', 'maxclients', 1);
  const second = fake.connect();
  fake.transport.turn();
  expect(second.read()).toBe('-ERR max number of clients reached\r\n');
  expect(second.closed).toBe(true);
  expect(ask(first, 'ping')).toBe('+PONG\r\n');
});

test('messages to oneself follow the reply, those of a transaction the reply to EXEC', () => {
  const peer = fake.connect();
  ask(peer, 'hello', 3);
  ask(peer, 'subscribe', 'c');
  expect(ask(peer, 'publish', 'c', 'm')).toBe(
    ':1\r\n>3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$1\r\nm\r\n',
  );
  ask(peer, 'multi');
  ask(peer, 'publish', 'c', 'm');
  ask(peer, 'ping');
  expect(ask(peer, 'exec')).toBe(
    '*2\r\n:1\r\n+PONG\r\n>3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$1\r\nm\r\n',
  );
});

test('who waited gets the reply before what its own command invalidates', () => {
  const waiting = fake.connect();
  ask(waiting, 'hello', 3);
  ask(waiting, 'client', 'tracking', 'on');
  ask(waiting, 'lrange', 'to', 0, -1);
  ask(waiting, 'blmove', 'from', 'to', 'left', 'left', 0);
  ask(fake.connect(), 'rpush', 'from', 'x');
  expect(waiting.read()).toBe('$1\r\nx\r\n>2\r\n$10\r\ninvalidate\r\n*1\r\n$2\r\nto\r\n');
});

test('what a waiting client sends is kept, and runs when the wait is over', () => {
  const peer = fake.connect();
  peer.send('BLPOP l 0\r\nSET k v\r\nGET k\r\n');
  fake.transport.turn();
  expect(peer.read()).toBe('');
  expect(ask(fake.connect(), 'get', 'k')).toBe('$-1\r\n');
  ask(fake.connect(), 'lpush', 'l', 'x');
  expect(peer.read()).toBe('*2\r\n$1\r\nl\r\n$1\r\nx\r\n+OK\r\n$1\r\nv\r\n');
});

test('CLIENT REPLY OFF silences replies, not messages', () => {
  const peer = fake.connect();
  ask(peer, 'client', 'reply', 'off');
  expect(ask(peer, 'ping')).toBe('');
  ask(peer, 'subscribe', 'c');
  ask(fake.connect(), 'publish', 'c', 'm');
  expect(peer.read()).toEndWith('$1\r\nm\r\n');
});

test('a hundred thousand commands in one go are answered one by one', () => {
  const n = 100_000;
  const peer = fake.connect();
  peer.send('INCR n\r\n'.repeat(n), 1 << 30);
  fake.transport.turn();
  const replies = peer.read();
  expect(replies).toStartWith(':1\r\n:2\r\n');
  expect(replies).toEndWith(`\r\n:${n}\r\n`);
  expect(fake.field(peer, 'qbuf')).toBe('0');
});

test('a reply beyond the hard limit is not sent, and costs nobody else anything', () => {
  const other = fake.connect();
  ask(other, 'config', 'set', 'client-output-buffer-limit', 'normal 100000 0 0');
  ask(other, 'hset', 'h', 'f', 'v'.repeat(100));
  const greedy = fake.connect();
  greedy.command('hrandfield', 'h', -2_000_000_000);
  fake.transport.turn();
  expect(greedy.closed).toBe(true);
  expect(greedy.read()).toBe('');
  const writing = fake.connect();
  ask(other, 'rpush', 'l', ...Array.from({ length: 200 }, () => 'x'.repeat(1000)));
  ask(writing, 'multi');
  ask(writing, 'lrange', 'l', 0, -1);
  ask(writing, 'set', 'k', 'v');
  expect(ask(writing, 'exec')).toBe('');
  expect(writing.closed).toBe(true);
  expect(ask(other, 'get', 'k')).toBe('$1\r\nv\r\n');
});

test('a subscriber that does not read is dropped at its limit', () => {
  const slow = fake.connect({ capacity: 0 });
  ask(slow, 'subscribe', 'c');
  const publisher = fake.connect();
  ask(publisher, 'config', 'set', 'client-output-buffer-limit', 'pubsub 1mb 0 0');
  let held = 0;
  for (let i = 0; i < 1000 && !slow.closed; i++) {
    held = Math.max(held, Number(fake.field(slow, 'omem') ?? 0));
    ask(publisher, 'publish', 'c', 'm'.repeat(10_000));
  }
  expect(slow.closed).toBe(true);
  expect(held).toBeGreaterThan(900_000);
  expect(held).toBeLessThan(1_200_000);
});

test('a waiting client may not pile up input without bound', () => {
  const peer = fake.connect();
  ask(peer, 'config', 'set', 'client-query-buffer-limit', 1024 * 1024);
  ask(peer, 'blpop', 'l', 0);
  for (let i = 0; i < 40 && !peer.closed; i++) peer.send('PING\r\n'.repeat(10_000));
  expect(peer.closed).toBe(true);
  expect(fake.server.blocking.count).toBe(0);
});

test('thousands that read nothing hold what they asked for and no more, and are evicted', () => {
  const control = fake.connect();
  ask(control, 'client', 'no-evict', 'on');
  ask(control, 'set', 'k', 'v'.repeat(10_000));
  const slow = Array.from({ length: 2000 }, () => fake.connect({ capacity: 1000 }));
  for (const peer of slow) peer.command('get', 'k');
  fake.transport.turn();
  const memory = Number(/mem_clients_normal:(\d+)/.exec(ask(control, 'info', 'memory'))?.[1]);
  expect(memory).toBeLessThan(2000 * 20_000);
  ask(control, 'config', 'set', 'maxmemory-clients', '4mb');
  fake.transport.turn();
  const left = slow.filter((p) => !p.closed).length;
  expect(left).toBeGreaterThan(100);
  expect(left).toBeLessThan(400);
  expect(ask(control, 'ping')).toBe('+PONG\r\n');
  for (const peer of slow) if (!peer.closed) expect(peer.read().length).toBe(10_010);
});

test('a client that is silent for too long is closed, one that waits is not', () => {
  const control = fake.connect();
  ask(control, 'config', 'set', 'timeout', 10);
  const silent = fake.connect();
  const waiting = fake.connect();
  const half = fake.connect();
  half.send('*2\r\n$4\r\nec');
  ask(waiting, 'blpop', 'l', 0);
  for (const peer of [silent, waiting, half]) peer.conn.client!.lastInteraction -= 20_000;
  for (let i = 0; i < 4; i++) fake.server.limits.turn();
  expect([silent.closed, waiting.closed, half.closed, control.closed]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('who goes away in the middle of a command leaves nothing behind', () => {
  const peer = fake.connect();
  ask(peer, 'watch', 'k');
  ask(peer, 'psubscribe', 'p*');
  ask(peer, 'ssubscribe', 's');
  peer.send('*2\r\n$4\r\necho\r\n$100000\r\nabc');
  peer.hangUp();
  const { server } = fake;
  expect(server.clients.size).toBe(0);
  expect(server.events.watches.clientCount).toBe(0);
  expect(server.pubsub.subscribers.size).toBe(0);
});
