/** Names a client gives itself: CLIENT SETNAME, HELLO SETNAME, CLIENT SETINFO. */
import type { Client } from '../clients/client.ts';
import { fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';

/** Printable ASCII without blanks: names appear in the lines of CLIENT LIST. */
const PRINTABLE = /^[!-~]*$/;

export function checkName(name: string): void {
  if (!PRINTABLE.test(name))
    fail('ERR Client names cannot contain spaces, newlines or special characters.');
}

export function setName(c: Client, name: string): void {
  checkName(name);
  c.name = name;
}

export function setAttribute(c: Client, a: Args): void {
  const value = a.str(3);
  const isName = a.is(2, 'LIB-NAME');
  if (!isName && !a.is(2, 'LIB-VER')) fail(`ERR Unrecognized option '${a.str(2)}'`);
  if (!PRINTABLE.test(value))
    fail(`ERR ${a.lower(2)} cannot contain spaces, newlines or special characters.`);
  if (isName) c.libName = value;
  else c.libVersion = value;
}
