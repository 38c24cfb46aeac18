/**
 * The HTTP/1.1 listener, on `node:http` as Bun implements it. Bun.serve would be faster, but it
 * drops the body of a GET, which `_search` and `_analyze` have. All knowledge of that module is in
 * this file, so that a parser of our own can take its place.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { SearchError } from '../errors/search-error.ts';
import type { CircuitBreakers } from '../memory/circuit-breakers.ts';
import { BodyCutOff, BodyLease, BodyTooLarge, bodyChunks, collect } from './body.ts';
import { type Admission, type Answer, type Controller, isAnswer } from './controller.ts';
import type { RequestHead } from './request.ts';

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly maxContentLength: number;
  readonly maxHeaderSize: number;
  readonly compression: boolean;
  readonly compressionLevel: number;
}

const PRODUCT = 'Elasticsearch';
/** Larger answers are compressed off the main thread. */
const COMPRESS_ASIDE = 64 * 1024;
const compressAside = promisify(gzip);

export class HttpListener {
  private readonly server: Server;
  private readonly options: ListenerOptions;
  private readonly controller: Controller;
  private readonly breakers: CircuitBreakers;
  private current = 0;
  private opened = 0;

  constructor(options: ListenerOptions, controller: Controller, breakers: CircuitBreakers) {
    this.options = options;
    this.controller = controller;
    this.breakers = breakers;
    this.server = createServer(
      { maxHeaderSize: options.maxHeaderSize, keepAliveTimeout: 0, requestTimeout: 0 },
      (request, response) => void this.serve(request, response),
    );
    this.server.on('checkContinue', (request, response) => {
      // A body that would be refused is not asked for.
      if (!this.isTooLarge(request)) response.writeContinue();
      void this.serve(request, response);
    });
    this.server.on('connection', (socket) => {
      this.current += 1;
      this.opened += 1;
      socket.on('close', () => {
        this.current -= 1;
      });
    });
  }

  /** Connections now and ever, for the node's statistics. */
  get connections(): { current: number; opened: number } {
    return { current: this.current, opened: this.opened };
  }

  /** Resolves with the port once bound; rejects with the system's error. */
  listen(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.options.port, this.options.host, () => {
        this.server.off('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Stops taking connections and ends those that are idle. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = requestHead(message);
    const lease = new BodyLease(this.breakers);
    try {
      const answer = await this.answer(message, head, lease);
      await this.send(answer, head, response);
    } catch (error) {
      this.giveUp(error, response);
    } finally {
      lease.release();
      // What the handler left unread must not be taken for the next request.
      if (!message.complete) message.resume();
    }
  }

  private async answer(
    message: IncomingMessage,
    head: RequestHead,
    lease: BodyLease,
  ): Promise<Answer> {
    if (this.isTooLarge(message)) throw new BodyTooLarge();
    const hasBody = saidLength(message) > 0 || head.headers['transfer-encoding'] !== undefined;
    const admitted = await this.controller.admit(head, hasBody);
    if (isAnswer(admitted)) return admitted;
    if (hasBody) {
      const failed = await this.takeBody(message, head, admitted, lease);
      if (failed !== undefined) return failed;
    }
    return this.controller.run(admitted);
  }

  private isTooLarge(message: IncomingMessage): boolean {
    return saidLength(message) > this.options.maxContentLength;
  }

  /** Puts the body in place; returns an answer when it cannot be had. */
  private async takeBody(
    message: IncomingMessage,
    head: RequestHead,
    admitted: Admission,
    lease: BodyLease,
  ): Promise<Answer | undefined> {
    const { request, route } = admitted;
    const chunks = bodyChunks(
      message as AsyncIterable<Uint8Array>,
      head.headers['content-encoding'],
      this.options.maxContentLength,
    );
    if (route.body === 'stream') {
      request.stream = chunks;
      return undefined;
    }
    try {
      request.content = await collect(chunks, lease);
      return undefined;
    } catch (error) {
      if (error instanceof BodyTooLarge) throw error;
      if (error instanceof SearchError) return this.controller.fail(error, admitted);
      // One that is complete counts as destroyed too.
      if (!message.complete && (message.errored || message.destroyed)) throw new BodyCutOff();
      return this.controller.fail(
        new SearchError(
          'i_o_exception',
          `failed to read the request body: ${(error as Error).message}`,
          {
            status: 400,
          },
        ),
        admitted,
      );
    }
  }

  private async send(answer: Answer, head: RequestHead, response: ServerResponse): Promise<void> {
    const headers = commonHeaders(head);
    Object.assign(headers, answer.headers);
    if (answer.contentType !== undefined) headers['content-type'] = answer.contentType;
    let { bytes } = answer;
    if (bytes.length > 0 && this.wantsGzip(head)) {
      bytes = await this.compress(bytes);
      headers['content-encoding'] = 'gzip';
    }
    if (answer.status !== 204) headers['content-length'] = String(bytes.length);
    response.sendDate = false;
    response.writeHead(answer.status, headers);
    response.end(head.method === 'HEAD' ? undefined : bytes);
  }

  private wantsGzip(head: RequestHead): boolean {
    return (
      this.options.compression &&
      /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(head.headers['accept-encoding'] ?? '')
    );
  }

  private async compress(bytes: Buffer): Promise<Buffer> {
    const options = { level: this.options.compressionLevel };
    if (bytes.length < COMPRESS_ASIDE) return gzipSync(bytes, options);
    return compressAside(bytes, options);
  }

  /** No body can be trusted any more on this connection, so it ends with the answer. */
  private giveUp(error: unknown, response: ServerResponse): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.sendDate = false;
    response.writeHead(giveUpStatus(error), {
      'X-elastic-product': PRODUCT,
      'content-length': '0',
      connection: 'close',
    });
    response.end();
  }
}

function saidLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

function giveUpStatus(error: unknown): number {
  if (error instanceof BodyTooLarge) return 413;
  return error instanceof BodyCutOff ? 400 : 500;
}

function commonHeaders(head: RequestHead): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { 'X-elastic-product': PRODUCT };
  const opaque = head.headers['x-opaque-id'];
  if (opaque !== undefined) headers['X-Opaque-Id'] = opaque;
  return headers;
}

function requestHead(message: IncomingMessage): RequestHead {
  const uri = message.url ?? '/';
  return {
    method: message.method ?? 'GET',
    uri,
    path: uri.split('?', 1)[0] as string,
    headers: message.headers as Record<string, string | undefined>,
    address: message.socket?.remoteAddress ?? '',
  };
}
