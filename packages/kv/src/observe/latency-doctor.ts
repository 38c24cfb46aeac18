/** LATENCY DOCTOR: what was slow, and what usually helps. */
import type { Config } from '../config/config.ts';
import type { LatencyMonitor } from './latency-monitor.ts';

type Advice =
  | 'enable-slowlog'
  | 'tune-slowlog'
  | 'read-slowlog'
  | 'scheduler'
  | 'local-disk'
  | 'faster-disk'
  | 'disk-contention'
  | 'no-fsync-on-rewrite'
  | 'relax-fsync'
  | 'write-load'
  | 'hz'
  | 'large-objects'
  | 'mass-eviction';

/** Advice by kind of event; those of commands depend on the configuration too. */
const BY_EVENT: { readonly [event: string]: readonly Advice[] } = {
  command: ['read-slowlog', 'large-objects'],
  'fast-command': ['scheduler'],
  'aof-write-pending-fsync': ['local-disk', 'disk-contention', 'faster-disk'],
  'aof-write-active-child': ['no-fsync-on-rewrite', 'faster-disk'],
  'aof-write-alone': ['local-disk', 'faster-disk'],
  'aof-fsync-always': ['relax-fsync'],
  'aof-fstat': ['disk-contention', 'local-disk'],
  'rdb-unlink-temp-file': ['disk-contention', 'local-disk'],
  'aof-rewrite-diff-write': ['write-load', 'faster-disk', 'local-disk'],
  'aof-rename': ['write-load', 'faster-disk', 'local-disk'],
  'expire-cycle': ['hz', 'large-objects'],
  'eviction-del': ['large-objects'],
  'eviction-cycle': ['mass-eviction'],
};

function text(advice: Advice, config: Config): string {
  const slowlog = `CONFIG SET slowlog-log-slower-than ${config.latencyMonitorThreshold * 1000}`;
  switch (advice) {
    case 'enable-slowlog':
      return `The slow log is off, so slow commands leave no trace. Turn it on with '${slowlog}'.`;
    case 'tune-slowlog':
      return `The slow log leaves out commands that the latency monitor sees. Use '${slowlog}'.`;
    case 'read-slowlog':
      return 'SLOWLOG GET shows which commands are slow.';
    case 'scheduler':
      return 'Commands that should take microseconds were delayed: the machine gives this process too little CPU time. Lower its load, keep other programs off it, or measure it with redis-cli --intrinsic-latency 100.';
    case 'local-disk':
      return 'Keep the append-only file on a local disk rather than on a remote volume.';
    case 'faster-disk':
      return 'A disk with faster syncs (SSD) shortens the time spent in fsync.';
    case 'disk-contention':
      return 'Other programs compete for the disk; move or slow them down.';
    case 'no-fsync-on-rewrite':
      return "If losing a few seconds of writes is acceptable, 'no-appendfsync-on-rewrite yes' avoids syncs while the file is rewritten.";
    case 'relax-fsync':
      return "With 'appendfsync always' every write waits for the disk; 'everysec' does not.";
    case 'write-load':
      return 'The write load is high while the append-only file is replaced; group writes into fewer commands.';
    case 'hz':
      return "'CONFIG SET hz 100' spreads the work of expiring keys over more, smaller steps.";
    case 'large-objects':
      return 'Deleting, expiring or evicting very large values takes long; split them, or use UNLINK and the lazyfree directives.';
    case 'mass-eviction':
      return 'Memory use rose suddenly (a lower maxmemory, a large SORT STORE or RESTORE), so that many keys had to be evicted at once.';
  }
}

function commandAdvice(config: Config): Advice[] {
  if (config.slowlogLogSlowerThan < 0) return ['enable-slowlog'];
  return config.slowlogLogSlowerThan / 1000 > config.latencyMonitorThreshold
    ? ['tune-slowlog']
    : [];
}

export function latencyReport(monitor: LatencyMonitor, config: Config): string {
  if (monitor.events.size === 0) {
    return config.latencyMonitorThreshold === 0
      ? 'Latency monitoring is off, so there is nothing to report. Turn it on with "CONFIG SET latency-monitor-threshold <milliseconds>".\n'
      : 'No event took longer than the latency monitor threshold so far.\n';
  }
  const now = Math.floor(Date.now() / 1000);
  const advice = new Set<Advice>();
  let report = 'Latency spikes were observed in this instance:\n\n';
  let number = 0;
  for (const [name, series] of monitor.events) {
    const { average, deviation, period } = series.analysis(now);
    const spikes = series.samples.length;
    report += `${++number}. ${name}: ${spikes} latency spikes (average ${average}ms, mean deviation ${deviation}ms, period ${(period / spikes).toFixed(2)} sec). Worst all time event ${series.worst}ms.\n`;
    if (name === 'command') for (const a of commandAdvice(config)) advice.add(a);
    for (const a of BY_EVENT[name] ?? []) advice.add(a);
  }
  if (config.appendfsync !== 'always') advice.delete('relax-fsync');
  if (config.hz >= 100) advice.delete('hz');
  if (advice.size === 0) return `${report}\nThere is no simple advice for these events.\n`;
  report += '\nWhat may help:\n\n';
  for (const a of advice) report += `- ${text(a, config)}\n`;
  return report;
}
