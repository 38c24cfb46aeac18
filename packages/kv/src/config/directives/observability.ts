/** Directives of logs, statistics, notifications and scripts' time. A table. */
import { bool, INT_MAX, INT64_MAX, int, oneOf, text } from '../kinds.ts';
import { keyspaceEvents, percentiles } from '../special-kinds.ts';

const DEFAULT_PERCENTILES: readonly number[] = [50, 99, 99.9];

const FACILITIES = [
  'user',
  'local0',
  'local1',
  'local2',
  'local3',
  'local4',
  'local5',
  'local6',
  'local7',
] as const;

export const LOG_LEVELS = ['debug', 'verbose', 'notice', 'warning', 'nothing'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const OBSERVABILITY = {
  loglevel: oneOf(LOG_LEVELS, 'notice'),
  logfile: text('', { immutable: true }),
  'syslog-enabled': bool(false, { immutable: true }),
  'syslog-ident': text('redis', { immutable: true }),
  'syslog-facility': oneOf(FACILITIES, 'local0', { immutable: true }),
  'always-show-logo': bool(false, { immutable: true }),
  'crash-log-enabled': bool(true),
  'crash-memcheck-enabled': bool(true),
  'use-exit-on-panic': bool(false, { hidden: true }),
  'watchdog-period': int(0, 0, INT_MAX, { hidden: true }),
  'slowlog-log-slower-than': int(10000, -1, INT64_MAX),
  'slowlog-max-len': int(128, 0, INT64_MAX),
  'latency-monitor-threshold': int(0, 0, INT64_MAX),
  'latency-tracking': bool(true),
  'latency-tracking-info-percentiles': {
    kind: percentiles,
    initial: DEFAULT_PERCENTILES,
    multi: true,
  },
  'notify-keyspace-events': { kind: keyspaceEvents, initial: 0 },
  'busy-reply-threshold': int(5000, 0, INT64_MAX, { alias: 'lua-time-limit' }),
} as const;
