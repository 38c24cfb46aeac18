/** DEBUG POPULATE: many small keys at once, without propagation. */
import { ERR } from '../errors.ts';
import type { Handler } from './spec.ts';

const MAX_KEYS = 2 ** 31;
const MAX_VALUE = 512 * 1024 * 1024;

export const populate: Handler = (c, a) => {
  const { db, server } = c;
  const keys = a.intIn(2, 0, MAX_KEYS, ERR.notPositive);
  const prefix = a.n === 3 ? 'key' : a.str(3);
  const size = a.n === 5 ? a.intIn(4, 0, MAX_VALUE, ERR.notPositive) : 0;
  for (let i = 0; i < keys; i++) {
    const key = `${prefix}:${i}`;
    if (db.writeKey(key) !== 0) continue;
    const text = `value:${i}`;
    const value = size === 0 ? text : text.slice(0, size).padEnd(size, '\0');
    db.setStringKey(key, value);
    server.events.modifiedKey(c, db, key);
  }
  c.out.ok();
};
