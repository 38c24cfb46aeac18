/**
 * What must happen when a directive changes at run time. Parts that own more than a few lines of it
 * register their own hooks; here are those of the process: sockets, log, cron, kernel.
 */
import { readFileSync } from 'node:fs';
import { clampHz } from '../config/load.ts';
import { expandTitle } from '../config/title-template.ts';
import type { Server } from '../server.ts';
import { OomScore } from './oom-score.ts';
import { setProcessTitle } from './process-title.ts';

/** Descriptors kept for listening sockets, files and peers. */
const RESERVED_FILES = 32;
/** A smaller backlog is taken as this. */
const BACKLOG_MIN = 16 * 1024;

/** How many files the process may open, Infinity where the system does not tell. */
function fileLimit(): number {
  try {
    const line = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1'));
    return line === null || line[1] === 'unlimited' ? Number.POSITIVE_INFINITY : Number(line[1]);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The most clients that the limit of open files allows. */
export function maxClientsAllowed(): number {
  return Math.max(1, fileLimit() - RESERVED_FILES);
}

/** A locale of C's setlocale: "", C, POSIX, or language_TERRITORY with an encoding. */
function isLocale(name: string): boolean {
  if (/^(C(\.UTF-?8)?|POSIX)?$/.test(name)) return true;
  const parts = /^([a-z]{2,3})_([A-Z]{2})(\..+)?$/.exec(name);
  return parts !== null && Intl.Collator.supportedLocalesOf([`${parts[1]}-${parts[2]}`]).length > 0;
}

/** Sets the process's title from proc-title-template; false when it cannot be expanded. */
export function setTitle(server: Server): boolean {
  const { config, settings } = server;
  const listening = config.port !== 0 || config.tlsPort !== 0;
  const title = expandTitle(config.procTitleTemplate, {
    title: 'tandem-kv',
    'listen-addr': listening
      ? `${config.bind[0] ?? '*'}:${config.port || config.tlsPort}`
      : `unixsocket:${config.unixsocket}`,
    'server-mode': config.clusterEnabled ? '[cluster]' : '',
    'config-file': settings.configFile ?? '-',
    port: String(config.port),
    'tls-port': String(config.tlsPort),
    unixsocket: config.unixsocket,
  });
  if (title !== null && config.setProcTitle) setProcessTitle(title);
  return title !== null;
}

export function registerConfigHooks(server: Server): void {
  const { config, settings, log } = server;
  const oomScore = new OomScore(
    config,
    () => config.replicaof !== null,
    (text) => log.warning(text),
  );

  settings.onChange('port', () =>
    server.listeners.rebind('Unable to listen on this port. Check server logs.'),
  );
  settings.onChange('bind', () =>
    server.listeners.rebind('Failed to bind to specified addresses.'),
  );
  settings.onChange('loglevel', () => {
    log.level = config.loglevel;
    return null;
  });
  settings.onChange('hz', () => {
    settings.override('hz', clampHz(config.hz));
    return null;
  });
  settings.onChange('repl-backlog-size', () => {
    settings.override('replBacklogSize', Math.max(BACKLOG_MIN, config.replBacklogSize));
    return null;
  });
  settings.onChange('maxclients', () => {
    const allowed = maxClientsAllowed();
    return config.maxclients <= allowed
      ? null
      : `The operating system is not able to handle the specified number of clients, try with ${allowed}`;
  });
  settings.onChange(['oom-score-adj', 'oom-score-adj-values'], () =>
    oomScore.apply() ? null : 'Failed to set current oom_score_adj. Check server logs.',
  );
  settings.onChange('proc-title-template', () =>
    setTitle(server) ? null : 'failed to set process title',
  );
  settings.onChange('locale-collate', () =>
    isLocale(config.localeCollate) ? null : 'Invalid locale name',
  );
  settings.onChange(
    ['latency-tracking', 'slowlog-log-slower-than', 'latency-monitor-threshold'],
    () => {
      server.observe.configure();
      return null;
    },
  );
  // Built without TLS: its files and names can be told, but nothing can be asked to use it.
  settings.onChange('tls-port', () => 'Unable to update TLS configuration. Check server logs.');
  settings.onChange(['tls-cluster', 'tls-replication'], () =>
    config.tlsCluster || config.tlsReplication
      ? 'Unable to update TLS configuration. Check server logs.'
      : null,
  );
  settings.onChange('maxmemory-clients', () => {
    server.limits.limitChanged();
    return null;
  });
  server.limits.limitChanged();
  oomScore.apply();
  server.observe.configure();
}
