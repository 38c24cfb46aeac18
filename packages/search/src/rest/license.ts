/** `_license` and `_xpack`: a basic licence that never ends. */
import { RestResponse } from '../http/response.ts';
import type { Route } from '../http/route.ts';
import { BUILD_DATE, BUILD_HASH } from '../version.ts';
import type { NodeServices } from './node-services.ts';

/** Features of the reference with what this engine has of them. */
const FEATURES: Readonly<Record<string, { available: boolean; enabled: boolean }>> = {
  aggregate_metric: { available: false, enabled: false },
  analytics: { available: false, enabled: false },
  archive: { available: false, enabled: false },
  ccr: { available: false, enabled: false },
  data_streams: { available: false, enabled: false },
  data_tiers: { available: false, enabled: false },
  enrich: { available: false, enabled: false },
  enterprise_search: { available: false, enabled: false },
  eql: { available: false, enabled: false },
  esql: { available: false, enabled: false },
  frozen_indices: { available: false, enabled: false },
  graph: { available: false, enabled: false },
  ilm: { available: false, enabled: false },
  logstash: { available: false, enabled: false },
  ml: { available: false, enabled: false },
  monitoring: { available: false, enabled: false },
  rollup: { available: false, enabled: false },
  searchable_snapshots: { available: false, enabled: false },
  security: { available: true, enabled: true },
  slm: { available: false, enabled: false },
  spatial: { available: false, enabled: false },
  sql: { available: false, enabled: false },
  transform: { available: false, enabled: false },
  universal_profiling: { available: false, enabled: false },
  voting_only: { available: false, enabled: false },
  watcher: { available: false, enabled: false },
};

export function licenseRoutes(node: NodeServices): Route[] {
  const uid = licenseUid(node.identity.clusterUuid);
  const features = {
    ...FEATURES,
    security: { available: true, enabled: node.security !== undefined },
  };
  return [
    {
      methods: ['GET', 'HEAD'],
      path: '/_license',
      params: ['local', 'accept_enterprise'],
      action: 'cluster:monitor/xpack/license/get',
      prettyByDefault: true,
      handler: () =>
        RestResponse.of({
          license: {
            status: 'active',
            uid,
            type: 'basic',
            issue_date: BUILD_DATE.replace(/\.\d+Z$/, '.000Z'),
            issue_date_in_millis: Date.parse(BUILD_DATE.replace(/\.\d+Z$/, 'Z')),
            max_nodes: 1000,
            max_resource_units: null,
            issued_to: node.clusterName,
            issuer: 'elasticsearch',
            start_date_in_millis: -1,
          },
        }),
    },
    {
      methods: ['GET'],
      path: '/_license/basic_status',
      params: [],
      action: 'cluster:admin/xpack/license/basic_status',
      handler: () => RestResponse.of({ eligible_to_start_basic: false }),
    },
    {
      methods: ['GET'],
      path: '/_license/trial_status',
      params: [],
      action: 'cluster:admin/xpack/license/trial_status',
      handler: () => RestResponse.of({ eligible_to_start_trial: false }),
    },
    {
      methods: ['GET', 'HEAD'],
      path: '/_xpack',
      params: ['categories', 'accept_enterprise'],
      action: 'cluster:monitor/xpack/info',
      handler: (request) => {
        const wanted = new Set(request.list('categories') ?? ['build', 'license', 'features']);
        const human = request.flag('human', true);
        return RestResponse.of({
          build: wanted.has('build') ? { hash: BUILD_HASH, date: BUILD_DATE } : undefined,
          license: wanted.has('license')
            ? { uid, type: 'basic', mode: 'basic', status: 'active' }
            : undefined,
          features: wanted.has('features') ? features : undefined,
          tagline: human ? 'You know, for X' : undefined,
        });
      },
    },
  ];
}

/** A licence has a UUID of its own; the cluster's identity gives it one that stays. */
function licenseUid(clusterUuid: string): string {
  const hex = Buffer.from(clusterUuid, 'base64url').toString('hex').padEnd(32, '0');
  return hex.replace(/^(.{8})(.{4}).(.{3})(.{4})(.{12}).*$/, '$1-$2-4$3-$4-$5');
}
