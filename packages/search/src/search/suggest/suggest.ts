/** `suggest` of a search: named suggestions, each of one suggester. */
import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import type { Suggest } from '../context.ts';
import type { Scope } from '../dsl/scope.ts';
import { parseCompletion } from './completion/parse-completion.ts';
import { parsePhrase } from './phrase/parse-phrase.ts';
import type { ParseSuggester, Suggester } from './suggester.ts';
import { parseTerm } from './term/term-suggester.ts';

const SUGGESTERS: Readonly<Record<string, ParseSuggester>> = {
  completion: parseCompletion,
  phrase: parsePhrase,
  term: parseTerm,
};

interface Named {
  readonly name: string;
  readonly type: string;
  readonly suggester: Suggester;
}

const INPUTS = ['text', 'prefix', 'regex'];

export function parseSuggest(body: JsonObject, scope: Scope): Suggest {
  const shared = body.get('text');
  const text = shared === undefined || shared === null ? undefined : scalar(shared, 'text');
  const list: Named[] = [];
  for (const [name, value] of body) {
    if (name === 'text') continue;
    if (!isJsonObject(value)) {
      throw illegalArgument(`[suggest] does not support [${name}]`);
    }
    list.push(parseNamed(name, value, text, scope));
  }
  return {
    *collect(shard) {
      const found: unknown[] = [];
      for (const { suggester } of list) found.push(yield* suggester.collect(shard));
      return found;
    },
    reduce(shards, options) {
      const parts = shards as readonly (readonly unknown[])[];
      const answer = new Map<string, Writable>();
      for (const [i, { name, type, suggester }] of list.entries()) {
        const own = parts.map((part) => part[i]);
        answer.set(options.typedKeys ? `${type}#${name}` : name, suggester.reduce(own, options));
      }
      return answer;
    },
  };
}

function scalar(value: Json, name: string): string {
  if (!isJsonObject(value) && !Array.isArray(value)) return javaText(value);
  throw illegalArgument(`[suggest] [${name}] must be a string`);
}

function parseNamed(
  name: string,
  body: JsonObject,
  shared: string | undefined,
  scope: Scope,
): Named {
  const given = new Map<string, string>();
  let found: readonly [string, JsonObject] | undefined;
  for (const [key, value] of body) {
    if (isJsonObject(value)) {
      if (!Object.hasOwn(SUGGESTERS, key)) {
        throw scope.error(`unknown suggestion [${key}]`, body, key);
      }
      found = [key, value];
    } else if (INPUTS.includes(key)) given.set(key, scalar(value, key));
    else throw scope.error(`suggestion does not support [${key}]`, body, key);
  }
  if (found === undefined) {
    throw scope.error('missing suggestion object', body, undefined, 'end');
  }
  const [type, inner] = found;
  const input = {
    name,
    body: inner,
    scope,
    text: given.get('text') ?? shared,
    prefix: given.get('prefix'),
    regex: given.get('regex'),
  };
  if (input.text === undefined && input.prefix === undefined && input.regex === undefined) {
    throw illegalArgument('The required text option is missing');
  }
  return { name, type, suggester: (SUGGESTERS[type] as ParseSuggester)(input) };
}

/** The suggestion that parameters of the address ask for. */
export function suggestOfParams(
  field: string,
  text: string | undefined,
  mode: string | undefined,
  size: number,
  scope: Scope,
): Suggest {
  const options = new Map<string, Json>([
    ['field', field],
    ['size', size],
    ['suggest_mode', mode ?? 'missing'],
  ]);
  const body = new Map<string, Json>([['term', options]]);
  if (text !== undefined) body.set('text', text);
  return parseSuggest(new Map([[field, body]]), scope);
}
