import { expect, test } from 'bun:test';
import { Connection } from '../net/connection.ts';
import type { Transport } from '../net/transport.ts';
import type { Database } from '../store/database.ts';
import { MigrateLinks } from './links.ts';
import { encodeCommand, Migration, type MigrationRequest } from './migration.ts';

class RecordingConnection extends Connection {
  constructor(
    transport: Transport,
    private readonly received: string[],
  ) {
    super(transport, 9, '', '', true, false);
  }

  override append(src: Buffer, from: number, to: number): void {
    this.received.push(src.latin1Slice(from, to));
  }
}

/** A target that answers each command with the next of the given lines. */
class Target {
  readonly received: string[] = [];
  connections = 0;
  refuses = false;
  connection: Connection | null = null;

  readonly transport = {
    connect: (_h: string, _p: number, _t: number, done: (c: Connection | Error) => void) => {
      if (this.refuses) {
        done(new Error('Connection refused'));
        return;
      }
      this.connections++;
      const transport = this.transport as unknown as Transport;
      const conn = new RecordingConnection(transport, this.received);
      this.connection = conn;
      done(conn);
    },
    close: (conn: Connection) => {
      conn.closed = true;
      conn.peer?.closed();
    },
  };

  say(...lines: string[]): void {
    const bytes = Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
    this.connection?.peer?.input(bytes, bytes.length);
  }
}

class Outcome {
  readonly keys: string[] = [];
  result: string | null | undefined;

  acknowledged(key: string): void {
    this.keys.push(key);
  }

  finished(error: string | null): void {
    this.result = error;
  }
}

let time = 1000;
const clock = () => time;

function begin(target: Target, links: MigrateLinks, more: Partial<MigrationRequest> = {}) {
  const keys = more.keys ?? ['a', 'b'];
  const outcome = new Outcome();
  const request: MigrationRequest = {
    host: 'there',
    port: 1,
    db: null as unknown as Database,
    targetDb: 0,
    timeoutMs: 100,
    auth: [],
    keys,
    restores: keys.map((key) => encodeCommand(['RESTORE', key, '0', 'payload'])),
    ...more,
  };
  const migration = new Migration(links, request, outcome, clock);
  migration.start();
  return { migration, outcome, target };
}

function linksTo(target: Target): MigrateLinks {
  return new MigrateLinks(() => target.transport as unknown as Transport, clock);
}

test('keys are acknowledged one by one, and the connection is used again', () => {
  const target = new Target();
  const links = linksTo(target);
  const { outcome } = begin(target, links);
  expect(target.received.join('')).toContain('SELECT');
  target.say('+OK', '+OK');
  expect(outcome.keys).toEqual(['a']);
  target.say('+OK');
  expect(outcome.keys).toEqual(['a', 'b']);
  expect(outcome.result).toBe(null);
  target.received.length = 0;
  const again = begin(target, links, { keys: ['c'] });
  expect(target.received.join('')).not.toContain('SELECT');
  target.say('+OK');
  expect(again.outcome.result).toBe(null);
  expect(target.connections).toBe(1);
  expect(links.size).toBe(1);
  time += 10_001;
  links.tick();
  expect(links.size).toBe(0);
});

test('an error of one key leaves the others; one of AUTH leaves all', () => {
  const target = new Target();
  const one = begin(target, linksTo(target));
  target.say('+OK', '-BUSYKEY Target key name already exists.', '+OK');
  expect(one.outcome.keys).toEqual(['b']);
  expect(one.outcome.result).toBe(
    'ERR Target instance replied with error: BUSYKEY Target key name already exists.',
  );
  const all = begin(target, linksTo(target), { auth: ['secret'] });
  target.say('-ERR invalid password', '+OK', '+OK', '+OK');
  expect(all.outcome.keys).toEqual([]);
  expect(all.outcome.result).toBe('ERR Target instance replied with error: ERR invalid password');
});

test('a kept connection that was closed meanwhile is replaced once', () => {
  const target = new Target();
  const links = linksTo(target);
  begin(target, links);
  target.say('+OK', '+OK', '+OK');
  const { outcome } = begin(target, links);
  const first = target.connection as Connection;
  first.peer?.closed();
  expect(target.connections).toBe(2);
  target.say('+OK', '+OK', '+OK');
  expect(outcome.result).toBe(null);
  const lost = begin(target, linksTo(target));
  target.connection?.peer?.closed();
  expect(lost.outcome.result).toBe('IOERR error or timeout reading to target instance');
});

test('a silent target and one that cannot be reached end the migration', () => {
  const target = new Target();
  const { migration, outcome } = begin(target, linksTo(target));
  target.say('+OK', '+OK');
  time += 99;
  migration.tick();
  expect(outcome.result).toBeUndefined();
  time += 1;
  migration.tick();
  expect(outcome.keys).toEqual(['a']);
  expect(outcome.result).toBe('IOERR error or timeout reading to target instance');
  target.refuses = true;
  expect(begin(target, linksTo(target)).outcome.result).toBe(
    'IOERR error or timeout connecting to the client',
  );
});
