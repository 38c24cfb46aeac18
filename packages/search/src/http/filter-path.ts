/**
 * `filter_path`: keeps the parts of an answer that some path names, or drops those that a path
 * with a minus names. `*` matches within one name, `**` any number of names.
 */
import { parseJson } from '../json/parse.ts';
import { Double, entriesOf, Float32, RawJson, type Writable } from '../json/values.ts';

type Path = readonly Step[];
/** A name to match, or any number of names. */
type Step = RegExp | '**';

const NOTHING = Symbol('nothing');
type Kept = Writable | typeof NOTHING;

/** The filtered answer; what is left of an object of which nothing matches is `{}`. */
export function filterPath(value: Writable, filter: string): Writable {
  const paths = filter.split(',').map((path) => path.trim());
  const includes = paths.filter((path) => path !== '' && !path.startsWith('-')).map(parsePath);
  const excludes = paths.filter((path) => path.startsWith('-')).map((p) => parsePath(p.slice(1)));
  let kept: Kept = value;
  if (includes.length > 0) kept = include(value, includes);
  if (kept !== NOTHING && excludes.length > 0) kept = exclude(kept, excludes);
  return kept === NOTHING ? {} : kept;
}

function parsePath(path: string): Path {
  // A dot behind a backslash belongs to the name.
  return (path.match(/(?:\\.|[^.\\])+/g) ?? []).map((part) => {
    if (part === '**') return '**';
    const name = part.replace(/\\(.)/g, '$1');
    return new RegExp(`^${name.split('*').map(RegExp.escape).join('.*')}$`, 's');
  });
}

/** What is left of the paths below a name; `done` when one of them ends there. */
function step(paths: readonly Path[], name: string): { rest: Path[]; done: boolean } {
  const rest: Path[] = [];
  let done = false;
  const take = (path: Path): void => {
    const [head, ...tail] = path;
    if (head === undefined) return;
    if (head === '**') {
      if (tail.length === 0) done = true;
      rest.push(path);
      take(tail);
    } else if (head.test(name)) {
      if (tail.length === 0) done = true;
      else rest.push(tail);
    }
  };
  for (const path of paths) take(path);
  return { rest, done };
}

function include(value: Writable, paths: readonly Path[]): Kept {
  if (value instanceof RawJson) return include(parseJson(value.bytes), paths);
  if (Array.isArray(value)) {
    const items = (value as Writable[]).map((item) => include(item, paths));
    const kept = items.filter((item) => item !== NOTHING) as Writable[];
    return kept.length === 0 ? NOTHING : kept;
  }
  if (!isObject(value)) return NOTHING;
  const kept = new Map<string, Writable>();
  for (const [name, child] of entriesOf(value)) {
    const { rest, done } = step(paths, name);
    const left = done ? child : rest.length > 0 ? include(child, rest) : NOTHING;
    if (left !== NOTHING) kept.set(name, left);
  }
  return kept.size === 0 ? NOTHING : kept;
}

function exclude(value: Writable, paths: readonly Path[]): Kept {
  if (value instanceof RawJson) return exclude(parseJson(value.bytes), paths);
  if (Array.isArray(value)) {
    const items = (value as Writable[]).map((item) => exclude(item, paths));
    return items.filter((item) => item !== NOTHING) as Writable[];
  }
  if (!isObject(value)) return value;
  const kept = new Map<string, Writable>();
  let dropped = false;
  for (const [name, child] of entriesOf(value)) {
    const { rest, done } = step(paths, name);
    const left = done ? NOTHING : rest.length === 0 ? child : exclude(child, rest);
    if (left === NOTHING) dropped = true;
    else kept.set(name, left);
  }
  return dropped && kept.size === 0 ? NOTHING : kept;
}

function isObject(value: Writable): value is ReadonlyMap<string, Writable> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Double || value instanceof Float32)
  );
}
