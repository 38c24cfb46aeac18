import { createServer } from 'node:net';

/**
 * Below the kernel's ephemeral range, so that no outgoing connection takes the port between our
 * look and the server's bind, and low enough that port + 10000 (a cluster bus) is a port too.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const ATTEMPTS = 200;
const handedOut = new Set<number>();

/** A port of 127.0.0.1 that nobody listens on and that this process has not handed out before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (handedOut.has(port) || !(await isFree(port)) || !(await isFree(port + 10_000))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} in ${ATTEMPTS} attempts`);
}

/** An offset that moves every one of these ports to a free one, all below the ephemeral range. */
export async function freeOffset(ports: readonly number[]): Promise<number> {
  const least = LOWEST - Math.min(...ports);
  const most = HIGHEST - Math.max(...ports);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const offset = least + Math.floor(Math.random() * (most - least));
    const moved = ports.map((port) => port + offset);
    if (moved.some((port) => handedOut.has(port))) continue;
    if (!(await Promise.all(moved.map(isFree))).every(Boolean)) continue;
    for (const port of moved) handedOut.add(port);
    return offset;
  }
  throw new Error(`no offset moves ${ports.join(', ')} to free ports in ${ATTEMPTS} attempts`);
}

/** Whether 127.0.0.1:`port` can be listened on right now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => resolve(true));
    });
  });
}
