/** Type bytes and limits of the RDB format. Those marked "old" are read, never written. */
export const RDB_VERSION = 11;
/** What Redis 7.0 reads: no packed sets, streams without the time of last activity. */
export const RDB_VERSION_7_0 = 10;
export type RdbVersion = typeof RDB_VERSION | typeof RDB_VERSION_7_0;

export const RDB_TYPE = {
  string: 0,
  /** old */
  list: 1,
  set: 2,
  /** old: scores as text */
  zset: 3,
  hash: 4,
  zset2: 5,
  /** old */
  hashZipmap: 9,
  /** old */
  listZiplist: 10,
  setIntset: 11,
  /** old */
  zsetZiplist: 12,
  /** old */
  hashZiplist: 13,
  /** old: nodes are ziplists */
  listQuicklist: 14,
  /** old */
  streamListpacks: 15,
  hashListpack: 16,
  zsetListpack: 17,
  listQuicklist2: 18,
  streamListpacks2: 19,
  setListpack: 20,
  streamListpacks3: 21,
} as const;

/** How a quicklist's node is stored. */
export const NODE_PLAIN = 1;
export const NODE_PACKED = 2;

/** First byte of a length: 6 or 14 bits inside, 32 or 64 bits behind, or a special string. */
export const LENGTH_14 = 0x40;
export const LENGTH_32 = 0x80;
export const LENGTH_64 = 0x81;
export const SPECIAL = 0xc0;
export const SPECIAL_INT8 = 0;
export const SPECIAL_INT16 = 1;
export const SPECIAL_INT32 = 2;
export const SPECIAL_LZF = 3;
