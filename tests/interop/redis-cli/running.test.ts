/** The modes that run until they are stopped. */
import { expect, test } from 'bun:test';
import type { StartedServer } from '@tandem/testkit/servers.ts';
import { startProcess } from '@tandem/testkit/started-process.ts';
import { bothServers, cli } from './both-servers.ts';
import { Terminal } from './terminal.ts';

const { ours, theirs, run } = bothServers();

/** Starts redis-cli on both, does the same to both, and hands back what each has printed. */
async function watch(
  args: readonly string[],
  ready: RegExp,
  act: () => Promise<unknown>,
  done: RegExp,
): Promise<[ours: string, theirs: string]> {
  const started = [ours(), theirs()].map((server) => startProcess(cli(...args)(server)));
  await Promise.all(started.map((process) => process.output(ready)));
  await act();
  await Promise.all(started.map((process) => process.output(done)));
  await Promise.all(started.map((process) => process.stop('SIGKILL')));
  return started.map((process) => process.stdout) as [string, string];
}

test('MONITOR prints every command as it comes', async () => {
  const act = async () => {
    await run(cli('SET', 'k', 'v with "quotes" and \xe9'));
    await run(cli('-n', '2', 'EVAL', 'return redis.call("GET", KEYS[1])', '1', 'k'));
    await run(cli('MULTI'));
    await run(cli('ECHO', 'the end'));
  };
  const printed = await watch(['MONITOR'], /^OK/, act, /the end/);
  const neutral = (text: string) =>
    text.replace(/^\d+\.\d{6}/gm, 'TIME').replace(/127\.0\.0\.1:\d+/g, 'ADDRESS');
  expect(neutral(printed[0])).toBe(neutral(printed[1]));
  expect(printed[0]).toMatch(/^\d+\.\d{6} \[0 127\.0\.0\.1:\d+\] "SET" "k" /m);
});

for (const [subscribe, publish] of [
  ['SUBSCRIBE', 'PUBLISH'],
  ['PSUBSCRIBE', 'PUBLISH'],
  ['SSUBSCRIBE', 'SPUBLISH'],
] as const) {
  for (const mode of ['--csv', '--raw', '-3']) {
    test(`redis-cli ${mode} ${subscribe}`, async () => {
      const act = async () => {
        await run(cli(publish, 'news', 'first'));
        await run(cli(publish, 'news', 'last\nline'));
      };
      const args = [mode, '--show-pushes', 'yes', subscribe, 'news'];
      const [mine, other] = await watch(args, /subscribe[\s\S]*news/, act, /last/);
      expect(mine).toBe(other);
    });
  }
}

/** What a mode that never ends shows in a terminal before it is closed. */
async function shown(server: StartedServer, args: string[], shape: RegExp): Promise<void> {
  const terminal = new Terminal(cli(...args)(server), server);
  await terminal.shows(shape);
  await terminal.close();
  expect(terminal.screen).not.toMatch(/error|warning/i);
}

test('--stat prints what INFO says', async () => {
  const shape = /-+ data -+ .*\r\nkeys +mem +clients.*\r\n(\d+ +[\d.]+[BKMG] +\d+ +\d+ .*\r\n){2}/;
  await shown(theirs(), ['--stat', '-i', '0.05'], shape);
  await shown(ours(), ['--stat', '-i', '0.05'], shape);
});

test('--latency prints one line when nobody looks', async () => {
  for (const { code, stdout, stderr } of await run(cli('--latency', '-i', '0.1'))) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+ \d+ [\d.]+ \d+\n$/);
  }
});

test('--latency, --latency-history and --latency-dist draw until they are stopped', async () => {
  const numbers = /min: \d+, max: \d+, avg: [\d.]+ \(\d+ samples\)/;
  await shown(ours(), ['--latency'], numbers);
  await shown(ours(), ['--latency-history', '-i', '0.1'], /samples\) -- [\d.]+ seconds range/);
  await shown(ours(), ['--latency-dist', '-i', '0.1'], /\.01 +\.125 +\.25/);
});

test('--lru-test fills a cache and counts its hits', async () => {
  await run(cli('CONFIG', 'SET', 'maxmemory', '50mb', 'maxmemory-policy', 'allkeys-lru'));
  const shape = /\d+ Gets\/sec \| Hits: \d+ \([\d.]+%\) \| Misses: \d+ \([\d.]+%\)/;
  await shown(ours(), ['--lru-test', '1000'], shape);
});

test('in a terminal it prompts, hints, asks for a password and reconnects', async () => {
  await run(cli('CONFIG', 'SET', 'requirepass', 'secret'));
  const terminal = new Terminal(cli('--askpass')(ours()), ours());
  await terminal.shows(/input password/);
  await terminal.type('secret\r', /\d> $/);
  await terminal.type('SET terminal ', /value \[NX\|XX\] \[GET\]/);
  await terminal.type('"typed in"\r', /\nOK\r/);
  await terminal.type('GET terminal\r', /\n"typed in"\r/);
  await terminal.type('HELP STRLEN\r', /summary:.* .+[\r\n]+.*since:.* 2\.2\.0/);
  await terminal.type('CLIENT KILL TYPE normal SKIPME no\r', /\n\(integer\) \d+\r/);
  await terminal.type('STRLEN terminal\r', /closed the connection[\s\S]*not connected> /);
  await terminal.type('STRLEN terminal\r', /\n\(integer\) 8\r/);
  await terminal.type('QUIT\r', /\n/);
  expect(await terminal.exited).toBe(0);
  await run(cli('-a', 'secret', 'CONFIG', 'SET', 'requirepass', ''));
});
