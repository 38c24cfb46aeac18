/** Who may connect, and the warning about those who should not have tried. */

import type { Connection } from '../net/connection.ts';
import type { Server } from '../server.ts';
import type { Client } from './client.ts';

/** A warning of an attack is logged at most once in this time. */
const ATTACK_LOG_MS = 60_000;
/** The reference's advice to whoever reaches an unprotected server from outside. */
const PROTECTED_MODE =
  "DENIED Redis is running in protected mode because protected mode is enabled and no password is set for the default user. In this mode connections are only accepted from the loopback interface. If you want to connect from external computers to Redis you may adopt one of the following solutions: 1) Just disable protected mode sending the command 'CONFIG SET protected-mode no' from the loopback interface by connecting to Redis from the same host the server is running, however MAKE SURE Redis is not publicly accessible from internet if you do so. Use CONFIG REWRITE to make this change permanent. 2) Alternatively you can just disable the protected mode by editing the Redis configuration file, and setting the protected mode option to 'no', and then restarting the server. 3) If you started the server manually just for testing, restart it with the '--protected-mode no' option. 4) Setup a an authentication password for the default user. NOTE: You only need to do one of the above things in order for the server to start accepting connections from the outside.";

export class Admission {
  private attackLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly server: Server) {}

  /** Why a new connection is turned away, or null. */
  refusal(conn: Connection): string | null {
    const { clients, config, acl } = this.server;
    if (clients.size >= config.maxclients) return 'ERR max number of clients reached';
    const open = config.protectedMode && acl.defaultUser.nopass && !conn.isLocal;
    return open ? PROTECTED_MODE : null;
  }

  /** A client speaks HTTP: probably a browser that was made to send our commands along with it. */
  attacked(c: Client): void {
    const { now } = this.server.store;
    if (now - this.attackLoggedAt <= ATTACK_LOG_MS) return;
    this.attackLoggedAt = now;
    this.server.log.warning(
      `Possible SECURITY ATTACK detected: POST or Host: commands, as of an HTTP request meant to smuggle commands in. Connection from ${c.conn?.remote ?? '?:0'} aborted.`,
    );
  }
}
