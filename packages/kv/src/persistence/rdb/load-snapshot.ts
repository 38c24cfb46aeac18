/** Reads a whole data set from an RDB file of any version; the format is drawn in snapshot.ts. */
import { lfuClock, lruBefore } from '../../store/access-clock.ts';
import type { Database } from '../../store/database.ts';
import { DROP_TTL } from '../../store/database.ts';
import { Crc64 } from './crc64.ts';
import { RdbEmptyKey } from './decode-parts.ts';
import { DecodedValue } from './decoded-value.ts';
import { RdbCorrupt, RdbReader, RdbString } from './rdb-reader.ts';
import { RDB_VERSION } from './rdb-types.ts';
import { OPCODE, type SnapshotSource } from './snapshot.ts';
import { decodeValue } from './value-decoder.ts';

const MAGIC = 'REDIS';
/** Files from this version on end with a checksum. */
const CHECKSUM_SINCE = 5;

export interface LoadOptions {
  /** A replica keeps keys whose time is over: its primary decides. */
  readonly keepExpired?: boolean;
  /** A key that exists already is replaced instead of being an error. */
  readonly replace?: boolean;
}

export interface LoadResult {
  readonly loaded: number;
  readonly expired: number;
  readonly empty: number;
}

/** Adds what the file holds to the data set; throws RdbCorrupt, with what was read so far in place. */
export function loadSnapshot(
  target: SnapshotSource,
  file: Buffer,
  options: LoadOptions = {},
): LoadResult {
  return new SnapshotLoader(target, file, options).run();
}

/** What stands before a key and belongs to it. */
interface KeyFacts {
  expireAt: number;
  idle: number;
  frequency: number;
}

class SnapshotLoader {
  private readonly r: RdbReader;
  private readonly value: DecodedValue;
  private readonly name = new RdbString();
  private readonly text = new RdbString();
  private db: Database;
  private facts: KeyFacts = noFacts();
  private loaded = 0;
  private expired = 0;
  private empty = 0;

  constructor(
    private readonly target: SnapshotSource,
    private readonly file: Buffer,
    private readonly options: LoadOptions,
  ) {
    this.r = new RdbReader(file);
    this.value = new DecodedValue(target.store);
    this.db = target.dbs[0] as Database;
  }

  run(): LoadResult {
    const version = this.version();
    const codes: string[] = [];
    for (let opcode = this.r.byte(); opcode !== OPCODE.end; opcode = this.r.byte())
      this.item(opcode, codes);
    if (version >= CHECKSUM_SINCE) this.checksum();
    if (codes.length > 0) {
      const policy = this.options.replace ? 'replace' : 'append';
      const wrong = this.target.functions.restore(codes, policy);
      if (wrong !== null) throw new RdbCorrupt(`function libraries: ${wrong}`);
    }
    return { loaded: this.loaded, expired: this.expired, empty: this.empty };
  }

  private version(): number {
    this.r.raw(9, this.text);
    const head = this.text.text();
    const version = Number(head.slice(5));
    if (!head.startsWith(MAGIC)) throw new RdbCorrupt('wrong signature');
    if (!(version >= 1 && version <= RDB_VERSION))
      throw new RdbCorrupt(`can't handle RDB format version ${head.slice(5)}`);
    return version;
  }

  private item(opcode: number, codes: string[]): void {
    const { r, facts } = this;
    switch (opcode) {
      case OPCODE.aux:
        r.string(this.name);
        r.string(this.text);
        break;
      case OPCODE.function:
        r.string(this.text);
        codes.push(this.text.text());
        break;
      case OPCODE.selectDb:
        this.select(r.length());
        break;
      case OPCODE.resizeDb:
        // A hint only: the counts are not trusted, and the tables grow in steps by themselves.
        r.length();
        r.length();
        break;
      case OPCODE.expireMs:
        facts.expireAt = r.time();
        break;
      case OPCODE.expireSeconds:
        facts.expireAt = r.seconds() * 1000;
        break;
      case OPCODE.idle:
        facts.idle = r.length();
        break;
      case OPCODE.frequency:
        facts.frequency = r.byte();
        break;
      default:
        this.key(opcode);
    }
  }

  private select(index: number): void {
    const db = this.target.dbs[index];
    if (db === undefined) throw new RdbCorrupt(`there is no database ${index} here`);
    this.db = db;
  }

  private key(type: number): void {
    const { r, db, value, name, facts } = this;
    const { store } = this.target;
    this.facts = noFacts();
    r.string(name);
    // The value may be decompressed into the buffer that holds the name.
    const key = Buffer.from(name.view());
    try {
      decodeValue(r, type, { store, limits: this.target.config }, value);
    } catch (e) {
      if (!(e instanceof RdbEmptyKey)) throw e;
      this.empty++;
      return;
    }
    if (facts.expireAt >= 0 && facts.expireAt < store.now && !this.options.keepExpired) {
      value.discard();
      this.expired++;
      return;
    }
    if (db.keys.find(key, 0, key.length) !== 0) {
      if (!this.options.replace) {
        value.discard();
        throw new RdbCorrupt(`the key '${key.latin1Slice()}' stands twice`);
      }
      db.removeKey(key.latin1Slice());
    }
    const expireAt = facts.expireAt >= 0 ? facts.expireAt : DROP_TTL;
    const record = value.attach(db, key, 0, key.length, expireAt);
    if (store.lfu && facts.frequency >= 0)
      store.records.setClock(record, lfuClock(facts.frequency, store.now));
    else if (!store.lfu && facts.idle >= 0)
      store.records.setClock(record, lruBefore(store.lruClock, facts.idle));
    this.loaded++;
  }

  private checksum(): void {
    const at = this.r.pos;
    this.r.raw(8, this.text);
    const stored = this.file.subarray(at, at + 8);
    if (!this.target.config.rdbchecksum || stored.every((b) => b === 0)) return;
    if (!new Crc64().update(this.file, 0, at).equals(this.file, at))
      throw new RdbCorrupt('wrong checksum');
  }
}

function noFacts(): KeyFacts {
  return { expireAt: -1, idle: -1, frequency: -1 };
}
