/** The server as access control sees it. */
import { clientInfo } from '../clients/client-info.ts';
import type { Server } from '../server.ts';
import type { AclHost } from './acl.ts';

export function serverHost(server: Server): AclHost {
  return {
    registry: server.registry,
    config: server.config,
    stats: server.stats,
    now: () => server.store.now,
    clients: () => server.clients.values(),
    disconnect: (c) => {
      if (c === server.current) c.closeAfterReply = true;
      else server.sessions.close(c);
    },
    // A script's refusals are its caller's.
    describeClient: (c) => clientInfo(server.current ?? c),
    warn: (text) => server.log.warning(text),
  };
}
