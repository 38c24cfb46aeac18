import { createServer } from 'node:net';
import { portOwner } from './port-owner.ts';

/** A port that a service wants. */
export interface WantedPort {
  readonly service: string;
  readonly host: string;
  readonly port: number;
}

/** Why `wanted` cannot be listened on, with the mend; undefined when it can. */
export async function portTrouble(wanted: WantedPort): Promise<string | undefined> {
  const code = await tryListening(wanted.host, wanted.port);
  const where = `${wanted.host}:${wanted.port}`;
  switch (code) {
    case undefined:
      return undefined;
    case 'EADDRINUSE': {
      const owner = portOwner(wanted.port) ?? 'another program';
      return `${wanted.service} cannot use port ${wanted.port}: ${owner} already listens on it. Stop that program, or move the whole stack with --port-offset N.`;
    }
    case 'EACCES':
      return `${wanted.service} may not use port ${wanted.port}: the system keeps it for root. Choose a higher --port-offset.`;
    case 'EADDRNOTAVAIL':
      return `${wanted.service} cannot listen on ${where}: this machine does not have that address. Mend the bind line of its configuration.`;
    default:
      return `${wanted.service} cannot listen on ${where} (${code}).`;
  }
}

function tryListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    // Exclusive: the runtime must not share the port with a listener that allows sharing.
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
