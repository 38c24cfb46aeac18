/** Sorted sets: members with their scores in any order, or a listpack (once a ziplist) in order. */
import { parseDouble } from '../../resp/numbers.ts';
import { packedScore } from '../../store/types/packed-zset.ts';
import { Zset } from '../../store/types/zset.ts';
import { PACKED, TYPE } from '../../store/value.ts';
import { lpEntryBytes, lpFirst, lpNext, lpText } from '../../structures/listpack.ts';
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
import { readZiplist } from './old-formats.ts';
import { RdbCorrupt, type RdbReader, RdbString } from './rdb-reader.ts';
import { RDB_TYPE } from './rdb-types.ts';

const ZIPLIST = 'Zset ziplist';

const zset = new Zset();
const s = new RdbString();
const member = new RdbString();

export function decodeZset(
  r: RdbReader,
  type: number,
  context: DecodeContext,
  into: DecodedValue,
): void {
  const { store, limits } = context;
  if (type === RDB_TYPE.zsetListpack) {
    const n = readListpack(r, s, 2, 'Zset listpack');
    if (n <= limits.zsetMaxListpackEntries && inOrder()) {
      into.set(TYPE.zset, PACKED, store.listpacks.load(s.buf, s.off));
      return;
    }
    fillZset(context, n, into, () => {
      for (let p = lpFirst(s.buf, s.off); p >= 0; ) {
        const q = p + lpEntryBytes(s.buf, p);
        element(s, p, member);
        add(context, packedScore(s.buf, q));
        p = lpNext(s.buf, q);
      }
    });
  } else if (type === RDB_TYPE.zsetZiplist) {
    r.string(s);
    const texts = readZiplist(s.view(), ZIPLIST);
    if (texts.length === 0) throw new RdbEmptyKey('no elements');
    if (texts.length % 2 !== 0) throw integrity(ZIPLIST);
    fillZset(context, texts.length / 2, into, () => {
      for (let i = 0; i < texts.length; i += 2) {
        ownText(texts[i] as string, member);
        add(context, parseDouble(texts[i + 1] as string));
      }
    });
  } else {
    const n = elementCount(r);
    fillZset(context, n, into, () => {
      for (let i = 0; i < n; i++) {
        r.string(member);
        add(context, type === RDB_TYPE.zset2 ? r.double() : r.textDouble());
      }
    });
  }
}

/** True when the listpack in s is sorted by score, then member; throws when a score is none. */
function inOrder(): boolean {
  let lastScore = Number.NEGATIVE_INFINITY;
  let lastMember = '';
  let sorted = true;
  for (let p = lpFirst(s.buf, s.off); p >= 0; ) {
    const q = p + lpEntryBytes(s.buf, p);
    const score = packedScore(s.buf, q);
    if (Number.isNaN(score)) throw new RdbCorrupt('Zset with NAN score detected');
    const text = lpText(s.buf, p);
    if (score < lastScore || (score === lastScore && text < lastMember)) sorted = false;
    lastScore = score;
    lastMember = text;
    p = lpNext(s.buf, q);
  }
  return sorted;
}

function fillZset(
  { store, limits }: DecodeContext,
  n: number,
  into: DecodedValue,
  fill: () => void,
): void {
  zset.create(store, limits, n, 0);
  filling(zset, fill);
  into.set(TYPE.zset, zset.encoding, zset.takeReference());
}

function add({ limits }: DecodeContext, score: number): void {
  const { buf, address, off, len } = member;
  if (Number.isNaN(score)) throw new RdbCorrupt('Zset with NAN score detected');
  if (!Number.isNaN(zset.find(buf, off, len)))
    throw new RdbCorrupt('Duplicate zset fields detected');
  zset.add(buf, address, off, len, score, limits);
}
