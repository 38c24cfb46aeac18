/** Directives of snapshots and the append-only file. A table. */
import { bool, INT_MAX, INT_MIN, INT64_MAX, int, memory, oneOf, text } from '../kinds.ts';
import { directory, type SavePoint, savePoints } from '../special-kinds.ts';

const DEFAULT_SAVE: readonly SavePoint[] = [
  { seconds: 3600, changes: 1 },
  { seconds: 300, changes: 100 },
  { seconds: 60, changes: 10000 },
];

function isPath(name: string): boolean {
  return name.includes('/') || name.includes('\\');
}

function checkFileName(directive: string, mayBeEmpty: boolean, what: string) {
  return (name: string): string | null => {
    if (name === '' && !mayBeEmpty) return `${directive} can't be empty`;
    return isPath(name) ? `${directive} can't be a path, just a ${what}` : null;
  };
}

export const PERSISTENCE = {
  dir: { kind: directory, initial: '.', protected: true, denyLoading: true },
  save: { kind: savePoints, initial: DEFAULT_SAVE, multi: true },
  dbfilename: text('dump.rdb', {
    protected: true,
    check: checkFileName('dbfilename', true, 'filename'),
  }),
  rdbcompression: bool(true),
  rdbchecksum: bool(true, { immutable: true }),
  'rdb-del-sync-files': bool(false),
  'rdb-save-incremental-fsync': bool(true),
  'rdb-key-save-delay': int(0, INT_MIN, INT_MAX, { hidden: true }),
  'key-load-delay': int(0, INT_MIN, INT_MAX, { hidden: true }),
  'loading-process-events-interval-bytes': int(2 * 1024 * 1024, 1024, INT_MAX, { hidden: true }),
  'stop-writes-on-bgsave-error': bool(true),
  'sanitize-dump-payload': oneOf(['no', 'yes', 'clients'], 'no', { debug: true }),
  appendonly: bool(false, { denyLoading: true }),
  appendfilename: text('appendonly.aof', {
    immutable: true,
    check: checkFileName('appendfilename', false, 'filename'),
  }),
  appenddirname: text('appendonlydir', {
    immutable: true,
    check: checkFileName('appenddirname', false, 'dirname'),
  }),
  appendfsync: oneOf(['everysec', 'always', 'no'], 'everysec'),
  'no-appendfsync-on-rewrite': bool(false),
  'auto-aof-rewrite-percentage': int(100, 0, INT_MAX),
  'auto-aof-rewrite-min-size': memory(64 * 1024 * 1024, 0, INT64_MAX),
  'aof-load-truncated': bool(true),
  'aof-use-rdb-preamble': bool(true),
  'aof-timestamp-enabled': bool(false),
  'aof-rewrite-incremental-fsync': bool(true),
  'aof-disable-auto-gc': bool(false, { hidden: true }),
} as const;
