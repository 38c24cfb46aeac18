// A table: the named privileges of the reference and the actions each grants. Lists go from the
// least to the most powerful, the order in which a refusal names them.
import { matchesAny } from './names.ts';

export interface PrivilegeDefinition {
  readonly name: string;
  readonly actions: readonly string[];
  readonly except?: readonly string[];
}

const SECURITY = 'cluster:admin/xpack/security/*';
const TEMPLATES = [
  'indices:admin/template/*',
  'indices:admin/index_template/*',
  'cluster:admin/component_template/*',
];
const own = (name: string, ...actions: string[]): PrivilegeDefinition => ({ name, actions });

export const CLUSTER_PRIVILEGES: readonly PrivilegeDefinition[] = [
  own('none'),
  own('cancel_task', 'cluster:admin/tasks/cancel'),
  own(
    'create_snapshot',
    'cluster:admin/snapshot/create',
    'cluster:admin/snapshot/status*',
    'cluster:admin/snapshot/get',
    'cluster:admin/repository/get',
  ),
  own('cross_cluster_replication', 'cluster:monitor/state', 'cluster:monitor/xpack/info/ccr'),
  own('cross_cluster_search', 'cluster:monitor/remote/info'),
  own(
    'delegate_pki',
    'cluster:admin/xpack/security/delegate_pki',
    'cluster:admin/xpack/security/token/invalidate',
  ),
  own('grant_api_key', 'cluster:admin/xpack/security/api_key/grant*'),
  own(
    'manage_own_api_key',
    'cluster:admin/xpack/security/api_key/create',
    'cluster:admin/xpack/security/api_key/get',
    'cluster:admin/xpack/security/api_key/invalidate',
    'cluster:admin/xpack/security/api_key/query',
    'cluster:admin/xpack/security/api_key/update*',
  ),
  own('manage_api_key', 'cluster:admin/xpack/security/api_key/*'),
  own('manage_user_profile', 'cluster:admin/xpack/security/profile/*'),
  own('manage_service_account', 'cluster:admin/xpack/security/service_account/*'),
  own('manage_token', 'cluster:admin/xpack/security/token/*'),
  own('manage_oidc', 'cluster:admin/xpack/security/oidc/*'),
  own('manage_saml', 'cluster:admin/xpack/security/saml/*'),
  own(
    'read_security',
    'cluster:admin/xpack/security/*/get*',
    'cluster:admin/xpack/security/api_key/query',
    'cluster:admin/xpack/security/profile/has_privileges',
    'cluster:admin/xpack/security/user/list_privileges',
    'cluster:admin/xpack/security/settings/get',
  ),
  own(
    'monitor_data_frame_transforms',
    'cluster:monitor/data_frame/*',
    'cluster:monitor/transform/*',
  ),
  own('monitor_transform', 'cluster:monitor/data_frame/*', 'cluster:monitor/transform/*'),
  own('monitor_enrich', 'cluster:monitor/xpack/enrich/*'),
  own('monitor_ml', 'cluster:monitor/xpack/ml/*'),
  own('monitor_rollup', 'cluster:monitor/xpack/rollup/*'),
  own(
    'monitor_snapshot',
    'cluster:admin/snapshot/status*',
    'cluster:admin/snapshot/get',
    'cluster:admin/repository/get',
  ),
  own('monitor_text_structure', 'cluster:monitor/text_structure/*'),
  own('monitor_watcher', 'cluster:monitor/xpack/watcher/*'),
  own('post_behavioral_analytics_event', 'cluster:admin/xpack/application/analytics/post_event'),
  own('read_ccr', 'cluster:monitor/state', 'cluster:admin/xpack/ccr/*/get*'),
  own('read_fleet_secrets', 'cluster:admin/fleet/secrets/get'),
  own('read_ilm', 'cluster:admin/ilm/get', 'cluster:admin/ilm/operation_mode/get'),
  own(
    'read_pipeline',
    'cluster:admin/ingest/pipeline/get',
    'cluster:admin/ingest/pipeline/simulate',
  ),
  own('read_slm', 'cluster:admin/slm/get', 'cluster:admin/slm/stats', 'cluster:admin/slm/status'),
  own('write_fleet_secrets', 'cluster:admin/fleet/secrets/*'),
  own('transport_client', 'cluster:monitor/nodes/liveness', 'cluster:monitor/state'),
  own('manage_autoscaling', 'cluster:admin/autoscaling/*'),
  own('manage_behavioral_analytics', 'cluster:admin/xpack/application/analytics/*'),
  own('manage_ccr', 'cluster:monitor/state', 'cluster:admin/xpack/ccr/*'),
  own(
    'manage_data_frame_transforms',
    'cluster:admin/data_frame/*',
    'cluster:admin/transform/*',
    'cluster:monitor/transform/*',
  ),
  own('manage_enrich', 'cluster:admin/xpack/enrich/*'),
  own('manage_ilm', 'cluster:admin/ilm/*'),
  own('manage_index_templates', ...TEMPLATES),
  own('manage_ingest_pipelines', 'cluster:admin/ingest/pipeline/*', 'cluster:monitor/nodes/info'),
  own('manage_logstash_pipelines', 'cluster:admin/logstash/pipeline/*'),
  own('manage_ml', 'cluster:admin/xpack/ml/*', 'cluster:monitor/xpack/ml/*'),
  own('manage_pipeline', 'cluster:admin/ingest/pipeline/*'),
  own('manage_rollup', 'cluster:admin/xpack/rollup/*', 'cluster:monitor/xpack/rollup/*'),
  own('manage_search_application', 'cluster:admin/xpack/application/search_application/*'),
  own('manage_search_query_rules', 'cluster:admin/xpack/query_rules/*'),
  own(
    'manage_search_synonyms',
    'cluster:admin/synonyms/*',
    'cluster:admin/synonyms_sets/*',
    'cluster:admin/synonym_rules/*',
  ),
  own('manage_slm', 'cluster:admin/slm/*', 'cluster:admin/ilm/start', 'cluster:admin/ilm/stop'),
  own(
    'manage_transform',
    'cluster:admin/data_frame/*',
    'cluster:admin/transform/*',
    'cluster:monitor/transform/*',
  ),
  own('manage_watcher', 'cluster:admin/xpack/watcher/*', 'cluster:monitor/xpack/watcher/*'),
  own('monitor', 'cluster:monitor/*'),
  own('manage_security', SECURITY),
  { name: 'manage', actions: ['cluster:*', ...TEMPLATES], except: [SECURITY] },
  own('all', 'cluster:*', ...TEMPLATES),
];

