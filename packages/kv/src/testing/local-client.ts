/**
 * A client of a server in the same process, without sockets: commands go straight to dispatch and
 * replies come back as JavaScript values. For tests of commands.
 */
import { Client } from '../clients/client.ts';
import { Args } from '../resp/args.ts';
import { Writer } from '../resp/writer.ts';
import { Server } from '../server.ts';
import type { Database } from '../store/database.ts';
import { memoryOnly } from './engine.ts';

/** An error reply. */
export class ErrorReply {
  constructor(readonly text: string) {}
}

/** Bulk and simple strings are binary strings; RESP3 doubles are numbers, maps are flat arrays. */
export type Reply = string | number | boolean | null | ErrorReply | Reply[];

export class LocalClient {
  readonly client: Client;

  constructor(readonly server: Server = new Server(memoryOnly())) {
    const db = server.dbs[0] as Database;
    this.client = new Client(server, 0, null, new Writer(), db, server.acl.defaultUser);
    server.acl.setDefaultUser(this.client);
  }

  /** Chooses the protocol of the replies. */
  set resp(version: 2 | 3) {
    this.client.resp = version;
    this.client.out.resp = version;
  }

  /** Runs a command given as binary strings and returns its reply; undefined when it waits. */
  call(...words: (string | number)[]): Reply | undefined {
    const raw = this.raw(...words);
    return raw === '' ? undefined : decode(raw);
  }

  /** As call, the reply as it would go over the wire. */
  raw(...words: (string | number)[]): string {
    const { out } = this.client;
    this.server.dispatch.run(this.client, Args.of(words.map(String)));
    const text = out.buf.latin1Slice(0, out.pos);
    out.reset();
    return text;
  }
}

function decode(wire: string): Reply {
  let at = 0;
  const line = () => {
    const end = wire.indexOf('\r\n', at);
    const text = wire.slice(at, end);
    at = end + 2;
    return text;
  };
  const next = (): Reply => {
    const head = line();
    const rest = head.slice(1);
    const many = (n: number) => Array.from({ length: n }, next);
    switch (head[0]) {
      case '+':
        return rest;
      case '-':
        return new ErrorReply(rest);
      case ':':
        return Number(rest);
      case ',':
        return rest === 'inf' ? Infinity : rest === '-inf' ? -Infinity : Number(rest);
      case '_':
        return null;
      case '#':
        return rest === 't';
      case '(':
        return rest;
      case '$':
      case '=': {
        if (rest === '-1') return null;
        const start = at;
        at += Number(rest) + 2;
        return wire.slice(start, at - 2);
      }
      case '%':
        return many(Number(rest) * 2);
      case '*':
      case '~':
      case '>':
        return rest === '-1' ? null : many(Number(rest));
      default:
        throw new Error(`not a reply: ${JSON.stringify(wire.slice(0, 80))}`);
    }
  };
  const reply = next();
  if (at !== wire.length) throw new Error('more than one reply');
  return reply;
}
