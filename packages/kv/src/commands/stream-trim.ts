/** The options that XADD and XTRIM share, and what trimming propagates. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import type { Stream } from '../store/types/stream/stream.ts';
import {
  formatId,
  type ParsedId,
  parseId,
  type StreamId,
} from '../store/types/stream/stream-id.ts';
import { idArgument, STREAM_ERR } from './stream-key.ts';

/** Nodes that an approximate trim may remove at once, and the bounds of that in entries. */
const NODES_AT_ONCE = 100;
const LIMIT_DEFAULT = 10_000;
const LIMIT_MAX = 1_000_000;

export interface Trim {
  readonly to: { readonly length: number } | { readonly minId: StreamId };
  readonly approximate: boolean;
  /** The argument with the length or ID. */
  readonly at: number;
}

export interface AddOptions {
  /** Null for '*'. */
  readonly id: ParsedId | null;
  /** The argument with the ID: one before the first field. */
  readonly idAt: number;
  readonly mayCreate: boolean;
  readonly trim: Trim | null;
  /** The most entries to trim, 0 for no limit. */
  readonly limit: number;
}

/** Reads MAXLEN or MINID at argument i. */
function trimArgument(a: Args, i: number): Trim {
  let at = i + 1;
  let approximate = false;
  if (a.n - 1 - i >= 2 && (a.is(at, '~') || a.is(at, '='))) {
    approximate = a.is(at, '~');
    at++;
  }
  if (a.is(i, 'MINID')) return { to: { minId: idArgument(a, at) }, approximate, at };
  const length = a.int(at);
  if (length < 0) fail('ERR The MAXLEN argument must be >= 0.');
  return { to: { length }, approximate, at };
}

/** Reads the options from argument 2 on, and for XADD the ID after them. */
export function addOrTrimOptions(c: Client, a: Args, forAdd: boolean): AddOptions {
  let id: ParsedId | null = null;
  let mayCreate = true;
  let trim: Trim | null = null;
  let limit: number | null = null;
  let i = 2;
  for (; i < a.n; i++) {
    const more = i + 1 < a.n;
    if (forAdd && a.is(i, '*')) break;
    if (more && (a.is(i, 'MAXLEN') || a.is(i, 'MINID'))) {
      if (trim !== null)
        fail('ERR syntax error, MAXLEN and MINID options at the same time are not compatible');
      trim = trimArgument(a, i);
      i = trim.at;
    } else if (more && a.is(i, 'LIMIT')) {
      limit = a.int(++i);
      if (limit < 0) fail('ERR The LIMIT argument must be >= 0.');
    } else if (forAdd && a.is(i, 'NOMKSTREAM')) mayCreate = false;
    else if (forAdd) {
      id = parseId(a.str(i), 0, true, true) ?? fail(STREAM_ERR.invalidId);
      break;
    } else fail(ERR.syntax);
  }
  if (limit !== null && limit > 0 && trim === null)
    fail('ERR syntax error, LIMIT cannot be used without specifying a trimming strategy');
  if (!forAdd && trim === null)
    fail('ERR syntax error, XTRIM must be called with a trimming strategy');
  return { id, idAt: i, mayCreate, trim, limit: effectiveLimit(c, trim, limit) };
}

function effectiveLimit(c: Client, trim: Trim | null, given: number | null): number {
  // What a primary or an append-only file says has been made exact already.
  if (c.kind === 'master' || c.kind === 'loader') return 0;
  const approximate = trim?.approximate ?? false;
  if (given !== null) {
    if (!approximate) fail('ERR syntax error, LIMIT cannot be used without the special ~ option');
    return given;
  }
  if (!approximate) return 0;
  const limit = NODES_AT_ONCE * c.server.config.streamNodeMaxEntries;
  return limit <= 0 ? LIMIT_DEFAULT : Math.min(limit, LIMIT_MAX);
}

/**
 * Replaces an approximate trim among the words to propagate by one to the length or ID that it came
 * to, so that followers trim alike.
 */
export function makeTrimExact(words: string[], trim: Trim, stream: Stream): void {
  words[trim.at - 1] = '=';
  words[trim.at] =
    'length' in trim.to ? String(stream.length) : formatId(stream.edgeId(true, true));
}
