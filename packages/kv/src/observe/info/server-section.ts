/** INFO server, clients, cpu, cluster. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { machine, release, type } from 'node:os';
import type { Server } from '../../server.ts';
import { REFERENCE_VERSION, TANDEM_VERSION } from '../../version.ts';
import { type Field, flag, type Section } from './field.ts';

const BUILD_ID = createHash('sha1').update(TANDEM_VERSION).digest('hex').slice(0, 16);
/** uname's word for the machine, where the runtime has another. */
const MACHINE = machine() === 'arm64' && type() === 'Linux' ? 'aarch64' : machine();
const OS = `${type()} ${release()} ${MACHINE}`;
const US_PER_SECOND = 1e6;
/** The kernel counts the CPU time of a thread in ticks of 10 ms. */
const TICKS_PER_SECOND = 100;

function mode(server: Server): string {
  if (server.config.clusterEnabled) return 'cluster';
  return server.observe.facts.sentinel ? 'sentinel' : 'standalone';
}

/** One line per kind of listening socket, numbered as the reference numbers the kinds. */
function listeners(server: Server): Field[] {
  const { config } = server;
  const lines: Field[] = [];
  if (config.port !== 0) {
    const binds = config.bind.map((address) => `,bind=${address}`).join('');
    lines.push(['listener0', `name=tcp${binds},port=${config.port}`]);
  }
  if (config.unixsocket !== '') lines.push(['listener1', `name=unix,bind=${config.unixsocket}`]);
  return lines;
}

export const serverSection: Section = (server) => {
  const { config, observe, store } = server;
  const now = Date.now();
  const uptime = Math.floor((now - observe.stats.startedAt) / 1000);
  const { shutdownAt } = observe.facts;
  return [
    ['redis_version', REFERENCE_VERSION],
    ['tandem_version', TANDEM_VERSION],
    ['redis_git_sha1', '00000000'],
    ['redis_git_dirty', 0],
    ['redis_build_id', BUILD_ID],
    ['redis_mode', mode(server)],
    ['os', OS],
    ['arch_bits', 64],
    ['monotonic_clock', 'POSIX clock_gettime'],
    ['multiplexing_api', server.transport.name],
    ['atomicvar_api', 'none'],
    ['gcc_version', '0.0.0'],
    ['process_id', process.pid],
    ['process_supervised', observe.facts.supervised],
    ['run_id', observe.runId],
    ['tcp_port', config.port === 0 ? config.tlsPort : config.port],
    ['server_time_usec', now * 1000],
    ['uptime_in_seconds', uptime],
    ['uptime_in_days', Math.floor(uptime / 86400)],
    ['hz', config.hz],
    ['configured_hz', config.hz],
    ['lru_clock', store.lruClock],
    ['executable', process.argv[1] ?? process.execPath],
    ['config_file', server.settings.configFile ?? ''],
    ['io_threads_active', 0],
    ...(shutdownAt === 0
      ? []
      : [['shutdown_in_milliseconds', Math.max(0, shutdownAt - now)] as const]),
    ...listeners(server),
  ];
};

export const clientsSection: Section = (server) => {
  const { config, observe, blocking } = server;
  const { facts } = observe;
  const recent = observe.recentBuffers();
  return [
    ['connected_clients', server.clients.size - facts.replicas()],
    ['cluster_connections', facts.clusterConnections()],
    ['maxclients', config.maxclients],
    ['client_recent_max_input_buffer', recent.input],
    ['client_recent_max_output_buffer', recent.output],
    ['blocked_clients', blocking.count],
    ['tracking_clients', server.tracking.clientCount],
    ['clients_in_timeout_table', blocking.timeoutCount],
    ['total_blocking_keys', blocking.keyCount],
    ['total_blocking_keys_on_nokey', blocking.deletionKeyCount],
  ];
};

function seconds(microseconds: number): string {
  return (microseconds / US_PER_SECOND).toFixed(6);
}

/** System and user time of the calling thread, where the system tells. */
function threadTimes(): readonly [sys: number, user: number] | null {
  try {
    const stat = readFileSync('/proc/thread-self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [Number(fields[12]) / TICKS_PER_SECOND, Number(fields[11]) / TICKS_PER_SECOND];
  } catch {
    return null;
  }
}

export const cpuSection: Section = () => {
  const { system, user } = process.cpuUsage();
  const thread = threadTimes();
  const lines: Field[] = [
    ['used_cpu_sys', seconds(system)],
    ['used_cpu_user', seconds(user)],
    // No work is done in child processes.
    ['used_cpu_sys_children', '0.000000'],
    ['used_cpu_user_children', '0.000000'],
  ];
  if (thread !== null) {
    lines.push(['used_cpu_sys_main_thread', thread[0].toFixed(6)]);
    lines.push(['used_cpu_user_main_thread', thread[1].toFixed(6)]);
  }
  return lines;
};

export const clusterSection: Section = (server) => [
  ['cluster_enabled', flag(server.config.clusterEnabled)],
];
