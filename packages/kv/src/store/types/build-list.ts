/** Lists made whole, outside any database: their encoding is chosen once they are complete. */
import { fillBytes, fillCount } from '../../structures/node-limits.ts';
import type { Quicklist } from '../../structures/quicklist.ts';
import type { Store } from '../store.ts';
import { LARGE, PACKED } from '../value.ts';

/** What a record of a list holds. */
export interface ListReference {
  readonly encoding: number;
  readonly ref: number;
}

/** Gives a quicklist away as a value: as a listpack when it is one small node. */
export function settleList(store: Store, list: Quicklist, fill: number): ListReference {
  const only = list.onlyListpack;
  const small =
    only !== 0 && store.listpacks.size(only) <= fillBytes(fill) && list.count <= fillCount(fill);
  return small
    ? { encoding: PACKED, ref: list.release() }
    : { encoding: LARGE, ref: store.objects.add(list) };
}
