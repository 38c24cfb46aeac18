/** Directives of listening, connections, clients and the process itself. A table. */
import {
  bool,
  flags,
  INT_MAX,
  INT64_MAX,
  int,
  memory,
  octal,
  oneOf,
  optionalText,
  text,
  UINT_MAX,
} from '../kinds.ts';
import type { BufferLimits } from '../special-kinds.ts';
import { addresses, bufferLimits } from '../special-kinds.ts';
import { checkTitleTemplate } from '../title-template.ts';

const MB = 1024 * 1024;

export const SHUTDOWN = { default: 0, save: 1, nosave: 2, now: 4, force: 8 } as const;

function checkShutdownFlags(bits: number): string | null {
  return (bits & SHUTDOWN.save) !== 0 && (bits & SHUTDOWN.nosave) !== 0
    ? "shutdown options SAVE and NOSAVE can't be used simultaneously"
    : null;
}

const PROTECTED_ACTION = ['no', 'yes', 'local'] as const;

const DEFAULT_LIMITS: BufferLimits = {
  normal: { hardBytes: 0, softBytes: 0, softSeconds: 0 },
  replica: { hardBytes: 256 * MB, softBytes: 64 * MB, softSeconds: 60 },
  pubsub: { hardBytes: 32 * MB, softBytes: 8 * MB, softSeconds: 60 },
};

/** The reference listens everywhere by default; we listen to this machine only. */
const DEFAULT_BIND: readonly string[] = ['127.0.0.1', '-::1'];

export const NETWORK = {
  port: int(6379, 0, 65535),
  bind: { kind: addresses, initial: DEFAULT_BIND, multi: true },
  'bind-source-addr': optionalText(),
  'tcp-backlog': int(511, 0, INT_MAX, { immutable: true }),
  'tcp-keepalive': int(300, 0, INT_MAX),
  'socket-mark-id': int(0, 0, UINT_MAX, { immutable: true }),
  unixsocket: optionalText({ immutable: true }),
  unixsocketperm: octal(0, 0, 0o777, { immutable: true }),
  'protected-mode': bool(true),
  timeout: int(0, 0, INT_MAX),
  maxclients: int(10000, 1, UINT_MAX),
  requirepass: optionalText({ sensitive: true }),
  'client-output-buffer-limit': { kind: bufferLimits, initial: DEFAULT_LIMITS, multi: true },
  'client-query-buffer-limit': memory(1024 * MB, MB, INT64_MAX, { debug: true }),
  'proto-max-bulk-len': memory(512 * MB, MB, INT64_MAX, { debug: true }),
  'tracking-table-max-keys': int(1000000, 0, INT64_MAX),
  'io-threads': int(1, 1, 128, { immutable: true, debug: true }),
  'io-threads-do-reads': bool(false, { immutable: true, debug: true }),

  daemonize: bool(false, { immutable: true }),
  pidfile: optionalText({ immutable: true }),
  supervised: oneOf(['upstart', 'systemd', 'auto', 'no'], 'no', { immutable: true }),
  'set-proc-title': bool(true, { immutable: true }),
  'proc-title-template': text('{title} {listen-addr} {server-mode}', { check: checkTitleTemplate }),
  'locale-collate': text(''),
  databases: int(16, 1, INT_MAX, { immutable: true }),
  hz: int(10, 0, INT_MAX),
  'dynamic-hz': bool(true),
  'shutdown-timeout': int(10, 0, INT_MAX),
  'shutdown-on-sigint': flags(SHUTDOWN, 0, { check: checkShutdownFlags }),
  'shutdown-on-sigterm': flags(SHUTDOWN, 0, { check: checkShutdownFlags }),
  server_cpulist: optionalText({ immutable: true }),
  bio_cpulist: optionalText({ immutable: true }),
  aof_rewrite_cpulist: optionalText({ immutable: true }),
  bgsave_cpulist: optionalText({ immutable: true }),

  aclfile: text('', { immutable: true }),
  'acllog-max-len': int(128, 0, INT64_MAX),
  'acl-pubsub-default': oneOf(['allchannels', 'resetchannels'], 'resetchannels'),
  'enable-protected-configs': oneOf(PROTECTED_ACTION, 'no', { immutable: true }),
  'enable-debug-command': oneOf(PROTECTED_ACTION, 'no', { immutable: true }),
  'enable-module-command': oneOf(PROTECTED_ACTION, 'no', { immutable: true }),
} as const;
