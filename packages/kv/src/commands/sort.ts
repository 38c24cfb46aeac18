/** SORT and SORT_RO: the elements of a list, set or sorted set in an order of their own or of others. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { parseDoubleInRange } from '../resp/numbers.ts';
import type { Database } from '../store/database.ts';
import { settleList } from '../store/types/build-list.ts';
import { Hash } from '../store/types/hash.ts';
import { List } from '../store/types/list.ts';
import { SetValue } from '../store/types/set.ts';
import { Zset, ZsetCursor } from '../store/types/zset.ts';
import { TYPE } from '../store/value.ts';
import { addressOf } from '../structures/libc.ts';
import { Quicklist } from '../structures/quicklist.ts';
import { KEY_FLAG } from './key-list.ts';
import type { Command, Handlers } from './spec.ts';

const list = new List();
const set = new SetValue();
const zset = new Zset();
const cursor = new ZsetCursor();
const hash = new Hash();

interface SortOptions {
  descending: boolean;
  alpha: boolean;
  offset: number;
  /** -1 for all. */
  count: number;
  /** The pattern of the weights' keys; null to use the elements themselves. */
  by: Pattern | null;
  /** BY with a constant: the elements stay in the order in which they are held. */
  unsorted: boolean;
  readonly get: Pattern[];
  /** The argument that names the key to store to, 0 for none. */
  storeAt: number;
}

/** A pattern of BY or GET, taken apart. '#' stands for the element itself. */
interface Pattern {
  readonly self: boolean;
  readonly before: string;
  readonly after: string;
  /** The field of a hash, null for a string key. */
  readonly field: string | null;
  /** False when there is no '*' to be replaced: nothing is found then. */
  readonly variable: boolean;
}

function parsePattern(text: string): Pattern {
  const star = text.indexOf('*');
  const arrow = star < 0 ? -1 : text.indexOf('->', star + 1);
  const hasField = arrow >= 0 && arrow + 2 < text.length;
  return {
    self: text === '#',
    before: text.slice(0, Math.max(0, star)),
    after: text.slice(star + 1, hasField ? arrow : text.length),
    field: hasField ? text.slice(arrow + 2) : null,
    variable: star >= 0,
  };
}

function sortOptions(c: Client, a: Args, readOnly: boolean): SortOptions {
  const o: SortOptions = {
    descending: false,
    alpha: false,
    offset: 0,
    count: -1,
    by: null,
    unsorted: false,
    get: [],
    storeAt: 0,
  };
  for (let i = 2; i < a.n; i++) {
    const left = a.n - i - 1;
    if (a.is(i, 'ASC')) o.descending = false;
    else if (a.is(i, 'DESC')) o.descending = true;
    else if (a.is(i, 'ALPHA')) o.alpha = true;
    else if (a.is(i, 'LIMIT') && left >= 2) {
      o.offset = a.int(i + 1);
      o.count = a.int(i + 2);
      i += 2;
    } else if (!readOnly && a.is(i, 'STORE') && left >= 1) o.storeAt = ++i;
    else if (a.is(i, 'BY') && left >= 1) {
      const pattern = parsePattern(a.str(++i));
      if (pattern.variable) {
        checkOtherKeys(c, a, 'BY');
        o.by = pattern;
      } else o.unsorted = true;
    } else if (a.is(i, 'GET') && left >= 1) {
      checkOtherKeys(c, a, 'GET');
      o.get.push(parsePattern(a.str(++i)));
    } else fail(ERR.syntax);
  }
  return o;
}

/** BY and GET read keys that nobody can name beforehand. */
function checkOtherKeys(c: Client, a: Args, option: string): void {
  if (c.server.config.clusterEnabled) fail(`ERR ${option} option of SORT denied in Cluster mode.`);
  if (!c.user.allowsOnAnyKey(c.command as Command, a, KEY_FLAG.access))
    fail(`ERR ${option} option of SORT denied due to insufficient ACL permissions.`);
}

/** What a pattern leads to for an element; null when there is no such thing. */
function lookUp(db: Database, pattern: Pattern, element: string): string | null {
  if (pattern.self) return element;
  if (!pattern.variable) return null;
  const r = db.readKey(pattern.before + element + pattern.after);
  if (r === 0) return null;
  if (pattern.field === null) return db.type(r) === TYPE.string ? db.stringValue(r) : null;
  return db.type(r) === TYPE.hash ? hash.open(db, r).get(pattern.field) : null;
}

/** All elements of a record in the order in which they are held. */
function elements(c: Client, r: number): string[] {
  const { db } = c;
  const all: string[] = [];
  if (r === 0) return all;
  switch (db.type(r)) {
    case TYPE.list:
      list.open(db, r, c.server.config.listMaxListpackSize);
      for (let more = list.toHead(); more; more = list.next()) all.push(list.text());
      return all;
    case TYPE.set:
      set.open(db, r).forEach((member) => {
        all.push(member);
      });
      return all;
    case TYPE.zset:
      zset.open(db, r);
      // The reference leaves the packed form for good when it sorts; OBJECT ENCODING and ZSCAN tell.
      if (zset.large === null) zset.makeLarge(zset.size);
      for (let more = cursor.seek(zset, 0); more; more = cursor.next()) all.push(cursor.text());
      return all;
    default:
      return fail(ERR.wrongType);
  }
}

