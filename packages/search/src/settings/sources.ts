/**
 * Where settings come from: a file (`search.yml`, or `elasticsearch.yml` as it is), environment
 * variables in the container style, flags. Later ones win.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@tandem/common/user-error.ts';

type Values = Map<string, string>;
type Environment = Readonly<Record<string, string | undefined>>;

const FILE_NAMES = ['search.yml', 'elasticsearch.yml'];
/** Exit code of a configuration that cannot be read. */
const CONFIG_EXIT_CODE = 78;

/** The settings file in a directory, or undefined when there is none. */
export function settingsFile(directory: string): string | undefined {
  return FILE_NAMES.map((name) => join(directory, name)).find((path) => existsSync(path));
}

/** The settings in a YAML file, nested names joined by dots; throws a UserError. */
export function readSettingsFile(path: string, environment: Environment): Values {
  let tree: unknown;
  try {
    tree = Bun.YAML.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`Failed to load settings from [${path}]: ${reason}`, CONFIG_EXIT_CODE, {
      cause,
    });
  }
  const values: Values = new Map();
  flatten(tree, '', values, path);
  for (const [name, text] of values) values.set(name, fillPlaceholders(text, environment));
  return values;
}

function flatten(tree: unknown, name: string, into: Values, path: string): void {
  if (tree === null || tree === undefined) {
    if (name !== '') into.set(name, '');
  } else if (Array.isArray(tree)) {
    into.set(name, tree.map(String).join(','));
  } else if (typeof tree === 'object') {
    for (const [key, value] of Object.entries(tree)) {
      flatten(value, name === '' ? key : `${name}.${key}`, into, path);
    }
  } else if (name === '') {
    throw new UserError(
      `[${path}] must hold settings, one \`name: value\` a line.`,
      CONFIG_EXIT_CODE,
    );
  } else {
    into.set(name, String(tree));
  }
}

/** `${NAME}` and `${NAME:otherwise}` stand for environment variables. */
function fillPlaceholders(text: string, environment: Environment): string {
  return text.replace(/\$\{([^}:]+)(?::([^}]*))?\}/g, (_, name: string, otherwise?: string) => {
    const value = environment[name] ?? otherwise;
    if (value === undefined) {
      throw new UserError(`Could not resolve placeholder '${name}'`, CONFIG_EXIT_CODE);
    }
    return value;
  });
}

/**
 * Settings among environment variables, as the reference's container takes them: a lower-case name
 * with a dot in it is a setting, and ES_SETTING_HTTP_PORT is http.port (two underscores are one).
 */
export function environmentSettings(environment: Environment): Values {
  const values: Values = new Map();
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue;
    if (/^[a-z0-9_]+(?:\.[a-z0-9_-]+)+$/.test(name)) values.set(name, value);
    else if (name.startsWith('ES_SETTING_')) values.set(fromUpperCase(name.slice(11)), value);
  }
  return values;
}

function fromUpperCase(name: string): string {
  return name.toLowerCase().replace(/__|_/g, (mark) => (mark === '__' ? '_' : '.'));
}

const DEFAULT_HEAP = 512 * 2 ** 20;
const HEAP_UNITS: Record<string, number> = {
  '': 1,
  k: 2 ** 10,
  m: 2 ** 20,
  g: 2 ** 30,
  t: 2 ** 40,
};

/** The memory budget: the last -Xmx in ES_JAVA_OPTS, or 512 MB. Throws a UserError for nonsense. */
export function heapBudget(options: string | undefined): number {
  const given = [...(options ?? '').matchAll(/(?:^|\s)-Xm([sx])(\S*)/g)];
  const sizes = { s: DEFAULT_HEAP, x: DEFAULT_HEAP };
  for (const [word, which, text] of given) {
    const match = /^(\d+)([kmgt]?)$/i.exec(text as string);
    const unit = HEAP_UNITS[(match?.[2] ?? '').toLowerCase()];
    if (match === null || unit === undefined) {
      throw new UserError(
        `Invalid ${which === 's' ? 'initial' : 'maximum'} heap size: ${word.trim()} (ES_JAVA_OPTS)`,
      );
    }
    sizes[which as 's' | 'x'] = Number(match[1]) * unit;
  }
  const hasInitial = given.some((match) => match[1] === 's');
  if (hasInitial && sizes.s > sizes.x) {
    throw new UserError(
      'Initial heap size set to a larger value than the maximum heap size (ES_JAVA_OPTS)',
    );
  }
  return sizes.x;
}
