import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoteWord, splitWords } from '../resp/words.ts';
import { parseCommandLine } from './command-line.ts';
import { BY_NAME, ENTRIES } from './config.ts';
import { ConfigFileError, Loader, type LoadHooks, loadConfiguration } from './load.ts';
import { rewriteConfigFile, rewrittenText } from './rewrite.ts';
import { type SetEnvironment, SetRefused, Settings } from './settings.ts';

const HOOKS: LoadHooks = {
  renameCommand: () => null,
  user: (words) => (words[1] === '+bad' ? `Error in user declaration '+bad': nope` : null),
  loadModule: () => null,
  log: () => {},
};

const ENVIRONMENT: SetEnvironment = { loading: false, protectedAllowed: true, log: () => {} };

function loaded(text: string): Settings {
  const settings = new Settings();
  new Loader(settings, HOOKS).load(text);
  return settings;
}

function loadError(text: string): string {
  try {
    loaded(text);
  } catch (error) {
    if (error instanceof ConfigFileError) return error.text;
    throw error;
  }
  return 'loaded';
}

function setError(settings: Settings, ...pairs: [string, string][]): string {
  try {
    settings.set(pairs, ENVIRONMENT);
  } catch (error) {
    if (error instanceof SetRefused) return error.text;
    throw error;
  }
  return 'OK';
}

function get(settings: Settings, name: string): string | undefined {
  return settings.get([name])[0]?.[1];
}

test('words: quotes, escapes, unbalanced', () => {
  expect(splitWords(' a  "b c" \'d\' "\\x41\\n\\q" ')).toEqual(['a', 'b c', 'd', 'A\nq']);
  expect(splitWords("'it\\'s'")).toEqual(["it's"]);
  expect(splitWords('a "b')).toBeNull();
  expect(splitWords('"a"b')).toBeNull();
  expect(splitWords('""')).toEqual(['']);
  const wild = '"\\\x00\x7f\xff\n\r\t\x07\x08 \'';
  expect(splitWords(quoteWord(wild))).toEqual([wild]);
});

test('every default reads back from the text that CONFIG GET prints', () => {
  const settings = new Settings();
  for (const entry of ENTRIES) {
    const words = entry.directive.multi
      ? settings.text(entry) === ''
        ? ['']
        : settings.text(entry).split(' ')
      : [settings.text(entry)];
    if (entry.name === 'replicaof') continue;
    const before = settings.text(entry);
    settings.assign(entry, words, { loading: false, repeated: false });
    expect([entry.name, settings.text(entry)]).toEqual([entry.name, before]);
  }
});

test('a file: comments, units, enums, repeated directives', () => {
  const s = loaded(
    '# hi\n\n  maxmemory 1gb  \r\nport "7000"\nmaxmemory-policy ALLKEYS-lru\nsave 10 1\nsave 20 2 30 3\nslaveof 10.0.0.1 6379\nclient-output-buffer-limit replica 1mb 1k 5\nnotify-keyspace-events KEA\nhash-max-ziplist-entries 7\nshutdown-on-sigterm "nosave now"\n',
  );
  expect(s.config.maxmemory).toBe(1073741824);
  expect(s.config.port).toBe(7000);
  expect(s.config.maxmemoryPolicy).toBe('allkeys-lru');
  expect(get(s, 'save')).toBe('10 1 20 2 30 3');
  expect(s.config.replicaof).toEqual({ host: '10.0.0.1', port: 6379 });
  expect(get(s, 'client-output-buffer-limit')).toBe(
    'normal 0 0 0 slave 1048576 1000 5 pubsub 33554432 8388608 60',
  );
  expect(get(s, 'notify-keyspace-events')).toBe('AKE');
  expect(s.config.hashMaxListpackEntries).toBe(7);
  expect(get(s, 'shutdown-on-sigterm')).toBe('nosave now');
});

