import { dlopen, type FFIFunction } from 'bun:ffi';

const architecture = process.arch === 'arm64' ? 'aarch64' : 'x86_64';

/**
 * Names of the C library, in the order to try them. glibc comes before musl: a Debian machine may
 * have musl installed beside it, and loading the other C library into a process ends it.
 */
const names =
  process.platform === 'darwin'
    ? ['libSystem.B.dylib']
    : ['libc.so.6', `/lib/ld-musl-${architecture}.so.1`];

/** Functions of the C library this process runs on; throws when the platform has none we know. */
export function openLibc<Symbols extends Record<string, FFIFunction>>(symbols: Symbols) {
  let lastError: unknown;
  for (const name of names) {
    try {
      return dlopen(name, symbols).symbols;
    } catch (error) {
      lastError = error;
    }
  }
  throw new Error(`no C library found (tried ${names.join(', ')})`, { cause: lastError });
}
