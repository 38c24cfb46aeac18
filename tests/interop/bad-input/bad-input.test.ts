/** Clients that misbehave, over real sockets and on both transports: only they pay for it. */
import { describe, expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { type StartedServer, startKv } from '@tandem/testkit/servers.ts';
import { info, RawClient } from './raw-client.ts';

const MIB = 1024 * 1024;

async function rss(client: RawClient): Promise<number> {
  return info(client, 'used_memory_rss');
}

for (const transport of ['epoll', 'listen']) {
  const start = (...args: string[]): Promise<StartedServer> =>
    startKv({ args, env: { TANDEM_KV_TRANSPORT: transport } });

  describe(transport, () => {
    test('five thousand idle connections cost little and are forgotten when they go', async () => {
      const { port } = await start();
      const control = await RawClient.open(port);
      await control.ask('PING');
      const before = await rss(control);
      const idle = await RawClient.openMany(port, 5000);
      expect(await info(control, 'connected_clients')).toBe(5001);
      expect((await rss(control)) - before).toBeLessThan(150 * MIB);
      expect(await control.ask('SET k v')).toBe('+OK\r\n');
      for (const client of idle) client.close();
      await eventually(
        'the others to be gone',
        async () => (await info(control, 'connected_clients')) === 1,
      );
      control.close();
    });

    test('hundreds that do not read are evicted before they fill the memory', async () => {
      const { port } = await start('--maxmemory-clients', '64mb');
      const control = await RawClient.open(port);
      await control.ask('CLIENT NO-EVICT ON');
      await control.ask('SETRANGE k 999999 x');
      const before = await rss(control);
      const slow = await RawClient.openMany(port, 400, false);
      for (const client of slow) {
        client.stopReading();
        client.send('GET k\r\n'.repeat(20));
      }
      await eventually('evictions', async () => (await info(control, 'evicted_clients')) > 100);
      expect((await rss(control)) - before).toBeLessThan(400 * MIB);
      expect(await control.ask('STRLEN k')).toBe(':1000000\r\n');
      for (const client of slow) client.close();
      await eventually(
        'the others to be gone',
        async () => (await info(control, 'connected_clients')) === 1,
      );
      control.close();
    });

    test('a subscriber that does not read is dropped, the others get every message', async () => {
      const { port } = await start('--client-output-buffer-limit', 'pubsub 8mb 0 0');
      const control = await RawClient.open(port);
      const [slow, quick] = (await RawClient.openMany(port, 2, false)) as [RawClient, RawClient];
      slow.send('SUBSCRIBE c\r\n');
      quick.send('SUBSCRIBE c\r\n');
      const hello = '*3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n';
      await slow.total(hello.length);
      await quick.total(hello.length);
      slow.stopReading();
      const message = 'm'.repeat(50_000);
      const push = `*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$50000\r\n${message}\r\n`;
      const messages = 600;
      const all = quick.total(hello.length + messages * push.length);
      const receivers: string[] = [];
      for (let i = 0; i < messages; i++) receivers.push(await control.ask(`PUBLISH c ${message}`));
      await all;
      expect(receivers[0]).toBe(':2\r\n');
      expect(receivers.at(-1)).toBe(':1\r\n');
      for (const client of [slow, quick, control]) client.close();
    });

    test('two hundred thousand commands in one write are all answered', async () => {
      const { port } = await start();
      const n = 100_000;
      const deep = await RawClient.open(port);
      const other = await RawClient.open(port);
      deep.send('INCR n\r\n'.repeat(n) + 'ECHO x\r\n'.repeat(n));
      expect(await other.ask('PING')).toBe('+PONG\r\n');
      const digits = Array.from({ length: n }, (_, i) => `:${i + 1}\r\n`).join('');
      await deep.total(digits.length + n * '$1\r\nx\r\n'.length);
      expect(deep.received).toBe(digits + '$1\r\nx\r\n'.repeat(n));
      deep.close();
      other.close();
    });

    test('a large value comes and goes in small pieces while others are served', async () => {
      const { port } = await start();
      const [big, other] = (await RawClient.openMany(port, 2, true)) as [RawClient, RawClient];
      const value = Buffer.alloc(32 * MIB, 'v');
      big.send(`*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$${value.length}\r\n`);
      for (let at = 0; at < value.length; at += MIB) {
        big.send(value.subarray(at, at + MIB));
        expect(await other.ask('PING')).toBe('+PONG\r\n');
      }
      expect(await big.ask('')).toBe('+OK\r\n');
      expect(await other.ask('STRLEN k')).toBe(`:${value.length}\r\n`);
      expect((await big.ask('GET k')).length).toBe(value.length + '$33554432\r\n\r\n'.length);
      big.close();
      other.close();
    });

    test('garbage ends only its own connection', async () => {
      const { port, process } = await start('--client-query-buffer-limit', '1mb');
      const control = await RawClient.open(port);
      const random = seededRandom(`garbage ${transport}`);
      for (let round = 0; round < rounds(10, 200); round++) {
        const clients = await RawClient.openMany(port, 50);
        for (const client of clients) {
          const length = Math.floor(random() * 5000);
          const garbage = Buffer.alloc(length);
          for (let i = 0; i < length; i++)
            garbage[i] =
              random() < 0.5 ? '*$\r\n123'.charCodeAt(Math.floor(random() * 7)) : random() * 256;
          client.send(garbage);
        }
        expect(await control.ask(`ECHO ${round}`)).toBe(`$${String(round).length}\r\n${round}\r\n`);
        for (const client of clients) client.close();
      }
      await eventually(
        'the others to be gone',
        async () => (await info(control, 'connected_clients')) === 1,
      );
      expect(process.hasEnded).toBe(false);
      control.close();
    });

    test('lines and bulks beyond the limits are refused with the reason', async () => {
      const { port } = await start('--proto-max-bulk-len', '2mb', '--requirepass', 'secret');
      const cases: [string, string][] = [
        ['x'.repeat(MIB), 'too big inline request'],
        [`*${'1'.repeat(100_000)}`, 'too big mbulk count string'],
        ['*11\r\n', 'unauthenticated multibulk length'],
        ['*2\r\n$4\r\nAUTH\r\n$16385\r\n', 'unauthenticated bulk length'],
        ['AUTH secret\r\n*1\r\n$2097153\r\n', 'invalid bulk length'],
        ['AUTH secret\r\n*2147483648\r\n', 'invalid multibulk length'],
        ['AUTH secret\r\nECHO "x\r\n', 'unbalanced quotes in request'],
      ];
      for (const [input, reason] of cases) {
        const client = await RawClient.open(port);
        client.send(input);
        // What is still being sent when the server closes may turn the end into a reset.
        const got = await client.end();
        if (input.length < 1000) expect(got).toEndWith(`-ERR Protocol error: ${reason}\r\n`);
        client.close();
      }
    });

    test('who stops in the middle of a command and hangs up half-way is let go', async () => {
      const { port } = await start();
      const control = await RawClient.open(port);
      const halves = await RawClient.openMany(port, 100);
      for (const client of halves) {
        client.send('*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$100000\r\nabc');
        client.socket.end();
      }
      for (const client of halves) await client.end();
      await eventually(
        'the others to be gone',
        async () => (await info(control, 'connected_clients')) === 1,
      );
      expect(await control.ask('EXISTS k')).toBe(':0\r\n');
      control.close();
    });
  });
}
