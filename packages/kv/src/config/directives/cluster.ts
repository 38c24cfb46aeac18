/** Directives of cluster mode. A table. */
import {
  bool,
  INT_MAX,
  INT64_MAX,
  int,
  memory,
  oneOf,
  optionalText,
  text,
  UINT64_MAX,
} from '../kinds.ts';

const HOSTNAME_MAX = 256;

function checkHostname(name: string): string | null {
  if (name.length >= HOSTNAME_MAX) return `Hostnames must be less than ${HOSTNAME_MAX} characters`;
  return /^[A-Za-z0-9.-]*$/.test(name)
    ? null
    : 'Hostnames may only contain alphanumeric characters, hyphens or dots';
}

/** The name travels in gossip and in nodes.conf, where these characters have a meaning. */
function checkNodeName(name: string): string | null {
  return /[!#$%&()*+:;<>?@[\]^{|}~\0]/.test(name)
    ? 'Announced human node name contained invalid character'
    : null;
}

export const CLUSTER = {
  'cluster-enabled': bool(false, { immutable: true }),
  'cluster-config-file': text('nodes.conf', { immutable: true }),
  'cluster-node-timeout': int(15000, 0, INT64_MAX),
  'cluster-ping-interval': int(0, 0, INT64_MAX, { hidden: true }),
  'cluster-port': int(0, 0, 65535, { immutable: true }),
  'cluster-announce-ip': optionalText(),
  'cluster-announce-port': int(0, 0, 65535),
  'cluster-announce-bus-port': int(0, 0, 65535),
  'cluster-announce-tls-port': int(0, 0, 65535),
  'cluster-announce-hostname': optionalText({ check: checkHostname }),
  'cluster-announce-human-nodename': optionalText({ check: checkNodeName }),
  'cluster-preferred-endpoint-type': oneOf(['ip', 'hostname', 'unknown-endpoint'], 'ip'),
  'cluster-require-full-coverage': bool(true),
  'cluster-replica-validity-factor': int(10, 0, INT_MAX, {
    alias: 'cluster-slave-validity-factor',
  }),
  'cluster-replica-no-failover': bool(false, { alias: 'cluster-slave-no-failover' }),
  'cluster-migration-barrier': int(1, 0, INT_MAX),
  'cluster-allow-replica-migration': bool(true),
  'cluster-allow-reads-when-down': bool(false),
  'cluster-allow-pubsubshard-when-down': bool(true),
  'cluster-link-sendbuf-limit': memory(0, 0, UINT64_MAX),
} as const;
