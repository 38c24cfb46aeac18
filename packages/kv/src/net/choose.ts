/** Picks the transport: epoll where it is to be had, else the runtime's sockets. */
import { EpollTransport } from './epoll.ts';
import { ListenTransport } from './listen.ts';
import type { Transport, TransportHandler } from './transport.ts';

/** 'epoll' or 'listen' in the environment overrides the choice. */
export const TRANSPORT_VARIABLE = 'TANDEM_KV_TRANSPORT';

export function chooseTransport(
  handler: TransportHandler,
  wanted = process.env[TRANSPORT_VARIABLE],
): Transport {
  if (wanted === 'listen') return new ListenTransport(handler);
  if (wanted === 'epoll') return new EpollTransport(handler);
  try {
    return new EpollTransport(handler);
  } catch {
    // Not Linux, or no access to the C library.
    return new ListenTransport(handler);
  }
}
