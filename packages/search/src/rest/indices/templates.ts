/** Legacy, composable and component templates. */
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import { aliasBody, type ClusterState, type TemplateKind } from '../../metadata/cluster-state.ts';
import { planIndex } from '../../metadata/create-index.ts';
import { patternTest } from '../../metadata/index-names.ts';
import { applyChanges, settingsBody } from '../../metadata/index-settings.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { combineMappings } from '../../metadata/mapping-port.ts';
import {
  checkPriorityConflict,
  componentsOf,
  composableParts,
  findComposable,
  overlapping,
  overlapText,
  patternsOf,
} from '../../metadata/templates.ts';
import type { NodeServices } from '../node-services.ts';
import { MASTER_PARAMS } from './shared.ts';
import { parseComponent, parseComposable, parseLegacy } from './template-bodies.ts';

interface Family {
  readonly kind: TemplateKind;
  readonly path: string;
  readonly action: string;
  /** The list in answers, and the key of the body in its entries. */
  readonly list: string;
  readonly entry: string;
  readonly noun: string;
  readonly parse: (request: RestRequest, name: string, body: JsonObject) => JsonObject;
}

const COMPONENT: Family = {
  kind: 'component',
  path: '/_component_template',
  action: 'component_template',
  list: 'component_templates',
  entry: 'component_template',
  noun: 'component template',
  parse: (_request, name, body) => parseComponent(name, body),
};
const COMPOSABLE: Family = {
  kind: 'composable',
  path: '/_index_template',
  action: 'index_template',
  list: 'index_templates',
  entry: 'index_template',
  noun: 'index template',
  parse: (_request, name, body) => parseComposable(name, body),
};

