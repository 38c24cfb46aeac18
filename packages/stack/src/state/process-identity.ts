import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that was given the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, as the system writes it; only ever compared. */
  readonly started: string;
}

/** The identity of a running process; undefined when there is none, or only its zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startedLinux(pid) : startedElsewhere(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether exactly this process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/** Fields 3 (state) and 22 (start time) of /proc/PID/stat; field 2, a name, may hold anything. */
function startedLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startedElsewhere(pid: number): string | undefined {
  const ps = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const line = ps.stdout?.trim() ?? '';
  if (ps.status !== 0 || line === '' || line.startsWith('Z')) return undefined;
  return line.replace(/^\S+\s+/, '');
}
