/** Lists: rows of nodes, each a listpack (a ziplist in old files) or one long element. */
import { settleList } from '../../store/types/build-list.ts';
import { LARGE, TYPE } from '../../store/value.ts';
import { lpValidate } from '../../structures/listpack.ts';
import { Quicklist } from '../../structures/quicklist.ts';
import {
  type DecodeContext,
  elementCount,
  filling,
  integrity,
  ownText,
  RdbEmptyKey,
} from './decode-parts.ts';
import type { DecodedValue } from './decoded-value.ts';
import { readZiplist } from './old-formats.ts';
import { type RdbReader, RdbString } from './rdb-reader.ts';
import { NODE_PACKED, NODE_PLAIN, RDB_TYPE } from './rdb-types.ts';

const s = new RdbString();
const one = new RdbString();

export function decodeList(
  r: RdbReader,
  type: number,
  { store, limits }: DecodeContext,
  into: DecodedValue,
): void {
  const fill = limits.listMaxListpackSize;
  const list = new Quicklist(store.listpacks, fill);
  filling({ discard: () => list.free() }, () => {
    if (type === RDB_TYPE.listZiplist) readZiplistNode(r, list, 'List ziplist');
    else
      for (let left = elementCount(r); left > 0; left--) {
        if (type === RDB_TYPE.list) {
          r.string(s);
          list.pushTail(s.buf, s.address, s.off, s.len);
        } else if (type === RDB_TYPE.listQuicklist) readZiplistNode(r, list, 'Ziplist');
        else readNode(r, list);
      }
    if (list.count === 0) throw new RdbEmptyKey('no elements');
  });
  // The reference leaves a list of the oldest form as it is.
  if (type === RDB_TYPE.listZiplist) into.set(TYPE.list, LARGE, store.objects.add(list));
  else {
    const { encoding, ref } = settleList(store, list, fill);
    into.set(TYPE.list, encoding, ref);
  }
}

function readNode(r: RdbReader, list: Quicklist): void {
  const container = r.length();
  if (container !== NODE_PLAIN && container !== NODE_PACKED) throw integrity('Quicklist');
  r.string(s);
  if (s.len === 0) throw integrity('Quicklist');
  if (container === NODE_PLAIN) list.appendPlain(s.view());
  else if (lpValidate(s.buf, s.off, s.len)) list.appendListpack(s.buf, s.off);
  else throw integrity('Listpack');
}

function readZiplistNode(r: RdbReader, list: Quicklist, what: string): void {
  r.string(s);
  for (const text of readZiplist(s.view(), what)) {
    ownText(text, one);
    list.pushTail(one.buf, one.address, one.off, one.len);
  }
}
