/** `slice`: one of several disjoint parts of a search. */

import { illegalArgument } from '../../errors/search-error.ts';
import { type Bitmap, bitmapWords, setBit } from '../../index/segment/bitmap.ts';
import type { Segment } from '../../index/segment/segment.ts';
import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { resolveField } from '../fields/resolve.ts';
import type { SearchRequest } from '../request/search-request.ts';

type Slice = NonNullable<SearchRequest['slice']>;

const SEED = 7919;

/** The rows of a slice by segment, as long as there is the request: every page asks for them. */
const known = new WeakMap<Slice, WeakMap<Segment, Bitmap>>();

/** The rows of a shard that belong to a slice: undefined for all, `match_none` for none. */
export function sliceQuery(
  slice: Slice,
  context: QueryContext,
  shard: number,
  shards: number,
): Query | undefined {
  const { id, max } = slice;
  if (max <= shards) return shard % max === id ? undefined : { kind: 'match_none' };
  if (id % shards !== shard) return { kind: 'match_none' };
  const inShard = Math.floor(max / shards) + (max % shards > shard ? 1 : 0);
  if (inShard <= 1) return undefined;
  const { field } = slice;
  const hash = field === undefined || field === '_id' ? undefined : columnHash(field, context);
  return {
    kind: 'rows',
    find: ({ segment }) => {
      let bySegment = known.get(slice);
      if (bySegment === undefined) known.set(slice, (bySegment = new WeakMap()));
      let bits = bySegment.get(segment);
      if (bits === undefined) {
        bits = partOf(segment, hash, Math.floor(id / shards), inShard);
        bySegment.set(segment, bits);
      }
      // Whoever asks may change what it gets.
      return bits.slice();
    },
  };
}

function partOf(segment: Segment, hash: string | undefined, part: number, parts: number): Bitmap {
  const bits = new Int32Array(bitmapWords(segment.documents));
  const column = hash === undefined ? undefined : segment.numeric(hash);
  for (let doc = 0; doc < segment.documents; doc += 1) {
    const value =
      hash === undefined
        ? murmur3(segment.ids.idOf(doc), SEED)
        : column?.hasValue(doc)
          ? mix(column.bigint(column.firstValue(doc)))
          : 0;
    if (((value % parts) + parts) % parts === part) setBit(bits, doc);
  }
  return bits;
}

function columnHash(name: string, context: QueryContext): string {
  const field = resolveField(context.mapping, name);
  if (field === undefined) throw illegalArgument(`field ${name} not found`);
  if (field.mapper?.type.column !== 'long') {
    throw illegalArgument(`cannot load numeric doc values on ${name}`);
  }
  return field.path;
}

/** Spreads the bits of a long over an int. */
function mix(value: bigint): number {
  let z = BigInt.asUintN(64, value);
  z = BigInt.asUintN(64, (z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn);
  z = BigInt.asUintN(64, (z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n);
  return Number(BigInt.asIntN(32, z ^ (z >> 32n)));
}

const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

/** MurmurHash3 x86 32-bit of bytes. */
function murmur3(bytes: Uint8Array, seed: number): number {
  let hash = seed;
  const blocks = bytes.length & ~3;
  const scramble = (block: number) => {
    const k = Math.imul(block, C1);
    return Math.imul((k << 15) | (k >>> 17), C2);
  };
  for (let i = 0; i < blocks; i += 4) {
    const block =
      (bytes[i] as number) |
      ((bytes[i + 1] as number) << 8) |
      ((bytes[i + 2] as number) << 16) |
      ((bytes[i + 3] as number) << 24);
    hash ^= scramble(block);
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let i = bytes.length - 1; i >= blocks; i -= 1) tail = (tail << 8) | (bytes[i] as number);
  if (blocks < bytes.length) hash ^= scramble(tail);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
