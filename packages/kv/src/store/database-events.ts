import type { Database } from './database.ts';
import type { TypeId } from './value.ts';

/** What happens outside the keyspace when a key goes away by itself. */
export interface DatabaseEvents {
  /** True when an expired key may be deleted now (not on a replica, not while paused or loading). */
  mayExpire(db: Database, key: string): boolean;
  /** An expired key was deleted: propagate, notify. */
  expired(db: Database, key: string): void;
  /** True when the values of expired keys are freed in the background. */
  readonly freesExpiredLazily: boolean;
  /** True when values that others replace are freed in the background. */
  readonly freesReplacedLazily: boolean;
  /** A key came into being; told only while `watchesNewKeys`. */
  added(db: Database, r: number): void;
  /** A key that held this type is gone or now holds something else; told while `watchesNewKeys`. */
  removed(db: Database, key: string, type: TypeId): void;
  /** True while somebody waits for keys or is notified of new ones: keeps both off the hot path. */
  readonly watchesNewKeys: boolean;
  hit(): void;
  miss(db: Database, buf: Uint8Array, off: number, len: number): void;
}
