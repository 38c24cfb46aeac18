/** `_cluster/settings`. */
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import { similarity } from '../../errors/suggest.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type Json } from '../../json/values.ts';
import type { SettingsMap } from '../../metadata/cluster-state.ts';
import {
  applyChanges,
  flatten,
  type SettingChanges,
  settingsBody,
} from '../../metadata/index-settings.ts';
import { KNOWN_SETTINGS, SETTING_GROUPS } from '../../settings/known-settings.ts';
import { MASTER_PARAMS } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { checkSettingValue } from './setting-values.ts';

/** Names that may be changed while the node runs. */
const DYNAMIC = [
  /^action\.(auto_create_index|destructive_requires_name)$/,
  /^cluster\.(routing|blocks|metadata|info|max_shards_per_node|max_voting|persistent_tasks|indices|logs|no_master|service|snapshot|auto_shrink|remote|follow)\b/,
  /^indices\.(breaker|recovery|id_field_data|lifecycle|mapping)\b/,
  /^(logger|search|xpack|script|ingest|network\.breaker|http\.tracer|transport\.tracer|snapshot|slm|ccr|readiness|stack|health)\b/,
];

export function clusterSettingsRoutes(node: NodeServices): Route[] {
  return [
    {
      methods: ['GET'],
      path: '/_cluster/settings',
      params: [...MASTER_PARAMS, 'flat_settings', 'include_defaults', 'local'],
      action: 'cluster:monitor/settings',
      handler: (request) => {
        const flat = request.flag('flat_settings', false);
        const { state } = node.indices;
        const defaults = new Map([...node.settings.entries()].sort(([a], [b]) => (a < b ? -1 : 1)));
        return RestResponse.of({
          persistent: settingsBody(state.persistentSettings, flat),
          transient: settingsBody(state.transientSettings, flat),
          defaults: request.flag('include_defaults', false)
            ? settingsBody(withNodeNames(node, defaults), flat)
            : undefined,
        });
      },
    },
    {
      methods: ['PUT'],
      path: '/_cluster/settings',
      params: [...MASTER_PARAMS, 'flat_settings'],
      action: 'cluster:admin/settings/update',
      handler: (request) => putSettings(request, node),
    },
  ];
}

/** Names with a value even when nobody gave one. */
function withNodeNames(node: NodeServices, given: Map<string, string>): Map<string, string> {
  return new Map([...given, ['node.name', node.nodeName], ['cluster.name', node.clusterName]]);
}

function putSettings(request: RestRequest, node: NodeServices): RestResponse {
  const body = request.requiredObject();
  for (const key of body.keys()) {
    if (key !== 'persistent' && key !== 'transient') {
      throw new SearchError(
        'x_content_parse_exception',
        `[1:2] [cluster_update_settings_request] unknown field [${key}]`,
      );
    }
  }
  const persistent = changesIn(body.get('persistent'), 'persistent');
  const transient = changesIn(body.get('transient'), 'transient');
  if (persistent.size + transient.size === 0) throw validationError(['no settings to update']);
  if (transient.size > 0) {
    request.deprecate(
      '[transient settings removal] Updating cluster settings through transientSettings is deprecated. Use persistent settings instead.',
    );
  }
  checkValues(persistent, node.indices.state.persistentSettings);
  checkValues(transient, node.indices.state.transientSettings);
  node.indices.cluster.update((state) => ({
    ...state,
    persistentSettings: applyChanges(state.persistentSettings, persistent),
    transientSettings: applyChanges(state.transientSettings, transient),
  }));
  const flat = request.flag('flat_settings', false);
  const said = (changes: SettingChanges) =>
    settingsBody(
      applyChanges(new Map(), new Map([...changes].filter(([, v]) => v !== null))),
      flat,
    );
  return RestResponse.of({
    acknowledged: true,
    persistent: said(persistent),
    transient: said(transient),
  });
}

function checkValues(changes: SettingChanges, now: SettingsMap): void {
  for (const [name, value] of changes) {
    if (typeof value === 'string') checkSettingValue(name, value, now.get(name)?.toString());
  }
}

function changesIn(body: Json | undefined, kind: string): SettingChanges {
  if (body === undefined || body === null) return new Map();
  if (!isJsonObject(body)) throw illegalArgument(`[${kind}] must be an object`);
  const changes = flatten(body);
  for (const name of changes.keys()) {
    if (name.includes('*') || DYNAMIC.some((test) => test.test(name))) continue;
    const isKnown =
      KNOWN_SETTINGS[name] !== undefined || SETTING_GROUPS.some((group) => group.test(name));
    if (isKnown) throw illegalArgument(`${kind} setting [${name}], not dynamically updateable`);
    throw illegalArgument(`${kind} setting [${name}], not recognized${near(name)}`);
  }
  return changes;
}

function near(name: string): string {
  const best = Object.keys(KNOWN_SETTINGS).filter((known) => similarity(name, known) > 0.7);
  return best.length === 0 ? '' : `, did you mean [${best.join(', ')}]?`;
}
