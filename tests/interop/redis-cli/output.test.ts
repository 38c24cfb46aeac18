import { beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { bothServers, cli, type RunOptions } from './both-servers.ts';

const { run } = bothServers();

const DATA = `
SET string "text with \\"quotes\\" and \\x00\\xff bytes"
SET number 42
RPUSH list a b "" "c d"
HSET hash field1 value1 field2 "value 2"
SADD set one
ZADD zset 1 a 2.5 b +inf c
XADD stream 1-1 f v
XADD stream 2-1 f w g x
SELECT 1
SET elsewhere x
`;

const scripts = tempDir('lua');
const script = join(scripts, 'script.lua');
writeFileSync(script, 'return {KEYS[1], ARGV[1], redis.call("GET", KEYS[1])}');
const longScript = join(scripts, 'long-script.lua');
writeFileSync(
  longScript,
  `local sum = 0
for i = 1, 3 do
  sum = sum + i
end
redis.call('SET', KEYS[1], sum)
return {sum, ARGV[1]}`,
);
const DEBUGGING = `list\nstep\nprint sum\nbreak 5\ncontinue\nprint\neval KEYS[1]\neval sum
redis INCR number\ntrace\nwhole\nstep\nmaxlen 20\nbreak 0\ncontinue\n`;

beforeAll(async () => {
  const [ours] = await run(cli(), { stdin: DATA });
  expect(ours.code).toBe(0);
});

/** Every way in which redis-cli takes commands and shows replies. */
const CASES: readonly {
  what: string;
  args: string[];
  options?: RunOptions;
  isHeardWhileRunning?: true;
}[] = [
  ...['--raw', '--no-raw', '--csv', '--json', '--quoted-json', '-3', '-2'].flatMap((mode) =>
    [
      ['GET', 'string'],
      ['GET', 'nothing'],
      ['INCR', 'number'],
      ['LRANGE', 'list', '0', '-1'],
      ['HGETALL', 'hash'],
      ['SMEMBERS', 'set'],
      ['ZRANGE', 'zset', '0', '-1', 'WITHSCORES'],
      ['XRANGE', 'stream', '-', '+'],
      ['XREAD', 'STREAMS', 'stream', '0'],
      ['INCR', 'list'],
      ['NOSUCH', 'command'],
    ].map((command) => ({ what: `${mode} ${command.join(' ')}`, args: [mode, ...command] })),
  ),
  { what: '-3 --no-raw HGETALL', args: ['-3', '--no-raw', 'HGETALL', 'hash'] },
  { what: '-3 --no-raw SMEMBERS', args: ['-3', '--no-raw', 'SMEMBERS', 'set'] },
  { what: '-3 --no-raw ZSCORE', args: ['-3', '--no-raw', 'ZSCORE', 'zset', 'b'] },
  { what: '-e GET', args: ['-e', 'GET'] },
  { what: '-r', args: ['-r', '3', 'INCR', 'repeated'] },
  { what: '-r -i', args: ['-r', '2', '-i', '0.01', 'PING'] },
  { what: '-n', args: ['-n', '1', 'KEYS', '*'] },
  { what: '-n out of range', args: ['-n', '99', 'PING'] },
  { what: '-d and -D', args: ['-d', ',', '-D', ';', 'LRANGE', 'list', '0', '-1'] },
  { what: '-c', args: ['-c', 'GET', 'number'] },
  { what: '-x', args: ['-x', 'SET', 'stdin'], options: { stdin: 'from\nstdin\n' } },
  { what: 'what -x wrote', args: ['GET', 'stdin'] },
  {
    what: '-X',
    args: ['-X', 'tag', 'MSET', 'x1', 'tag', 'x2', '2'],
    options: { stdin: Buffer.from([0, 1, 255]) },
  },
  { what: 'what -X wrote', args: ['--no-raw', 'MGET', 'x1', 'x2'] },
  { what: '--quoted-input', args: ['--quoted-input', 'SET', '"q\\x00"', '"\\xff"'] },
  { what: '--eval', args: ['--eval', script, 'number', ',', 'argument'] },
  { what: '--eval --csv', args: ['--csv', '--eval', script, 'hash', ',', 'argument'] },
  {
    what: '--ldb-sync-mode',
    isHeardWhileRunning: true,
    args: ['--ldb-sync-mode', '--eval', longScript, 'debugged', ',', 'argument'],
    options: { stdin: DEBUGGING },
  },
  { what: '--show-pushes', args: ['-3', '--show-pushes', 'yes', 'CLIENT', 'TRACKING', 'ON'] },
  {
    what: 'a session on standard input',
    args: [],
    options: {
      stdin: `SET session "1\\n2"\nGET session\n\nnosuch\nMULTI\nINCR counted\nLPUSH counted x\nEXEC
        SELECT 1\nGET elsewhere\nMULTI\nGET\nEXEC\nSELECT 77\n3 INCR counted\nGET "unbalanced\nQUIT\n`,
    },
  },
];

/** The portable transport hears nobody while a script runs, not even its debugger. */
const hearsNobody = process.env.TANDEM_KV_TRANSPORT === 'listen';

for (const { what, args, options, isHeardWhileRunning } of CASES) {
  if (hearsNobody && isHeardWhileRunning) continue;
  test(`redis-cli ${what}`, async () => {
    const [ours, theirs] = await run(cli(...args), options);
    expect(ours).toEqual(theirs);
  });
}

test('HELP is drawn from COMMAND DOCS, without a word of complaint', async () => {
  for (const word of ['SET', 'XREADGROUP', 'CLIENT KILL', '@string', '@scripting']) {
    const [ours, theirs] = await run(cli('HELP', ...word.split(' ')));
    expect(ours.stderr).toBe('');
    expect(ours.code).toBe(0);
    const plain = (text: string) => text.replace(/\x1b\[\d*m|\r/g, '');
    const titles = (text: string) => plain(text).match(/^ {2}[A-Z][A-Z_ -]*(?= |$)/gm) ?? [];
    expect(titles(ours.stdout).sort()).toEqual(titles(theirs.stdout).sort());
    expect(plain(ours.stdout)).toMatch(/summary: .+\n {2}since: \d+\.\d+\.\d+\n/);
  }
});
