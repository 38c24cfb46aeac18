/** The settings of one node: names and texts, read by kind. */
import { illegalArgument } from '../errors/search-error.ts';
import { KNOWN_SETTINGS, SETTING_GROUPS } from './known-settings.ts';
import { parseBoolean, parseBytes } from './units.ts';
import { unknownSetting } from './unknown-setting.ts';

export class Settings {
  private readonly values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string> | Record<string, string> = {}) {
    this.values = values instanceof Map ? values : new Map(Object.entries(values));
  }

  /** Throws for the first setting the node does not know, and for values not of their kind. */
  check(): void {
    for (const name of [...this.values.keys()].sort()) {
      if (name.startsWith('index.')) throw indexLevel(name);
      const kind = KNOWN_SETTINGS[name];
      if (kind === undefined) {
        if (!SETTING_GROUPS.some((group) => group.test(name)))
          throw unknownSetting(name, Object.keys(KNOWN_SETTINGS));
      } else if (kind === 'boolean') {
        this.boolean(name, false);
      } else if (kind === 'bytes') {
        this.bytes(name, 0);
      } else if (kind === 'integer') {
        this.integer(name, 0);
      } else if (kind === 'port') {
        this.ports(name, '0');
      }
    }
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  text(name: string): string | undefined {
    return this.values.get(name);
  }

  list(name: string): string[] {
    const text = this.values.get(name);
    if (text === undefined) return [];
    return text
      .replace(/^\[(.*)\]$/s, '$1')
      .split(',')
      .map((part) => part.trim().replace(/^"(.*)"$/, '$1'))
      .filter((part) => part !== '');
  }

  boolean(name: string, otherwise: boolean): boolean {
    const text = this.values.get(name);
    if (text === undefined) return otherwise;
    try {
      return parseBoolean(text);
    } catch (cause) {
      throw illegalArgument(`Failed to parse value [${text}] for setting [${name}]`, cause);
    }
  }

  integer(name: string, otherwise: number): number {
    const text = this.values.get(name);
    if (text === undefined) return otherwise;
    if (!/^[+-]?\d+$/.test(text)) {
      throw illegalArgument(`Failed to parse value [${text}] for setting [${name}]`);
    }
    return Number(text);
  }

  bytes(name: string, otherwise: number): number {
    const text = this.values.get(name);
    return text === undefined ? otherwise : parseBytes(text, name);
  }

  /** The ports to try, in order: `9200` or `9200-9300`. */
  ports(name: string, otherwise: string): { readonly first: number; readonly last: number } {
    const text = this.values.get(name) ?? otherwise;
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim());
    const first = Number(match?.[1]);
    const last = Number(match?.[2] ?? match?.[1]);
    if (match === null || first > 65535 || last > 65535 || last < first) {
      throw illegalArgument(`Failed to parse value [${text}] for setting [${name}]`);
    }
    return { first, last };
  }

  /** The settings below a prefix, without it: `node.attr.` gives `rack`. */
  below(prefix: string): Map<string, string> {
    const found = new Map<string, string>();
    for (const [name, value] of this.values) {
      if (name.startsWith(prefix)) found.set(name.slice(prefix.length), value);
    }
    return found;
  }

  entries(): IterableIterator<[string, string]> {
    return this.values.entries();
  }
}

function indexLevel(name: string) {
  return illegalArgument(
    `node settings must not contain any index level settings, found [${name}]; set it on the index or in a template`,
  );
}