test('a malformed file is reported with its line', () => {
  expect(loadError('port 1\n\nfoo bar baz\n')).toBe(
    "\n*** FATAL CONFIG FILE ERROR (Redis 7.2.3) ***\nReading the configuration file, at line 3\n>>> 'foo bar baz'\nBad directive or wrong number of arguments\n",
  );
  expect(loadError('port 1 2')).toContain('\nwrong number of arguments\n');
  expect(loadError('port 70000')).toContain('argument must be between 0 and 65535 inclusive');
  expect(loadError('save 1')).toContain('Invalid save parameters');
  expect(loadError('dir "a')).toContain('Unbalanced quotes in configuration line');
  expect(loadError('user x +bad')).toContain("Error in user declaration '+bad': nope");
  expect(loadError('cluster-enabled yes\nreplicaof 1.1.1.1 1')).toContain(
    'replicaof directive not allowed in cluster mode',
  );
  expect(loadError('sentinel monitor a 1 2')).toContain(
    'sentinel directive while not in sentinel mode',
  );
});

test('includes, with patterns, and a missing file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-config-'));
  try {
    mkdirSync(join(dir, 'd'));
    writeFileSync(join(dir, 'd', 'a.conf'), 'hz 20\n');
    writeFileSync(join(dir, 'd', 'b.conf'), 'hz 30\n');
    expect(loaded(`include ${dir}/d/*.conf`).config.hz).toBe(30);
    expect(loaded(`include ${dir}/nothing/*.conf`).config.hz).toBe(10);
    expect(() => loaded(`include ${dir}/missing.conf`)).toThrow();
    writeFileSync(join(dir, 'self.conf'), `include ${dir}/self.conf\n`);
    expect(loadError(`include ${dir}/self.conf`)).toContain('Too many nested includes');
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('the command line makes lines of configuration text', () => {
  const options = (...args: string[]): string | null => {
    const line = parseCommandLine(args);
    return line.mode === 'serve' ? line.options : line.mode;
  };
  expect(options('--port', '7000', '--save', '')).toBe('port "7000" \nsave "" ');
  expect(options('--save')).toBe('save ""');
  expect(options('--save', '--port', '1')).toBe('save ""\nport "1" ');
  expect(options('--requirepass', '--secret')).toBe('requirepass "--secret" ');
  expect(options('--port 6380', '--hz', '5')).toBe('port 6380 \nhz "5" ');
  expect(options('--sentinel', '--port', '1')).toBe('sentinel \nport "1" ');
  expect(options('--replicaof', '127.0.0.1', '8888')).toBe('replicaof "127.0.0.1" "8888" ');
  expect(options('-v')).toBe('version');
  expect(parseCommandLine(['a.conf', '--port', '1', '-'])).toMatchObject({
    file: 'a.conf',
    stdin: true,
  });
  expect(parseCommandLine(['-'])).toMatchObject({ file: null, stdin: true, options: '' });
});

test('file, standard input and options: the last counts', () => {
  const settings = new Settings();
  const line = parseCommandLine(['--port', '3', '-']);
  if (line.mode !== 'serve') throw new Error('serve expected');
  loadConfiguration(line, settings, HOOKS, () => 'port 2\nhz 33\nsave 1 1');
  expect([settings.config.port, settings.config.hz]).toEqual([3, 33]);
  expect(get(settings, 'save')).toBe('1 1');
});

test('CONFIG SET refuses as the reference does and changes nothing', () => {
  const s = new Settings();
  expect(setError(s, ['nope', '1'])).toBe(
    "Unknown option or number of arguments for CONFIG SET - 'nope'",
  );
  expect(setError(s, ['hz', '20'], ['maxmemory', 'x'])).toBe(
    "CONFIG SET failed (possibly related to argument 'maxmemory') - argument must be a memory value",
  );
  expect(s.config.hz).toBe(10);
  expect(setError(s, ['databases', '2'])).toBe(
    "CONFIG SET failed (possibly related to argument 'databases') - can't set immutable config",
  );
  expect(setError(s, ['hz', '20'], ['HZ', '30'])).toContain('duplicate parameter');
  expect(setError(s, ['appendfsync', 'x'])).toContain(
    'argument(s) must be one of the following: everysec, always, no',
  );
  expect(setError(s, ['oom-score-adj', 'x'])).toContain(': no, yes, relative, absolute');
  expect(setError(s, ['oom-score-adj', 'relative'])).toBe('OK');
  expect(get(s, 'oom-score-adj')).toBe('yes');
  expect(setError(s, ['maxmemory-clients', '101%'])).toContain(
    'percentage argument must be less or equal to 100',
  );
  expect(setError(s, ['maxmemory-clients', '5%'])).toBe('OK');
  expect([s.config.maxmemoryClients, get(s, 'maxmemory-clients')]).toEqual([-5, '5%']);
  expect(setError(s, ['slowlog-log-slower-than', '9223372036854775807'])).toBe('OK');
  expect(get(s, 'slowlog-log-slower-than')).toBe('9223372036854775807');
  expect(setError(s, ['slowlog-log-slower-than', '9223372036854775808'])).toContain('integer');
});

test('a hook that fails restores all values and runs again', () => {
  const s = new Settings();
  const calls: string[] = [];
  s.onChange('hz', () => {
    calls.push(`hz ${s.config.hz}`);
    return null;
  });
  s.onChange(['port', 'bind'], () => {
    calls.push(`port ${s.config.port}`);
    return s.config.port === 1 ? 'Unable to listen on this port. Check server logs.' : null;
  });
  expect(setError(s, ['hz', '20'], ['port', '1'], ['bind', ''])).toBe(
    "CONFIG SET failed (possibly related to argument 'port') - Unable to listen on this port. Check server logs.",
  );
  expect(calls).toEqual(['hz 20', 'port 1', 'hz 10', 'port 6379']);
  expect(get(s, 'bind')).toBe('127.0.0.1 -::1');
  expect(setError(s, ['hz', '10'])).toBe('OK');
  expect(calls.length).toBe(4);
});

test('CONFIG GET: patterns, aliases, spelling, hidden ones', () => {
  const s = new Settings();
  expect(s.get(['SLAVEOF', 'hz'])).toEqual([
    ['SLAVEOF', ''],
    ['hz', '10'],
  ]);
  expect(
    s
      .get(['*-ziplist-*', 'HASH-max-*'])
      .map(([name]) => name)
      .sort(),
  ).toEqual([
    'hash-max-listpack-entries',
    'hash-max-listpack-value',
    'hash-max-ziplist-entries',
    'hash-max-ziplist-value',
    'list-max-ziplist-size',
    'zset-max-ziplist-entries',
    'zset-max-ziplist-value',
  ]);
  expect(s.get(['watchdog-p*'])).toEqual([]);
  expect(s.get(['watchdog-period'])).toEqual([['watchdog-period', '0']]);
  const visible = [...BY_NAME.values()].filter((e) => !e.directive.hidden).length;
  expect(s.get(['*', 'hz']).length).toBe(visible);
});

test('a rewrite keeps comments and order, blanks what is gone, appends what is new', () => {
  const s = loaded('save 1 1\nhz 20');
  const old =
    '# top\nport 6379\n\n\nslaveof 1.1.1.1 1\nsave 900 1\nsave 300 10\nuser old on\nwhat is this\n';
  expect(rewrittenText(old, s.config, { users: ['default on nopass'] })).toBe(
    [
      '# top',
      'port 6379',
      '',
      'save 1 1',
      '',
      'user default on nopass',
      '# ??? what is this',
      '',
      '# Generated by CONFIG REWRITE',
      'hz 20',
      `dir ${quoteWord(process.cwd())}`,
      'latency-tracking-info-percentiles 50 99 99.9',
      '',
    ].join('\n'),
  );
});

test('the rewritten file loads to the same configuration', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-config-'));
  try {
    const path = join(dir, 'kv.conf');
    const s = loaded('maxmemory 100mb\nrequirepass "a \\"b\\x00"\nbind 127.0.0.1\nhz 50');
    rewriteConfigFile(path, s.config, { users: null });
    const again = loaded(readFileSync(path, 'latin1'));
    expect(again.config).toEqual(s.config);
    rewriteConfigFile(path, again.config, { users: null });
    expect(loaded(readFileSync(path, 'latin1')).config).toEqual(s.config);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
