/** The runtime's zstd, in one place. */
const LEVEL = 1;

export function compress(bytes: Uint8Array): Uint8Array {
  return Bun.zstdCompressSync(bytes as Uint8Array<ArrayBuffer>, { level: LEVEL });
}

export function decompress(frame: Uint8Array): Uint8Array {
  return Bun.zstdDecompressSync(frame as Uint8Array<ArrayBuffer>);
}
