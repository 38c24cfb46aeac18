/** Directives of replication. A table. */
import { bool, INT_MAX, INT64_MAX, int, memory, oneOf, optionalText } from '../kinds.ts';
import { type Primary, replicaOf } from '../special-kinds.ts';

const NO_PRIMARY: Primary | null = null as Primary | null;

export const REPLICATION = {
  replicaof: {
    kind: replicaOf,
    initial: NO_PRIMARY,
    alias: 'slaveof',
    immutable: true,
    multi: true,
  },
  masterauth: optionalText({ sensitive: true }),
  masteruser: optionalText({ sensitive: true }),
  'replica-serve-stale-data': bool(true, { alias: 'slave-serve-stale-data' }),
  'replica-read-only': bool(true, { alias: 'slave-read-only', debug: true }),
  'replica-lazy-flush': bool(false, { alias: 'slave-lazy-flush' }),
  'replica-ignore-maxmemory': bool(true, { alias: 'slave-ignore-maxmemory' }),
  'replica-ignore-disk-write-errors': bool(false),
  'replica-priority': int(100, 0, INT_MAX, { alias: 'slave-priority' }),
  'replica-announced': bool(true),
  'replica-announce-ip': optionalText({ alias: 'slave-announce-ip' }),
  'replica-announce-port': int(0, 0, 65535, { alias: 'slave-announce-port' }),
  'repl-diskless-sync': bool(true, { debug: true }),
  'repl-diskless-sync-delay': int(5, 0, INT_MAX),
  'repl-diskless-sync-max-replicas': int(0, 0, INT_MAX),
  'repl-diskless-load': oneOf(['disabled', 'on-empty-db', 'swapdb'], 'disabled', {
    debug: true,
    denyLoading: true,
  }),
  'repl-disable-tcp-nodelay': bool(false),
  'repl-timeout': int(60, 1, INT_MAX),
  'repl-ping-replica-period': int(10, 1, INT_MAX, { alias: 'repl-ping-slave-period' }),
  'repl-backlog-size': memory(1024 * 1024, 1, INT64_MAX),
  'repl-backlog-ttl': int(3600, 0, INT64_MAX),
  'min-replicas-to-write': int(0, 0, INT_MAX, { alias: 'min-slaves-to-write' }),
  'min-replicas-max-lag': int(10, 0, INT_MAX, { alias: 'min-slaves-max-lag' }),
  'propagation-error-behavior': oneOf(['ignore', 'panic', 'panic-on-replicas'], 'ignore'),
} as const;
