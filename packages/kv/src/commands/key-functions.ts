/**
 * Commands whose keys no key spec can find (options that may stand anywhere, key use that depends
 * on options): a function each, with the reference's reading of malformed commands.
 */
import type { Args } from '../resp/args.ts';
import { KEY_FLAG, type KeyList } from './key-list.ts';

/** Adds the keys of a command to an empty list. */
export type KeyFunction = (a: Args, out: KeyList) => void;

const READ = KEY_FLAG.RO | KEY_FLAG.access;
const OVERWRITE = KEY_FLAG.OW | KEY_FLAG.update;
const READ_WRITE = KEY_FLAG.RW | KEY_FLAG.access | KEY_FLAG.update;
const READ_DELETE = KEY_FLAG.RW | KEY_FLAG.access | KEY_FLAG.delete;

/** As C's atoi: the number a text begins with, 0 when it begins with none. */
function leadingInteger(text: string): number {
  const match = /^[ \t\n\v\f\r]*[+-]?[0-9]+/.exec(text);
  return match === null ? 0 : Number(match[0]);
}

/** A count and so many keys; asked only when the key spec failed, so without flags. */
function counted(countAt: number, storeAt = 0): KeyFunction {
  return (a, out) => {
    if (countAt >= a.n) return;
    const first = countAt + 1;
    const count = leadingInteger(a.str(countAt));
    if (count < 1 || count > a.n - first) return;
    for (let i = 0; i < count; i++) out.add(first + i, 0);
    if (storeAt !== 0) out.add(storeAt, 0);
  };
}

/** SORT key ... STORE destination: the last STORE counts. */
function sort(a: Args, out: KeyList): void {
  out.add(1, READ);
  let store = 0;
  for (let i = 2; i < a.n; i++) {
    if (a.is(i, 'LIMIT')) i += 2;
    else if (a.is(i, 'GET') || a.is(i, 'BY')) i += 1;
    else if (a.is(i, 'STORE') && i + 1 < a.n) store = i + 1;
  }
  if (store !== 0) out.add(store, OVERWRITE);
}

function sortReadOnly(_a: Args, out: KeyList): void {
  out.add(1, READ);
}

/** MIGRATE host port key|"" ... [KEYS key ...]. */
function migrate(a: Args, out: KeyList): void {
  for (let i = 6; i < a.n; i++) {
    if (a.is(i, 'KEYS')) {
      // A key before KEYS is a syntax error, which the command reports.
      if ((a.len[3] as number) > 0) return;
      for (let k = i + 1; k < a.n; k++) out.add(k, READ_DELETE);
      return;
    }
    if (a.is(i, 'AUTH')) i += 1;
    else if (a.is(i, 'AUTH2')) i += 2;
  }
  out.add(3, READ_DELETE);
}

/** GEORADIUS key ... [STORE key] [STOREDIST key]: the last of the two counts. */
function georadius(a: Args, out: KeyList): void {
  let store = 0;
  for (let i = 5; i + 1 < a.n; i++) {
    if (a.is(i, 'STORE') || a.is(i, 'STOREDIST')) store = ++i;
  }
  out.add(1, 0);
  if (store !== 0) out.add(store, 0);
}

/** XREAD ... STREAMS key ... id ...: STREAMS may also be the name of a group or a key. */
function xread(a: Args, out: KeyList): void {
  let streams = 0;
  for (let i = 1; i < a.n && streams === 0; i++) {
    if (a.is(i, 'BLOCK') || a.is(i, 'COUNT')) i += 1;
    else if (a.is(i, 'GROUP')) i += 2;
    else if (a.is(i, 'STREAMS')) streams = i;
    else if (!a.is(i, 'NOACK')) return;
  }
  const words = a.n - streams - 1;
  if (streams === 0 || words === 0 || words % 2 !== 0) return;
  for (let i = 0; i < words / 2; i++) out.add(streams + 1 + i, 0);
}

/** SET reads its key only with GET. */
function set(a: Args, out: KeyList): void {
  for (let i = 3; i < a.n; i++) {
    if (a.is(i, 'GET')) {
      out.add(1, READ_WRITE);
      return;
    }
  }
  out.add(1, OVERWRITE);
}

/** BITFIELD writes unless it has only GET operations; a malformed one counts as a write. */
function bitfield(a: Args, out: KeyList): void {
  for (let i = 2; i < a.n; i++) {
    const left = a.n - i - 1;
    if (a.is(i, 'GET') && left >= 2) i += 2;
    else if (a.is(i, 'OVERFLOW') && left >= 1) i += 1;
    else {
      out.add(1, READ_WRITE);
      return;
    }
  }
  out.add(1, READ);
}

/** By command name. */
export const KEY_FUNCTIONS: ReadonlyMap<string, KeyFunction> = new Map([
  ['sort', sort],
  ['sort_ro', sortReadOnly],
  ['migrate', migrate],
  ['georadius', georadius],
  ['georadiusbymember', georadius],
  ['xread', xread],
  ['xreadgroup', xread],
  ['set', set],
  ['bitfield', bitfield],
  ['eval', counted(2)],
  ['evalsha', counted(2)],
  ['eval_ro', counted(2)],
  ['evalsha_ro', counted(2)],
  ['fcall', counted(2)],
  ['fcall_ro', counted(2)],
  ['lmpop', counted(1)],
  ['zmpop', counted(1)],
  ['blmpop', counted(2)],
  ['bzmpop', counted(2)],
  ['sintercard', counted(1)],
  ['zinter', counted(1)],
  ['zintercard', counted(1)],
  ['zunion', counted(1)],
  ['zdiff', counted(1)],
  ['zinterstore', counted(2, 1)],
  ['zunionstore', counted(2, 1)],
  ['zdiffstore', counted(2, 1)],
]);
