/** The addresses a server listens on: opened at the start, exchanged by CONFIG SET bind and port. */
import { chmodSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Log } from '../process/log.ts';
import type { Transport } from './transport.ts';

/** An address that cannot be had; the text says which and why. */
export class ListenError {
  constructor(readonly text: string) {}
}

/** A bind word as a literal address; '-' before it means that it may be missing on this host. */
function parseBind(word: string): { host: string; optional: boolean } {
  const optional = word.startsWith('-');
  const name = optional ? word.slice(1) : word;
  const host =
    name === '*' ? '0.0.0.0' : name === '::*' ? '::' : name === 'localhost' ? '127.0.0.1' : name;
  return { host, optional };
}

export class Listeners {
  private tcp: number[] = [];
  private unix: number | null = null;

  constructor(
    private readonly transport: Transport,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  /** Opens everything the configuration names; throws ListenError. */
  start(): void {
    const { config } = this;
    if (config.port !== 0) this.tcp = this.openTcp();
    if (config.unixsocket !== '') this.unix = this.openUnix();
    if (this.tcp.length === 0 && this.unix === null && config.port !== 0 && config.bind.length > 0)
      throw new ListenError('Configured to not listen anywhere, exiting.');
  }

  private openTcp(): number[] {
    const { port, bind, tcpBacklog } = this.config;
    const open: number[] = [];
    for (const word of bind) {
      const { host, optional } = parseBind(word);
      try {
        if (isIP(host) === 0) throw new Error('Name or service not known');
        open.push(this.transport.listen({ host, port }, tcpBacklog));
      } catch (e) {
        const why = (e as Error).message;
        this.log.warning(
          `Warning: Could not create server TCP listening socket ${host}:${port}: ${why}`,
        );
        if (optional) continue;
        for (const id of open) this.transport.closeListener(id);
        throw new ListenError(`Failed listening on port ${port} (tcp), aborting.`);
      }
    }
    return open;
  }

  private openUnix(): number {
    const { unixsocket, unixsocketperm, tcpBacklog } = this.config;
    const path = Buffer.from(unixsocket, 'latin1').toString();
    try {
      const id = this.transport.listen({ path }, tcpBacklog);
      if (unixsocketperm !== 0) chmodSync(path, unixsocketperm);
      return id;
    } catch (e) {
      this.log.warning(`Failed opening Unix socket: bind: ${(e as Error).message}`);
      throw new ListenError('Failed listening on unix socket, aborting.');
    }
  }

  /** Makes a changed bind or port take effect; the text of a failure, or null. */
  rebind(failure: string): string | null {
    const old = this.tcp;
    // The same address cannot be opened twice, so the old sockets go first; a failure is undone by
    // the caller, who restores the configuration and calls again.
    for (const id of old) this.transport.closeListener(id);
    this.tcp = [];
    if (this.config.port === 0) return null;
    try {
      this.tcp = this.openTcp();
      return null;
    } catch (e) {
      if (e instanceof ListenError) return failure;
      throw e;
    }
  }
}
