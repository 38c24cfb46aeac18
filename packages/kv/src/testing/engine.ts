/**
 * A server without sockets, for tests that compare commands with a model: words in, decoded reply
 * out, through the same dispatch as a connected client.
 */
import { Client } from '../client.ts';
import { Settings } from '../config/settings.ts';
import { Args } from '../resp/args.ts';
import { Writer } from '../resp/writer.ts';
import { Server } from '../server.ts';
import type { Database } from '../store/database.ts';

/** An error reply, as its text. */
export class ErrorReply {
  constructor(readonly text: string) {}
}

export type Reply = string | number | null | ErrorReply | Reply[];

export class Engine {
  readonly server = new Server(new Settings());
  readonly client: Client;
  private readonly out = new Writer();

  constructor() {
    const { server } = this;
    const db = server.dbs[0] as Database;
    this.client = new Client(server, -1, null, this.out, db, server.acl.defaultUser);
    this.client.authenticated = true;
  }

  /** Runs one command of binary strings and returns its RESP2 reply. */
  run(...words: (string | number)[]): Reply {
    this.out.reset();
    this.server.dispatch.run(this.client, Args.of(words.map(String)));
    const decoded = decode(this.out.buf.latin1Slice(0, this.out.pos), 0);
    if (decoded.next !== this.out.pos) throw new Error('a command must reply exactly once');
    return decoded.reply;
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
