import { connect } from 'node:net';
import type { Health } from './descriptor.ts';

const PATIENCE_MS = 1000;

/**
 * Asks a RESP server for a sign of life with an inline PING. An error reply (a password is
 * wanted, for one) is a sign of life too, except the one that says data is still being loaded.
 */
export function probeResp(host: string, port: number): Promise<Health> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const answer = (health: Health) => {
      socket.destroy();
      resolve(health);
    };
    let reply = '';
    socket.setTimeout(PATIENCE_MS, () => answer('silent'));
    socket.on('connect', () => socket.write('PING\r\n'));
    socket.on('data', (chunk) => {
      reply += chunk.toString('latin1');
      if (!reply.includes('\r\n')) return;
      if (reply.startsWith('-LOADING')) answer('busy');
      else answer(/^[+-]/.test(reply) ? 'ready' : 'silent');
    });
    socket.on('error', () => answer('silent'));
    socket.on('close', () => answer('silent'));
  });
}
