// A table: the users and roles every node has. They cannot be deleted or redefined.
import { NO_ROLE, type Role } from './model.ts';

export const RESERVED_USERS: Readonly<Record<string, { roles: readonly string[] }>> = {
  apm_system: { roles: ['apm_system'] },
  beats_system: { roles: ['beats_system'] },
  elastic: { roles: ['superuser'] },
  kibana: { roles: ['kibana_system'] },
  kibana_system: { roles: ['kibana_system'] },
  logstash_system: { roles: ['logstash_system'] },
  remote_monitoring_user: { roles: ['remote_monitoring_collector', 'remote_monitoring_agent'] },
};

const indices = (names: string[], privileges: string[], restricted = false) => ({
  names,
  privileges,
  allowRestrictedIndices: restricted,
});
/** All but names with a dot in front and lifecycle histories. */
const EVERYDAY_INDICES = '/(?!(?:[.]|ilm-history-)).*/';
const role = (parts: Partial<Role>): Role => ({
  ...NO_ROLE,
  ...parts,
  metadata: new Map([['_reserved', true]]),
});

export const RESERVED_ROLES: Readonly<Record<string, Role>> = {
  apm_system: role({ cluster: ['monitor', 'cluster:admin/xpack/monitoring/bulk'] }),
  beats_system: role({ cluster: ['monitor', 'cluster:admin/xpack/monitoring/bulk'] }),
  editor: role({
    indices: [
      indices([EVERYDAY_INDICES], ['read', 'view_index_metadata']),
      indices(['observability-annotations'], ['read', 'view_index_metadata', 'write']),
    ],
    applications: [
      { application: 'kibana-.kibana', privileges: ['feature_*.all'], resources: ['*'] },
    ],
  }),
  enrich_user: role({
    cluster: ['manage_enrich', 'manage_ingest_pipelines', 'monitor'],
    indices: [indices(['.enrich-*'], ['view_index_metadata', 'read'], true)],
  }),
  ingest_admin: role({ cluster: ['manage_index_templates', 'manage_pipeline'] }),
  kibana_admin: role({
    applications: [{ application: 'kibana-.kibana', privileges: ['all'], resources: ['*'] }],
  }),
  kibana_system: role({
    cluster: [
      'monitor',
      'manage_index_templates',
      'cluster:admin/xpack/monitoring/bulk',
      'manage_saml',
      'manage_token',
      'manage_oidc',
      'manage_enrich',
      'manage_pipeline',
      'manage_ilm',
      'manage_transform',
      'cluster:admin/xpack/security/profile/*',
      'cluster:admin/xpack/security/user/has_privileges',
      'cluster:admin/xpack/security/api_key/*',
      'cluster:admin/xpack/security/privilege/builtin/get',
      'cluster:admin/settings/update',
      'delegate_pki',
      'cancel_task',
      'write_fleet_secrets',
    ],
    indices: [
      indices(['.kibana*', '.reporting-*'], ['all'], true),
      indices(['.monitoring-*'], ['read', 'read_cross_cluster']),
      indices(['.management-beats'], ['create_index', 'read', 'write']),
      indices(['.apm-agent-configuration', '.apm-custom-link', '.apm-source-map'], ['all'], true),
      indices(
        ['apm-*', 'logs-apm*', 'metrics-apm*', 'traces-apm*'],
        ['read', 'read_cross_cluster'],
      ),
      indices(['*'], ['view_index_metadata', 'monitor']),
      indices(
        ['.logs-*', '.metrics-*', '.fleet-*', '.alerts*', '.internal.alerts*', '.siem-signals*'],
        ['all'],
        true,
      ),
    ],
    runAs: [],
  }),
  kibana_user: role({
    applications: [{ application: 'kibana-.kibana', privileges: ['all'], resources: ['*'] }],
  }),
  logstash_admin: role({
    cluster: ['manage_logstash_pipelines'],
    indices: [indices(['.logstash*'], ['create', 'delete', 'index', 'manage', 'read'], true)],
  }),
  logstash_system: role({ cluster: ['monitor', 'cluster:admin/xpack/monitoring/bulk'] }),
  monitoring_user: role({
    cluster: ['cluster:monitor/main', 'cluster:monitor/xpack/info', 'cluster:monitor/remote/info'],
    indices: [
      indices(['.monitoring-*'], ['read', 'read_cross_cluster']),
      indices(
        ['/metrics-(beats|elasticsearch|enterprisesearch|kibana|logstash).*/'],
        ['read', 'read_cross_cluster'],
      ),
    ],
  }),
  remote_monitoring_agent: role({
    cluster: [
      'manage_index_templates',
      'manage_ingest_pipelines',
      'monitor',
      'cluster:admin/xpack/watcher/watch/get',
      'cluster:admin/xpack/watcher/watch/put',
      'cluster:admin/xpack/watcher/watch/delete',
    ],
    indices: [
      indices(['.monitoring-*'], ['all']),
      indices(
        ['metricbeat-*'],
        ['index', 'create_index', 'view_index_metadata', 'indices:admin/aliases'],
      ),
    ],
  }),
  remote_monitoring_collector: role({
    cluster: ['monitor'],
    indices: [indices(['*'], ['monitor']), indices(['.kibana*'], ['read'], true)],
  }),
  snapshot_user: role({
    cluster: ['create_snapshot', 'cluster:admin/repository/get'],
    indices: [indices(['*'], ['view_index_metadata'], true)],
  }),
  superuser: role({
    cluster: ['all'],
    indices: [
      indices(['*'], ['all']),
      indices(['*'], ['monitor', 'read', 'view_index_metadata', 'read_cross_cluster'], true),
    ],
    applications: [{ application: '*', privileges: ['*'], resources: ['*'] }],
    runAs: ['*'],
  }),
  transport_client: role({ cluster: ['transport_client'] }),
  viewer: role({
    indices: [indices([EVERYDAY_INDICES], ['read', 'view_index_metadata'])],
    applications: [{ application: 'kibana-.kibana', privileges: ['read'], resources: ['*'] }],
  }),
};
