import { connect } from 'node:net';
import type { ControlReply, ControlRequest } from './protocol.ts';

/** Sends one request; undefined when no supervisor answers at `path`. */
export function ask(path: string, request: ControlRequest): Promise<ControlReply | undefined> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect(path);
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (chunk) => {
      reply += chunk.toString();
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => {
      const line = reply.split('\n')[0] ?? '';
      resolve(line === '' ? undefined : (JSON.parse(line) as ControlReply));
    });
  });
}
