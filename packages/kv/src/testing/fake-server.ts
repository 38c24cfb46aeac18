/** A server whose clients are objects of the test, for tests of connections and of what they cost. */
import { FAMILIES } from '../commands/index.ts';
import { CommandRegistry } from '../commands/registry.ts';
import { COMMAND_TABLE } from '../commands/table/index.ts';
import { type FakePeer, type FakePeerOptions, FakeTransport } from '../net/fake.ts';
import { Server } from '../server.ts';
import { memoryOnly } from './engine.ts';

export class FakeServer {
  readonly transport: FakeTransport;
  readonly server: Server;

  constructor() {
    let transport: FakeTransport | null = null;
    const registry = new CommandRegistry(COMMAND_TABLE, FAMILIES);
    this.server = new Server(memoryOnly(), registry, (handler) => {
      transport = new FakeTransport(handler);
      return transport;
    });
    this.transport = transport as unknown as FakeTransport;
    this.server.log.level = 'nothing';
  }

  connect(options?: FakePeerOptions): FakePeer {
    return this.transport.accept(options);
  }

  /** Sends one command and returns what the peer gets by the end of the turn. */
  ask(peer: FakePeer, ...words: readonly (string | number)[]): string {
    peer.command(...words);
    this.transport.turn();
    return peer.read();
  }

  /** A field of the peer's line in CLIENT LIST. */
  field(peer: FakePeer, name: string): string | undefined {
    const id = peer.conn.client?.id ?? 0;
    const list = this.ask(this.connect(), 'client', 'list', 'id', id);
    return new RegExp(` ${name}=(\\S*)`).exec(list)?.[1];
  }

  close(): void {
    this.server.stop();
  }
}
