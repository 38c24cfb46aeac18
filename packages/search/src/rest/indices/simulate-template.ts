/** What an index made from a template would be. */
import { illegalArgument, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type JsonObject } from '../../json/values.ts';
import { aliasBody, type ClusterState } from '../../metadata/cluster-state.ts';
import { planIndex } from '../../metadata/create-index.ts';
import { applyChanges, settingsBody } from '../../metadata/index-settings.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import {
  componentsOf,
  composableParts,
  findComposable,
  overlapping,
  patternsOf,
} from '../../metadata/templates.ts';
import { lifecycleBody } from './data-stream-lifecycle.ts';
import { parseComposable } from './template-bodies.ts';
import { checkComposable, withTemplate } from './templates.ts';

export function simulateRoutes(indices: IndicesService): Route[] {
  return [
    simulateRoute('/_index_template/_simulate_index/{name}', (request) =>
      simulateIndex(request, indices),
    ),
    simulateRoute('/_index_template/_simulate', (request) => simulate(request, indices)),
    simulateRoute('/_index_template/_simulate/{name}', (request) => simulate(request, indices)),
  ];
}

function simulateRoute(path: string, handler: Route['handler']): Route {
  return {
    methods: ['POST'],
    path,
    params: ['create', 'cause', 'master_timeout', 'include_defaults'],
    action: 'indices:admin/index_template/simulate',
    indices: () => [],
    handler,
  };
}

function simulateIndex(request: RestRequest, indices: IndicesService): RestResponse {
  const index = request.pathParam('name');
  const sent = request.optionalObject();
  let { state } = indices;
  if (sent !== undefined) {
    const name = `simulate_index_template_${index}`;
    const body = parseComposable(name, sent);
    checkComposable(request, state, name, body);
    state = withTemplate(state, 'composable', name, body);
  }
  const winner = findComposable(state, index);
  if (winner === undefined) return RestResponse.of({});
  return simulated(request, indices, state, winner, index);
}

function simulate(request: RestRequest, indices: IndicesService): RestResponse {
  const given = request.param('name');
  const sent = request.optionalObject();
  let { state } = indices;
  if (given !== undefined && sent === undefined && !state.templates.composable.has(given)) {
    throw illegalArgument(`unable to simulate template [${given}] that does not exist`);
  }
  if (given === undefined && sent === undefined) throw validationError(['template is missing']);
  const name = given ?? 'simulate_template_index';
  if (sent !== undefined) {
    const body = parseComposable(name, sent);
    checkComposable(request, state, name, body);
    state = withTemplate(state, 'composable', name, body);
  }
  return simulated(request, indices, state, name, 'simulate_template_index');
}

function simulated(
  request: RestRequest,
  indices: IndicesService,
  state: ClusterState,
  name: string,
  index: string,
): RestResponse {
  const body = state.templates.composable.get(name) as JsonObject;
  const parts = composableParts(state, name, body);
  const lifecycle = lifecycleOf(state, body);
  const none = { settings: new Map(), mappings: new Map(), aliases: new Map() };
  const { metadata } = planIndex(state, index, index, none, indices.parseMapping, parts);
  const losers = overlapping(
    new Map([...state.templates.legacy, ...state.templates.composable]),
    name,
    patternsOf(body),
  );
  const settings = applyChanges(
    new Map([['index.routing.allocation.include._tier_preference', 'data_content']]),
    parts.settings,
  );
  return RestResponse.of({
    template: {
      settings: settingsBody(settings, false),
      mappings: metadata.mapping,
      aliases: new Map([...metadata.aliases].map(([alias, value]) => [alias, aliasBody(value)])),
      lifecycle:
        lifecycle === undefined
          ? undefined
          : lifecycleBody(lifecycle, request.flag('include_defaults', false)),
    },
    overlapping: [...losers].map(([other, patterns]) => ({
      name: other,
      index_patterns: patterns,
    })),
  });
}

/** The lifecycle of the template itself, or of the last component that has one. */
function lifecycleOf(state: ClusterState, body: JsonObject): JsonObject | undefined {
  const components = componentsOf(body).map((name) => state.templates.component.get(name));
  for (const one of [body, ...components.reverse()]) {
    const template = one?.get('template');
    const lifecycle = isJsonObject(template) ? template.get('lifecycle') : undefined;
    if (isJsonObject(lifecycle)) return lifecycle;
  }
  return undefined;
}
