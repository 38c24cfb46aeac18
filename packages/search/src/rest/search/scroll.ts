/** Scrolls go on and end; points in time open and close. */
import { illegalArgument, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Json } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { parseTime } from '../../settings/units.ts';
import { TARGET_PARAMS } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { bodyScope } from './params.ts';
import { continueScroll, searchTargets } from './run-search.ts';

const SCROLL_ACTION = 'indices:data/read/scroll';

function textList(value: Json | undefined): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map(javaText) : [javaText(value)];
}

/** Body values win over those of the address. */
function bodyOrParam(request: RestRequest, known: readonly string[]) {
  const { body } = bodyScope(request);
  for (const [name, value] of body ?? []) {
    if (known.includes(name)) continue;
    throw illegalArgument(
      `Unknown parameter [${name}] in request body or parameter is of the wrong type[${javaText(value)}] `,
    );
  }
  return (name: string) =>
    textList(body?.get(name)) ??
    (request.param(name) === undefined ? undefined : request.list(name));
}

export function scrollRoutes(node: NodeServices): Route[] {
  const { contexts } = node.search;
  const next = async (request: RestRequest) => {
    const value = bodyOrParam(request, ['scroll_id', 'scroll']);
    const [id] = value('scroll_id') ?? [];
    if (id === undefined) throw validationError(['scrollId is missing']);
    const [scroll] = value('scroll') ?? [];
    const keepAlive = scroll === undefined ? undefined : parseTime(scroll, 'scroll');
    if (keepAlive !== undefined) {
      contexts.checkKeepAlive(keepAlive, (text) => parseTime(text, 'search.max_keep_alive'));
    }
    const context = contexts.use('scroll', id, request.caller?.username, keepAlive);
    return RestResponse.of(await continueScroll(node, request, context));
  };
  const clear = (request: RestRequest) => {
    const owner = request.caller?.username;
    const asked = bodyOrParam(request, ['scroll_id'])('scroll_id') ?? [];
    if (asked.length === 0) throw validationError(['no scroll ids specified']);
    const ids = asked.includes('_all') ? contexts.idsOf('scroll', owner) : asked;
    const freed = contexts.close('scroll', ids, owner);
    const isFound = freed > 0 || asked.includes('_all');
    return RestResponse.of({ succeeded: true, num_freed: freed }, isFound ? 200 : 404);
  };
  const open = (request: RestRequest) => {
    const given = request.param('keep_alive');
    if (given === undefined) throw validationError(['[keep_alive] is not specified']);
    const keepAlive = parseTime(given, 'keep_alive');
    contexts.checkKeepAlive(keepAlive, (text) => parseTime(text, 'search.max_keep_alive'));
    const targets = node.search.pinned(searchTargets(node, request));
    const owner = request.caller?.username;
    const { id } = contexts.add('pit', { owner, targets, keepAlive });
    return RestResponse.of({ id });
  };
  const close = (request: RestRequest) => {
    const [id] = textList(request.requiredObject().get('id')) ?? [];
    if (id === undefined || id === '') throw validationError(['id is empty']);
    const freed = contexts.close('pit', [id], request.caller?.username);
    return RestResponse.of({ succeeded: true, num_freed: freed }, freed > 0 ? 200 : 404);
  };
  const scrolls = ['/_search/scroll', '/_search/scroll/{scroll_id}'];
  return [
    ...scrolls.map(
      (path): Route => ({
        methods: ['GET', 'POST'],
        path,
        params: ['scroll', 'scroll_id', 'rest_total_hits_as_int', 'source', 'source_content_type'],
        action: SCROLL_ACTION,
        indices: () => [],
        handler: next,
      }),
    ),
    ...scrolls.map(
      (path): Route => ({
        methods: ['DELETE'],
        path,
        params: ['scroll_id', 'source', 'source_content_type'],
        action: 'indices:data/read/scroll/clear',
        indices: () => [],
        handler: clear,
      }),
    ),
    {
      methods: ['POST'],
      path: '/{index}/_pit',
      params: [...TARGET_PARAMS, 'keep_alive', 'preference', 'routing'],
      action: 'indices:data/read/open_point_in_time',
      handler: open,
    },
    {
      methods: ['DELETE'],
      path: '/_pit',
      params: [],
      action: 'indices:data/read/close_point_in_time',
      indices: () => [],
      handler: close,
    },
  ];
}
