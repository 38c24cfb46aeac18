/** INFO stats, and debug's figures of the event loop. */
import type { Section } from './field.ts';

const kilobytes = (bytesPerSecond: number): string => (bytesPerSecond / 1024).toFixed(2);
const milliseconds = (microseconds: number): number => Math.trunc(microseconds / 1000);

export const statsSection: Section = (server) => {
  const { observe, pubsub, tracking } = server;
  const { facts, stats } = observe;
  const { rates } = stats;
  const { traffic } = server.transport;
  const exceeding =
    stats.evictionExceededSince === 0
      ? 0
      : (performance.now() - stats.evictionExceededSince) * 1000;
  return [
    ['total_connections_received', stats.connections],
    ['total_commands_processed', stats.commands],
    ['instantaneous_ops_per_sec', rates.commands.value],
    ['total_net_input_bytes', traffic.bytesIn],
    ['total_net_output_bytes', traffic.bytesOut],
    ['total_net_repl_input_bytes', stats.replicationBytesIn],
    ['total_net_repl_output_bytes', stats.replicationBytesOut],
    ['instantaneous_input_kbps', kilobytes(rates.bytesIn.value)],
    ['instantaneous_output_kbps', kilobytes(rates.bytesOut.value)],
    ['instantaneous_input_repl_kbps', kilobytes(rates.replicationIn.value)],
    ['instantaneous_output_repl_kbps', kilobytes(rates.replicationOut.value)],
    ['rejected_connections', stats.rejectedConnections],
    ['sync_full', stats.syncFull],
    ['sync_partial_ok', stats.syncPartialOk],
    ['sync_partial_err', stats.syncPartialRefused],
    ['expired_keys', stats.expiredKeys],
    ['expired_stale_perc', (stats.expiredStale * 100).toFixed(2)],
    ['expired_time_cap_reached_count', stats.expireTimeCapReached],
    ['expire_cycle_cpu_milliseconds', milliseconds(stats.expireCycleTime)],
    ['evicted_keys', stats.evictedKeys],
    ['evicted_clients', stats.evictedClients],
    ['total_eviction_exceeded_time', milliseconds(stats.evictionExceededTime + exceeding)],
    ['current_eviction_exceeded_time', milliseconds(exceeding)],
    ['keyspace_hits', stats.hits],
    ['keyspace_misses', stats.misses],
    ['pubsub_channels', pubsub.channel.size],
    ['pubsub_patterns', pubsub.pattern.size],
    ['pubsubshard_channels', pubsub.shard.size],
    ['latest_fork_usec', stats.forkTime],
    ['total_forks', stats.forks],
    ['migrate_cached_sockets', facts.migrateSockets()],
    ['slave_expires_tracked_keys', 0],
    // There is no defragmenter: slabs that run empty go back to the system by themselves.
    ['active_defrag_hits', 0],
    ['active_defrag_misses', 0],
    ['active_defrag_key_hits', 0],
    ['active_defrag_key_misses', 0],
    ['total_active_defrag_time', 0],
    ['current_active_defrag_time', 0],
    ['tracking_total_keys', tracking.keyCount],
    ['tracking_total_items', tracking.itemCount],
    ['tracking_total_prefixes', tracking.prefixCount],
    ['unexpected_error_replies', stats.unexpectedErrors],
    ['total_error_replies', stats.errorReplies],
    ['dump_payload_sanitizations', stats.sanitizations],
    ['total_reads_processed', traffic.reads],
    ['total_writes_processed', traffic.writes],
    ['io_threaded_reads_processed', 0],
    ['io_threaded_writes_processed', 0],
    ['reply_buffer_shrinks', stats.replyBufferShrinks],
    ['reply_buffer_expands', stats.replyBufferExpands],
    ['eventloop_cycles', stats.loopCycles],
    ['eventloop_duration_sum', Math.trunc(stats.loopTime)],
    ['eventloop_duration_cmd_sum', Math.trunc(stats.commandTime)],
    ['instantaneous_eventloop_cycles_per_sec', rates.loopCycles.value],
    ['instantaneous_eventloop_duration_usec', rates.loopDuration.value],
    ['acl_access_denied_auth', stats.aclDeniedAuth],
    ['acl_access_denied_cmd', stats.aclDeniedCommand],
    ['acl_access_denied_key', stats.aclDeniedKey],
    ['acl_access_denied_channel', stats.aclDeniedChannel],
  ];
};

export const debugSection: Section = ({ stats }) => [
  ['eventloop_duration_aof_sum', Math.trunc(stats.aofTime)],
  ['eventloop_duration_cron_sum', Math.trunc(stats.cronTime)],
  ['eventloop_duration_max', Math.trunc(stats.loopTimeMax)],
  ['eventloop_cmd_per_cycle_max', stats.commandsPerCycleMax],
];
