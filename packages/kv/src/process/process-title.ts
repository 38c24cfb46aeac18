/**
 * The title that ps shows. The runtime's own setter does not reach the system, so on Linux the title
 * is written where the system reads it: over the arguments the process was started with, whose
 * place /proc/self/stat tells (fields arg_start and arg_end).
 */
import { readFileSync } from 'node:fs';
import { addressOf, memcpy } from '../structures/libc.ts';

/** Fields of /proc/self/stat counted after the program's name, which may contain anything. */
const ARG_START = 45;
const ARG_END = 46;

/** Where the arguments lie, or null where the system does not tell. */
function argumentArea(): { readonly address: number; readonly length: number } | null {
  if (process.platform !== 'linux') return null;
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const address = Number(fields[ARG_START]);
    const length = Number(fields[ARG_END]) - address;
    return address > 0 && length > 0 && length < 1 << 20 ? { address, length } : null;
  } catch {
    return null;
  }
}

let area: ReturnType<typeof argumentArea> | undefined;

/** Shows this title (a binary string), cut to the room there is. */
export function setProcessTitle(title: string): void {
  // The runtime reads the arguments on first use: before they are overwritten.
  if (area === undefined) area = process.argv.length > 0 ? argumentArea() : null;
  if (area === null) return;
  const bytes = Buffer.alloc(area.length);
  bytes.latin1Write(title, 0, area.length - 1);
  memcpy(area.address, addressOf(bytes), area.length);
}
