/** INFO replication of a server that follows nobody and is followed by nobody. */
import type { Section } from './field.ts';

const NO_ID = '0'.repeat(40);

export const replicationSection: Section = (server) => [
  ['role', 'master'],
  ['connected_slaves', 0],
  ['master_failover_state', 'no-failover'],
  ['master_replid', server.observe.replicationId],
  ['master_replid2', NO_ID],
  ['master_repl_offset', 0],
  ['second_repl_offset', -1],
  ['repl_backlog_active', 0],
  ['repl_backlog_size', server.config.replBacklogSize],
  ['repl_backlog_first_byte_offset', 0],
  ['repl_backlog_histlen', 0],
];
