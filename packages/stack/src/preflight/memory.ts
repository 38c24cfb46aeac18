import { readFileSync } from 'node:fs';
import { freemem } from 'node:os';

const MIB = 1024 * 1024;

/** Reads a file as text, or gives undefined; a test gives other machines. */
export type ReadFile = (path: string) => string | undefined;

const readSystemFile: ReadFile = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Memory that a new process could get, in MiB: what the system has left, within our cgroup's limit. */
export function availableMiB(read: ReadFile = readSystemFile): number {
  const system = /^MemAvailable:\s+(\d+) kB/m.exec(read('/proc/meminfo') ?? '')?.[1];
  const systemBytes = system === undefined ? freemem() : Number(system) * 1024;
  const limit = Number(read('/sys/fs/cgroup/memory.max') ?? Number.NaN);
  const used = Number(read('/sys/fs/cgroup/memory.current') ?? 0);
  // Without a limit the file says "max", which is not a number.
  const cgroupBytes = Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit - used;
  return Math.floor(Math.min(systemBytes, cgroupBytes) / MIB);
}

/** Why `services` cannot start with `availableMib` of memory; undefined when they can. */
export function memoryTrouble(
  services: readonly { readonly name: string; readonly memoryMiB: number }[],
  available: number,
): string | undefined {
  const needed = services.reduce((sum, service) => sum + service.memoryMiB, 0);
  if (needed <= available) return undefined;
  const names = services.map((service) => service.name).join(', ');
  return `${names} need ${needed} MiB of memory to start and ${available} MiB are free. End other programs, or start fewer services with --only.`;
}
