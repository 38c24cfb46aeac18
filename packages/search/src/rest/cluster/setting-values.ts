/** Which values cluster settings take while the node runs. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { breakerLimit } from '../../memory/breaker-limit.ts';
import { KNOWN_SETTINGS } from '../../settings/known-settings.ts';
import { parseBoolean, parseBytes, parseTime } from '../../settings/units.ts';

type Check = (name: string, value: string) => void;

const KINDS: Readonly<Record<string, Check>> = {
  boolean: (_name, value) => {
    parseBoolean(value);
  },
  integer: (name, value) => {
    if (!/^[+-]?\d+$/.test(value)) throw notParsed(name, value);
  },
  number: (name, value) => {
    if (value.trim() === '' || Number.isNaN(Number(value))) throw notParsed(name, value);
  },
  bytes: (name, value) => {
    parseBytes(value, name);
  },
  time: (name, value) => {
    parseTime(value, name);
  },
  memory: (name, value) => {
    breakerLimit(value, 1, name);
  },
};

/** Kinds that the table of node settings does not tell. */
const MORE: readonly (readonly [RegExp, string])[] = [
  [/breaker\..*\.limit$/, 'memory'],
  [/breaker\..*\.overhead$/, 'number'],
  [/^cluster\.blocks\./, 'boolean'],
  [/^search\.(default_search_timeout|default_keep_alive|max_keep_alive)$/, 'time'],
  [/^indices\.recovery\.max_bytes_per_sec$/, 'bytes'],
];

/** Settings with a fixed list of words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'cluster.routing.allocation.enable': ['none', 'new_primaries', 'primaries', 'all'],
  'cluster.routing.rebalance.enable': ['none', 'primaries', 'replicas', 'all'],
};

/** Throws for a value that the setting cannot have. */
export function checkSettingValue(name: string, value: string, before: string | undefined): void {
  const kind = MORE.find(([test]) => test.test(name))?.[1] ?? KNOWN_SETTINGS[name] ?? 'text';
  try {
    KINDS[kind]?.(name, value);
    const words = WORDS[name];
    if (words !== undefined && !words.includes(value.toLowerCase())) {
      throw illegalArgument(
        `Illegal value [${value}] for [${name}], one of [${words.join(', ')}] is expected`,
      );
    }
  } catch (cause) {
    throw illegalArgument(
      `illegal value can't update [${name}] from [${before ?? 'null'}] to [${value}]`,
      cause,
    );
  }
}

function notParsed(name: string, value: string): SearchError {
  return illegalArgument(
    `Failed to parse value [${value}] for setting [${name}]`,
    new SearchError('number_format_exception', `For input string: "${value}"`),
  );
}
