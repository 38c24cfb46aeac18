/**
 * A server without sockets, for tests that compare commands with a model: words in, decoded reply
 * out, through the same dispatch as a connected client.
 */
import { Client } from '../clients/client.ts';
import { Settings } from '../config/settings.ts';
import { Connection } from '../net/connection.ts';
import { Args } from '../resp/args.ts';
import type { Writer } from '../resp/writer.ts';
import { Server } from '../server.ts';
import type { Database } from '../store/database.ts';

/** An error reply, as its text. */
export class ErrorReply {
  constructor(readonly text: string) {}
}

export type Reply = string | number | null | ErrorReply | Reply[];

/** Keeps what the server would send. */
class RecordingConnection extends Connection {
  sent = '';

  override append(src: Buffer, from: number, to: number): void {
    this.sent += src.latin1Slice(from, to);
  }
}

/** One client of an engine; what reaches it outside its own commands is kept in `received`. */
export class EngineClient {
  readonly client: Client;
  private readonly out: Writer;
  private readonly conn: RecordingConnection;

  constructor(
    readonly server: Server,
    id: number,
  ) {
    // Clients with a socket share the server's one writer; replies to others are cut out of it.
    this.out = server.sessions.out;
    const { transport } = server;
    this.conn = new RecordingConnection(transport, -1, '127.0.0.1:1', '127.0.0.1:2', true, false);
    const db = server.dbs[0] as Database;
    this.client = new Client(server, id, this.conn, this.out, db, server.acl.defaultUser);
    this.client.authenticated = true;
    server.clients.set(id, this.client);
  }

  /** Runs one command of binary strings; its RESP2 reply, or undefined when the client waits. */
  run(...words: (string | number)[]): Reply | undefined {
    this.out.reset();
    this.server.dispatch.run(this.client, Args.of(words.map(String)));
    if (this.client.blocked !== null) return undefined;
    const decoded = decode(this.out.buf.latin1Slice(0, this.out.pos), 0);
    if (decoded.next !== this.out.pos) throw new Error('a command must reply exactly once');
    return decoded.reply;
  }

  /** Takes the replies that came after a wait. */
  received(): Reply[] {
    const replies: Reply[] = [];
    const { sent } = this.conn;
    this.conn.sent = '';
    for (let at = 0; at < sent.length; ) {
      const { reply, next } = decode(sent, at);
      replies.push(reply);
      at = next;
    }
    return replies;
  }

  get waits(): boolean {
    return this.client.blocked !== null;
  }

  close(): void {
    this.server.blocking.drop(this.client);
    this.server.clients.delete(this.client.id);
  }
}

/** Settings under which nothing is written to disk. */
export function memoryOnly(): Settings {
  const settings = new Settings();
  settings.override('save', []);
  return settings;
}

export class Engine {
  readonly server = new Server(memoryOnly());
  private nextId = 1;
  private readonly first = this.connect();

  connect(): EngineClient {
    return new EngineClient(this.server, this.nextId++);
  }

  /** Runs one command of the engine's own client; throws when it would wait. */
  run(...words: (string | number)[]): Reply {
    const reply = this.first.run(...words);
    if (reply === undefined) throw new Error('the command waits');
    return reply;
  }

  get client(): Client {
    return this.first.client;
  }
}

function decode(text: string, at: number): { reply: Reply; next: number } {
  const end = text.indexOf('\r\n', at);
  const line = text.slice(at + 1, end);
  let next = end + 2;
  switch (text[at]) {
    case '+':
      return { reply: line, next };
    case '-':
      return { reply: new ErrorReply(line), next };
    case ':':
      return { reply: Number(line), next };
    case '$': {
      if (line === '-1') return { reply: null, next };
      const stop = next + Number(line);
      return { reply: text.slice(next, stop), next: stop + 2 };
    }
    case '*': {
      if (line === '-1') return { reply: null, next };
      const items: Reply[] = [];
      for (let i = Number(line); i > 0; i--) {
        const item = decode(text, next);
        items.push(item.reply);
        next = item.next;
      }
      return { reply: items, next };
    }
    default:
      throw new Error(`not a reply: ${JSON.stringify(text.slice(at, at + 40))}`);
  }
}
