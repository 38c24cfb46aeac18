/**
 * One operation as the translog keeps it, little-endian:
 *   u8   kind: 1 index, 2 delete
 *   f64  seq_no      f64  primary term      f64  version
 *   u32  length of the id, the id (UTF-8)
 *   u32  length of the routing + 1, the routing (UTF-8); 0 when there is none
 *   …    the source, to the end (index only)
 */
export interface IndexOperation {
  readonly kind: 'index';
  readonly id: string;
  readonly routing: string | undefined;
  readonly source: Uint8Array;
  /** Only while the document is first indexed; later its fields are mapped. Not logged. */
  readonly dynamicTemplates?: ReadonlyMap<string, string> | undefined;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
}

export interface DeleteOperation {
  readonly kind: 'delete';
  readonly id: string;
  readonly routing: string | undefined;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
}

export type Operation = IndexOperation | DeleteOperation;

const KINDS = { index: 1, delete: 2 } as const;
const FIXED_BYTES = 1 + 3 * 8 + 2 * 4;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeOperation(operation: Operation): Uint8Array {
  const id = encoder.encode(operation.id);
  const routing = operation.routing === undefined ? undefined : encoder.encode(operation.routing);
  const source = operation.kind === 'index' ? operation.source : new Uint8Array(0);
  const bytes = new Uint8Array(FIXED_BYTES + id.length + (routing?.length ?? 0) + source.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, KINDS[operation.kind]);
  view.setFloat64(1, operation.seqNo, true);
  view.setFloat64(9, operation.primaryTerm, true);
  view.setFloat64(17, operation.version, true);
  view.setUint32(25, id.length, true);
  bytes.set(id, 29);
  let at = 29 + id.length;
  view.setUint32(at, routing === undefined ? 0 : routing.length + 1, true);
  at += 4;
  if (routing !== undefined) {
    bytes.set(routing, at);
    at += routing.length;
  }
  bytes.set(source, at);
  return bytes;
}

/** Reads what `encodeOperation` wrote; the source is a view of `bytes`. */
export function decodeOperation(bytes: Uint8Array): Operation {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const idEnd = 29 + view.getUint32(25, true);
  const id = decoder.decode(bytes.slice(29, idEnd));
  const routingLength = view.getUint32(idEnd, true);
  const routingEnd = idEnd + 4 + Math.max(0, routingLength - 1);
  const routing =
    routingLength === 0 ? undefined : decoder.decode(bytes.slice(idEnd + 4, routingEnd));
  const common = {
    id,
    routing,
    seqNo: view.getFloat64(1, true),
    primaryTerm: view.getFloat64(9, true),
    version: view.getFloat64(17, true),
  };
  if (view.getUint8(0) === KINDS.delete) return { kind: 'delete', ...common };
  return { kind: 'index', ...common, source: bytes.subarray(routingEnd) };
}
