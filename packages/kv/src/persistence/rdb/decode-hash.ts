/** Hashes: fields and values one by one, or a listpack (once a ziplist, before that a zipmap). */
import { Hash } from '../../store/types/hash.ts';
import { PACKED, TYPE } from '../../store/value.ts';
import { lpEntryBytes, lpFirst, lpNext } from '../../structures/listpack.ts';
import {
  type DecodeContext,
  element,
  elementCount,
  filling,
  integrity,
  ownText,
  RdbEmptyKey,
  readListpack,
} from './decode-parts.ts';
import type { DecodedValue } from './decoded-value.ts';
import { readZiplist, readZipmap } from './old-formats.ts';
import { RdbCorrupt, type RdbReader, RdbString } from './rdb-reader.ts';
import { RDB_TYPE } from './rdb-types.ts';

const ZIPLIST = 'Hash ziplist';

const hash = new Hash();
const s = new RdbString();
const field = new RdbString();
const value = new RdbString();

export function decodeHash(
  r: RdbReader,
  type: number,
  context: DecodeContext,
  into: DecodedValue,
): void {
  const { store, limits } = context;
  if (type === RDB_TYPE.hash) {
    const n = elementCount(r);
    fillHash(context, into, () => {
      for (let i = 0; i < n; i++) {
        r.string(field);
        r.string(value);
        add(context);
      }
    });
    return;
  }
  if (type === RDB_TYPE.hashListpack) {
    if (readListpack(r, s, 2, 'Hash listpack') <= limits.hashMaxListpackEntries) {
      into.set(TYPE.hash, PACKED, store.listpacks.load(s.buf, s.off));
      return;
    }
    fillHash(context, into, () => {
      for (let p = lpFirst(s.buf, s.off); p >= 0; ) {
        const q = p + lpEntryBytes(s.buf, p);
        element(s, p, field);
        element(s, q, value);
        add(context);
        p = lpNext(s.buf, q);
      }
    });
    return;
  }
  r.string(s);
  const pairs =
    type === RDB_TYPE.hashZipmap ? readZipmap(s.view()) : paired(readZiplist(s.view(), ZIPLIST));
  if (pairs.length === 0) throw new RdbEmptyKey('no elements');
  fillHash(context, into, () => {
    for (const [name, text] of pairs) {
      ownText(name, field);
      ownText(text, value);
      add(context);
    }
  });
}

function paired(texts: readonly string[]): [string, string][] {
  if (texts.length % 2 !== 0) throw integrity(ZIPLIST);
  const pairs: [string, string][] = [];
  for (let i = 0; i < texts.length; i += 2)
    pairs.push([texts[i] as string, texts[i + 1] as string]);
  return pairs;
}

function fillHash({ store }: DecodeContext, into: DecodedValue, fill: () => void): void {
  hash.create(store);
  filling(hash, fill);
  into.set(TYPE.hash, hash.encoding, hash.takeReference());
}

function add({ limits }: DecodeContext): void {
  const added = hash.set(
    field.buf,
    field.address,
    field.off,
    field.len,
    value.buf,
    value.address,
    value.off,
    value.len,
    limits,
  );
  if (!added) throw new RdbCorrupt('Duplicate hash fields detected');
}
