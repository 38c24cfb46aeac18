/**
 * Every error a client can be told, in one table. Texts are the reference's, word for word: clients
 * match on them.
 */

/**
 * Thrown by a command to end with an error reply. Not an Error: it carries no stack, so a client
 * that provokes errors costs no more than one that does not.
 */
export class CommandError {
  constructor(readonly text: string) {}
}

export const ERR = {
  wrongType: 'WRONGTYPE Operation against a key holding the wrong kind of value',
  generic: 'ERR',
  syntax: 'ERR syntax error',
  notInteger: 'ERR value is not an integer or out of range',
  notFloat: 'ERR value is not a valid float',
  minMaxNotFloat: 'ERR min or max is not a float',
  minMaxNotStringRange: 'ERR min or max not valid string range item',
  noSuchKey: 'ERR no such key',
  invalidCursor: 'ERR invalid cursor',
  sameObject: 'ERR source and destination objects are the same',
  outOfRange: 'ERR index out of range',
  offsetOutOfRange: 'ERR offset is out of range',
  decrementOverflow: 'ERR decrement would overflow',
  notPositive: 'ERR value is out of range, must be positive',
  overflow: 'ERR increment or decrement would overflow',
  nanOrInfinity: 'ERR increment would produce NaN or Infinity',
  invalidDbIndex: 'ERR invalid DB index',
  dbIndexOutOfRange: 'ERR DB index is out of range',
  stringTooLong: 'ERR string exceeds maximum allowed size (proto-max-bulk-len)',
  bitOffset: 'ERR bit offset is not an integer or out of range',
  bitValue: 'ERR bit is not an integer or out of range',
  timeoutNotFloat: 'ERR timeout is not a float or out of range',
  timeoutOutOfRange: 'ERR timeout is out of range',
  timeoutNegative: 'ERR timeout is negative',
  noScript: 'NOSCRIPT No matching script. Please use EVAL.',
  noAuth: 'NOAUTH Authentication required.',
  wrongPass: 'WRONGPASS invalid username-password pair or user is disabled.',
  oom: "OOM command not allowed when used memory > 'maxmemory'.",
  execAbort: 'EXECABORT Transaction discarded because of previous errors.',
  nestedMulti: 'ERR MULTI calls can not be nested',
  execWithoutMulti: 'ERR EXEC without MULTI',
  discardWithoutMulti: 'ERR DISCARD without MULTI',
  watchInMulti: 'ERR WATCH inside MULTI is not allowed',
  noProto: 'NOPROTO unsupported protocol version',
  readOnlyReplica: "READONLY You can't write against a read only replica.",
  busyKey: 'BUSYKEY Target key name already exists.',
  loading: 'LOADING Redis is loading the dataset in memory',
  noReplicas: 'NOREPLICAS Not enough good replicas to write.',
  masterDown: "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
} as const;

export function wrongArity(fullName: string): string {
  return `ERR wrong number of arguments for '${fullName}' command`;
}

export function invalidExpire(command: string): string {
  return `ERR invalid expire time in '${command}' command`;
}

/** Throws the named error of the table. */
export function fail(text: string): never {
  throw new CommandError(text);
}
