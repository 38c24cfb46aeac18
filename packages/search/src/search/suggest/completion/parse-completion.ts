/** The completion suggester: documents whose suggestions begin as the text does. */
import { illegalArgument } from '../../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../../json/values.ts';
import { completionPaths, separatorOf } from '../../../mapping/types/completion.ts';
import { parseContextMappings } from '../../../mapping/types/completion-contexts.ts';
import {
  anything,
  flag,
  integer,
  number,
  object,
  readOptions,
  text,
} from '../../aggregations/options.ts';
import type { ShardContext } from '../../context.ts';
import { editsFor } from '../../patterns/fuzzy.ts';
import { searchAnalyzer } from '../../text/analyze.ts';
import { byText, type Suggester, type SuggestionInput, suggestField } from '../suggester.ts';
import { bestEntries, type Found } from './best-entries.ts';
import { contextQuery } from './context-query.ts';
import {
  beginningAs,
  beginningLike,
  beginningWith,
  type FuzzyOptions,
  type Walk,
} from './match-texts.ts';

const OPTIONS = {
  field: text,
  size: integer('size', 1),
  shard_size: integer('shard_size', 1),
  skip_duplicates: flag,
  analyzer: text,
  fuzzy: anything,
  regex: anything,
  contexts: object,
};

const FUZZY = {
  fuzziness: text,
  transpositions: flag,
  min_length: integer('min_length', 1),
  prefix_length: integer('prefix_length', 0),
  unicode_aware: flag,
  max_determinized_states: number,
};

const REGEX = { flags: anything, max_determinized_states: number };

const DEFAULT_SIZE = 5;
/** More than any answer may have; memory is bounded by it. */
const MOST = 10_000;

function parseFuzzy(json: Json | undefined, input: SuggestionInput): FuzzyOptions | undefined {
  if (json === undefined || json === false || json === null) return undefined;
  const { name, scope } = input;
  const body: JsonObject = isJsonObject(json) ? json : new Map();
  const options = readOptions(body, FUZZY, { name, type: 'fuzzy', scope });
  const fuzziness = options.fuzziness ?? 'AUTO';
  editsFor(fuzziness, 1);
  return {
    fuzziness,
    transpositions: options.transpositions ?? true,
    minLength: options.min_length ?? 3,
    prefixLength: options.prefix_length ?? 1,
  };
}

export function parseCompletion(input: SuggestionInput): Suggester {
  const { name, scope, body } = input;
  const options = readOptions(body, OPTIONS, { name, type: 'completion', scope });
  const { field } = options;
  if (field === undefined) throw illegalArgument('the required field option is missing');
  const fuzzy = parseFuzzy(options.fuzzy, input);
  if (isJsonObject(options.regex ?? null)) {
    readOptions(options.regex as JsonObject, REGEX, { name, type: 'regex', scope });
  }
  const size = Math.min(options.size ?? DEFAULT_SIZE, MOST);
  const skipDuplicates = options.skip_duplicates ?? false;
  const wanted = input.prefix ?? input.text;
  const isRegex = input.prefix === undefined && input.regex !== undefined;
  const expression = isRegex ? beginningAs(input.regex as string) : undefined;
  const shown = (isRegex ? input.regex : wanted) ?? '';
  return {
    *collect(shard) {
      const found = suggestField(shard, field);
      if (found.type !== 'completion') {
        throw illegalArgument(`Field [${field}] is not a completion suggest field`);
      }
      const walk = expression ?? textWalk(shard, field, shown, options.analyzer, fuzzy);
      const mappings = parseContextMappings(found.mapper?.value('contexts'));
      const contexts = contextQuery(mappings, options.contexts);
      const wide = Math.max(size, Math.min(options.shard_size ?? size, MOST));
      const best = { path: found.path, size: wide, skipDuplicates, contexts };
      return yield* bestEntries(shard.searcher, walk, best);
    },
    reduce(shards, { show }) {
      const all = (shards as Found[][])
        .flatMap((list, shard) => list.map((found) => ({ found, shard })))
        .sort(
          (a, b) =>
            b.found.score - a.found.score ||
            byText(a.found.text, b.found.text) ||
            a.shard - b.shard,
        );
      const seen = new Set<string>();
      const kept = skipDuplicates
        ? all.filter(({ found }) => !seen.has(found.text) && seen.add(found.text))
        : all;
      const best = kept.slice(0, size).map(
        ({ found, shard }): Writable => ({
          text: found.text,
          ...show(shard, found.doc, found.score),
          contexts: found.contexts as Writable | undefined,
        }),
      );
      return [{ text: shown, offset: 0, length: shown.length, options: best }];
    },
  };
}

function textWalk(
  shard: ShardContext,
  name: string,
  wanted: string,
  analyzer: string | undefined,
  fuzzy: FuzzyOptions | undefined,
): Walk {
  const field = suggestField(shard, name);
  const chain = searchAnalyzer(field, analyzer);
  const separator = separatorOf(field.mapper?.value('preserve_separators'));
  const paths = completionPaths(chain, wanted, separator);
  return fuzzy === undefined ? beginningWith(paths) : beginningLike(paths, fuzzy);
}
