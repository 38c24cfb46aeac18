/**
 * The memory calls of libc that the structures need, through bun:ffi. This is the only file below
 * `net/` that touches bun:ffi: a wrong pointer is memory corruption, so every address passed in here
 * comes from `addressOf` of a buffer that its owner keeps referenced and never resizes.
 */
import { type Pointer, ptr, FFIType as T } from 'bun:ffi';
import { openLibc } from '@tandem/common/libc.ts';

const libc = openLibc({
  memcpy: { args: [T.ptr, T.ptr, T.u64_fast], returns: T.ptr },
  memmove: { args: [T.ptr, T.ptr, T.u64_fast], returns: T.ptr },
  memcmp: { args: [T.ptr, T.ptr, T.u64_fast], returns: T.i32 },
  madvise: { args: [T.ptr, T.u64_fast, T.i32], returns: T.i32 },
});

const MADV_DONTNEED = 4;
const MADV_COLLAPSE = 25;
export const HUGE_PAGE = 2 << 20;
/** The largest page of systems we know; smaller ones divide it. */
const LARGEST_PAGE = 64 << 10;

/**
 * The address of a buffer's first byte, as a plain number that arithmetic works on. The engine keeps
 * the bytes of a short array inside its heap until someone asks for its ArrayBuffer, and moves them
 * out then; asking here makes the address final.
 */
export function addressOf(view: NodeJS.TypedArray): number {
  return view.buffer.byteLength === 0 ? 0 : (ptr(view) as number);
}

export const memcpy = libc.memcpy as unknown as (to: number, from: number, n: number) => void;
export const memmove = libc.memmove as unknown as (to: number, from: number, n: number) => void;
export const memcmp = libc.memcmp as unknown as (a: number, b: number, n: number) => number;

/** Gives whole pages back to the system; their content reads as zero afterwards. */
export function releasePages(address: number, bytes: number): void {
  if (process.platform === 'linux') libc.madvise(address as Pointer, bytes, MADV_DONTNEED);
}

/** Gives the memory of a large buffer back that nobody reads any more, long before it is collected. */
export function releaseBuffer(view: NodeJS.TypedArray): void {
  const address = addressOf(view);
  const from = Math.ceil(address / LARGEST_PAGE) * LARGEST_PAGE;
  const bytes = Math.floor((address + view.byteLength) / LARGEST_PAGE) * LARGEST_PAGE - from;
  if (bytes > 0) releasePages(from, bytes);
}

/** Moves what lies in small pages to huge ones, at once. Systems before Linux 6.1 do not know how. */
export function collapsePages(address: number, bytes: number): void {
  if (process.platform === 'linux') libc.madvise(address as Pointer, bytes, MADV_COLLAPSE);
}
