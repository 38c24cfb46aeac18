/** For tests: a listener with the routes a test brings, and a bare client that shows the wire. */
import { connect } from 'node:net';
import { CircuitBreakers } from '../memory/circuit-breakers.ts';
import { Controller, type Gate, openGate } from './controller.ts';
import { HttpListener, type ListenerOptions } from './listener.ts';
import type { Route } from './route.ts';
import { Router } from './router.ts';

export interface TestServer {
  readonly port: number;
  readonly url: string;
  readonly breakers: CircuitBreakers;
  readonly reported: unknown[];
  close(): Promise<void>;
}

export async function serveRoutes(
  routes: readonly Route[],
  options: Partial<ListenerOptions> & { budget?: number; gate?: Gate } = {},
): Promise<TestServer> {
  const breakers = new CircuitBreakers(options.budget ?? 512 * 2 ** 20, { measure: () => 0 });
  const reported: unknown[] = [];
  const controller = new Controller({
    router: new Router(routes),
    gate: options.gate ?? openGate,
    report: (error) => reported.push(error),
  });
  const listener = new HttpListener(
    {
      host: '127.0.0.1',
      port: 0,
      maxContentLength: 100 * 2 ** 20,
      maxHeaderSize: 16 * 1024,
      compression: true,
      compressionLevel: 3,
      ...options,
    },
    controller,
    breakers,
  );
  const port = await listener.listen();
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    breakers,
    reported,
    close: () => listener.close(),
  };
}

/** Sends bytes as they are; returns what came back when `enough` says so or the peer closes. */
export function talk(
  port: number,
  send: string,
  enough: (got: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(send));
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('utf8');
      if (enough(got)) socket.end();
    });
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
  });
}
