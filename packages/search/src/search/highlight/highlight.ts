/** `highlight`: shows where in a hit's fields the query matched. */
import type { Analyzer } from '../../analysis/core/analyzer.ts';
import { illegalArgument } from '../../errors/search-error.ts';
import type { Writable } from '../../json/values.ts';
import { fieldAnalyzers } from '../../mapping/field-analyzers.ts';
import type { FieldMapper } from '../../mapping/mapper.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { HitContext, ParseHighlight, ShardContext } from '../context.ts';
import { fastVectorFragments } from './fast-vector.ts';
import { encoded } from './markup.ts';
import { MatchedText, tokensOf } from './matched-text.ts';
import { plainExcerpt, plainFragments } from './plain.ts';
import { type Matcher, queryMatchers } from './query-terms.ts';
import { type HighlightField, type HighlightSettings, parseSettings } from './settings.ts';
import { sourceTexts } from './source-texts.ts';
import { unifiedExcerpt, unifiedFragments } from './unified.ts';

const TYPES = ['unified', 'plain', 'fvh'];
/** What patterns of field names find: fields of text. */
const TEXT_TYPES = ['text', 'keyword', 'match_only_text', 'search_as_you_type', 'wildcard'];
const DEFAULT_MAX_OFFSET = 1_000_000;

export const parseHighlight: ParseHighlight = (body, scope) => {
  const fields = parseSettings(body, scope);
  /** What a query looks for is found once in a shard. */
  const known = new WeakMap<ShardContext, Map<HighlightField, readonly Matcher[]>>();
  const matchersOf = (shard: ShardContext, field: HighlightField) => {
    const ofShard = known.get(shard) ?? new Map<HighlightField, readonly Matcher[]>();
    known.set(shard, ofShard);
    const { query } = field.settings;
    const found =
      ofShard.get(field) ?? queryMatchers(query === undefined ? shard.query : shard.build(query));
    ofShard.set(field, found);
    return found;
  };
  return (hit) => {
    const shown = new Map<string, Writable>();
    for (const field of fields) {
      for (const [name, mapper] of fieldsOf(hit.shard.mapping, field.name)) {
        if (shown.has(name)) continue;
        const fragments = fragmentsOf(
          hit,
          name,
          mapper,
          field.settings,
          matchersOf(hit.shard, field),
        );
        if (fragments.length > 0) shown.set(name, fragments);
      }
    }
    return shown.size === 0 ? undefined : shown;
  };
};

/** The fields a name or pattern stands for. */
function fieldsOf(mapping: Mapping, name: string): [string, FieldMapper][] {
  if (!name.includes('*')) {
    const mapper = mapping.field(name) ?? subfield(mapping, name);
    return mapper === undefined ? [] : [[name, mapper]];
  }
  const pattern = new RegExp(
    `^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`,
    's',
  );
  return [...mapping.fields.keys()]
    .filter((path) => pattern.test(path))
    .map((path): [string, FieldMapper | undefined] => [path, mapping.field(path)])
    .filter((entry): entry is [string, FieldMapper] => {
      const type = entry[1]?.type.name;
      return type !== undefined && TEXT_TYPES.includes(type);
    });
}

/** `x._2gram` and the like have no mapping of their own: their texts are those of `x`. */
function subfield(mapping: Mapping, name: string): FieldMapper | undefined {
  const parent = mapping.field(name.slice(0, Math.max(0, name.lastIndexOf('.'))));
  return parent?.type.name === 'search_as_you_type' ? parent : undefined;
}