const AUTO_PUT = 'indices:admin/mapping/auto_put';
const BULK = 'indices:data/write/bulk*';

export const INDEX_PRIVILEGES: readonly PrivilegeDefinition[] = [
  own('none'),
  own('auto_configure', 'indices:admin/auto_create', AUTO_PUT),
  own(
    'create_index',
    'indices:admin/create',
    'indices:admin/auto_create',
    'indices:admin/data_stream/create',
  ),
  own('delete_index', 'indices:admin/delete', 'indices:admin/data_stream/delete'),
  own(
    'maintenance',
    'indices:admin/refresh*',
    'indices:admin/flush*',
    'indices:admin/synced_flush',
    'indices:admin/forcemerge*',
  ),
  own(
    'view_index_metadata',
    'indices:admin/aliases/get',
    'indices:admin/aliases/exists',
    'indices:admin/get',
    'indices:admin/exists',
    'indices:admin/mappings/fields/get*',
    'indices:admin/mappings/get',
    'indices:admin/shards/search_shards',
    'indices:admin/types/exists',
    'indices:admin/validate/query*',
    'indices:monitor/settings/get',
    'indices:admin/ilm/explain',
    'indices:admin/data_stream/get',
    'indices:admin/resolve/index',
    'indices:data/read/field_caps*',
    'indices:monitor/get/metering/stats',
  ),
  own('read_cross_cluster', 'internal:transport/proxy/indices:data/read/*'),
  own(
    'cross_cluster_replication',
    'indices:data/read/xpack/ccr/shard_changes*',
    'indices:admin/seq_no/*',
  ),
  own('cross_cluster_replication_internal', 'indices:internal/admin/ccr/*'),
  own('manage_data_stream_lifecycle', 'indices:admin/data_stream/lifecycle/*'),
  own('manage_follow_index', 'indices:admin/xpack/ccr/*'),
  own('manage_ilm', 'indices:admin/ilm/*'),
  own('manage_leader_index', 'indices:admin/xpack/ccr/forget_follower*'),
  own('monitor', 'indices:monitor/*'),
  own('read', 'indices:data/read/*', 'indices:admin/resolve/index'),
  own(
    'create_doc',
    'indices:data/write/index',
    'indices:data/write/index:op_type/create',
    'indices:data/write/simulate/bulk*',
    BULK,
    AUTO_PUT,
  ),
  own('create', 'indices:data/write/index*', BULK, AUTO_PUT),
  own('delete', 'indices:data/write/delete*', BULK),
  own('index', 'indices:data/write/index*', 'indices:data/write/update*', BULK, AUTO_PUT),
  own('write', 'indices:data/write/*', AUTO_PUT),
  own('manage', 'indices:monitor/*', 'indices:admin/*'),
  own('all', 'indices:*'),
];

