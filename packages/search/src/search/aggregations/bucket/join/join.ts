/** children and parent: from documents of one relation to those of the other, by their shared id. */
import { type Bitmap, hasBit, intersect, nextBit } from '../../../../index/segment/bitmap.ts';
import type { SearchView } from '../../../../index/shard/documents.ts';
import { isJsonObject } from '../../../../json/values.ts';
import type { Mapping } from '../../../../mapping/mapping.ts';
import { javaText } from '../../../../mapping/parameter.ts';
import { joinField } from '../../../../mapping/types/join.ts';
import { matches } from '../../../../query/matches.ts';
import type { CollectContext, Level, Result } from '../../aggregation.ts';
import { BucketCollector, EmptyCollector } from '../../collect/bucket-collector.ts';
import { contentError, readOptions, text } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { TermSource } from '../../values/term-source.ts';
import { reduceSingle, SingleBucketResult } from '../single-bucket.ts';

interface Relation {
  /** The field with the names of relations. */
  readonly names: string;
  /** The column in which parents have their own id, and children their parent's. */
  readonly ids: string;
  readonly parent: string;
}

/** The relation that has `child` below it; undefined when the mapping knows none. */
function relationOf(mapping: Mapping, child: string): Relation | undefined {
  for (const { type, path, given } of mapping.fields.values()) {
    if (type.name !== 'join') continue;
    const relations = given.get('relations');
    if (!isJsonObject(relations)) continue;
    for (const [parent, children] of relations) {
      const names = Array.isArray(children) ? children.map(javaText) : [javaText(children)];
      if (names.includes(child)) return { names: path, ids: joinField(path, parent), parent };
    }
  }
  return undefined;
}

/** Notes the ids of what it is given, and hands on the other side when it has seen all. */
class JoinCollector extends BucketCollector {
  private readonly views: { readonly view: SearchView; readonly base: number }[] = [];
  /** Owners by id: each once. */
  private readonly owners = new Map<number, Set<number>>();
  private readonly ids: TermSource;
  private from: Bitmap = new Int32Array(0);

  constructor(
    level: Level,
    private readonly context: CollectContext,
    private readonly relation: Relation,
    private readonly fromName: string,
    private readonly toName: string,
    private readonly make: (docCount: number, subs: readonly Result[]) => Result,
  ) {
    super(level, context);
    this.ids = new TermSource({ field: relation.ids }, context.shard.searcher.views);
  }

  override begin(view: SearchView, base: number): boolean {
    this.views.push({ view, base });
    this.from = this.named(view, this.fromName);
    this.ids.begin(view);
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const count = this.ids.read(docs, owners, n);
    for (let i = 0; i < count; i += 1) {
      if (!hasBit(this.from, this.ids.docs[i] as number)) continue;
      const id = this.ids.terms[i] as number;
      const known = this.owners.get(id) ?? new Set<number>();
      this.owners.set(id, known.add(this.ids.owners[i] as number));
    }
  }

  override finish(): void {
    const doc = new Int32Array(1);
    const owner = new Int32Array(1);
    for (const { view, base } of this.views) {
      super.begin(view, base);
      this.ids.begin(view);
      const to = this.named(view, this.toName);
      if (view.live !== undefined) intersect(to, view.live);
      for (let row = nextBit(to, 0); row >= 0; row = nextBit(to, row + 1)) {
        doc[0] = row;
        owner[0] = 0;
        if (this.ids.read(doc, owner, 1) === 0) continue;
        for (const one of this.owners.get(this.ids.terms[0] as number) ?? []) {
          owner[0] = one;
          this.pass(doc, owner, 1, one + 1);
        }
      }
    }
    super.finish();
  }

  result(owner: number): Result {
    const { docCount, subs } = this.contents(owner);
    return this.make(docCount, subs);
  }

  private named(view: SearchView, relation: string): Bitmap {
    const query = {
      kind: 'term',
      field: this.relation.names,
      term: Buffer.from(relation),
    } as const;
    return matches(this.context.shard.searcher, view, query);
  }
}

function parseJoin(type: 'children' | 'parent'): AggregationParser {
  return (body, place, common) => {
    const options = readOptions(body, { type: text }, place);
    const child = options.type;
    if (child === undefined) {
      throw contentError(
        place.scope,
        `Missing [child_type] field for ${type} aggregation [${common.name}]`,
        body,
      );
    }
    const make = (docCount: number, subs: readonly Result[]) =>
      new SingleBucketResult(common, type, docCount, subs);
    return {
      ...common,
      type,
      collector(context) {
        const relation = relationOf(context.shard.mapping, child);
        if (relation === undefined) return new EmptyCollector(() => make(0, []));
        const [from, to] =
          type === 'children' ? [relation.parent, child] : [child, relation.parent];
        return new JoinCollector(common.below, context, relation, from, to, make);
      },
      reduce: (results, reduction) => reduceSingle(common, type, common.below, results, reduction),
    };
  };
}

export const JOIN_PARSERS = (['children', 'parent'] as const).map((type) => ({
  type,
  parse: parseJoin(type),
}));
