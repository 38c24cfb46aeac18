/** `contexts` of a completion: which suggestions belong to the categories and places asked for. */
import { illegalArgument } from '../../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json/values.ts';
import { javaText } from '../../../mapping/parameter.ts';
import {
  type ContextMapping,
  categoryText,
  cellOf,
  places,
} from '../../../mapping/types/completion-contexts.ts';
import type { EntryContexts } from '../../../mapping/types/completion-entry.ts';
import { parsePoint } from '../../../mapping/types/geo-point.ts';
import { geohashOf, neighbours, precisionOf } from '../../../mapping/types/geohash.ts';
import { flagValue, numberValue } from '../../dsl/params.ts';

interface Wanted {
  readonly value: string;
  readonly isPrefix: boolean;
  readonly boost: number;
}

export interface ContextQuery {
  /** The largest boost any suggestion can get. */
  readonly maxBoost: number;
  /** The boost of the best context that fits; undefined when none does. */
  match(contexts: EntryContexts): number | undefined;
  /** Those of a suggestion's contexts that were asked for. */
  shown(contexts: EntryContexts): EntryContexts;
}

/** Undefined for a field without contexts. */
export function contextQuery(
  mappings: readonly ContextMapping[],
  asked: JsonObject | undefined,
): ContextQuery | undefined {
  if (mappings.length === 0) {
    if (asked === undefined || asked.size === 0) return undefined;
    throw illegalArgument('suggestion field does not support contexts');
  }
  const wanted = new Map<string, Wanted[]>();
  for (const [name, json] of asked ?? []) {
    const mapping = mappings.find((known) => known.name === name);
    if (mapping === undefined) {
      const known = mappings.map((one) => one.name).join(', ');
      throw illegalArgument(`Unknown context name [${name}], must be one of [${known}]`);
    }
    const list = mapping.type === 'geo' ? geoWanted(mapping, json) : categoryWanted(json);
    if (list.length > 0) wanted.set(name, list);
  }
  if (wanted.size === 0) throw illegalArgument('Missing mandatory contexts in context query');
  const fits = ({ value, isPrefix }: Wanted, own: string) =>
    isPrefix ? own.startsWith(value) : own === value;
  return {
    maxBoost: Math.max(...[...wanted.values()].flat().map(({ boost }) => boost)),
    match(contexts) {
      let best: number | undefined;
      for (const [name, list] of wanted) {
        for (const own of valuesOf(contexts, name)) {
          for (const one of list) {
            if (fits(one, own)) best = Math.max(best ?? one.boost, one.boost);
          }
        }
      }
      return best;
    },
    shown(contexts) {
      const found: Record<string, readonly string[]> = {};
      for (const [name, list] of wanted) {
        const own = valuesOf(contexts, name).filter((value) =>
          list.some((one) => fits(one, value)),
        );
        if (own.length > 0) found[name] = own;
      }
      return found;
    },
  };
}

/** Names come from requests: what every object has is none of them. */
function valuesOf(contexts: EntryContexts, name: string): readonly string[] {
  return Object.hasOwn(contexts, name) ? (contexts[name] as readonly string[]) : [];
}

function boostOf(item: JsonObject): number {
  const boost = Math.trunc(numberValue(item.get('boost') ?? 1));
  if (boost > 0) return boost;
  throw illegalArgument('boost must be greater than 0');
}

function categoryWanted(json: Json): Wanted[] {
  const list = Array.isArray(json) ? json : [json];
  return list
    .filter((item) => item !== null)
    .map((item) => {
      if (!isJsonObject(item)) return { value: categoryText(item), isPrefix: false, boost: 1 };
      const context = item.get('context');
      if (context === undefined || context === null) {
        throw illegalArgument('no category context was provided');
      }
      const isPrefix = flagValue(item.get('prefix') ?? false);
      return { value: categoryText(context), isPrefix, boost: boostOf(item) };
    });
}

function geoWanted(mapping: ContextMapping, json: Json): Wanted[] {
  return places(json)
    .filter((item) => item !== null)
    .flatMap((item) => geoCells(mapping, item));
}

/** The cell of a place and those around it: a place near a border is near what lies behind it. */
function geoCells(mapping: ContextMapping, item: Json): Wanted[] {
  const isFull = isJsonObject(item) && item.has('context');
  const place = isFull ? (item.get('context') ?? null) : item;
  if (place === null) throw illegalArgument('no geohash or geo point provided');
  const options: JsonObject = isFull ? item : new Map();
  const boost = isFull ? boostOf(item) : 1;
  const given = options.get('precision');
  const precision = Math.min(
    mapping.precision,
    given === undefined || given === null ? mapping.precision : precisionOf(given),
  );
  const around = options.get('neighbours');
  const levels =
    around === undefined || around === null
      ? [precision]
      : (Array.isArray(around) ? around : [around]).map(precisionOf);
  const isHash = typeof place === 'string' && !place.includes(',');
  const point = parsePoint(isHash ? javaText(place) : place);
  const cells = new Set([isHash ? cellOf(place, precision) : geohashOf(point, precision)]);
  for (const level of levels) {
    for (const cell of neighbours(point, Math.min(level, mapping.precision))) cells.add(cell);
  }
  return [...cells].map((value) => ({ value, isPrefix: true, boost }));
}
