/** nested and reverse_nested: from documents to the rows of their nested objects, and back. */
import { SearchError } from '../../../../errors/search-error.ts';
import { type Bitmap, fullBitmap, nextBit } from '../../../../index/segment/bitmap.ts';
import type { SearchView } from '../../../../index/shard/documents.ts';
import { NESTED_PATH } from '../../../../mapping/document-parser.ts';
import { matches } from '../../../../query/matches.ts';
import type { CollectContext, Level, Result } from '../../aggregation.ts';
import { BucketCollector, EmptyCollector } from '../../collect/bucket-collector.ts';
import { enlarged, ownersEnd } from '../../collect/growing.ts';
import { contentError, readOptions, text } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { reduceSingle, SingleBucketResult } from '../single-bucket.ts';

type Make = (docCount: number, subs: readonly Result[]) => Result;

/** The rows of a nested object; of none, the documents themselves. */
function rowsOf({ shard }: CollectContext, view: SearchView, path: string | undefined): Bitmap {
  const { segment } = view;
  if (path === undefined) return segment.roots ?? fullBitmap(segment.documents);
  const query = { kind: 'term', field: NESTED_PATH, term: Buffer.from(path) } as const;
  return matches(shard.searcher, view, query);
}

abstract class RowsCollector extends BucketCollector {
  protected docs = new Int32Array(1024);
  protected owners = new Int32Array(1024);
  protected kept = 0;

  constructor(
    level: Level,
    protected readonly context: CollectContext,
    path: string | undefined,
    private readonly make: Make,
  ) {
    super(level, { ...context, nestedPath: path });
  }

  protected put(doc: number, owner: number): void {
    if (this.kept === this.docs.length) {
      this.docs = enlarged(this.docs, 0);
      this.owners = enlarged(this.owners, 0);
    }
    this.docs[this.kept] = doc;
    this.owners[this.kept++] = owner;
  }

  protected flush(): void {
    this.pass(this.docs, this.owners, this.kept, ownersEnd(this.owners, this.kept));
    this.kept = 0;
  }

  result(owner: number): Result {
    const { docCount, subs } = this.contents(owner);
    return this.make(docCount, subs);
  }
}

/** Nested rows stand before the row they belong to, behind the one before it. */
class NestedCollector extends RowsCollector {
  private parents: Bitmap = new Int32Array(0);
  private children: Bitmap = new Int32Array(0);

  constructor(
    level: Level,
    context: CollectContext,
    private readonly path: string,
    make: Make,
    private readonly parentPath = context.nestedPath,
  ) {
    super(level, context, path, make);
  }

  override begin(view: SearchView, base: number): boolean {
    this.parents = rowsOf(this.context, view, this.parentPath);
    this.children = rowsOf(this.context, view, this.path);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const first = previousBit(this.parents, doc - 1) + 1;
      for (
        let row = nextBit(this.children, first);
        row >= 0 && row < doc;
        row = nextBit(this.children, row + 1)
      ) {
        this.put(row, owners[i] as number);
      }
    }
    this.flush();
  }
}

/** Each row above once for every owner. */
class ReverseNestedCollector extends RowsCollector {
  private parents: Bitmap = new Int32Array(0);
  private last = new Int32Array(64).fill(-1);

  constructor(
    level: Level,
    context: CollectContext,
    private readonly path: string | undefined,
    make: Make,
  ) {
    super(level, context, path, make);
  }

  override begin(view: SearchView, base: number): boolean {
    this.parents = rowsOf(this.context, view, this.path);
    this.last.fill(-1);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    for (let i = 0; i < n; i += 1) {
      const parent = nextBit(this.parents, docs[i] as number);
      const owner = owners[i] as number;
      if (owner >= this.last.length) {
        const known = this.last.length;
        this.last = enlarged(this.last, owner + 1).fill(-1, known);
      }
      if (parent < 0 || this.last[owner] === parent) continue;
      this.last[owner] = parent;
      this.put(parent, owner);
    }
    this.flush();
  }
}

/** The last set bit at or before `from`, or -1. */
function previousBit(bits: Bitmap, from: number): number {
  for (let word = from >> 5; word >= 0 && from >= 0; word -= 1) {
    const mask = word === from >> 5 ? -1 >>> (31 - (from & 31)) : -1;
    const value = (bits[word] as number) & mask;
    if (value !== 0) return (word << 5) | (31 - Math.clz32(value));
  }
  return -1;
}

export const parseNested: AggregationParser = (body, place, common) => {
  const { path } = readOptions(body, { path: text }, place);
  if (path === undefined) {
    throw contentError(
      place.scope,
      `Missing [path] field for nested aggregation [${common.name}]`,
      body,
    );
  }
  const make: Make = (docCount, subs) => new SingleBucketResult(common, 'nested', docCount, subs);
  return {
    ...common,
    type: 'nested',
    collector(context) {
      const object = context.shard.mapping.objects.get(path);
      if (object === undefined) return new EmptyCollector(() => make(0, []));
      if (!object.isNested) {
        throw new SearchError(
          'aggregation_execution_exception',
          `[nested] nested path [${path}] is not nested`,
        );
      }
      return new NestedCollector(common.below, context, path, make);
    },
    reduce: (results, reduction) =>
      reduceSingle(common, 'nested', common.below, results, reduction),
  };
};

export const parseReverseNested: AggregationParser = (body, place, common) => {
  const { path } = readOptions(body, { path: text }, place);
  const make: Make = (docCount, subs) =>
    new SingleBucketResult(common, 'reverse_nested', docCount, subs);
  return {
    ...common,
    type: 'reverse_nested',
    collector(context) {
      if (context.nestedPath === undefined) {
        throw illegalPlace(common.name);
      }
      if (path !== undefined && context.shard.mapping.objects.get(path)?.isNested !== true) {
        return new EmptyCollector(() => make(0, []));
      }
      return new ReverseNestedCollector(common.below, context, path, make);
    },
    reduce: (results, reduction) =>
      reduceSingle(common, 'reverse_nested', common.below, results, reduction),
  };
};

function illegalPlace(name: string): SearchError {
  return new SearchError(
    'illegal_argument_exception',
    `Reverse nested aggregation [${name}] can only be used inside a [nested] aggregation`,
  );
}