const MIN_NORMAL = 2 ** -1022;

/** A weight as strtod reads it: blanks may lead, nothing may follow, nothing at all is zero. */
function weight(text: string): number {
  const nul = text.indexOf('\0');
  const t = nul < 0 ? text : text.slice(0, nul);
  if (t === '') return 0;
  const v = parseDoubleInRange(t.replace(/^[ \t\n\v\f\r]+/, ''));
  // Here the reference takes strtod's word that digits were lost, also below the normal range.
  const isSubnormal = v !== 0 && Math.abs(v) < MIN_NORMAL;
  if (Number.isNaN(v) || isSubnormal) fail("ERR One or more scores can't be converted into double");
  return v;
}

function compareTexts(x: string, y: string): number {
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Sorts by number: equal weights leave the order to the elements' bytes. */
function sortByNumber(db: Database, all: readonly string[], o: SortOptions): string[] {
  const { by } = o;
  const weighed = all.map((element) => {
    const text = by === null ? element : lookUp(db, by, element);
    return { element, weight: text === null ? 0 : weight(text) };
  });
  const sign = o.descending ? -1 : 1;
  weighed.sort((x, y) =>
    x.weight === y.weight
      ? sign * compareTexts(x.element, y.element)
      : sign * (x.weight < y.weight ? -1 : 1),
  );
  return weighed.map((w) => w.element);
}

/** Sorts by text; what is not there comes first. */
function sortByText(db: Database, all: readonly string[], o: SortOptions): string[] {
  const { by } = o;
  const sign = o.descending ? -1 : 1;
  if (by === null) return [...all].sort((x, y) => sign * compareTexts(x, y));
  const weighed = all.map((element) => ({ element, text: lookUp(db, by, element) }));
  weighed.sort((x, y) => {
    if (x.text === null || y.text === null)
      return sign * (Number(y.text === null) - Number(x.text === null));
    return sign * compareTexts(x.text, y.text);
  });
  return weighed.map((w) => w.element);
}

function ordered(c: Client, r: number, o: SortOptions): string[] {
  const { db } = c;
  const all = elements(c, r);
  let { unsorted, alpha, by } = o;
  if (unsorted && r !== 0 && db.type(r) === TYPE.set) {
    // A set has no order of its own, and what is stored or scripted must be the same everywhere.
    if (o.storeAt !== 0 || c.kind === 'script') {
      unsorted = false;
      alpha = true;
      by = null;
    }
  } else if (unsorted && o.descending) all.reverse();
  if (unsorted) return all;
  const effective = { ...o, by };
  return alpha ? sortByText(db, all, effective) : sortByNumber(db, all, effective);
}

function limited(all: readonly string[], o: SortOptions): readonly string[] {
  const start = Math.max(0, o.offset);
  return o.count < 0 ? all.slice(start) : all.slice(start, start + o.count);
}

function reply(c: Client, chosen: readonly string[], o: SortOptions): void {
  const { out, db } = c;
  out.array(chosen.length * Math.max(1, o.get.length));
  for (const element of chosen) {
    if (o.get.length === 0) out.bulkStr(element);
    for (const pattern of o.get) {
      const found = lookUp(db, pattern, element);
      if (found === null) out.nil();
      else out.bulkStr(found);
    }
  }
}

/** A stored result keeps the default size of nodes, whatever list-max-listpack-size says. */
const STORED_FILL = -2;

/** Makes the result the list at key a[i]; what was not found becomes an empty element. */
function store(c: Client, a: Args, chosen: readonly string[], o: SortOptions): void {
  const { server, db } = c;
  const i = o.storeAt;
  const fill = server.config.listMaxListpackSize;
  const result = new Quicklist(server.store.listpacks, STORED_FILL);
  const push = (text: string) => {
    const bytes = Buffer.from(text.length === 0 ? '\0' : text, 'latin1');
    result.pushTail(bytes, addressOf(bytes), 0, text.length);
  };
  for (const element of chosen) {
    if (o.get.length === 0) push(element);
    for (const pattern of o.get) push(lookUp(db, pattern, element) ?? '');
  }
  const { count } = result;
  if (count > 0) {
    const { encoding, ref } = settleList(server.store, result, fill);
    // A key that has expired goes first, with all that this entails.
    db.write(a, i);
    db.putCollection(a, i, TYPE.list, encoding, ref);
    server.events.modified(c, db, a, i);
    server.events.notify(NOTIFY.list, 'sortstore', db, a, i);
    server.propagation.dirty += count;
  } else {
    result.free();
    if (db.remove(a, i, server.config.lazyfreeLazyServerDel)) {
      server.events.modified(c, db, a, i);
      server.events.notify(NOTIFY.generic, 'del', db, a, i);
      server.propagation.dirty++;
    }
  }
  c.out.int(count);
}

function sort(c: Client, a: Args, readOnly: boolean): void {
  const o = sortOptions(c, a, readOnly);
  const chosen = limited(ordered(c, c.db.read(a, 1), o), o);
  if (o.storeAt === 0) reply(c, chosen, o);
  else store(c, a, chosen, o);
}

export const sortCommands: Handlers = {
  sort: (c, a) => sort(c, a, false),
  sort_ro: (c, a) => sort(c, a, true),
};
