/**
 * How the debugger talks to its client: commands come as arrays of bulk strings, answers go as
 * arrays of status lines. Reading waits, and nobody else is served meanwhile.
 */
import type { Connection } from '../../net/connection.ts';
import type { Transport } from '../../net/transport.ts';

export interface Wire {
  send(text: string): void;
  /** Waits for more input; null when the client is gone. */
  receive(): string | null;
}

/** A client's connection as the debugger uses it. */
export function connectionWire(transport: Transport, conn: Connection): Wire {
  return {
    send(text) {
      conn.appendText(text);
      transport.flush();
    },
    receive: () => transport.receive?.(conn)?.latin1Slice() ?? null,
  };
}

const MAX_WORDS = 1024;
const MAX_WORD_BYTES = 1024;

/** The first command in `input`: its words, null when more must come; throws a text when it is none. */
export function parseCommand(input: string): string[] | null {
  if (input === '') return null;
  let at = input.indexOf('*');
  if (at < 0) throw new WireError('protocol error');
  const number = (max: number): number | null => {
    const end = input.indexOf('\r\n', at);
    if (end < 0) return null;
    const n = Number.parseInt(input.slice(at + 1, end), 10);
    if (!(n > 0 && n <= max)) throw new WireError('protocol error');
    at = end + 2;
    return n;
  };
  const count = number(MAX_WORDS);
  if (count === null) return null;
  const words: string[] = [];
  while (words.length < count) {
    if (at >= input.length) return null;
    if (input[at] !== '$') throw new WireError('protocol error');
    const length = number(MAX_WORD_BYTES);
    if (length === null || at + length + 2 > input.length) return null;
    words.push(input.slice(at, at + length));
    at += length;
    if (input.slice(at, at + 2) !== '\r\n') throw new WireError('protocol error');
    at += 2;
  }
  return words;
}

export class WireError {
  constructor(readonly text: string) {}
}

/** Lines as one answer. */
export function answer(lines: readonly string[]): string {
  const body = lines.map((line) => `+${line.replace(/[\r\n]/g, ' ')}\r\n`).join('');
  return `*${lines.length}\r\n${body}`;
}
