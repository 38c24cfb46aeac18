import { expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { QueryBuffer } from '../net/query-buffer.ts';
import { addressOf } from '../structures/libc.ts';
import { Parser, ProtocolError } from './parser.ts';
import { splitWords } from './words.ts';

/** What became of some input: the commands in it, and the error that ended them, if any. */
interface Outcome {
  readonly commands: string[][];
  error: string | null;
}

interface Limits {
  readonly maxBulk: number;
  readonly authenticated: boolean;
}

/** As in a server, one of each serves all connections. */
const PARSER = new Parser();
const SHARED = Buffer.allocUnsafeSlow(64 * 1024);
const LIMITS: Limits = { maxBulk: 512 * 1024 * 1024, authenticated: true };

/** Feeds input in pieces, the way a transport does: what is left over goes on in the query buffer. */
class Feeder {
  readonly outcome: Outcome = { commands: [], error: null };
  readonly query = new QueryBuffer();
  private readonly parser = PARSER;
  private readonly shared = SHARED;

  constructor(private readonly limits: Limits = LIMITS) {}

  feed(bytes: Buffer): void {
    const { query } = this;
    for (let at = 0; at < bytes.length && this.outcome.error === null; ) {
      const fresh = query.length === 0;
      const buf = fresh ? this.shared : query.prepare();
      const n = bytes.copy(buf, fresh ? 0 : query.length, at);
      at += n;
      const length = query.length + n;
      if (!fresh) query.length = length;
      if (fresh || length >= query.need) this.run(buf, length);
    }
  }

  private run(buf: Buffer, length: number): void {
    const { maxBulk, authenticated } = this.limits;
    let pos = 0;
    try {
      while (pos < length) {
        const next = this.parser.parse(
          this.query,
          buf,
          addressOf(buf),
          pos,
          length,
          maxBulk,
          authenticated,
        );
        if (next < 0) break;
        pos = next;
        if (this.parser.args.n > 0) this.outcome.commands.push(this.parser.args.strs());
      }
    } catch (e) {
      if (!(e instanceof ProtocolError)) throw e;
      this.outcome.error = e.text;
      return;
    }
    this.query.keep(buf, pos, length);
  }
}

function outcome(pieces: readonly string[], limits: Limits = LIMITS): Outcome {
  const feeder = new Feeder(limits);
  for (const piece of pieces) feeder.feed(Buffer.from(piece, 'latin1'));
  return feeder.outcome;
}

/** The protocol said plainly, over the whole of a short input. */
function model(input: string, { maxBulk, authenticated }: Limits = LIMITS): Outcome {
  const commands: string[][] = [];
  let at = 0;
  /** The text up to a line's end, which a NUL before it hides; null when the line is not there. */
  const line = (from: number, breaks: '\r' | '\n'): string | null => {
    const end = input.indexOf(breaks, from);
    if (end < 0 || (breaks === '\r' && end + 1 >= input.length)) return null;
    const text = input.slice(from, end);
    return text.includes('\0') ? null : text;
  };
  const number = (text: string): number | null => {
    if (!/^(0|-?[1-9]\d*)$/.test(text)) return null;
    const n = BigInt(text);
    return n >= -(2n ** 63n) && n < 2n ** 63n ? Number(n) : null;
  };
  while (at < input.length) {
    if (input[at] !== '*') {
      const text = line(at, '\n');
      if (text === null) break;
      const words = splitWords(text.endsWith('\r') ? text.slice(0, -1) : text);
      if (words === null) return { commands, error: 'unbalanced quotes in request' };
      at += text.length + 1;
      if (words.length > 0) commands.push(words);
      continue;
    }
    const text = line(at, '\r');
    if (text === null) break;
    const count = number(text.slice(1));
    if (count === null || count > 2 ** 31 - 1)
      return { commands, error: 'invalid multibulk length' };
    if (count > 10 && !authenticated)
      return { commands, error: 'unauthenticated multibulk length' };
    let p = at + text.length + 2;
    const words: string[] = [];
    while (words.length < count) {
      const head = line(p, '\r');
      if (head === null) return { commands, error: null };
      if (input[p] !== '$') return { commands, error: `expected '$', got '${input[p]}'` };
      const length = number(head.slice(1));
      if (length === null || length < 0 || length > maxBulk)
        return { commands, error: 'invalid bulk length' };
      if (length > 16384 && !authenticated)
        return { commands, error: 'unauthenticated bulk length' };
      p += head.length + 2;
      if (p + length + 2 > input.length) return { commands, error: null };
      words.push(input.slice(p, p + length));
      p += length + 2;
    }
    at = p;
    if (words.length > 0) commands.push(words);
  }
  return { commands, error: null };
}

type Random = () => number;

function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

function randomText(random: Random, alphabet: string, max: number): string {
  const length = Math.floor(random() * (max + 1));
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

const BINARY = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join('');
const NASTY = '*$\r\n\0-+0123456789 "\'\\ax';

function encode(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((w) => `$${w.length}\r\n${w}\r\n`).join('')}`;
}

/** Mostly well-formed input, so that what follows a mistake is reached. */
function randomInput(random: Random): string {
  let input = '';
  for (let n = Math.floor(random() * 6); n >= 0; n--) {
    const kind = random();
    if (kind < 0.45) {
      const count = random() < 0.1 ? 70 + Math.floor(random() * 60) : Math.floor(random() * 4);
      const words = Array.from({ length: count }, () => randomText(random, BINARY, 12));
      input += encode(words);
    } else if (kind < 0.65)
      input += `${randomText(random, 'abc "\'\\x41', 12)}${pick(random, ['\n', '\r\n'])}`;
    else if (kind < 0.8)
      input += pick(random, [
        '*0\r\n',
        '*-1\r\n',
        '\r\n',
        '*1\r\n$0\r\n\r\n',
        '*1\rX$1\r\nab',
        '*1\r\n$1\r\nab_c',
      ]);
    else input += randomText(random, NASTY, 10);
  }
  return input;
}

test('input gives the same commands wherever it is cut', () => {
  const random = seededRandom('parser cuts');
  for (let round = 0; round < rounds(200, 4000); round++) {
    const input = randomInput(random);
    const expected = JSON.stringify(model(input));
    const check = (pieces: readonly string[]) => {
      const got = JSON.stringify(outcome(pieces));
      // Cheap where all is well: there are very many cuts.
      if (got !== expected) expect(got, JSON.stringify(pieces)).toBe(expected);
    };
    check([input]);
    check([...input]);
    for (let cut = 1; cut < input.length; cut++) check([input.slice(0, cut), input.slice(cut)]);
  }
});

test('random pieces of long input give the same commands', () => {
  const random = seededRandom('parser pieces');
  for (let round = 0; round < rounds(8, 500); round++) {
    let input = '';
    for (let i = 0; i < 60; i++)
      input += encode(
        Array.from({ length: 1 + Math.floor(random() * 90) }, () =>
          randomText(random, BINARY, random() < 0.02 ? 40_000 : 30),
        ),
      );
    const pieces: string[] = [];
    for (let at = 0; at < input.length; ) {
      const n = 1 + Math.floor(random() * pick(random, [3, 100, 20_000, 300_000]));
      pieces.push(input.slice(at, at + n));
      at += n;
    }
    expect(outcome(pieces)).toEqual(model(input));
  }
});

test('a client that has not logged in may not make the server hold much', () => {
  const limits = { maxBulk: LIMITS.maxBulk, authenticated: false };
  const cases = ['*10\r\n$1\r\na', '*11\r\n', '*1\r\n$16384\r\n', '*1\r\n$16385\r\n', 'ping\r\n'];
  for (const input of cases) expect(outcome([input], limits)).toEqual(model(input, limits));
  expect(outcome(['*11\r\n'], limits).error).toBe('unauthenticated multibulk length');
  expect(outcome(['*1\r\n$16385\r\n'], limits).error).toBe('unauthenticated bulk length');
});

test('bulks beyond proto-max-bulk-len are refused before they come', () => {
  const limits = { maxBulk: 1000, authenticated: true };
  expect(outcome(['*1\r\n$1000\r\n'], limits).error).toBeNull();
  expect(outcome(['*1\r\n$1001\r\n'], limits).error).toBe('invalid bulk length');
  expect(outcome(['*1\r\n$-1\r\n']).error).toBe('invalid bulk length');
  expect(outcome(['*1\r\n$9223372036854775808\r\n']).error).toBe('invalid bulk length');
});

test('lines that never end are refused at 64 KiB', () => {
  const endless = 'x'.repeat(70_000);
  expect(outcome([endless]).error).toBe('too big inline request');
  expect(outcome([`*${endless}`]).error).toBe('too big mbulk count string');
  expect(outcome([`*1\r\n$${endless}`]).error).toBe('too big bulk count string');
  expect(outcome([`${'\0'.repeat(70_000)}\r\n`]).error).toBe('too big inline request');
  expect(outcome(['x'.repeat(60_000)]).error).toBeNull();
});

test('a large bulk is read into a buffer of its final size', () => {
  const feeder = new Feeder();
  feeder.feed(Buffer.from('*2\r\n$3\r\nset\r\n$1000000\r\nabc'));
  expect(feeder.query.capacity).toBe('*2\r\n$3\r\nset\r\n$1000000\r\n'.length + 1_000_002);
  expect(feeder.query.length - feeder.query.settled).toBe(3);
  feeder.feed(Buffer.alloc(999_997, 'v'));
  expect(feeder.outcome.commands).toEqual([]);
  feeder.feed(Buffer.from('\r\n'));
  expect(feeder.outcome.commands[0]?.[1]?.length).toBe(1_000_000);
  expect(feeder.query.length).toBe(0);
});

test('a command of very many arguments is not parsed from its start each time', () => {
  const count = 200_000;
  const feeder = new Feeder();
  const bytes = Buffer.from(`*${count}\r\n${'$1\r\na\r\n'.repeat(count)}`);
  for (let at = 0; at < bytes.length; at += 1000) feeder.feed(bytes.subarray(at, at + 1000));
  expect(feeder.outcome.commands[0]?.length).toBe(count);
});