function fragmentsOf(
  hit: HitContext,
  name: string,
  mapper: FieldMapper,
  settings: HighlightSettings,
  matchers: readonly Matcher[],
): string[] {
  const { mapping, index } = hit.shard;
  if (!TYPES.includes(settings.type)) {
    throw illegalArgument(`unknown highlighter type [${settings.type}] for the field [${name}]`);
  }
  const analyzer = fieldAnalyzers(mapping, mapper.path === name ? mapper.path : name)?.index;
  if (settings.type === 'fvh') checkVectors(mapper, name);
  if (analyzer === undefined) return [];
  const texts = sourceTexts(mapping, mapper, hit.json());
  if (texts.length === 0) return [];
  if (
    settings.type === 'fvh' &&
    texts.length > 1 &&
    mapping.metadata('_source', 'mode') === 'synthetic'
  ) {
    throw illegalArgument(
      `The fast vector highlighter doesn't support loading multi-valued fields from _source in index [${index}] because _source can reorder field values`,
    );
  }
  const path = mapper.path === name ? mapper.path : name;
  const names = new Set([path, mapper.path, ...(settings.matchedFields ?? [])]);
  const wanted = settings.needsFieldMatch
    ? matchers.filter(({ field }) => names.has(field))
    : matchers;
  const limit = analyzedLimit(hit, name, mapper, settings, texts);
  const joins = settings.type === 'fvh' || (settings.type === 'unified' && joinsPhrases(hit.shard));
  const matched = texts.map((text) => matchText(text, analyzer, wanted, limit, joins));
  if (matched.some(({ isMatched }) => isMatched)) return show(matched, settings);
  return excerpt(texts[0] as string, matched[0] as MatchedText, settings);
}

function matchText(
  text: string,
  analyzer: Analyzer,
  matchers: readonly Matcher[],
  limit: number,
  joins: boolean,
): MatchedText {
  return new MatchedText(text, tokensOf(analyzer, text, limit), matchers, joins);
}

function show(matched: readonly MatchedText[], settings: HighlightSettings): string[] {
  if (settings.type === 'plain') return plainFragments(matched, settings);
  if (settings.type === 'fvh') return fastVectorFragments(matched, settings);
  return unifiedFragments(matched, settings);
}

function excerpt(text: string, { tokens }: MatchedText, settings: HighlightSettings): string[] {
  const { noMatchSize, type, locale } = settings;
  if (noMatchSize <= 0) return [];
  const start =
    type === 'unified'
      ? unifiedExcerpt(text, noMatchSize, locale)
      : plainExcerpt(text, tokens, noMatchSize);
  return start === '' ? [] : [encoded(start, settings)];
}

function checkVectors(mapper: FieldMapper, name: string): void {
  const vectors = mapper.value('term_vector');
  if (typeof vectors === 'string' && vectors.startsWith('with_positions_offsets')) return;
  throw illegalArgument(
    `the field [${name}] should be indexed with term vector with position offsets to be used with fast vector highlighter`,
  );
}

/** Since 8.10 a phrase is one match, unless the index says otherwise. */
function joinsPhrases(shard: ShardContext): boolean {
  return String(settingOf(shard, 'highlight.weight_matches_mode.enabled')) !== 'false';
}

function settingOf({ mapping, setting }: ShardContext, name: string): unknown {
  return setting === undefined ? mapping.context.indexSetting(name) : setting(`index.${name}`);
}

/** How far texts are analysed; those that are longer than allowed are refused. */
function analyzedLimit(
  hit: HitContext,
  name: string,
  mapper: FieldMapper,
  { type, maxAnalyzedOffset }: HighlightSettings,
  texts: readonly string[],
): number {
  const { index } = hit.shard;
  const setting = settingOf(hit.shard, 'highlight.max_analyzed_offset');
  const allowed = setting === undefined ? DEFAULT_MAX_OFFSET : Number(setting);
  const hasOffsets =
    mapper.value('index_options') === 'offsets' ||
    String(mapper.value('term_vector')).startsWith('with_positions_offsets');
  if (type !== 'plain' && hasOffsets) return Number.POSITIVE_INFINITY;
  const length = texts.reduce((sum, text) => sum + text.length, texts.length - 1);
  if (length > allowed && (maxAnalyzedOffset === undefined || maxAnalyzedOffset > allowed)) {
    throw illegalArgument(
      `The length [${length}] of field [${name}] in doc[${hit.doc}]/index[${index}] exceeds the [index.highlight.max_analyzed_offset] limit [${allowed}]. To avoid this error, set the query parameter [max_analyzed_offset] to a value less than index setting value [${allowed}] and this will tolerate long field values by truncating them.`,
    );
  }
  return maxAnalyzedOffset ?? Number.POSITIVE_INFINITY;
}
