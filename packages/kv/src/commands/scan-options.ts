/** What SCAN, HSCAN, SSCAN and ZSCAN share: the cursor and the options after it. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { globMatch } from '../structures/glob.ts';

const ULONG_MAX = 2n ** 64n - 1n;

export interface ScanOptions {
  /** How many elements to look at, about. */
  readonly count: number;
  /** Null when every element matches. */
  readonly pattern: string | null;
  /** The value of TYPE in lower case; null when not given. */
  readonly type: string | null;
}

/**
 * Argument i as a cursor. The reference reads it with strtoul, so that an empty text is 0 and a sign
 * is allowed; tables use its low 32 bits.
 */
export function scanCursor(a: Args, i: number): number {
  const text = a.str(i);
  const parts = /^([+-]?)([0-9]+)$/.exec(text);
  if (parts === null) return text === '' ? 0 : fail(ERR.invalidCursor);
  const value = BigInt(parts[2] as string);
  if (value > ULONG_MAX) fail(ERR.invalidCursor);
  return Number(BigInt.asUintN(32, parts[1] === '-' ? -value : value));
}

/** Reads MATCH, COUNT and (for SCAN) TYPE from argument `from` on. */
export function scanOptions(a: Args, from: number, withType = false): ScanOptions {
  let count = 10;
  let pattern: string | null = null;
  let type: string | null = null;
  for (let i = from; i < a.n; i += 2) {
    if (i + 1 >= a.n) fail(ERR.syntax);
    if (a.is(i, 'COUNT')) {
      count = a.int(i + 1);
      if (count < 1) fail(ERR.syntax);
    } else if (a.is(i, 'MATCH')) {
      pattern = a.str(i + 1);
      if (pattern === '*') pattern = null;
    } else if (withType && a.is(i, 'TYPE')) type = a.lower(i + 1);
    else fail(ERR.syntax);
  }
  return { count, pattern, type };
}

/** True when an element is wanted. */
export function scanMatches(options: ScanOptions, text: string): boolean {
  return options.pattern === null || globMatch(options.pattern, text);
}

/**
 * Scans a table until about `count` entries were seen, in at most ten times as many steps, so that a
 * sparse table cannot hold the server up. Returns the next cursor.
 */
export function scanSome(
  table: { scan(cursor: number, visit: (record: number) => void): number },
  cursor: number,
  count: number,
  visit: (record: number) => void,
): number {
  let next = cursor;
  let seen = 0;
  let steps = count * 10;
  do {
    next = table.scan(next, (record) => {
      seen++;
      visit(record);
    });
  } while (next !== 0 && steps-- > 0 && seen < count);
  return next;
}

/** Replies with the next cursor and the elements found (binary strings). */
export function replyScan(c: Client, cursor: number, found: readonly string[]): void {
  c.out.array(2);
  c.out.bulkStr(String(cursor));
  c.out.bulkArray(found);
}
