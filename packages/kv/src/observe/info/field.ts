/** One section of INFO: its lines as names and values. */
import type { Server } from '../../server.ts';

export type Field = readonly [name: string, value: string | number];
export type Section = (server: Server) => readonly Field[];

/** A boolean as INFO prints it. */
export function flag(value: boolean): number {
  return value ? 1 : 0;
}

/** A name that comes from a client, without the characters that have a meaning in INFO. */
export function safeName(name: string): string {
  return name.replace(/[#:\n\r]/g, '_');
}