export function templateRoutes({ indices }: NodeServices): Route[] {
  return [
    ...familyRoutes(COMPONENT, indices),
    ...familyRoutes(COMPOSABLE, indices),
    ...legacyRoutes(indices),
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

function familyRoutes(family: Family, indices: IndicesService): Route[] {
  const prefix = family.kind === 'component' ? 'cluster:admin' : 'indices:admin';
  const read = (methods: Route['methods'], path: string): Route => ({
    methods,
    path,
    params: ['master_timeout', 'local', 'flat_settings', 'include_defaults'],
    action: `${prefix}/${family.action}/get`,
    indices: () => [],
    handler: (request) => getTemplates(request, family, indices),
  });
  return [
    read(['GET'], family.path),
    read(['GET', 'HEAD'], `${family.path}/{name}`),
    {
      methods: ['PUT', 'POST'],
      path: `${family.path}/{name}`,
      params: [...MASTER_PARAMS, 'create', 'cause'],
      action: `${prefix}/${family.action}/put`,
      indices: () => [],
      handler: (request) => putTemplate(request, family, indices),
    },
    {
      methods: ['DELETE'],
      path: `${family.path}/{name}`,
      params: [...MASTER_PARAMS],
      action: `${prefix}/${family.action}/delete`,
      indices: () => [],
      handler: (request) => deleteTemplates(request, family, indices),
    },
  ];
}

function getTemplates(request: RestRequest, family: Family, indices: IndicesService): RestResponse {
  const wanted = request.param('name');
  const found = named(indices.state, family.kind, wanted);
  if (found.length === 0 && wanted !== undefined && !wanted.includes('*')) {
    if (request.method === 'HEAD') return RestResponse.empty(404);
    throw new SearchError(
      'resource_not_found_exception',
      `${family.noun} matching [${wanted}] not found`,
    );
  }
  if (request.method === 'HEAD') return RestResponse.empty(found.length > 0 ? 200 : 404);
  // A pattern that matches nothing is answered with an empty list, and 404 all the same.
  const body = {
    [family.list]: found.map(([name, body]) => ({ name, [family.entry]: shown(body, request) })),
  };
  return RestResponse.of(body, found.length === 0 && wanted !== undefined ? 404 : 200);
}

function named(state: ClusterState, kind: TemplateKind, wanted: string | undefined) {
  const tests = (wanted ?? '*').split(',').map((name) => patternTest(name === '_all' ? '*' : name));
  return [...state.templates[kind]].filter(([name]) => tests.some((test) => test(name)));
}

/** Settings are kept flat and shown nested, unless asked for flat. */
function shown(body: JsonObject, request: RestRequest): Writable {
  const result = new Map<string, Writable>();
  for (const [name, value] of body) {
    if (name === 'settings' && isJsonObject(value)) {
      result.set(name, settingsBody(value, request.flag('flat_settings', false)));
    } else if (name === 'template' && isJsonObject(value)) result.set(name, shown(value, request));
    else result.set(name, value);
  }
  return result;
}

function putTemplate(request: RestRequest, family: Family, indices: IndicesService): RestResponse {
  const name = request.pathParam('name');
  const body = family.parse(request, name, request.requiredObject());
  indices.cluster.update((state) => {
    if (request.flag('create', false) && state.templates[family.kind].has(name)) {
      throw illegalArgument(`${family.noun} [${name}] already exists`);
    }
    if (family.kind === 'composable') checkComposable(request, state, name, body);
    checkMappings(indices, state, family, name, body);
    return withTemplate(state, family.kind, name, body);
  });
  return RestResponse.acknowledged();
}

function withTemplate(
  state: ClusterState,
  kind: TemplateKind,
  name: string,
  body: JsonObject,
): ClusterState {
  const templates = new Map(state.templates[kind]).set(name, body);
  return { ...state, templates: { ...state.templates, [kind]: templates } };
}

function checkComposable(
  request: RestRequest,
  state: ClusterState,
  name: string,
  body: JsonObject,
): void {
  const ignored = body.get('ignore_missing_component_templates');
  const missing = componentsOf(body).filter(
    (component) =>
      !state.templates.component.has(component) &&
      !(Array.isArray(ignored) && ignored.includes(component)),
  );
  if (missing.length > 0) {
    throw new SearchError(
      'invalid_index_template_exception',
      `index_template [${name}] invalid, cause [index template [${name}] specifies component templates [${missing.join(', ')}] that do not exist]`,
    );
  }
  checkPriorityConflict(state, name, body);
  const older = overlapping(state.templates.legacy, '', patternsOf(body));
  if (older.size > 0) {
    request.deprecate(
      `index template [${name}] has index patterns [${patternsOf(body).join(', ')}] matching patterns from existing older templates [${[...older.keys()].join(',')}] with patterns (${overlapText(older)}); this template [${name}] will take precedence during new index creation`,
    );
  }
}

/** A template whose mapping no index could have is refused now rather than at index creation. */
function checkMappings(
  indices: IndicesService,
  state: ClusterState,
  family: Family,
  name: string,
  body: JsonObject,
): void {
  const parts = composableParts(state, name, body);
  try {
    indices.parseMapping(combineMappings(parts.mappings), applyChanges(new Map(), parts.settings));
  } catch (cause) {
    if (family.kind === 'legacy') throw cause;
    throw illegalArgument(
      `${family.kind === 'component' ? `component template [${name}]` : `composable template [${name}] template after composition`} is invalid`,
      cause,
    );
  }
}

function deleteTemplates(
  request: RestRequest,
  family: Family,
  indices: IndicesService,
): RestResponse {
  const wanted = request.pathParam('name');
  indices.cluster.update((state) => {
    const found = named(state, family.kind, wanted).map(([name]) => name);
    const missing = wanted
      .split(',')
      .filter((name) => !name.includes('*') && !state.templates[family.kind].has(name));
    if (missing.length > 0) {
      if (family.kind === 'component') {
        throw new SearchError('resource_not_found_exception', missing.join(','));
      }
      throw new SearchError(
        'index_template_missing_exception',
        `index_template [${missing.join(',')}] missing`,
      );
    }
    if (family.kind === 'component') checkUnused(state, found);
    const templates = new Map(state.templates[family.kind]);
    for (const name of found) templates.delete(name);
    return { ...state, templates: { ...state.templates, [family.kind]: templates } };
  });
  return RestResponse.acknowledged();
}

function checkUnused(state: ClusterState, components: readonly string[]): void {
  const used = new Set<string>();
  const users: string[] = [];
  for (const [name, body] of state.templates.composable) {
    const hits = componentsOf(body).filter((component) => components.includes(component));
    if (hits.length > 0) users.push(name);
    for (const hit of hits) used.add(hit);
  }
  if (users.length === 0) return;
  throw illegalArgument(
    `component templates [${[...used].join(', ')}] cannot be removed as they are still in use by index templates [${users.join(', ')}]`,
  );
}

function legacyRoutes(indices: IndicesService): Route[] {
  const family: Family = {
    ...COMPOSABLE,
    kind: 'legacy',
    noun: 'index_template',
    parse: (_request, name, body) => parseLegacy(name, body),
  };
  const read = (methods: Route['methods'], path: string): Route => ({
    methods,
    path,
    params: ['flat_settings', 'master_timeout', 'local', 'include_type_name'],
    action: 'indices:admin/template/get',
    indices: () => [],
    handler: (request) => {
      const found = named(indices.state, 'legacy', request.param('name'));
      const isMissing =
        found.length === 0 &&
        request.param('name') !== undefined &&
        !(request.param('name') ?? '').includes('*');
      const status = isMissing ? 404 : 200;
      if (request.method === 'HEAD') return RestResponse.empty(found.length > 0 ? 200 : 404);
      return RestResponse.of(
        new Map(found.map(([name, body]) => [name, shown(body, request)])),
        status,
      );
    },
  });
  return [
    read(['GET'], '/_template'),
    read(['GET', 'HEAD'], '/_template/{name}'),
    {
      methods: ['PUT', 'POST'],
      path: '/_template/{name}',
      params: [...MASTER_PARAMS, 'order', 'create', 'cause', 'include_type_name'],
      action: 'indices:admin/template/put',
      indices: () => [],
      handler: (request) => {
        const name = request.pathParam('name');
        const sent: JsonObject = new Map(request.requiredObject());
        if (request.param('order') !== undefined) sent.set('order', request.integer('order', 0));
        const body = parseLegacy(name, sent);
        indices.cluster.update((state) => {
          if (request.flag('create', false) && state.templates.legacy.has(name)) {
            throw illegalArgument(`index_template [${name}] already exists`);
          }
          const asComposable: JsonObject = new Map<string, Json>([['template', body]]);
          checkMappings(indices, state, family, name, asComposable);
          return withTemplate(state, 'legacy', name, body);
        });
        return RestResponse.acknowledged();
      },
    },
    {
      methods: ['DELETE'],
      path: '/_template/{name}',
      params: [...MASTER_PARAMS],
      action: 'indices:admin/template/delete',
      indices: () => [],
      handler: (request) => deleteTemplates(request, family, indices),
    },
  ];
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
  return simulated(indices, state, winner, index);
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
  return simulated(indices, state, name, 'simulate_template_index');
}

function simulated(
  indices: IndicesService,
  state: ClusterState,
  name: string,
  index: string,
): RestResponse {
  const body = state.templates.composable.get(name) as JsonObject;
  const parts = composableParts(state, name, body);
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
    },
    overlapping: [...losers].map(([other, patterns]) => ({
      name: other,
      index_patterns: patterns,
    })),
  });
}
