/**
 * The socket calls of libc through bun:ffi, and the constants that differ by platform. Linux only:
 * elsewhere `available` is false and nothing here may be called.
 */
import { read as readMemory, FFIType as T } from 'bun:ffi';
import { openLibc } from '@tandem/common/libc.ts';
import { addressOf } from '../structures/libc.ts';

const SYMBOLS = {
  socket: { args: [T.i32, T.i32, T.i32], returns: T.i32 },
  bind: { args: [T.i32, T.ptr, T.i32], returns: T.i32 },
  listen: { args: [T.i32, T.i32], returns: T.i32 },
  connect: { args: [T.i32, T.ptr, T.i32], returns: T.i32 },
  accept4: { args: [T.i32, T.ptr, T.ptr, T.i32], returns: T.i32 },
  getsockname: { args: [T.i32, T.ptr, T.ptr], returns: T.i32 },
  setsockopt: { args: [T.i32, T.i32, T.i32, T.ptr, T.i32], returns: T.i32 },
  getsockopt: { args: [T.i32, T.i32, T.i32, T.ptr, T.ptr], returns: T.i32 },
  epoll_create1: { args: [T.i32], returns: T.i32 },
  epoll_ctl: { args: [T.i32, T.i32, T.i32, T.ptr], returns: T.i32 },
  epoll_wait: { args: [T.i32, T.ptr, T.i32, T.i32], returns: T.i32 },
  recv: { args: [T.i32, T.ptr, T.u64_fast, T.i32], returns: T.i32 },
  send: { args: [T.i32, T.ptr, T.u64_fast, T.i32], returns: T.i32 },
  close: { args: [T.i32], returns: T.i32 },
  eventfd: { args: [T.u32, T.i32], returns: T.i32 },
  __errno_location: { args: [], returns: T.ptr },
} as const;

function load(): unknown {
  if (process.platform !== 'linux') return null;
  try {
    return openLibc(SYMBOLS);
  } catch {
    return null;
  }
}

type Call = (...args: number[]) => number;
/** Addresses are plain numbers here; see structures/libc.ts. */
export const libc = load() as { readonly [K in keyof typeof SYMBOLS]: Call };
export const available = libc !== null;

export const AF_UNIX = 1;
export const AF_INET = 2;
export const AF_INET6 = 10;
export const SOCK_STREAM_NONBLOCK_CLOEXEC = 1 | 0o4000 | 0o2000000;
export const NONBLOCK_CLOEXEC = 0o4000 | 0o2000000;
export const MSG_NOSIGNAL = 0x4000;
export const EPOLLIN = 1;
export const EPOLLOUT = 4;
export const EPOLLERR = 8;
export const EPOLLHUP = 16;
export const EPOLLRDHUP = 0x2000;
export const EPOLLET = 0x80000000;
export const CTL_ADD = 1;
export const CTL_DEL = 2;
export const CTL_MOD = 3;
export const EAGAIN = 11;
export const EINTR = 4;
export const EINPROGRESS = 115;
export const EADDRINUSE = 98;

export const SOL_SOCKET = 1;
export const SO_REUSEADDR = 2;
export const SO_ERROR = 4;
export const SO_KEEPALIVE = 9;
export const IPPROTO_TCP = 6;
export const TCP_NODELAY = 1;
export const TCP_KEEPIDLE = 4;
export const TCP_KEEPINTVL = 5;
export const TCP_KEEPCNT = 6;
export const IPPROTO_IPV6 = 41;
export const IPV6_V6ONLY = 26;

const errnoAt = available ? libc.__errno_location() : 0;

/** errno of the call just made. */
export function errno(): number {
  return readMemory.i32(errnoAt as never, 0);
}

const option = new Int32Array(1);
const optionLength = new Int32Array(1);
const optionAddress = addressOf(option);
const optionLengthAddress = addressOf(optionLength);

export function setOption(fd: number, level: number, name: number, value: number): void {
  option[0] = value;
  libc.setsockopt(fd, level, name, optionAddress, 4);
}

export function getOption(fd: number, level: number, name: number): number {
  optionLength[0] = 4;
  libc.getsockopt(fd, level, name, optionAddress, optionLengthAddress);
  return option[0] as number;
}

const ERROR_TEXT: { readonly [code: number]: string } = {
  1: 'Operation not permitted',
  2: 'No such file or directory',
  13: 'Permission denied',
  22: 'Invalid argument',
  32: 'Broken pipe',
  97: 'Address family not supported by protocol',
  98: 'Address already in use',
  99: 'Cannot assign requested address',
  101: 'Network is unreachable',
  104: 'Connection reset by peer',
  110: 'Connection timed out',
  111: 'Connection refused',
  113: 'No route to host',
};

export function errorText(code: number): string {
  return ERROR_TEXT[code] ?? `error ${code}`;
}
