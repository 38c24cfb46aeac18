/**
 * The port of the node protocol. A single node has nobody to talk to, but the port answers as the
 * reference's does: pings are echoed, handshakes answered with the version, HTTP recognised.
 *
 * Frame:  'E' 'S'  length u32  (of all that follows; 0xFFFFFFFF is a ping and ends there)
 *         request id u64, status u8, version u32, variable header length u32, variable header, body
 * Status bits: 0 response, 1 error, 3 handshake. Handshake body: parent task id (empty string),
 * then a length-prefixed version as vInt. Big-endian throughout.
 */

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

const HEADER = 6;
const PING_LENGTH = 0xffffffff;
/** A single node has no business with more: what is larger is no frame of a peer. */
const MAX_FRAME = 2 ** 20;
const NOT_HTTP = 'This is not an HTTP port';
const STATUS_RESPONSE = 1;
const STATUS_HANDSHAKE = 8;
const HANDSHAKE_ACTION = 'internal:tcp/handshake';
/** How the reference writes 8.11.3 in frames: its transport version, and the one of handshakes. */
const TRANSPORT_VERSION = 8_512_00_1;
const HANDSHAKE_VERSION = 7_17_00_99;
const METHODS = ['GET ', 'POST', 'PUT ', 'HEAD', 'DELE', 'OPTI', 'PATC', 'TRAC'];

export class TransportListener {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly options: { readonly host: string; readonly port: number }) {
    this.server = createServer((socket) => this.accept(socket));
  }

  listen(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.options.port, this.options.host, () => {
        this.server.off('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      for (const socket of this.sockets) socket.destroy();
      this.server.close(() => resolve());
    });
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    let pending: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
      pending = this.take(pending, socket);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
  }

  /** Answers every whole frame; returns what is left of the bytes. */
  private take(bytes: Buffer, socket: Socket): Buffer {
    let rest = bytes;
    while (rest.length >= HEADER && !socket.destroyed) {
      if (rest[0] !== 0x45 || rest[1] !== 0x53) {
        refuse(rest, socket);
        return Buffer.alloc(0);
      }
      const length = rest.readUInt32BE(2);
      if (length === PING_LENGTH) {
        socket.write(rest.subarray(0, HEADER));
        rest = rest.subarray(HEADER);
        continue;
      }
      if (length > MAX_FRAME) {
        socket.destroy();
        return Buffer.alloc(0);
      }
      if (rest.length < HEADER + length) break;
      answer(rest.subarray(HEADER, HEADER + length), socket);
      rest = rest.subarray(HEADER + length);
    }
    return rest;
  }
}

/** HTTP gets a sentence, anything else (TLS, noise) the end of the connection. */
function refuse(bytes: Buffer, socket: Socket): void {
  if (METHODS.includes(bytes.latin1Slice(0, 4))) {
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Length: ${NOT_HTTP.length}\r\n\r\n${NOT_HTTP}`,
    );
  } else {
    socket.destroy();
  }
}

/** Only handshakes have an answer; a peer that asks for more is not of this cluster. */
function answer(frame: Buffer, socket: Socket): void {
  if (frame.length < 17 || !isHandshake(frame)) {
    socket.destroy();
    return;
  }
  const body = vInt(TRANSPORT_VERSION);
  const variable = Buffer.from([0, 0]);
  const head = Buffer.alloc(HEADER + 17);
  head.write('ES', 'latin1');
  head.writeUInt32BE(17 + variable.length + body.length, 2);
  frame.copy(head, 6, 0, 8);
  head[14] = STATUS_RESPONSE | STATUS_HANDSHAKE;
  head.writeUInt32BE(HANDSHAKE_VERSION, 15);
  head.writeUInt32BE(variable.length, 19);
  socket.write(Buffer.concat([head, variable, body]));
}

function isHandshake(frame: Buffer): boolean {
  const status = frame[8] as number;
  return (
    (status & STATUS_RESPONSE) === 0 &&
    (status & STATUS_HANDSHAKE) !== 0 &&
    frame.includes(HANDSHAKE_ACTION, 0, 'latin1')
  );
}

/** Seven bits a byte, least first, the high bit says that more follow. */
function vInt(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
