import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { TransportListener } from './transport-listener.ts';

const listener = new TransportListener({ host: '127.0.0.1', port: 0 });
let port = 0;
beforeAll(async () => {
  port = await listener.listen();
});
afterAll(() => listener.close());

function exchange(send: Buffer, enough: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(send));
    let got: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      if (got.length >= enough) socket.destroy();
    });
    socket.on('close', () => resolve(got));
    socket.on('error', () => {});
  });
}

test('HTTP is told that this is the wrong port', async () => {
  const reply = await exchange(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), 1e9);
  expect(reply.toString()).toEndWith('\r\n\r\nThis is not an HTTP port');
});

test('a ping comes back', async () => {
  const ping = Buffer.from([0x45, 0x53, 0xff, 0xff, 0xff, 0xff]);
  expect(await exchange(ping, 6)).toEqual(ping);
});

test('a handshake is answered with its id and a version', async () => {
  const action = Buffer.from('internal:tcp/handshake');
  const variable = Buffer.concat([Buffer.from([0, 0, 0, action.length]), action]);
  const body = Buffer.from([0, 4, 0x83, 0x80, 0x80, 4]);
  const frame = Buffer.alloc(23);
  frame.write('ES', 'latin1');
  frame.writeUInt32BE(17 + variable.length + body.length, 2);
  frame.writeBigUInt64BE(77n, 6);
  frame[14] = 8;
  frame.writeUInt32BE(7170099, 15);
  frame.writeUInt32BE(variable.length, 19);
  const reply = await exchange(Buffer.concat([frame, variable, body]), 23 + 2 + 4);
  expect(reply.latin1Slice(0, 2)).toBe('ES');
  expect(reply.readBigUInt64BE(6)).toBe(77n);
  expect(reply[14]).toBe(9);
  expect(reply.readUInt32BE(2)).toBe(reply.length - 6);
});

test('noise, TLS and frames beyond all measure end the connection', async () => {
  for (const bytes of [
    Buffer.from('\x16\x03\x01\x02\x00\x01\x00'),
    Buffer.from([0x45, 0x53, 0x7f, 0, 0, 0, 1]),
  ]) {
    expect(await exchange(bytes, 1e9)).toHaveLength(0);
  }
});
