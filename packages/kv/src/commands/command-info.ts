/** How COMMAND INFO and COMMAND DOCS print a descriptor, in RESP2 and RESP3. */
import type { Writer } from '../resp/writer.ts';
import { legacyRange } from './implied.ts';
import {
  type ArgumentSpec,
  CATEGORIES,
  type Command,
  type CommandSpec,
  FLAG,
  type FlagName,
  type KeySpec,
} from './spec.ts';

/** Flags that clients see, in the reference's order; the others are internal. */
const PRINTED_FLAGS: readonly FlagName[] = [
  'write',
  'readonly',
  'denyoom',
  'module',
  'admin',
  'pubsub',
  'noscript',
  'blocking',
  'loading',
  'stale',
  'skip_monitor',
  'skip_slowlog',
  'asking',
  'fast',
  'no_auth',
  'no_mandatory_keys',
  'no_async_loading',
  'no_multi',
  'movablekeys',
  'allow_busy',
];

/** A set of status words, as flags are sent. */
export function replyFlags(out: Writer, names: readonly string[]): void {
  out.set(names.length);
  for (const name of names) out.simple(name);
}

/** One command of COMMAND, COMMAND INFO; null when there is none of that name. */
export function replyInfo(out: Writer, command: Command | null): void {
  if (command === null) {
    out.nil();
    return;
  }
  const { spec } = command;
  const { range } = legacyRange(spec.keySpecs ?? []);
  out.array(10);
  out.bulkStr(command.fullName);
  out.int(command.arity);
  replyFlags(
    out,
    PRINTED_FLAGS.filter((f) => (command.flags & FLAG[f]) !== 0),
  );
  out.int(range.first);
  out.int(range.last);
  out.int(range.step);
  replyFlags(
    out,
    CATEGORIES.filter((_, i) => (command.categories & (1 << i)) !== 0).map((name) => `@${name}`),
  );
  const tips = spec.tips ?? [];
  out.set(tips.length);
  for (const tip of tips) out.bulkStr(tip);
  replyKeySpecs(out, spec.keySpecs ?? []);
  if (command.subcommands === null) {
    out.set(0);
    return;
  }
  out.array(command.subcommands.size);
  for (const sub of command.subcommands.values()) replyInfo(out, sub);
}

function replyKeySpecs(out: Writer, specs: readonly KeySpec[]): void {
  out.set(specs.length);
  for (const spec of specs) {
    out.map(spec.notes === undefined ? 3 : 4);
    if (spec.notes !== undefined) replyPair(out, 'notes', spec.notes);
    out.bulkStr('flags');
    replyFlags(out, spec.flags);
    out.bulkStr('begin_search');
    const { begin, find } = spec;
    if (begin === 'unknown') replyTyped(out, 'unknown', []);
    else if ('index' in begin) replyTyped(out, 'index', [['index', begin.index]]);
    else {
      replyTyped(out, 'keyword', [
        ['keyword', begin.keyword],
        ['startfrom', begin.from],
      ]);
    }
    out.bulkStr('find_keys');
    if (find === 'unknown') replyTyped(out, 'unknown', []);
    else if ('lastKey' in find) {
      replyTyped(out, 'range', [
        ['lastkey', find.lastKey],
        ['keystep', find.step],
        ['limit', find.limit],
      ]);
    } else {
      replyTyped(out, 'keynum', [
        ['keynumidx', find.keyNumIndex],
        ['firstkey', find.firstKey],
        ['keystep', find.step],
      ]);
    }
  }
}

function replyTyped(
  out: Writer,
  type: string,
  fields: readonly (readonly [string, string | number])[],
): void {
  out.map(2);
  replyPair(out, 'type', type);
  out.bulkStr('spec');
  out.map(fields.length);
  for (const [name, value] of fields) replyPair(out, name, value);
}

function replyPair(out: Writer, name: string, value: string | number): void {
  out.bulkStr(name);
  if (typeof value === 'number') out.int(value);
  else out.bulkStr(value);
}

/** The documentation of one command, without its name. */
export function replyDocs(out: Writer, command: Command): void {
  const { spec } = command;
  const mark = out.mark();
  let fields = 0;
  const text = (name: string, value: string | undefined) => {
    if (value === undefined) return;
    replyPair(out, name, value);
    fields++;
  };
  text('summary', spec.summary);
  text('since', spec.since);
  text('group', spec.group);
  text('complexity', spec.complexity);
  if (spec.docFlags !== undefined) {
    out.bulkStr('doc_flags');
    replyFlags(out, spec.docFlags);
    fields++;
  }
  text('deprecated_since', spec.deprecatedSince);
  text('replaced_by', spec.replacedBy);
  if (spec.history !== undefined) {
    replyHistory(out, spec.history);
    fields++;
  }
  if (spec.arguments !== undefined) {
    out.bulkStr('arguments');
    replyArguments(out, spec.arguments);
    fields++;
  }
  if (command.subcommands !== null) {
    out.bulkStr('subcommands');
    out.map(command.subcommands.size);
    for (const sub of command.subcommands.values()) {
      out.bulkStr(sub.fullName);
      replyDocs(out, sub);
    }
    fields++;
  }
  out.finishMap(mark, fields);
}

function replyHistory(out: Writer, history: NonNullable<CommandSpec['history']>): void {
  out.bulkStr('history');
  out.set(history.length);
  for (const [since, change] of history) {
    out.array(2);
    out.bulkStr(since);
    out.bulkStr(change);
  }
}

function replyArguments(out: Writer, args: readonly ArgumentSpec[]): void {
  out.array(args.length);
  for (const arg of args) {
    const mark = out.mark();
    let fields = 0;
    const field = (name: string, value: string | number | undefined) => {
      if (value === undefined) return;
      replyPair(out, name, value);
      fields++;
    };
    const nested = arg.type === 'oneof' || arg.type === 'block';
    field('name', arg.name);
    field('type', arg.type);
    if (!nested) field('display_text', arg.display ?? arg.name);
    field('key_spec_index', arg.keySpecIndex);
    field('token', arg.token);
    field('summary', arg.summary);
    field('since', arg.since);
    field('deprecated_since', arg.deprecatedSince);
    if (arg.flags !== undefined) {
      out.bulkStr('flags');
      replyFlags(out, arg.flags);
      fields++;
    }
    if (nested) {
      out.bulkStr('arguments');
      replyArguments(out, arg.arguments ?? []);
      fields++;
    }
    out.finishMap(mark, fields);
  }
}
