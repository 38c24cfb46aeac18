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
const decoder = new TextDecoder();

/** At most so many bytes does `writeOperation` write. */
export function operationBound({ id, routing = '', ...operation }: Operation): number {
  const source = operation.kind === 'index' ? operation.source.length : 0;
  return FIXED_BYTES + (id.length + routing.length) * 3 + source;
}

/** Writes an operation at `start`, where there is room for it, and returns where it ends. */
export function writeOperation(operation: Operation, bytes: Buffer, start: number): number {
  const { id, routing } = operation;
  bytes[start] = KINDS[operation.kind];
  bytes.writeDoubleLE(operation.seqNo, start + 1);
  bytes.writeDoubleLE(operation.primaryTerm, start + 9);
  bytes.writeDoubleLE(operation.version, start + 17);
  const idLength = bytes.utf8Write(id, start + 29);
  bytes.writeUInt32LE(idLength, start + 25);
  let at = start + 29 + idLength;
  if (routing === undefined) bytes.writeUInt32LE(0, at);
  else bytes.writeUInt32LE(bytes.utf8Write(routing, at + 4) + 1, at);
  at += 4 + (routing === undefined ? 0 : bytes.readUInt32LE(at) - 1);
  if (operation.kind === 'delete') return at;
  bytes.set(operation.source, at);
  return at + operation.source.length;
}

/** Reads what `writeOperation` wrote; the source is a view of `bytes`. */
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
