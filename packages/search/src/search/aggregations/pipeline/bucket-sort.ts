import { illegalArgument } from '../../../errors/search-error.ts';
import { isJsonObject, type Json } from '../../../json/values.ts';
import { javaText } from '../../../mapping/parameter.ts';
import type { Bucket } from '../aggregation.ts';
import { compareKeys } from '../bucket/order.ts';
import { integer, type OptionKind, readOptions } from '../options.ts';
import type { PipelineParser } from '../parser.ts';
import { BucketsPath } from './buckets-path.ts';
import { insideComplaints, PIPELINE_OPTIONS, pathComplaints } from './pipeline-options.ts';

interface SortPart {
  readonly path: BucketsPath;
  readonly isAscending: boolean;
}

function readPart(part: Json): SortPart {
  if (typeof part === 'string') return { path: new BucketsPath(part), isAscending: true };
  const [entry] = isJsonObject(part) ? [...part] : [];
  if (entry === undefined) throw illegalArgument('[bucket_sort] sort must name a path');
  const [name, given] = entry;
  const direction = isJsonObject(given) ? (given.get('order') ?? 'asc') : given;
  return { path: new BucketsPath(name), isAscending: javaText(direction).toLowerCase() !== 'desc' };
}

const SORT: OptionKind<readonly SortPart[]> = {
  accepts: (value) => Array.isArray(value) || isJsonObject(value) || typeof value === 'string',
  read: (value) => (Array.isArray(value) ? value : [value]).map(readPart),
};

/** Puts the buckets of its parent in another order, and cuts them. */
export const parseBucketSort: PipelineParser = (body, place, of) => {
  const { gap_policy } = PIPELINE_OPTIONS;
  const options = readOptions(
    body,
    { sort: SORT, from: integer('from', 0), size: integer('size', 1), gap_policy },
    place,
  );
  const { sort = [], from = 0, size, gap_policy: policy = 'skip' } = options;
  const valuesOf = (bucket: Bucket) =>
    sort.map(({ path }) => (path.text === '_key' ? 0 : path.value(bucket, policy)));
  const compare = (a: { bucket: Bucket; values: (number | undefined)[] }, b: typeof a) => {
    for (const [i, { path, isAscending }] of sort.entries()) {
      const sign = isAscending ? 1 : -1;
      if (path.text === '_key') {
        const difference = compareKeys(a.bucket, b.bucket);
        if (difference !== 0) return sign * difference;
        continue;
      }
      const x = a.values[i];
      const y = b.values[i];
      if (x === y) continue;
      if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
      return sign * (x - y);
    }
    return 0;
  };
  return {
    ...of,
    type: 'bucket_sort',
    validate: (level, owner) => [
      ...insideComplaints('bucket_sort', of.name, owner),
      ...(sort.length === 0 && size === undefined && from === 0
        ? [
            `[${of.name}] is configured to perform nothing. Please set either of [sort, size, from] to use bucket_sort`,
          ]
        : []),
      ...sort.flatMap(({ path }) => pathComplaints(path, level)),
    ],
    parent(buckets) {
      const end = size === undefined ? buckets.length : from + size;
      if (sort.length === 0) return buckets.slice(from, end);
      return buckets
        .map((bucket) => ({ bucket, values: valuesOf(bucket) }))
        .filter(({ values }) => values.some((value) => value !== undefined))
        .sort(compare)
        .slice(from, end)
        .map(({ bucket }) => bucket);
    },
  };
};
