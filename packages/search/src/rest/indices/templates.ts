/** Composable and component templates. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type JsonObject, type Writable } from '../../json/values.ts';
import type { ClusterState, TemplateKind } from '../../metadata/cluster-state.ts';
import { patternTest } from '../../metadata/index-names.ts';
import { applyChanges, settingsBody } from '../../metadata/index-settings.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { combineMappings } from '../../metadata/mapping-port.ts';
import {
  checkPriorityConflict,
  componentsOf,
  composableParts,
  invalidTemplate,
  overlapping,
  overlapText,
  patternsOf,
} from '../../metadata/templates.ts';
import type { NodeServices } from '../node-services.ts';
import { lifecycleBody } from './data-stream-lifecycle.ts';
import { checkTemplatesFree } from './data-streams.ts';
import { legacyTemplateRoutes } from './legacy-templates.ts';
import { MASTER_PARAMS } from './shared.ts';
import { simulateRoutes } from './simulate-template.ts';
import { parseComponent, parseComposable } from './template-bodies.ts';

export interface Family {
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
export const COMPOSABLE: Family = {
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
    ...legacyTemplateRoutes(indices),
    ...simulateRoutes(indices),
  ];
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
  if (family.kind === 'composable' && wanted?.includes(',')) {
    throw illegalArgument('template name may not contain a comma');
  }
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

export function named(state: ClusterState, kind: TemplateKind, wanted: string | undefined) {
  const tests = (wanted ?? '*').split(',').map((name) => patternTest(name === '_all' ? '*' : name));
  return [...state.templates[kind]].filter(([name]) => tests.some((test) => test(name)));
}

/** Settings are kept flat and shown nested, unless asked for flat. */
export function shown(body: JsonObject, request: RestRequest): Writable {
  const result = new Map<string, Writable>();
  for (const [name, value] of body) {
    if (name === 'settings' && isJsonObject(value)) {
      result.set(name, settingsBody(value, request.flag('flat_settings', false)));
    } else if (name === 'template' && isJsonObject(value)) result.set(name, shown(value, request));
    else if (name === 'lifecycle' && isJsonObject(value)) {
      result.set(name, lifecycleBody(value, request.flag('include_defaults', false)));
    } else result.set(name, value);
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

export function withTemplate(
  state: ClusterState,
  kind: TemplateKind,
  name: string,
  body: JsonObject,
): ClusterState {
  const templates = new Map(state.templates[kind]).set(name, body);
  return { ...state, templates: { ...state.templates, [kind]: templates } };
}

export function checkComposable(
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
    // Whoever names components that may be missing is told of the others in other words.
    const what = Array.isArray(ignored)
      ? `a missing component templates [${missing.join(', ')}] that does not exist`
      : `component templates [${missing.join(', ')}] that do not exist`;
    throw invalidTemplate(name, `index template [${name}] specifies ${what}`);
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
export function checkMappings(
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

export function deleteTemplates(
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
    if (family.kind === 'composable') checkTemplatesFree(indices, found);
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
