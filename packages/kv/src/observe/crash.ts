/**
 * The report of a crash, in the log, between the reference's marks: what happened, where, on what
 * configuration and with which clients.
 */
import { clientInfo } from '../clients/client-info.ts';
import { ENTRIES } from '../config/config.ts';
import type { Server } from '../server.ts';
import { REFERENCE_VERSION } from '../version.ts';

const LEAST_ARGUMENT = 128;

/** Lines of the report; `reason` such as "crashed by signal: 11". */
export function crashReport(server: Server, reason: string, stack: string): string[] {
  const lines = [
    '=== REDIS BUG REPORT START: Cut & paste starting from here ===',
    `Redis ${REFERENCE_VERSION} ${reason}`,
    '------ STACK TRACE ------',
    ...stack.split('\n'),
    '------ INFO OUTPUT ------',
    ...server.observe.info.text(['everything']).split('\r\n'),
  ];
  const { current } = server;
  if (current !== null) {
    lines.push('------ CURRENT CLIENT INFO ------', clientInfo(current));
    const { args } = current;
    for (let i = 0; args !== null && i < args.n; i++) {
      const hidden = current.redacted?.has(i) ?? false;
      lines.push(`argv[${i}]: '${hidden ? '(redacted)' : args.str(i).slice(0, LEAST_ARGUMENT)}'`);
    }
  }
  lines.push('------ CONFIG DEBUG OUTPUT ------');
  for (const entry of ENTRIES) {
    if (entry.directive.debug) lines.push(`${entry.name} ${server.settings.text(entry)}`);
  }
  lines.push('=== REDIS BUG REPORT END. ===');
  return lines;
}

/** Reports before the process ends by an abort signal or by an error that nobody expected. */
export function reportCrashes(server: Server): void {
  process.on('SIGABRT', () => {
    crash(server, 'crashed by signal: 6', new Error('SIGABRT').stack ?? '', 'SIGABRT');
  });
  process.on('uncaughtException', (error) => {
    crash(server, `stopped by an unexpected error: ${error}`, error.stack ?? '');
  });
}

/** Writes the report and ends the process, by the signal where the crash was one. */
export function crash(
  server: Server,
  reason: string,
  stack: string,
  signal?: NodeJS.Signals,
): never {
  if (server.config.crashLogEnabled) {
    for (const line of crashReport(server, reason, stack)) server.log.warning(line);
  }
  if (signal !== undefined && !server.config.useExitOnPanic) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
  process.exit(1);
}
