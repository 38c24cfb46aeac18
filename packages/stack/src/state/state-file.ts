import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ServiceStatus } from '../supervisor/status.ts';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

/** A service process that outlived its supervisor. */
export interface Orphan extends ProcessIdentity {
  readonly name: string;
}

/**
 * Writes who runs, so that the processes can be found when the supervisor is killed. Never throws:
 * on a full disk the services run on, only finding them after a kill is at stake.
 */
export function writeState(path: string, statuses: readonly ServiceStatus[]): void {
  const services = statuses.flatMap(({ name, pid }) => {
    const identity = pid === null ? undefined : identify(pid);
    return identity === undefined ? [] : [{ name, ...identity }];
  });
  try {
    // Renamed into place: a reader, or a crash, sees the old one or the new one.
    writeFileSync(`${path}.new`, JSON.stringify({ services }), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    rmSync(`${path}.new`, { force: true });
  }
}

export function removeState(path: string): void {
  rmSync(path, { force: true });
}

/** Processes of the state file that still run. Only meaningful while no supervisor does. */
export function findOrphans(path: string): Orphan[] {
  try {
    const { services } = JSON.parse(readFileSync(path, 'utf8')) as { services: Orphan[] };
    return services.filter((service) => isRunning(service));
  } catch {
    return [];
  }
}
