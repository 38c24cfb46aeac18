/**
 * DEBUG DIGEST: a fingerprint of the data set that does not depend on encodings or on the order of
 * what has no order. The recipe is the reference's, so that both can be compared:
 *
 *   xor(d, bytes)  d ^= sha1(bytes)           for parts without order
 *   mix(d, bytes)  d = sha1(d ^ sha1(bytes))  for parts in order
 */

import { shortestDouble } from '../resp/numbers.ts';
import type { Server } from '../server.ts';
import type { Database } from '../store/database.ts';
import { TYPE } from '../store/value.ts';
import { walkHash, walkList, walkSet, walkStream, walkZset } from '../store/walk.ts';

const BYTES = 20;

class Digest {
  readonly bytes = new Uint8Array(BYTES);
  private readonly hash = new Uint8Array(BYTES);

  clear(): this {
    this.bytes.fill(0);
    return this;
  }

  xor(data: string | Uint8Array): void {
    Bun.SHA1.hash(typeof data === 'string' ? Buffer.from(data, 'latin1') : data, this.hash);
    for (let i = 0; i < BYTES; i++) {
      this.bytes[i] = (this.bytes[i] as number) ^ (this.hash[i] as number);
    }
  }

  mix(data: string | Uint8Array): void {
    this.xor(data);
    Bun.SHA1.hash(this.bytes, this.hash);
    this.bytes.set(this.hash);
  }

  toString(): string {
    return Buffer.from(this.bytes).toString('hex');
  }
}

/** A number as four bytes, most significant first. */
function word(n: number): Uint8Array {
  const b = Buffer.alloc(4);
  b.writeUInt32BE(n);
  return b;
}

/** The digest of an element of several parts, added to d without order. */
function xorElement(d: Digest, element: Digest, parts: readonly string[]): void {
  element.clear();
  for (const part of parts) element.mix(part);
  d.xor(element.bytes);
}

function mixValue(d: Digest, db: Database, record: number): void {
  const type = db.type(record);
  const element = new Digest();
  d.mix(word(type));
  switch (type) {
    case TYPE.string:
      d.mix(db.stringValue(record));
      break;
    case TYPE.list:
      walkList(db, record, (text) => d.mix(text));
      break;
    case TYPE.set:
      walkSet(db, record, (member) => d.xor(member));
      break;
    case TYPE.zset:
      walkZset(db, record, (member, score) =>
        xorElement(d, element, [member, shortestDouble(score)]),
      );
      break;
    case TYPE.hash:
      walkHash(db, record, (field, value) => xorElement(d, element, [field, value]));
      break;
    case TYPE.stream:
      walkStream(db, record, (ms, seq, fields) => {
        d.mix(`${ms}.${seq}`);
        for (const field of fields) d.mix(field);
      });
      break;
  }
  if (db.expireAt(record) >= 0) d.xor('!!expire!!');
}

/** The digest of one key's value; zeros when there is none. Works on expired keys too. */
export function valueDigest(db: Database, key: string): string {
  const d = new Digest();
  const record = db.rawFind(key);
  if (record !== 0) mixValue(d, db, record);
  return d.toString();
}

/** The digest of all databases. */
export function datasetDigest(server: Server): string {
  const all = new Digest();
  for (const db of server.dbs) {
    if (db.keys.size === 0) continue;
    all.mix(word(db.index));
    const one = new Digest();
    db.keys.forEach((record) => {
      one.clear();
      one.mix(db.key(record));
      mixValue(one, db, record);
      all.xor(one.bytes);
    });
  }
  return all.toString();
}
