/** How answers name the one node. */
import type { NodeServices } from '../node-services.ts';

/** Sorted, as answers list them. */
export const ROLES = [
  'data',
  'data_cold',
  'data_content',
  'data_frozen',
  'data_hot',
  'data_warm',
  'ingest',
  'master',
  'remote_cluster_client',
  'transform',
];
/** The same as one letter each. */
export const ROLE_LETTERS = 'cdfhimrstw';

export interface NodeFacts {
  readonly [fact: string]: string;
  readonly id: string;
  readonly host: string;
  readonly transport_address: string;
  readonly ip: string;
  readonly name: string;
}

export function nodeFacts(node: NodeServices): NodeFacts {
  const { transport } = node.addresses();
  const host = transport.replace(/:\d+$/, '');
  return {
    id: node.identity.nodeId,
    host,
    transport_address: transport,
    ip: host,
    name: node.nodeName,
  };
}