const byName = (list: readonly PrivilegeDefinition[]) =>
  new Map(list.map((privilege) => [privilege.name, privilege]));
const CLUSTER = byName(CLUSTER_PRIVILEGES);
const INDEX = byName(INDEX_PRIVILEGES);

export const CLUSTER_NAMES: readonly string[] = [...CLUSTER.keys()].sort();
export const INDEX_NAMES: readonly string[] = [...INDEX.keys()].sort();

/** A privilege by name; an action pattern (`cluster:…`, `indices:…`) is a privilege of its own. */
export function clusterPrivilege(name: string): PrivilegeDefinition | undefined {
  return CLUSTER.get(name.toLowerCase()) ?? rawAction(name, /^(?:cluster|indices):/);
}

export function indexPrivilege(name: string): PrivilegeDefinition | undefined {
  return INDEX.get(name.toLowerCase()) ?? rawAction(name, /^indices:/);
}

function rawAction(name: string, kind: RegExp): PrivilegeDefinition | undefined {
  return kind.test(name) ? { name, actions: [name.endsWith('*') ? name : `${name}*`] } : undefined;
}

export function grants(privilege: PrivilegeDefinition, action: string): boolean {
  return matchesAny(privilege.actions, action) && !matchesAny(privilege.except ?? [], action);
}

/** True when everything `wanted` grants is granted by `held`; patterns are compared as texts. */
export function covers(held: PrivilegeDefinition, wanted: PrivilegeDefinition): boolean {
  if (held.name === wanted.name) return true;
  return wanted.actions.every((action) => grants(held, action)) && wanted.actions.length > 0;
}

/** Grants only what concerns the caller's own keys, so that a refusal does not advise it. */
const CONDITIONAL = 'manage_own_api_key';

/** The named privileges that grant an action, least powerful first. */
export function granting(action: string): readonly string[] {
  const table = isIndexAction(action) ? INDEX_PRIVILEGES : CLUSTER_PRIVILEGES;
  return table
    .filter((privilege) => privilege.name !== CONDITIONAL && grants(privilege, action))
    .map(({ name }) => name);
}

/** Templates are cluster business although their actions are named after indices. */
export function isIndexAction(action: string): boolean {
  return action.startsWith('indices:') && !matchesAny(TEMPLATES, action);
}
