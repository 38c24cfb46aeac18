import { expect, test } from 'bun:test';
import { Args } from '../resp/args.ts';
import { EngineClient } from '../testing/engine.ts';
import { ErrorReply, LocalClient } from '../testing/local-client.ts';
import { humanBytes } from './human.ts';
import { LatencyMonitor } from './latency-monitor.ts';
import { SlowLog } from './slowlog.ts';
import { sparkline } from './sparkline.ts';
import { Rate } from './stats.ts';

/** The section titles of an INFO reply. */
function titles(c: LocalClient, ...sections: string[]): string[] {
  const text = String(c.call('info', ...sections));
  return [...text.matchAll(/^# (\w+)\r$/gm)].map((m) => m[1] as string);
}

function field(c: LocalClient, section: string, name: string): string | undefined {
  const text = String(c.call('info', section));
  return new RegExp(`^${name}:(.*)\r$`, 'm').exec(text)?.[1];
}

test('INFO: sections asked for, in the reference order', () => {
  const c = new LocalClient();
  expect(titles(c)).toEqual([
    'Server',
    'Clients',
    'Memory',
    'Persistence',
    'Stats',
    'Replication',
    'CPU',
    'Modules',
    'Errorstats',
    'Cluster',
    'Keyspace',
  ]);
  expect(titles(c, 'everything').length).toBe(13);
  expect(titles(c, 'keyspace', 'SERVER', 'nonsense')).toEqual(['Server', 'Keyspace']);
  expect(titles(c, 'debug')).toEqual(['Debug']);
  expect(titles(c, 'nonsense')).toEqual([]);
  expect(field(c, 'server', 'redis_version')).toBe('7.2.3');
  expect(field(c, 'server', 'tandem_version')).toBe('0.1.0');
});

test('INFO keyspace, commandstats and errorstats count what was done', () => {
  const c = new LocalClient();
  c.client.out.onError = (text) => c.server.stats.errorReplied(text);
  c.call('set', 'a', '1');
  c.call('set', 'b', '1', 'EX', '100');
  c.call('lpush', 'a', 'x');
  c.call('get');
  expect(field(c, 'keyspace', 'db0')).toMatch(/^keys=2,expires=1,avg_ttl=0$/);
  expect(field(c, 'commandstats', 'cmdstat_set')).toMatch(
    /^calls=2,usec=\d+,usec_per_call=\d+\.\d\d,rejected_calls=0,failed_calls=0$/,
  );
  expect(field(c, 'commandstats', 'cmdstat_lpush')).toMatch(/calls=1,.*,failed_calls=1$/);
  expect(field(c, 'commandstats', 'cmdstat_get')).toMatch(/calls=0,.*rejected_calls=1/);
  expect(field(c, 'errorstats', 'errorstat_WRONGTYPE')).toBe('count=1');
  expect(field(c, 'stats', 'total_error_replies')).toBe('2');
  expect(field(c, 'latencystats', 'latency_percentiles_usec_set')).toMatch(
    /^p50=\d+\.\d{3},p99=\d+\.\d{3},p99\.9=\d+\.\d{3}$/,
  );
  c.call('config', 'resetstat');
  expect(field(c, 'commandstats', 'cmdstat_set')).toBeUndefined();
  expect(field(c, 'stats', 'total_error_replies')).toBe('0');
});

test('the slow log trims and hides arguments', () => {
  const log = new SlowLog();
  log.add(Args.of(['SADD', ...Array.from({ length: 40 }, String)]), null, 5, 'peer', 'name');
  log.add(Args.of(['SET', 'k', 'v'.repeat(200)]), null, 7, 'peer', '');
  log.add(Args.of(['AUTH', 'secret']), new Set([1]), 9, 'peer', '');
  const [auth, set, sadd] = log.newest(10);
  expect(auth?.args).toEqual(['AUTH', '(redacted)']);
  expect(set?.args[2]).toBe(`${'v'.repeat(128)}... (72 more bytes)`);
  expect(sadd?.args.length).toBe(32);
  expect(sadd?.args.at(-1)).toBe('... (10 more arguments)');
  expect(log.newest(1).map((e) => e.id)).toEqual([2]);
  log.trim(1);
  expect(log.length).toBe(1);
});

test('SLOWLOG shows what took long, and never passwords', () => {
  const c = new LocalClient();
  c.call('config', 'set', 'slowlog-log-slower-than', '0');
  c.call('config', 'set', 'requirepass', 'hidden');
  c.call('config', 'set', 'requirepass', '');
  const entries = c.call('slowlog', 'get', '-1') as [number, number, number, string[]][];
  expect(entries.map((e) => e[3].join(' '))).toEqual([
    'config set requirepass (redacted)',
    'config set requirepass (redacted)',
    'config set slowlog-log-slower-than 0',
  ]);
  expect(c.call('slowlog', 'get', '-2')).toEqual(
    new ErrorReply('ERR count should be greater than or equal to -1'),
  );
});

test('the latency monitor keeps the worst of each second', () => {
  let now = 1000;
  const monitor = new LatencyMonitor(() => now);
  monitor.add('command', 10);
  monitor.add('command', 30);
  monitor.add('command', 20);
  now = 1002;
  monitor.add('command', 5);
  const series = monitor.events.get('command');
  expect(series?.samples).toEqual([
    { time: 1000, milliseconds: 30 },
    { time: 1002, milliseconds: 5 },
  ]);
  expect(series?.analysis(1004)).toEqual({ average: 17, deviation: 12, period: 4 });
  now = 1064;
  expect(monitor.graph('command')?.split('\n')[0]).toBe(
    'command - high 30 ms, low 5 ms (all time high 30 ms)',
  );
  expect(monitor.graph('other')).toBeNull();
  expect([monitor.reset('COMMAND'), monitor.reset('command'), monitor.reset()]).toEqual([1, 0, 0]);
});

test('a sparkline as the reference draws it', () => {
  const samples = [1, 5, 10].map((value) => ({ value, label: `${value}s` }));
  expect(sparkline(samples, 80, 2)).toBe('  #\n_#|\n   \n151\nss0\n  s\n');
});

test('MONITOR tells commands as they were sent, without secrets', () => {
  const shown = new LocalClient();
  const { server } = shown;
  const watcher = new EngineClient(server, 7);
  watcher.run('monitor');
  shown.call('set', 'k', 'a"b\n\xff');
  shown.call('config', 'get', 'port');
  shown.call('auth', 'default', 'secret');
  const lines = watcher.received().map(String);
  expect(lines.length).toBe(2);
  expect(lines[0]).toMatch(/^\d+\.\d{6} \[0 .*\] "set" "k" "a\\"b\\n\\xff"$/);
  expect(lines[1]).toMatch(/ "auth" "\(redacted\)" "\(redacted\)"$/);
});

test('rates are the mean of sixteen samples', () => {
  const rate = new Rate();
  rate.sample(0, 1000, 1000);
  for (let i = 1; i <= 16; i++) rate.sample(i * 50, 1000 + i * 100, 1000);
  expect(rate.value).toBe(500);
});

test('bytes for people', () => {
  expect([humanBytes(512), humanBytes(1536), humanBytes(25234767872)]).toEqual([
    '512B',
    '1.50K',
    '23.50G',
  ]);
});

test('MEMORY USAGE grows with the value and covers every type', () => {
  const c = new LocalClient();
  const size = (): number => Number(c.call('memory', 'usage', 'k'));
  expect(c.call('memory', 'usage', 'k')).toBeNull();
  c.call('set', 'k', 'x');
  const small = size();
  c.call('set', 'k', 'x'.repeat(1000));
  expect(size() - small).toBeGreaterThan(900);
  for (const command of ['rpush', 'sadd']) {
    c.call('del', 'k');
    c.call(command, 'k', 'a');
    const one = size();
    c.call(command, 'k', ...Array.from({ length: 1000 }, (_, i) => `member:${i}`));
    expect(size() - one).toBeGreaterThan(10_000);
  }
  expect(c.call('memory', 'usage', 'k', 'samples', '-1')).toEqual(
    new ErrorReply('ERR syntax error'),
  );
});

test('DEBUG DIGEST depends on data, not on order or encoding', () => {
  const digest = (fill: (c: LocalClient) => void): unknown => {
    const c = new LocalClient();
    c.server.settings.override('enableDebugCommand', 'yes');
    fill(c);
    return c.call('debug', 'digest');
  };
  const filled = digest((c) => {
    c.call('set', 'a', '1');
    c.call('rpush', 'l', 'x', 'y');
    c.call('hset', 'h', 'f', 'v', 'g', 'w');
    c.call('zadd', 'z', '1.5', 'm', '1e20', 'n');
    c.call('sadd', 's', '1', 'two');
    c.call('expire', 'a', '1000');
  });
  // Computed by the reference.
  expect(filled).toBe('15c55d2134299e666d6ad5619a63f918a7e49f8c');
  const reordered = digest((c) => {
    c.server.settings.override('hashMaxListpackEntries', 0);
    c.server.settings.override('zsetMaxListpackEntries', 0);
    c.call('zadd', 'z', '1e20', 'n', '1.5', 'm');
    c.call('sadd', 's', 'two', '1');
    c.call('hset', 'h', 'g', 'w', 'f', 'v');
    c.call('rpush', 'l', 'x', 'y');
    c.call('set', 'a', '1', 'EX', '5');
  });
  expect(reordered).toBe(filled);
  expect(digest(() => {})).toBe('0'.repeat(40));
});
