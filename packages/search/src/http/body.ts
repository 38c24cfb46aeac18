/** Reading request bodies: limits, compression, the memory they are counted with. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { CircuitBreakers } from '../memory/circuit-breakers.ts';

/** A body larger than `http.max_content_length`: the answer is a bare 413. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** A client that went away before its body was complete. */
export class BodyCutOff extends Error {
  override readonly name = 'BodyCutOff';
}

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** What a body holds while it is read and handled; given back when the answer is sent. */
export class BodyLease {
  private held = 0;

  constructor(private readonly breakers: CircuitBreakers) {}

  take(bytes: number): void {
    this.breakers.take('inflight_requests', bytes, '<http_request>');
    this.held += bytes;
  }

  /** Gives back a part (a chunk that was handled) or all. */
  release(bytes = this.held): void {
    this.breakers.release('inflight_requests', bytes);
    this.held -= bytes;
  }
}

/** The chunks of a body, decompressed; throws BodyTooLarge past `limit` bytes. */
export async function* bodyChunks(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  limit: number,
): AsyncGenerator<Uint8Array> {
  const decoder = DECODERS[encoding?.trim().toLowerCase() ?? ''];
  const chunks = decoder === undefined ? source : decoded(source, decoder());
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limit) throw new BodyTooLarge();
    yield chunk;
  }
}

async function* decoded(
  source: AsyncIterable<Uint8Array>,
  decoder: Transform,
): AsyncGenerator<Uint8Array> {
  const feeding = (async () => {
    for await (const chunk of source) {
      if (!decoder.write(chunk)) await new Promise((resolve) => decoder.once('drain', resolve));
    }
    decoder.end();
  })();
  // Not by an event: one that comes after the reader has gone would be nobody's, and end the process.
  feeding.catch((error: Error) => decoder.destroy(error));
  for await (const chunk of decoder) yield chunk as Uint8Array;
  await feeding;
}

/** A whole body in one piece, counted with `lease` as it arrives. */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
  lease: BodyLease,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) {
    lease.take(chunk.length);
    parts.push(chunk);
  }
  return parts.length === 1 ? asBuffer(parts[0] as Uint8Array) : Buffer.concat(parts);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
