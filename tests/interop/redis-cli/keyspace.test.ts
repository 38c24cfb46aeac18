import { beforeAll, expect, test } from 'bun:test';
import { encode } from '../differential/peer.ts';
import { bothServers, cli } from './both-servers.ts';

const { run } = bothServers();

const STRINGS = 3000;
const commands = [
  ...Array.from({ length: STRINGS }, (_, i) => ['SET', `key:${i}`, `value ${i}`]),
  ['SET', 'big:string', 'x'.repeat(50_000)],
  ['RPUSH', 'big:list', ...Array.from({ length: 500 }, (_, i) => `${i}`)],
  ['SADD', 'big:set', ...Array.from({ length: 400 }, (_, i) => `m${i}`)],
  ['HSET', 'big:hash', ...Array.from({ length: 300 }, (_, i) => [`f${i}`, 'v']).flat()],
  ['ZADD', 'big:zset', ...Array.from({ length: 200 }, (_, i) => [`${i}`, `m${i}`]).flat()],
  ['XADD', 'big:stream', '1-1', 'f', 'v'],
];

beforeAll(async () => {
  const stdin = Buffer.concat(commands.map(encode));
  const [ours, theirs] = await run(cli('--pipe'), { stdin });
  expect(ours).toEqual(theirs);
  expect(ours.stdout).toEndWith(`errors: 0, replies: ${commands.length}\n`);
});

const lines = (text: string) => text.split('\n').filter((line) => line !== '');
/** What follows the progress, which tells of keys in the order of a hash table. */
const summary = (text: string) => text.slice(text.indexOf('-------- summary'));

test('--pipe counts what was refused, and inline commands too', async () => {
  const stdin = 'SET inline 1\r\nLPUSH inline x\r\nNOSUCH\r\nINCR inline\r\n';
  const [ours, theirs] = await run(cli('--pipe'), { stdin });
  expect(ours).toEqual(theirs);
  expect(ours.stdout).toEndWith('errors: 2, replies: 4\n');
  await run(cli('DEL', 'inline'));
});

test('--scan lists every key, or those of a pattern', async () => {
  for (const options of [
    [],
    ['--pattern', 'key:1?'],
    ['--quoted-pattern', '"big:*"'],
    ['-i', '0'],
  ]) {
    const [ours, theirs] = await run(cli('--scan', ...options));
    expect(new Set(lines(ours.stdout))).toEqual(new Set(lines(theirs.stdout)));
    expect(lines(ours.stdout).length).toBe(lines(theirs.stdout).length);
    expect(ours.code).toBe(0);
  }
});

test('--bigkeys finds the biggest of each kind', async () => {
  const [ours, theirs] = await run(cli('--bigkeys'));
  expect(summary(ours.stdout)).toEqual(summary(theirs.stdout));
  expect(summary(ours.stdout)).toMatch(/Biggest +list found .*big:list.* has 500 items/);
  expect(ours.stderr).toBe('');
});

test('--memkeys finds the heaviest of each kind', async () => {
  for (const options of [[], ['--memkeys-samples', '10']]) {
    const [ours, theirs] = await run(cli('--memkeys', ...options));
    const named = (text: string) => lines(summary(text)).map((line) => line.replace(/\d+/g, 'N'));
    expect(named(ours.stdout).sort()).toEqual(named(theirs.stdout).sort());
    expect(ours.code).toBe(0);
  }
});

test('--hotkeys needs a policy that counts, then names the hottest', async () => {
  const [refused, theirs] = await run(cli('--hotkeys'));
  expect(refused).toEqual(theirs);
  await run(cli('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lfu', 'lfu-log-factor', '0'));
  await run(cli('-r', '50', 'GET', 'key:7'));
  for (const { stdout, code } of await run(cli('--hotkeys'))) {
    expect(code).toBe(0);
    expect(summary(stdout)).toMatch(/hot key found with counter: \d+\tkeyname: "?key:7"?\n/);
  }
});

test('redis-benchmark runs its whole set', async () => {
  for (const options of [[], ['-P', '16'], ['--csv'], ['-r', '100', '-d', '200']]) {
    const argv = ['-n', '1000', '-q', ...options];
    const names = (text: string) => text.match(/^"?[A-Z][\w (),]*/gm) ?? [];
    const [ours, theirs] = await run(({ port }) => ['redis-benchmark', '-p', `${port}`, ...argv]);
    expect(ours.code).toBe(0);
    expect(ours.stderr).toBe(theirs.stderr);
    expect(ours.stdout).not.toMatch(/error|warning/i);
    expect([...new Set(names(ours.stdout))]).toEqual([...new Set(names(theirs.stdout))]);
  }
});

test('redis-benchmark runs any command, from several threads', async () => {
  const custom = ['EVAL', 'return redis.call("INCR", KEYS[1])', '1', 'bench:__rand_int__'];
  const argv = ['-n', '2000', '-q', '--threads', '2', '-r', '10', ...custom];
  const [ours] = await run(({ port }) => ['redis-benchmark', '-p', `${port}`, ...argv]);
  expect(ours.code).toBe(0);
  expect(ours.stdout).toContain('requests per second');
  expect(ours.stdout + ours.stderr).not.toMatch(/error|warning/i);
});
