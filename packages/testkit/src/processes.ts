import { readdirSync, readFileSync } from 'node:fs';
import { isAlive } from './is-alive.ts';

/** Pids of running processes whose command line mentions `text`; none where there is no /proc. */
export function processesMentioning(text: string): number[] {
  return readDirectory('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isAlive(pid) && commandLine(pid).includes(text));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function readDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
