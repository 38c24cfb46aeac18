/** The `highlight` of a request: settings for all fields, and those of each. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import {
  anything,
  contentError,
  flag,
  integer,
  list,
  type OptionKind,
  type Options,
  object,
  oneOf,
  readOptions,
  text,
} from '../aggregations/options.ts';
import type { ParseScope, QueryBuilder } from '../context.ts';

const ANALYZED_OFFSET: OptionKind<number> = {
  accepts: integer('').accepts,
  read: (value, place) => {
    const limit = integer('').read(value, place);
    if (limit > 0) return limit;
    throw illegalArgument('[max_analyzed_offset] must be a positive integer');
  },
};

const HIGHLIGHT_QUERY: OptionKind<QueryBuilder> = {
  accepts: isJsonObject,
  read: (value, { scope }) => scope.query(value),
};

const TAGS: OptionKind<readonly string[]> = {
  accepts: list.accepts,
  read: (value, place) => list.read(value, place).map((tag) => javaText(tag)),
};

const SHARED = {
  type: text,
  pre_tags: TAGS,
  post_tags: TAGS,
  fragment_size: integer('fragment_size'),
  number_of_fragments: integer('number_of_fragments'),
  order: text,
  no_match_size: integer('no_match_size'),
  require_field_match: flag,
  boundary_scanner: oneOf(
    ['chars', 'sentence', 'word'],
    (word) => `No enum constant BoundaryScannerType.${word}`,
  ),
  boundary_chars: text,
  boundary_max_scan: integer('boundary_max_scan'),
  boundary_scanner_locale: text,
  fragmenter: text,
  highlight_filter: flag,
  highlight_query: HIGHLIGHT_QUERY,
  force_source: flag,
  phrase_limit: integer('phrase_limit'),
  max_analyzed_offset: ANALYZED_OFFSET,
  options: object,
} as const;
const OWN = {
  ...SHARED,
  fragment_offset: integer('fragment_offset'),
  matched_fields: TAGS,
} as const;
const GLOBAL = { ...SHARED, encoder: text, tags_schema: text, fields: anything } as const;

type Given = Options<typeof OWN>;

/** What holds for one field, everything decided. */
export interface HighlightSettings {
  readonly type: string;
  readonly preTags: readonly string[];
  readonly postTags: readonly string[];
  readonly fragmentSize: number;
  readonly fragments: number;
  readonly isByScore: boolean;
  readonly noMatchSize: number;
  readonly needsFieldMatch: boolean;
  /** Undefined: what the highlighter does by itself. */
  readonly scanner: 'chars' | 'sentence' | 'word' | undefined;
  readonly boundaryChars: string;
  readonly maxScan: number;
  readonly locale: string;
  readonly fragmenter: string;
  readonly query: QueryBuilder | undefined;
  readonly maxAnalyzedOffset: number | undefined;
  readonly matchedFields: readonly string[] | undefined;
  readonly isHtml: boolean;
}

export interface HighlightField {
  /** A name, or a pattern with `*`. */
  readonly name: string;
  readonly settings: HighlightSettings;
}

const STYLED = Array.from({ length: 10 }, (_, i) => `<em class="hlt${i + 1}">`);

export function parseSettings(body: JsonObject, scope: ParseScope): HighlightField[] {
  const place = { name: 'highlight', type: 'highlight', scope };
  const all = readOptions(body, GLOBAL, place);
  if (all.tags_schema !== undefined && !['default', 'styled'].includes(all.tags_schema)) {
    throw contentError(
      scope,
      '[highlight] failed to parse field [tags_schema]',
      body,
      'tags_schema',
      illegalArgument(`Unknown tag schema [${all.tags_schema}]`),
    );
  }
  if ((all.pre_tags === undefined) !== (all.post_tags === undefined)) {
    throw new SearchError('parsing_exception', 'pre_tags are set but post_tags are not set');
  }
  const styled =
    all.tags_schema === 'styled' ? { pre_tags: STYLED, post_tags: ['</em>'] } : undefined;
  return fieldEntries(all.fields, body, scope).map(([name, own]) => {
    const given = readOptions(own, OWN, { ...place, type: 'highlight_field' });
    return { name, settings: settingsOf(given, { ...styled, ...all }, all.encoder === 'html') };
  });
}

/** `fields`: an object, or a list of objects where the order matters. */
function fieldEntries(
  fields: Json | undefined,
  body: JsonObject,
  scope: ParseScope,
): [string, JsonObject][] {
  if (fields === undefined) return [];
  const objects = Array.isArray(fields) ? fields : [fields];
  return objects.flatMap((one) => {
    if (!isJsonObject(one) || (Array.isArray(fields) && one.size !== 1)) {
      throw contentError(
        scope,
        '[highlight] [fields] can be a single object with any number of fields or an array where each entry is an object with a single field',
        body,
        'fields',
      );
    }
    return [...one].map(([name, value]): [string, JsonObject] => {
      if (isJsonObject(value)) return [name, value];
      throw contentError(scope, `[highlight] failed to parse field [fields]`, one, name);
    });
  });
}

function settingsOf(own: Given, all: Given, isHtml: boolean): HighlightSettings {
  const get = <K extends keyof Given>(name: K): Given[K] => own[name] ?? all[name];
  const size = get('fragment_size') ?? 100;
  return {
    type: get('type') ?? 'unified',
    preTags: get('pre_tags') ?? ['<em>'],
    postTags: get('post_tags') ?? ['</em>'],
    fragmentSize: Math.max(0, size),
    fragments: Math.max(0, get('number_of_fragments') ?? 5),
    isByScore: get('order') === 'score',
    noMatchSize: get('no_match_size') ?? 0,
    needsFieldMatch: get('require_field_match') ?? true,
    scanner: get('boundary_scanner'),
    boundaryChars: get('boundary_chars') ?? '.,!? \t\n',
    maxScan: get('boundary_max_scan') ?? 20,
    locale: get('boundary_scanner_locale') ?? 'en',
    fragmenter: get('fragmenter') ?? 'span',
    query: get('highlight_query'),
    maxAnalyzedOffset: get('max_analyzed_offset'),
    matchedFields: own.matched_fields,
    isHtml,
  };
}
