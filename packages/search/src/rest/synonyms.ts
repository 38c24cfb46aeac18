/** `_synonyms`: sets of rules that analyzers load by name, and reload when they change. */
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import type { RestRequest } from '../http/request.ts';
import { RestResponse } from '../http/response.ts';
import type { Method, Route } from '../http/route.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../json/values.ts';
import type { SynonymRule } from '../synonyms/synonym-sets.ts';
import { reloaded, usersOf } from './indices/reload-analyzers.ts';
import type { NodeServices } from './node-services.ts';

const PAGE = 10;

export function synonymRoutes(node: NodeServices): Route[] {
  const sets = node.synonyms;
  const route = (
    method: Method,
    path: string,
    action: string,
    handler: Route['handler'],
    params: readonly string[] = [],
  ): Route => ({ methods: [method], path, params, action: `cluster:admin/${action}`, handler });
  const set = (request: RestRequest) => request.pathParam('synonymsSet');
  const rule = (request: RestRequest) => request.pathParam('synonymRuleId');
  const changed = async (result: string, name: string) =>
    RestResponse.of({ result, reload_analyzers_details: await reloaded(node, name) });
  const SET = '/_synonyms/{synonymsSet}';
  const RULE = `${SET}/{synonymRuleId}`;
  const paged = ['from', 'size'];
  return [
    route(
      'GET',
      '/_synonyms',
      'synonyms_sets/get',
      (request) => {
        const all = sets.names();
        const results = page(request, all).map((name) => ({
          synonyms_set: name,
          count: sets.rules(name).length,
        }));
        return RestResponse.of({ count: all.length, results });
      },
      paged,
    ),
    route(
      'GET',
      SET,
      'synonyms/get',
      (request) => {
        const rules = sets.rules(set(request));
        return RestResponse.of({ count: rules.length, synonyms_set: page(request, rules) });
      },
      paged,
    ),
    route('PUT', SET, 'synonyms/put', (request) =>
      changed(sets.put(set(request), rulesOf(request.requiredObject())), set(request)),
    ),
    route('DELETE', SET, 'synonyms/delete', (request) => {
      const name = set(request);
      sets.rules(name);
      const used = usersOf(node, name).map((index) => index.name);
      if (used.length > 0) {
        throw illegalArgument(
          `synonyms set [${name}] cannot be deleted as it is used in the following indices: ${used.join(', ')}`,
        );
      }
      sets.delete(name);
      return RestResponse.acknowledged();
    }),
    route('GET', RULE, 'synonym_rules/get', (request) =>
      RestResponse.of(sets.rule(set(request), rule(request))),
    ),
    route('PUT', RULE, 'synonym_rules/put', (request) => {
      const { synonyms } = ruleOf(request.requiredObject());
      return changed(sets.putRule(set(request), rule(request), synonyms), set(request));
    }),
    route('DELETE', RULE, 'synonym_rules/delete', (request) => {
      sets.deleteRule(set(request), rule(request));
      return changed('deleted', set(request));
    }),
  ];
}

function page<T extends Writable>(request: RestRequest, all: readonly T[]): T[] {
  const from = request.integer('from', 0);
  const size = request.integer('size', PAGE);
  if (from < 0) throw illegalArgument(`[from] must be a positive integer`);
  if (size < 0) throw illegalArgument(`[size] must be a positive integer`);
  return all.slice(from, from + size);
}

function rulesOf(body: JsonObject): SynonymRule[] {
  const rules = body.get('synonyms_set');
  if (rules === undefined) throw illegalArgument('Required [synonyms_set]');
  return (Array.isArray(rules) ? rules : [rules]).map(ruleOf);
}

function ruleOf(json: Json): SynonymRule {
  const synonyms = isJsonObject(json) ? json.get('synonyms') : undefined;
  if (typeof synonyms !== 'string') {
    throw new SearchError('illegal_argument_exception', 'Required [synonyms]');
  }
  const id = isJsonObject(json) ? json.get('id') : undefined;
  return { synonyms, id: typeof id === 'string' ? id : undefined };
}
