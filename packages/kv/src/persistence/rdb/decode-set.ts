/** Sets: members one by one, an intset or a listpack. */
import { SetValue } from '../../store/types/set.ts';
import { INTSET, LARGE, PACKED, TYPE } from '../../store/value.ts';
import { intsetLength, intsetText, intsetValidate } from '../../structures/intset.ts';
import { lpFirst, lpNext } from '../../structures/listpack.ts';
import {
  type DecodeContext,
  element,
  elementCount,
  filling,
  integrity,
  readListpack,
} from './decode-parts.ts';
import type { DecodedValue } from './decoded-value.ts';
import { RdbCorrupt, type RdbReader, RdbString } from './rdb-reader.ts';
import { RDB_TYPE } from './rdb-types.ts';

const set = new SetValue();
const s = new RdbString();
const member = new RdbString();

export function decodeSet(
  r: RdbReader,
  type: number,
  context: DecodeContext,
  into: DecodedValue,
): void {
  const { store, limits } = context;
  if (type === RDB_TYPE.setListpack) {
    const n = readListpack(r, s, 1, 'Set listpack');
    if (n <= limits.setMaxListpackEntries) {
      into.set(TYPE.set, PACKED, store.listpacks.load(s.buf, s.off));
      return;
    }
    fillSet(context, LARGE, into, () => {
      for (let p = lpFirst(s.buf, s.off); p >= 0; p = lpNext(s.buf, p)) {
        element(s, p, member);
        add(context);
      }
    });
  } else if (type === RDB_TYPE.setIntset) {
    r.string(s);
    if (!intsetValidate(s.buf, s.off, s.len)) throw integrity('Intset');
    const n = intsetLength(s.buf, s.off);
    if (n <= limits.setMaxIntsetEntries) {
      into.set(TYPE.set, INTSET, store.loadBlock(s.buf, s.off, s.len));
      return;
    }
    fillSet(context, LARGE, into, () => {
      for (let i = 0; i < n; i++) {
        member.own(24);
        member.len = intsetText(s.buf, s.off, i, member.buf);
        add(context);
      }
    });
  } else {
    const n = elementCount(r);
    fillSet(context, n > limits.setMaxIntsetEntries ? LARGE : INTSET, into, () => {
      for (let i = 0; i < n; i++) {
        r.string(member);
        add(context);
      }
    });
  }
}

function fillSet(
  { store }: DecodeContext,
  encoding: number,
  into: DecodedValue,
  fill: () => void,
): void {
  set.create(store, encoding);
  filling(set, fill);
  into.set(TYPE.set, set.encoding, set.takeReference());
}

function add({ limits }: DecodeContext): void {
  if (!set.add(member.buf, member.address, member.off, member.len, limits))
    throw new RdbCorrupt('Duplicate set members detected');
}
